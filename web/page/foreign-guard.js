/*
 * The guard of a bot of another site: a worker that starts the bot's worker, so that too many
 * messages stop here. It forwards plain messages of bounded size and rate.
 */
"use strict";

const MOST_MESSAGES = 200;
const WINDOW = 1000;
const MOST_CHARACTERS = 1_000_000;
/** Values within a message; one with more is too large, and is not read further. */
const MOST_VALUES = 100_000;

let bot = null;
let windowBegan = 0;
let messagesInWindow = 0;
/** Whether the bot has sent anything. */
let hasSpoken = false;

/** Ends the bot and says why. */
function end(failure) {
  bot?.terminate();
  bot = null;
  postMessage({ failure });
}

/** Returns the size of plain data in characters, `Infinity` if it is too large or not plain. */
function sizeOf(message) {
  const waiting = [message];
  let size = 0;
  let values = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (++values > MOST_VALUES || size > MOST_CHARACTERS) return Infinity;
    if (typeof value === "string") size += value.length;
    else if (Array.isArray(value) && value.length <= MOST_VALUES) waiting.push(...value);
    else if (value !== null && typeof value === "object") {
      if (Object.getPrototypeOf(value) !== Object.prototype) return Infinity;
      for (const key of Object.keys(value)) {
        size += key.length;
        waiting.push(value[key]);
      }
    } else if (typeof value === "bigint") return Infinity;
    size += 8;
  }
  return size;
}

/** Forwards a message of the bot, or ends the bot. */
function forward(data) {
  if (!bot) return;
  hasSpoken = true;
  const now = performance.now();
  if (now - windowBegan > WINDOW) {
    windowBegan = now;
    messagesInWindow = 0;
  }
  if (++messagesInWindow > MOST_MESSAGES) {
    end("The other bot sent too many messages.");
    return;
  }
  if (typeof data === "string" && data.length > MOST_CHARACTERS) {
    end("The other bot sent a message that is too large.");
    return;
  }
  try {
    const message = typeof data === "string" ? JSON.parse(data) : data;
    if (message === null || typeof message !== "object" || typeof message.type !== "string") throw new TypeError("no message");
    if (sizeOf(message) > MOST_CHARACTERS) end("The other bot sent a message that is too large.");
    // A copy by way of text has no shared memory, no ports and no cycles.
    else postMessage({ message: JSON.parse(JSON.stringify(message)) });
  } catch {
    end("The other bot sent something that is no message of the protocol.");
  }
}

/**
 * Starts the bot: a classic worker in a blob, which may import a script of any site. Its own
 * address is that of the blob, so it sees no parameters.
 */
function load(address) {
  const script = `importScripts(${JSON.stringify(address)});`;
  bot = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  bot.onmessage = ({ data }) => forward(data);
  bot.onmessageerror = () => end("The other bot sent something unreadable.");
  bot.onerror = (event) => {
    event.preventDefault();
    // Browsers say little about scripts of other sites: "Script error."
    const reason = (event.message || "no reason is known").slice(0, 200).replace(/\.$/, "");
    end(`The other bot ${hasSpoken ? "has stopped" : "could not be loaded"}: ${reason}.`);
  };
}

onmessage = ({ data }) => {
  if (data.load) load(data.load);
  else bot?.postMessage(data.message);
};

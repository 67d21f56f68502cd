/**
 * A bot of the Tetris Bot Protocol on a thread of its own, the same in Node and in browsers.
 *
 * Hands answers to the requests that wait for them, and everything else to the iterator. What starts
 * the thread is `#worker`, which differs between Node and browsers.
 */

import { startWorker } from "#worker";

/** What a bot cannot do, with a `code` for programs; `types/bot.d.ts` lists them. */
export class BotError extends Error {
  name = "BotError";

  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The options that the worker has as parameters of its address. */
const PARAMETERS = ["memory", "nodes", "name", "ruleset"];

/** The options of {@link Bot} itself. */
const OWN_OPTIONS = ["onWarning", "url"];

/** Requests for suggestions that may be open: the bot ignores further ones. */
const MOST_OPEN = 16;

/** The messages that answer a request. */
const ANSWERS = { rules: ["ready", "error"], suggest: ["suggestion"], analyse: ["analysis"] };

function parametersOf(options) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (!PARAMETERS.includes(name) && !OWN_OPTIONS.includes(name)) {
      const known = [...PARAMETERS, ...OWN_OPTIONS].join(", ");
      throw new BotError("option", `there is no option "${name}", there are: ${known}`);
    }
    if (value === undefined || OWN_OPTIONS.includes(name)) continue;
    if (["memory", "nodes"].includes(name) && !(Number.isInteger(value) && value > 0)) {
      throw new BotError("option", `${name} is ${value}: it must be a whole number from 1`);
    }
    parameters.set(name, value);
  }
  return parameters;
}

function textOf(message) {
  if (typeof message === "string") return message;
  let text;
  try {
    text = JSON.stringify(message);
  } catch (error) {
    throw new BotError("message", `the message cannot be written as JSON: ${error.message}`);
  }
  if (text === undefined) throw new BotError("message", `the message is no JSON: ${typeof message}`);
  return text;
}

function typeOf(text) {
  try {
    return JSON.parse(text)?.type;
  } catch {
    return undefined;
  }
}

/** Values that wait for an iterator, and iterators that wait for values. */
class Inbox {
  #values = [];
  #waiting = [];
  #end = null;

  push(value) {
    const first = this.#waiting.shift();
    if (first) first.resolve({ value, done: false });
    else this.#values.push(value);
  }

  /** Ends the iteration after the values that are there, with an error if there is one. */
  end(error) {
    this.#end ??= { error };
    for (const waiting of this.#waiting.splice(0)) this.#settle(waiting);
  }

  next() {
    if (this.#values.length > 0) return Promise.resolve({ value: this.#values.shift(), done: false });
    return new Promise((resolve, reject) => {
      if (this.#end) this.#settle({ resolve, reject });
      else this.#waiting.push({ resolve, reject });
    });
  }

  /** The error is thrown once. */
  #settle({ resolve, reject }) {
    const { error } = this.#end;
    this.#end.error = null;
    if (error) reject(error);
    else resolve({ value: undefined, done: true });
  }
}

/** A bot that searches on a thread of its own. */
export class Bot {
  #worker;
  #inbox = new Inbox();
  #onWarning;
  /** The requests that wait for an answer, in the order of their messages. */
  #requests = [];
  /** Why the bot takes no more messages. @type {BotError | null} */
  #end = null;
  #settleInfo;

  constructor(options = {}) {
    this.#onWarning = options.onWarning ?? ((text) => console.warn(`landfall: ${text}`));
    this.info = new Promise((resolve, reject) => { this.#settleInfo = { resolve, reject }; });
    // Whoever awaits it gets the error; others need not.
    this.info.catch(() => {});
    this.#worker = startWorker(parametersOf(options), options.url, {
      message: (message) => this.#receive(message),
      warning: (text) => this.#onWarning(text),
      failed: (why) => this.#close(new BotError("failed", `the bot has failed: ${why}`), true),
      ended: () => this.#close(new BotError("ended", "the bot has ended"), false),
    });
  }

  send(message) {
    const text = textOf(message);
    if (this.#end) throw this.#end;
    const type = typeOf(text);
    this.#worker.post(text);
    if (type === "stop") this.#rejectUnanswered();
    if (type === "quit") this.#worker.quit();
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      const text = textOf(message);
      const type = typeOf(text);
      const answers = ANSWERS[type];
      if (!answers) {
        throw new BotError("message", `no answer comes to "${type}": one comes to ${Object.keys(ANSWERS).join(", ")}`);
      }
      if (this.#end) throw this.#end;
      if (type === "suggest" && this.#openSuggests().length >= MOST_OPEN) {
        throw new BotError("message", `${MOST_OPEN} messages "suggest" have no answer yet: wait for one`);
      }
      this.#requests.push({ answers, resolve, reject });
      this.#worker.post(text);
    });
  }

  #openSuggests() { return this.#requests.filter(({ answers }) => answers === ANSWERS.suggest); }

  /**
   * Rejects the requests for suggestions to which none comes, because the bot was stopped before it had
   * a position. Suggestions that are on their way come before the answer to `analyse`.
   */
  #rejectUnanswered() {
    const open = this.#openSuggests();
    if (open.length === 0) return;
    const rejectRest = () => {
      for (const request of open.filter((one) => this.#requests.includes(one))) {
        this.#requests.splice(this.#requests.indexOf(request), 1);
        request.reject(new BotError("stopped", "the bot was stopped before it had a position"));
      }
    };
    // If the bot ends, all of them are rejected.
    this.ask({ type: "analyse", lines: 0 }).then(rejectRest, () => {});
  }

  #receive(message) {
    if (message.type === "info") this.#settleInfo.resolve(message);
    const first = this.#requests.findIndex(({ answers }) => answers.includes(message.type));
    if (first < 0) this.#inbox.push(message);
    else this.#requests.splice(first, 1)[0].resolve(message);
  }

  #close(error, isFailure) {
    if (this.#end) return;
    this.#end = error;
    this.#settleInfo.reject(error);
    for (const { reject } of this.#requests.splice(0)) reject(error);
    this.#inbox.end(isFailure ? error : null);
  }

  async terminate() {
    this.#close(new BotError("ended", "the bot was terminated"), false);
    await this.#worker.terminate();
  }

  [Symbol.asyncIterator]() {
    return {
      next: () => this.#inbox.next(),
      return: async () => ({ value: undefined, done: true }),
    };
  }
}

/**
 * A bot that speaks the Tetris Bot Protocol, seen from the page: requests, and promises of answers.
 *
 * Matches answers with requests and applies the time limits. A transport carries the messages: to
 * landfall's own worker, or to one of another site in its frame.
 */

import { showReport } from "./dom.js";

/** A bot cannot continue. The message is a sentence that can be shown. */
export class BotFailure extends Error {}

const MAX_MOVES = 1000;

/** Milliseconds that any bot may take to load, over the network and on a slow phone. */
const LOADING_LIMIT = 30_000;

/**
 * A conversation with a bot.
 *
 * The bot searches only while {@link TbpBot#search} is on and the page is visible. At other times
 * landfall's own worker is paused, and another bot is stopped, which ends its game: it gets no
 * messages until the listener of {@link TbpBot#onResume} has sent a `start`.
 */
export class TbpBot {
  #transport;
  #limit;
  #open = { info: [], ready: [], suggestion: [], analysis: [] };
  #failure = null;
  /** @type {(failure: Error) => void} */
  #onFailure = () => {};
  #features = [];
  #searchWanted;
  #searching;
  #onResume = () => {};
  #failureShown = "";
  /** Resolves when the bot knows the rules. @type {Promise<void> | null} */
  ready = null;

  /**
   * @param {{post: (message: object) => void, close: () => void, canPause: boolean,
   *   listen: (onMessage: (message: unknown) => void, onFailure: (why: string) => void) => void}} transport
   *   `canPause`: the bot knows `pause` and `resume`
   * @param {{limit: number, name: string}} options `limit`: milliseconds that an answer may take
   */
  constructor(transport, { limit, name }) {
    this.#transport = transport;
    this.#limit = limit;
    this.name = name;
    this.info = this.#ask("info", null, Math.max(limit, LOADING_LIMIT));
    this.info.catch(() => {});
    transport.listen((message) => this.#onMessage(message), (why) => this.fail(why));
    // Another bot searches as soon as it gets a position, and gets one only when it is to search.
    this.#searchWanted = this.#searching = !transport.canPause;
    if (transport.canPause) transport.post({ type: "pause" });
    document.addEventListener("visibilitychange", this.#update);
  }

  /** Turns the search on or off; it rests while the page is hidden. */
  search(on) {
    this.#searchWanted = on;
    this.#update();
  }

  /** Calls `listener` when a bot that was stopped is to search again: it needs a `start`. */
  onResume(listener) { this.#onResume = listener; }

  #update = () => {
    const now = this.#searchWanted && !document.hidden;
    const { canPause } = this.#transport;
    // Open requests are answered first: a bot that is stopped need not answer.
    if (this.#failure || now === this.#searching || (!now && !canPause && this.#isAsked)) return;
    this.#searching = now;
    if (canPause) this.#transport.post({ type: now ? "resume" : "pause" });
    else if (now) this.#onResume();
    else this.#transport.post({ type: "stop" });
  };

  get #isAsked() { return Object.values(this.#open).some((open) => open.length > 0); }

  /** Calls `listener` when the bot fails, once. */
  onFailure(listener) { this.#onFailure = listener; }

  /** Sends the rules and waits until the bot is ready. */
  async begin(rules) {
    const info = await this.info;
    if (typeof info.name === "string") this.name = info.name.slice(0, 40);
    if (Array.isArray(info.features)) this.#features = info.features;
    await this.#ask("ready", rules);
  }

  /**
   * Sends a message. A bot that does not know rulesets gets back-to-back as a boolean, as the
   * protocol has it: some bots fail at a number.
   */
  send(message) {
    if (this.#failure || (!this.#searching && !this.#transport.canPause)) return;
    const plain = message.back_to_back > 1 && !this.#features.includes("landfall_ruleset");
    this.#transport.post(plain ? { ...message, back_to_back: true } : message);
  }

  /** @returns {Promise<{moves: object[], move_info?: object}>} moves, the best first */
  async suggest() {
    const answer = await this.#ask("suggestion", { type: "suggest" });
    if (!Array.isArray(answer.moves) || answer.moves.length > MAX_MOVES) {
      throw this.fail(`${this.name} answered without a list of moves.`);
    }
    return answer;
  }

  /** Asks landfall for its best lines as they are now; see the extension `landfall_analysis`. */
  analyse(lines, move) {
    if (!this.#features.includes("landfall_analysis")) return Promise.resolve({ moves: [] });
    return this.#ask("analysis", { type: "analyse", lines, ...(move && { move }) });
  }

  #ask(type, message, limit = this.#limit) {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const seconds = limit / 1000;
      const timer = setTimeout(
        () => this.fail(`${this.name} did not answer within ${seconds} ${seconds === 1 ? "second" : "seconds"}.`),
        limit,
      );
      this.#open[type].push({
        resolve: (value) => { clearTimeout(timer); resolve(value); },
        reject: (error) => { clearTimeout(timer); reject(error); },
      });
      if (message) this.#transport.post(message);
    });
  }

  #onMessage(message) {
    if (this.#failure) return;
    if (message === null || typeof message !== "object" || typeof message.type !== "string") {
      this.fail(`${this.name} sent something that is no message of the protocol.`);
    } else if (message.type === "error") {
      this.fail(`${this.name} does not play by these rules.`);
    } else {
      // Only landfall's own worker may write a sentence of the page.
      if (this.#transport.canPause) this.#showFailure(message.landfall_failure);
      this.#open[message.type]?.shift()?.resolve(message);
      this.#update();
    }
  }

  /** Shows once the report of a position in which the engine of landfall fails. */
  #showFailure(text) {
    if (typeof text !== "string" || text === this.#failureShown) return;
    this.#failureShown = text;
    showReport(text);
  }

  /** Ends the bot; every open request is rejected with the reason. */
  fail(why) {
    if (this.#failure) return this.#failure;
    this.#failure = new BotFailure(why);
    document.removeEventListener("visibilitychange", this.#update);
    this.#transport.close();
    const open = Object.values(this.#open).flat();
    for (const { reject } of open) reject(this.#failure);
    this.#onFailure(this.#failure);
    return this.#failure;
  }

  /** Ends the bot without a failure. */
  close() {
    this.#onFailure = () => {};
    this.fail(`${this.name} was stopped.`);
  }
}

/** Milliseconds that landfall may take to answer, on a slow phone. */
const OWN_LIMIT = 30_000;

/** @returns {TbpBot} landfall in a worker */
export function ownBot() {
  const worker = new Worker(new URL("landfall-worker-fetch.js", import.meta.url));
  const transport = {
    canPause: true,
    post: (message) => worker.postMessage(message),
    close: () => worker.terminate(),
    listen(onMessage, onFailure) {
      worker.onmessage = ({ data }) => onMessage(data);
      worker.onerror = (event) => {
        event.preventDefault?.();
        onFailure("The bot could not be loaded or has stopped.");
      };
      worker.onmessageerror = () => onFailure("The bot sent something unreadable.");
    },
  };
  return new TbpBot(transport, { limit: OWN_LIMIT, name: "landfall" });
}

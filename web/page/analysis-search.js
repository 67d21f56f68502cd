/** The search of the position that is analysed: landfall in a worker, asked again and again for its lines. */

import { ownBot } from "./tbp-bot.js";

const ASK_EVERY = 150;
/** Milliseconds until the first question about a position. */
const FIRST_ASK = 30;
/** Seconds after which the number of nodes says how fast the search is. */
const MEASURED_FROM = 0.3;

/** A search that follows the positions that it is given. */
export class AnalysisSearch {
  #bot = null;
  #rules = "";
  #timer;
  #lines = 1;
  /** Counts the positions: an answer about an older one is dropped. */
  #position = 0;
  /** The position that the bot was sent last. */
  #sent = -1;
  #finished = false;
  /** Where the measurement of the speed began, and the last number of nodes. */
  #measured = null;
  #callbacks;

  /**
   * @param {{onAnalysis: (analysis: {moves: object[], nodes: number, depth: number,
   *   finished: boolean, nodesPerSecond: number|null}) => void, onFailure: (error: Error) => void}} callbacks
   */
  constructor(callbacks) { this.#callbacks = callbacks; }

  /** Sets how many lines are asked for. */
  set lines(count) {
    this.#lines = count;
    this.#finished = false;
  }

  /**
   * Searches a position in place of the last one.
   * @param {import("./engine.js").TurnGame} game
   * @param {import("./engine.js").Ruleset} rules
   */
  search(game, rules) {
    const position = ++this.#position;
    this.#finished = false;
    this.#measured = null;
    if (!this.#bot || this.#rules !== rules.name) this.#start(rules);
    const bot = this.#bot;
    bot.ready.then(() => {
      if (bot !== this.#bot || position !== this.#position) return;
      bot.send(game.startMessage());
      this.#sent = position;
      setTimeout(() => this.#ask(), FIRST_ASK);
    }).catch(() => {});
  }

  /** Ends the search; the next position starts another. */
  stop() {
    clearInterval(this.#timer);
    this.#bot?.close();
    this.#bot = null;
  }

  #start(rules) {
    this.stop();
    this.#sent = -1;
    this.#rules = rules.name;
    const bot = this.#bot = ownBot();
    bot.search(true);
    bot.onFailure((error) => {
      if (bot !== this.#bot) return;
      this.stop();
      this.#callbacks.onFailure(error);
    });
    bot.ready = bot.begin(rules.rules);
    bot.ready.catch(() => {});
    this.#timer = setInterval(() => this.#ask(), ASK_EVERY);
  }

  async #ask() {
    if (this.#finished || this.#sent !== this.#position || document.hidden) return;
    const [bot, position] = [this.#bot, this.#position];
    try {
      const analysis = await bot.analyse(this.#lines);
      if (bot !== this.#bot || position !== this.#position) return;
      const finished = this.#finished = analysis.finished === true;
      this.#callbacks.onAnalysis({ ...analysis, finished, nodesPerSecond: this.#speed(analysis.nodes) });
    } catch {
      // `onFailure` has shown it.
    }
  }

  /** Returns nodes/s since the first answer about the position; `null` as long as that says little. */
  #speed(nodes) {
    const now = performance.now();
    // Fewer nodes than before: the engine was started again.
    if (!this.#measured || nodes < this.#measured.nodes) this.#measured = { first: nodes, began: now };
    this.#measured.nodes = nodes;
    const seconds = (now - this.#measured.began) / 1000;
    return seconds > MEASURED_FROM ? (nodes - this.#measured.first) / seconds : null;
  }
}

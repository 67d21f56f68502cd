/**
 * Hints while somebody plays: the best move as the bot sees it, and what a move lost against it.
 */

import { moveText, sleep } from "./bot-player.js";
import { TurnGame } from "./engine.js";
import { ownBot } from "./tbp-bot.js";

const ASK_EVERY = 100;
/** How often a move is asked about until it was searched as well as the best one. */
const JUDGE_TRIES = 10;
const JUDGE_EVERY = 40;
/** Differences of value, in lines sent, that count as none. */
const SAME_VALUE = 0.005;

/** Watches a game of keys and says what is best. */
export class Hints {
  #bot = ownBot();
  #words;
  #position = 0;
  #timer;
  /** The last position that the bot was told. */
  #told = -1;
  #closed = false;
  #searching = false;
  #best = null;
  /** The last position whose search has ended. */
  #finished = -1;

  /**
   * @param {import("./engine.js").Ruleset} rules
   * @param {{best: (hint: {cells: number[][], letter: string, text: string}|null) => void,
   *   judged: (verdict: {loss: number, text: string, best: string}) => void,
   *   fail: (error: Error) => void}} hear
   */
  constructor(rules, hear) {
    this.hear = hear;
    // Says the cells of moves; its own position is of no interest.
    this.#words = new TurnGame({ rules: rules.name, seed: 0, previews: 5 });
    this.#bot.onFailure(hear.fail);
    this.#timer = setInterval(() => this.#ask().catch(() => {}), ASK_EVERY);
    this.begun = this.#bot.begin(rules.rules);
    this.begun.catch(() => {});
  }

  /** Lets the bot search from now on, or no more. */
  search(on) {
    this.#searching = on;
    this.#bot.search(on);
  }

  /** Tells of the first position. */
  begin(start) { return this.#show(start); }

  /**
   * Judges a move, then tells of the position after it.
   * @param {object} move in the position that was told last
   * @param {object|null} start the position after it; `null` when the game is over
   */
  async placed(move, start) {
    const known = this.#told === this.#position;
    this.#position += 1;
    const now = this.#position;
    this.#best = null;
    this.hear.best(null);
    // A position that was never thought about cannot be judged.
    if (known) await this.#judge(move, now);
    if (now === this.#position && start) await this.#show(start);
  }

  async #show(start) {
    const now = this.#position;
    await this.begun;
    // Only the latest position is worth a thought.
    if (now !== this.#position) return;
    this.#bot.send(start);
    this.#told = now;
  }

  async #judge(move, now) {
    let answer;
    for (let tries = 0; tries < JUDGE_TRIES && now === this.#position; tries++) {
      answer = await this.#bot.analyse(1, move);
      if (!answer.played || answer.played.final) break;
      await sleep(JUDGE_EVERY);
    }
    const best = answer?.moves?.[0];
    if (!best || !answer.played || this.#closed) return;
    const difference = best.value - answer.played.value;
    this.hear.judged({
      loss: difference > SAME_VALUE ? difference : 0,
      text: moveText(this.#words, move),
      best: moveText(this.#words, best.move),
    });
  }

  async #ask() {
    const position = this.#position;
    if (this.#told !== position || this.#finished === position || !this.#searching || document.hidden) return;
    const { moves, finished } = await this.#bot.analyse(1);
    if (position !== this.#position || this.#closed) return;
    if (finished) this.#finished = position;
    if (!moves?.length) return;
    const text = JSON.stringify(moves[0].move);
    if (text === this.#best) return;
    this.#best = text;
    this.hear.best({
      cells: this.#words.cells(moves[0].move), letter: moves[0].move.location.type, text: moveText(this.#words, moves[0].move),
    });
  }

  close() {
    clearInterval(this.#timer);
    this.#position += 1;
    this.#closed = true;
    this.#bot.close();
    this.#words.free();
  }
}

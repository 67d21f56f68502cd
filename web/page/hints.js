/**
 * Hints while somebody plays: the best move as the bot sees it, and what a move lost against it.
 */

import { moveText } from "./bot-player.js";
import { TurnGame } from "./engine.js";
import { ownBot } from "./tbp-bot.js";

const ASK_EVERY = 100;
/** Differences of value that count as none. */
const SAME_VALUE = 0.005;

/** Watches a game of keys and says what is best. */
export class Hints {
  #bot = ownBot();
  #words;
  #position = 0;
  #timer;
  #ready = false;
  #best = null;

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
    this.begun = this.#bot.begin(rules.rules).then(() => { this.#ready = true; });
    this.begun.catch(() => {});
  }

  /** Tells of the position in which the next piece is placed. */
  position(start) {
    this.#position += 1;
    this.#best = null;
    this.hear.best(null);
    const position = this.#position;
    this.begun.then(() => {
      // Only the latest position is worth a thought.
      if (position === this.#position) this.#bot.send(start);
    }).catch(() => {});
  }

  /** Judges a move in the position that was told last. */
  async judge(move) {
    if (!this.#ready) return;
    const { moves, played } = await this.#bot.analyse(1, move);
    if (!played || !moves?.length) return;
    const difference = moves[0].value - played.value;
    this.hear.judged({
      loss: difference > SAME_VALUE ? difference : 0,
      text: moveText(this.#words, move),
      best: moveText(this.#words, moves[0].move),
    });
  }

  async #ask() {
    if (!this.#ready || document.hidden) return;
    const position = this.#position;
    const { moves } = await this.#bot.analyse(1);
    if (position !== this.#position || !moves?.length) return;
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
    this.#ready = false;
    this.#bot.close();
    this.#words.free();
  }
}

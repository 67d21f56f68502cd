/**
 * Hints for a player: the best move that the bot knows, and what a move lost against it.
 */

import { moveText, sleep } from "./bot-player.js";
import { TurnGame } from "./engine.js";
import { ownBot } from "./tbp-bot.js";

const ASK_EVERY = 100;
/** How often the bot is asked about a move until it was searched as well as the best one. */
const JUDGE_TRIES = 10;
const JUDGE_EVERY = 40;
/** A difference of values, in lines sent, up to which two moves are equally good. */
const SAME_VALUE = 0.005;

/** Searches each position of a game by keys. */
export class Hints {
  #bot = ownBot();
  #callbacks;
  /** Returns the cells of moves; its own position has no meaning. */
  #geometry;
  #position = 0;
  #timer;
  #ready;
  /** The last position that the bot was sent. */
  #sent = -1;
  #closed = false;
  #searching = false;
  #best = null;
  /** The last position whose search has ended. */
  #finished = -1;

  /**
   * @param {import("./engine.js").Ruleset} rules
   * @param {{onBest: (hint: {cells: number[][], letter: string, text: string}|null) => void,
   *   onJudged: (judgement: {loss: number, text: string, best: string}) => void,
   *   onFailure: (error: Error) => void}} callbacks
   */
  constructor(rules, callbacks) {
    this.#callbacks = callbacks;
    this.#geometry = new TurnGame({ rules: rules.name, seed: 0, previews: 5 });
    this.#bot.onFailure(callbacks.onFailure);
    this.#timer = setInterval(() => this.#ask().catch(() => {}), ASK_EVERY);
    this.#ready = this.#bot.begin(rules.rules);
    this.#ready.catch(() => {});
  }

  /** Turns the search on or off. */
  search(on) {
    this.#searching = on;
    this.#bot.search(on);
  }

  /** Sends the first position. */
  begin(start) { return this.#send(start); }

  /**
   * Judges a move, then sends the position after it.
   * @param {object} move in the position that was sent last
   * @param {object|null} start the position after it; `null` when the game is over
   */
  async placed(move, start) {
    const searched = this.#sent === this.#position;
    this.#position += 1;
    const now = this.#position;
    this.#best = null;
    this.#callbacks.onBest(null);
    // Without a search of the position the move cannot be judged.
    if (searched) await this.#judge(move, now);
    if (now === this.#position && start) await this.#send(start);
  }

  async #send(start) {
    const now = this.#position;
    await this.#ready;
    // Only the latest position is searched.
    if (now !== this.#position) return;
    this.#bot.send(start);
    this.#sent = now;
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
    this.#callbacks.onJudged({
      loss: difference > SAME_VALUE ? difference : 0,
      text: moveText(this.#geometry, move),
      best: moveText(this.#geometry, best.move),
    });
  }

  async #ask() {
    const position = this.#position;
    if (this.#sent !== position || this.#finished === position || !this.#searching || document.hidden) return;
    const { moves, finished } = await this.#bot.analyse(1);
    if (position !== this.#position || this.#closed) return;
    if (finished) this.#finished = position;
    if (!moves?.length) return;
    const text = JSON.stringify(moves[0].move);
    if (text === this.#best) return;
    this.#best = text;
    this.#callbacks.onBest({
      cells: this.#geometry.cells(moves[0].move), letter: moves[0].move.location.type, text: moveText(this.#geometry, moves[0].move),
    });
  }

  close() {
    clearInterval(this.#timer);
    this.#position += 1;
    this.#closed = true;
    this.#bot.close();
    this.#geometry.free();
  }
}

/** A bot that plays a match at its own speed, until one side loses. */

import { BotPlayer } from "./bot-player.js";

/** A bot that plays one side of a match. */
export class Opponent {
  #player;
  #playing = false;
  #closed = false;
  #loop = Promise.resolve();
  #callbacks;
  /** Resolves when the bot is ready. @type {Promise<void> | null} */
  ready = null;

  /**
   * @param {import("./tbp-bot.js").TbpBot} bot
   * @param {import("./recorded-game.js").GameRecord} record of its game
   * @param {{onView: (view: object) => void, onPlaced: (placed: object) => void,
   *   onLost: (why: string) => void, onFailure: (error: Error) => void}} callbacks
   */
  constructor(bot, record, callbacks) {
    this.#callbacks = callbacks;
    this.#player = new BotPlayer(bot, record);
    callbacks.onView(this.#player.view);
    // A bot can fail while no answer is awaited.
    bot.onFailure((error) => this.#fail(error));
  }

  get name() { return this.#player.bot.name; }
  get view() { return this.#player.view; }
  get record() { return this.#player.record; }

  begin(rules) { return this.#player.begin(rules); }

  receiveGarbage(lines) {
    if (this.#closed || this.#player.view.over) return;
    this.#player.receiveGarbage(lines);
    this.#callbacks.onView(this.#player.view);
  }

  /** Plays until {@link pause}; `speed` returns the speed before each piece. */
  play(speed) {
    this.#playing = true;
    this.#player.bot.search(true);
    // A loop that still waits for an answer ends before the next one begins.
    this.#loop = this.#loop.then(() => this.#playTurns(speed));
  }

  async #playTurns(speed) {
    try {
      while (this.#playing && !this.#closed) {
        await this.#player.waitForTurn(speed());
        if (this.#playing && !this.#closed) await this.#turn();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #turn() {
    const { placed } = await this.#player.turn();
    if (this.#closed) return;
    this.#callbacks.onView(this.#player.view);
    this.#callbacks.onPlaced(placed);
    if (!placed.over) return;
    this.pause();
    this.#callbacks.onLost(placed.over);
  }

  pause() {
    this.#playing = false;
    this.#player.bot.search(false);
  }

  #fail(error) {
    if (this.#closed) return;
    this.#closed = true;
    this.#player.bot.close();
    this.#callbacks.onFailure(error);
  }

  close() {
    if (!this.#closed) this.#player.bot.close();
    this.#closed = true;
    this.#playing = false;
  }
}

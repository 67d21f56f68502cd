/** A bot that plays at its own pace beside somebody, until one of them loses. */

import { BotPlayer } from "./bot-player.js";

/** A bot with a screen side of its own. */
export class Opponent {
  #player;
  #going = false;
  #closed = false;
  #loop = Promise.resolve();
  #hear;

  /**
   * @param {import("./tbp-bot.js").TbpBot} bot
   * @param {object} options of its game
   * @param {{placed: (placed: object, info: object) => void, draw: (view: object) => void,
   *   lost: (why: string) => void, fail: (error: Error) => void}} hear
   */
  constructor(bot, options, hear) {
    this.#hear = hear;
    this.#player = new BotPlayer(bot, options);
    hear.draw(this.#player.view);
    // The failure is known to whoever awaits an answer; nobody may be waiting.
    bot.onFailure((error) => this.#failed(error));
  }

  get name() { return this.#player.bot.name; }
  get view() { return this.#player.view; }

  begin(rules) { return this.#player.begin(rules); }

  receiveGarbage(lines) {
    if (this.#closed || this.#player.view.over) return;
    this.#player.receiveGarbage(lines);
    this.#hear.draw(this.#player.view);
  }

  /** Plays at a pace, asked for before each piece, until {@link pause}. */
  go(pace) {
    this.#going = true;
    this.#player.bot.search(true);
    // One turn after the other: a loop that still waits for an answer ends first.
    this.#loop = this.#loop.then(() => this.#play(pace));
  }

  async #play(pace) {
    try {
      while (this.#going && !this.#closed) {
        await this.#player.waitForTurn(pace());
        if (this.#going && !this.#closed) await this.#turn();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  async #turn() {
    const { placed, info } = await this.#player.turn();
    if (this.#closed) return;
    this.#hear.draw(this.#player.view);
    this.#hear.placed(placed, info);
    if (!placed.over) return;
    this.pause();
    this.#hear.lost(placed.over);
  }

  pause() {
    this.#going = false;
    this.#player.bot.search(false);
  }

  #failed(error) {
    if (this.#closed) return;
    this.#closed = true;
    this.#player.bot.close();
    this.#hear.fail(error);
  }

  close() {
    if (!this.#closed) this.#player.bot.close();
    this.#closed = true;
    this.#going = false;
  }
}

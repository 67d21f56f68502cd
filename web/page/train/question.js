/** A position that is asked: it is played with the visitor's keys, without time. */

import { LiveRun } from "../live-run.js";
import { handlingInFrames } from "../keys.js";

export class Question {
  #side;
  #shapes;
  #onPlaced;
  #position;
  #run = null;
  /** Milliseconds that were spent before the last pause, and since when it goes on; null in a pause. */
  #spent = 0;
  #since = null;
  /** Whether a piece was placed or the answer is shown: it takes no keys. */
  #isAnswered = false;

  /**
   * @param {import("../side.js").Side} side
   * @param {Record<string, number[][]>} shapes of the ruleset
   * @param {{rules: string, start: object}} position `start` of TBP
   * @param {(placed: object, asked: {rules: string, start: object}) => void} onPlaced a piece was placed in a position
   */
  constructor(side, shapes, position, onPlaced) {
    this.#side = side;
    this.#shapes = shapes;
    this.#onPlaced = onPlaced;
    this.ask(position);
  }

  /** The game by keys while it takes them, or null. */
  get run() { return this.#run?.isPlaying ? this.#run : null; }

  /** Seconds of thinking since the first position was shown. */
  get seconds() { return (this.#spent + (this.#since === null ? 0 : performance.now() - this.#since)) / 1000; }

  /** The position that is asked. */
  get asked() { return this.#position; }

  /** Asks a position: the first, or the one after a piece. */
  ask(position) {
    this.#position = position;
    this.again();
  }

  /** Shows the position as it was asked. */
  again() {
    this.#run?.close();
    this.#isAnswered = false;
    const { rules, start } = this.#position;
    this.#run = new LiveRun({ options: { rules, start, untimed: true, handling: handlingInFrames() } }, {
      onView: (view) => this.draw(view),
      onPlaced: (placed) => this.#placed(placed),
    });
    this.draw();
    this.resume();
  }

  #placed(placed) {
    this.end();
    this.#side.showPlaced(placed);
    this.#onPlaced(placed, this.#position);
  }

  draw(view = this.#run.view()) { this.#side.draw(view, this.#shapes); }

  /** The position after the piece that was placed. */
  get after() { return { rules: this.#position.rules, start: this.#run.startMessage() }; }

  setHandling() { this.#run.setHandling(handlingInFrames()); }

  /** Takes no more keys: it is answered. */
  end() {
    this.#isAnswered = true;
    this.pause();
  }

  pause() {
    this.#spent = 1000 * this.seconds;
    this.#since = null;
    this.#run.pause();
  }

  resume() {
    if (this.#isAnswered) return;
    this.#since ??= performance.now();
    this.#run.resume();
  }

  close() { this.#run.close(); }
}

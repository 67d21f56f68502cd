/** A position that is asked: it is played with the visitor's keys, without time. */

import { LiveRun } from "../live-run.js";
import { handlingInFrames } from "../keys.js";

export class Question {
  #side;
  #shapes;
  #onPlaced;
  #position;
  #run = null;
  #since = 0;

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

  /** Seconds since the position was shown. */
  get seconds() { return (performance.now() - this.#since) / 1000; }

  /** Asks a position: the first, or the one after a piece. */
  ask(position) {
    this.#position = position;
    this.#since = performance.now();
    this.again();
  }

  /** Shows the position as it was asked. */
  again() {
    this.#run?.close();
    const { rules, start } = this.#position;
    this.#run = new LiveRun({ rules, start, untimed: true, handling: handlingInFrames() }, {
      onView: (view) => this.draw(view),
      onPlaced: (placed) => this.#placed(placed),
    });
    this.draw();
    this.#run.resume();
  }

  #placed(placed) {
    this.#run.pause();
    this.#side.showPlaced(placed);
    this.#onPlaced(placed, this.#position);
  }

  draw(view = this.#run.view()) { this.#side.draw(view, this.#shapes); }

  /** The position after the piece that was placed. */
  get after() { return { rules: this.#position.rules, start: this.#run.startMessage() }; }

  setHandling() { this.#run.setHandling(handlingInFrames()); }

  pause() { this.#run.pause(); }

  resume() { this.#run.resume(); }

  close() { this.#run.close(); }
}

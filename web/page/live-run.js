/**
 * A game of keys in time: from event timestamps to frames, and a picture for every frame that the
 * screen shows.
 */

import { KeyGame } from "./engine.js";
import { actionOf } from "./keys.js";

const FRAMES_A_MILLISECOND = 60 / 1000;

/** A running game of keys. */
export class LiveRun {
  #game;
  #origin = 0;
  #pausedAt;
  #frame = 0;
  #held = new Set();
  #request = 0;
  #draw;
  #placed;

  /**
   * @param {object} options of the engine's LiveGame
   * @param {{draw: (view: object) => void, placed: (placed: object) => void}} hear
   */
  constructor(options, { draw, placed }) {
    this.#game = new KeyGame(options);
    this.#draw = draw;
    this.#placed = placed;
    this.#pausedAt = 0;
    this.over = null;
  }

  get isPlaying() { return this.#pausedAt === null && !this.over; }
  get isPaused() { return this.#pausedAt !== null; }
  get frame() { return this.#frame; }
  get seconds() { return this.#frame / 60; }

  view() { return this.#game.view(); }
  startMessage() { return this.#game.startMessage(); }
  receiveGarbage(lines) { this.#game.receiveGarbage(lines); }
  setHandling(handling) { this.#game.setHandling(handling); }

  /** Goes on from where it was paused, or from its beginning. */
  resume() {
    if (!this.isPaused || this.over) return;
    this.#origin += performance.now() - this.#pausedAt;
    this.#pausedAt = null;
    this.#request = requestAnimationFrame((time) => this.#tick(time));
  }

  pause() {
    if (!this.isPlaying) return;
    const now = performance.now();
    for (const key of [...this.#held]) this.release(key, now);
    this.#advance(now);
    this.#pausedAt = now;
    cancelAnimationFrame(this.#request);
  }

  /** @param {number} time as of an event's `timeStamp` */
  press(key, time) {
    if (!this.isPlaying || this.#held.has(key)) return;
    this.#held.add(key);
    this.#game.press(key, this.#frameOf(time));
  }

  release(key, time) {
    if (!this.#held.delete(key) || !this.isPlaying) return;
    this.#game.release(key, this.#frameOf(time));
  }

  /** Ends it; nothing may be called after that. */
  close() {
    cancelAnimationFrame(this.#request);
    this.over ??= "closed";
    this.#game.free();
  }

  #frameOf(time) {
    return Math.max(this.#frame, (time - this.#origin) * FRAMES_A_MILLISECOND);
  }

  #advance(time) {
    this.#frame = this.#frameOf(time);
    for (const event of this.#game.advance(this.#frame)) {
      if (event.type === "placed") this.#placed(event);
    }
    const view = this.#game.view();
    this.over = view.over;
    this.#draw(view);
  }

  #tick(time) {
    // The time of the frame can be older than that of a key just pressed; never go back.
    this.#advance(time);
    if (this.isPlaying) this.#request = requestAnimationFrame((next) => this.#tick(next));
  }
}

/**
 * Lets the keyboard play. Keys that no game needs are left alone.
 * @param {() => LiveRun|null} run the game in play
 * @param {(target: EventTarget|null) => boolean} leaves whether an element keeps its keys
 * @param {(action: string) => boolean} others handles keys that are no keys of the game
 */
export function listenToKeys(run, leaves, others) {
  const keys = (event, handle) => {
    const action = actionOf(event.code);
    if (!action || leaves(event.target) || event.metaKey) return;
    if (action === "pause" || action === "restart") {
      if (event.type === "keydown" && !event.repeat && !event.ctrlKey && others(action)) event.preventDefault();
      return;
    }
    if (!run()?.isPlaying) return;
    event.preventDefault();
    if (!event.repeat) handle(action, event.timeStamp);
  };
  addEventListener("keydown", (event) => keys(event, (key, time) => run().press(key, time)));
  addEventListener("keyup", (event) => keys(event, (key, time) => run().release(key, time)));
}

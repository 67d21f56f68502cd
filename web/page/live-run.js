/**
 * A game by keys in real time: turns the times of events into frames, and draws the game in every
 * frame of the screen.
 */

import { KeyGame } from "./engine.js";
import { actionOf } from "./keys.js";
import { RecordedGame } from "./recorded-game.js";

const FRAMES_PER_MILLISECOND = 60 / 1000;

/** @typedef {import("./recorded-game.js").GameRecord & {frame?: number, over?: string|null}} RunRecord a game by keys, and how far it was */

/** A running game by keys. */
export class LiveRun {
  #recorded;
  /** @type {KeyGame} */
  #game;
  #origin = 0;
  #pausedAt;
  #frame = 0;
  #held = new Set();
  #request = 0;
  #onView;
  #onPlaced;

  /**
   * @param {RunRecord} record of the engine's LiveGame
   * @param {{onView: (view: object) => void, onPlaced: (placed: object) => void}} callbacks
   */
  constructor(record, { onView, onPlaced }) {
    this.#recorded = new RecordedGame(KeyGame, record);
    this.#game = this.#recorded.game;
    this.#frame = record.frame ?? 0;
    this.#origin = -this.#frame / FRAMES_PER_MILLISECOND;
    // What was placed is known already.
    this.#game.advance(this.#frame);
    this.#onView = onView;
    this.#onPlaced = onPlaced;
    this.#pausedAt = 0;
    this.over = record.over ?? null;
  }

  get isPlaying() { return this.#pausedAt === null && !this.over; }
  get isPaused() { return this.#pausedAt !== null; }
  get frame() { return this.#frame; }
  get seconds() { return this.#frame / 60; }

  view() { return this.#game.view(); }
  startMessage() { return this.#game.startMessage(); }
  receiveGarbage(lines) { this.#actNow("receiveGarbage", lines); }
  setHandling(handling) { this.#actNow("setHandling", handling); }

  /** Does what has no time of its own: it happens in the frame that was played last. */
  #actNow(name, value) {
    this.#recorded.note("advance", this.#frame);
    this.#recorded.act(name, value);
  }

  /** @returns {RunRecord|null} `null` if the game was too long */
  get record() {
    const record = this.#recorded.record;
    return record && { ...record, frame: this.#frame, over: this.over };
  }

  /** Starts the game, or continues it after a pause. */
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
    this.#recorded.act("press", key, this.#frameOf(time));
  }

  release(key, time) {
    if (!this.#held.delete(key) || !this.isPlaying) return;
    this.#recorded.act("release", key, this.#frameOf(time));
  }

  /** Ends it; nothing may be called after that. */
  close() {
    cancelAnimationFrame(this.#request);
    this.over ??= "closed";
    this.#game.free();
  }

  #frameOf(time) {
    return Math.max(this.#frame, (time - this.#origin) * FRAMES_PER_MILLISECOND);
  }

  #advance(time) {
    this.#frame = this.#frameOf(time);
    for (const event of this.#game.advance(this.#frame)) {
      if (event.type === "placed") this.#onPlaced(event);
    }
    const view = this.#game.view();
    this.over = view.over;
    this.#onView(view);
  }

  #tick(time) {
    // A frame can have an older time than a key that was just pressed: `#frameOf` never goes back.
    this.#advance(time);
    if (this.isPlaying) this.#request = requestAnimationFrame((next) => this.#tick(next));
  }
}

/** Whether the last input was by a pointer. */
let byPointer = false;
addEventListener("pointerdown", () => { byPointer = true; }, true);
addEventListener("keydown", () => { byPointer = false; }, true);

/** Gives the keys to the game after a choice by mouse or touch; after a choice by keyboard the control keeps them. */
export function giveKeysToGame() {
  if (byPointer && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Returns whether an element keeps its keys while a game runs. */
export const keepsKeys = (target) => target instanceof Element && Boolean(target.closest("input, select, textarea, summary, dialog"));

/**
 * Plays a game by the keyboard. Keys that it does not need keep their meaning.
 * @param {() => LiveRun|null} run returns the game that is played
 * @param {(target: EventTarget|null, key: string) => boolean} keeps whether an element keeps a key
 * @param {(action: string) => boolean} onAction handles "pause" and "restart"; returns whether it did
 */
export function listenToKeys(run, keeps, onAction) {
  const keys = (event, handle) => {
    const action = actionOf(event.code);
    if (!action || keeps(event.target, event.key) || event.metaKey) return;
    if (action === "pause" || action === "restart") {
      if (event.type === "keydown" && !event.repeat && !event.ctrlKey && onAction(action)) event.preventDefault();
      return;
    }
    if (!run()?.isPlaying) return;
    event.preventDefault();
    if (!event.repeat) handle(action, event.timeStamp);
  };
  addEventListener("keydown", (event) => keys(event, (key, time) => run().press(key, time)));
  addEventListener("keyup", (event) => keys(event, (key, time) => run().release(key, time)));
}

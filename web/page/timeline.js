/** The positions of an analysis, in order: stepping through them is undo and redo, too. */

const MOST = 1000;

/** A list of positions, one of which is shown. */
export class Timeline {
  #entries = [];
  #at = -1;
  #onStep;

  /** @param {() => void} onStep called when another position is shown */
  constructor(onStep) { this.#onStep = onStep; }

  get at() { return this.#at; }
  get game() { return this.#entries[this.#at]?.game ?? null; }
  /** The positions, each an object that stays the same as long as it is there. */
  get entries() { return this.#entries; }
  get canGoBack() { return this.#at > 0; }
  get canGoForward() { return this.#at + 1 < this.#entries.length; }

  /** Adds a position after the one that is shown; those after that are dropped. */
  push(game, label, letter = "") {
    for (const { game: gone } of this.#entries.splice(this.#at + 1)) gone.free();
    this.#entries.push({ game, label, letter });
    if (this.#entries.length > MOST) this.#entries.shift().game.free();
    this.#at = this.#entries.length - 1;
    this.#onStep();
  }

  /** Adds a changed copy of the position; adds nothing if the change throws. */
  edit(label, change) {
    const game = this.game.clone();
    try {
      change(game);
    } catch (error) {
      game.free();
      throw error;
    }
    this.push(game, label);
  }

  go(index) {
    const to = Math.min(Math.max(0, index), this.#entries.length - 1);
    if (to === this.#at) return;
    this.#at = to;
    this.#onStep();
  }

  goTo(entry) { this.go(this.#entries.indexOf(entry)); }
  back() { this.go(this.#at - 1); }
  forward() { this.go(this.#at + 1); }
  first() { this.go(0); }
  last() { this.go(this.#entries.length - 1); }
}

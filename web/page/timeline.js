/**
 * The positions of an analysis, as a tree. Stepping through them is undo and redo, too; another move
 * from an earlier position begins a variation, and nothing is dropped.
 */

const MOST = 1000;

/** The label of a position that was dealt. */
export const DEALT = "Start";

/**
 * A position of the tree, an object that stays the same as long as it is there.
 * @typedef {{game: import("./engine.js").TurnGame, label: string, letter: string, comment: string,
 *   parent: Entry|null, children: Entry[], next: Entry|null}} Entry
 *   `label`: what led to it; `letter`: the piece that was placed, or empty; `comment`: the visitor's;
 *   `next`: the child that was shown last
 */

/** Whether two games have the same position. */
const isSame = (a, b) => JSON.stringify(a.startMessage()) === JSON.stringify(b.startMessage());

/** A tree of positions, one of which is shown. */
export class Timeline {
  /** @type {Entry|null} */
  #current = null;
  #count = 0;
  #onStep;

  /** @param {() => void} onStep called when another position is shown */
  constructor(onStep) { this.#onStep = onStep; }

  get current() { return this.#current; }
  get game() { return this.#current?.game ?? null; }
  get canGoBack() { return Boolean(this.#current?.parent); }
  get canGoForward() { return Boolean(this.#current?.next); }

  /** The positions from the first to the one that is shown, and on along what was shown last. */
  get line() {
    const line = [];
    for (let entry = this.#current; entry; entry = entry.parent) line.unshift(entry);
    for (let entry = this.#current?.next; entry; entry = entry.next) line.push(entry);
    return line;
  }

  /** All positions, each after the one that it came from. */
  get entries() {
    const first = this.line[0];
    const entries = first ? [first] : [];
    for (let at = 0; at < entries.length; at++) entries.push(...entries[at].children);
    return entries;
  }

  /** Shows a position after the one that is shown: the same one again if it is there. */
  push(game, label, letter = "") {
    this.#current = this.#find(game, label) ?? this.#add(game, label, letter, this.#current);
    if (this.#current.parent) this.#current.parent.next = this.#current;
    this.#onStep();
  }

  /**
   * Adds positions, each after the one before, and shows the first of them.
   * @param {{game: import("./engine.js").TurnGame, label: string, comment: string}[]} positions
   */
  pushAll(positions) {
    this.#dropDealt();
    const entries = [];
    for (const { game, label, comment } of positions) {
      const entry = this.#find(game, label) ?? this.#add(game, label, "", this.#current);
      entry.comment = comment;
      if (entry.parent) entry.parent.next = entry;
      this.#current = entry;
      entries.push(entry);
    }
    [this.#current] = entries;
    this.#onStep();
  }

  /** Adds the positions of a tree that is empty; `parent` and `current` are their numbers. */
  restore(positions, current) {
    const entries = [];
    for (const { game, label, letter, comment, parent } of positions) entries.push(this.#add(game, label, letter, entries[parent] ?? null, comment));
    for (const entry of entries) entry.next = entry.children.at(-1) ?? null;
    this.#current = entries[current] ?? entries.at(-1) ?? null;
    for (let entry = this.#current; entry?.parent; entry = entry.parent) entry.parent.next = entry;
  }

  /** Returns a position that follows the shown one already; then `game` is not needed. */
  #find(game, label) {
    const known = this.#current?.children.find((child) => child.label === label && isSame(child.game, game));
    if (known) game.free();
    return known;
  }

  /** Drops the position that the page dealt by itself, if it is the only one and has no comment. */
  #dropDealt() {
    if (this.#count !== 1 || this.#current.label !== DEALT || this.#current.comment) return;
    this.#free(this.#current);
    this.#current = null;
  }

  #add(game, label, letter, parent, comment = "") {
    const entry = { game, label, letter, comment, parent, children: [], next: null };
    parent?.children.push(entry);
    this.#count += 1;
    if (this.#count > MOST) this.#dropFirst(parent);
    return entry;
  }

  /** Drops the first position, and what does not lead to `kept`. */
  #dropFirst(kept) {
    let child = kept;
    while (child.parent?.parent) child = child.parent;
    const first = child.parent;
    if (!first) return;
    child.parent = null;
    first.children = first.children.filter((other) => other !== child);
    this.#free(first);
  }

  #free(entry) {
    for (const child of entry.children) this.#free(child);
    entry.game.free();
    this.#count -= 1;
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

  /** Shows a position, unless there is none. */
  go(entry) {
    if (!entry || entry === this.#current) return;
    this.#current = entry;
    if (entry.parent) entry.parent.next = entry;
    this.#onStep();
  }

  back() { this.go(this.#current?.parent); }
  forward() { this.go(this.#current?.next); }
  first() { this.go(this.line[0]); }
  last() { this.go(this.line.at(-1)); }

  /** Shows the variation after, or with -1 before, the one that is shown; after the last the first. */
  variation(by) {
    const siblings = this.#current?.parent?.children ?? [];
    const at = siblings.indexOf(this.#current);
    this.go(siblings[(at + by + siblings.length) % siblings.length]);
  }
}

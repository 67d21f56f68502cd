/**
 * Painting and placing on the board of the analysis, with mouse, finger or keys.
 */

import { byId, element } from "./dom.js";

const PLACE = "place";
const ERASE = ".";
const TOOLS = [[PLACE, "Place"], ..."IOTLJSZ".split("").map((letter) => [letter, letter]), ["G", "Garbage"], [ERASE, "Erase"]];

/** Turns clicks, strokes and keys on a board into changes of its position. */
export class BoardEditor {
  #board;
  #callbacks;
  #tool = PLACE;
  #stroke = null;
  #cursor = null;
  #choice = 0;
  #touching = false;

  /**
   * @param {import("./side.js").Side["board"]} board
   * @param {{rows: () => string[], movesAt: (cell: number[]) => {move: object, cells: number[][]}[],
   *   onBegin: () => void, onPaint: (cells: Array) => void, onEnd: () => void,
   *   onPlay: (move: object) => void}} callbacks `onBegin`, `onPaint` and `onEnd`: a stroke of painting
   */
  constructor(board, callbacks) {
    this.#board = board;
    this.#callbacks = callbacks;
    const { svg } = board;
    svg.setAttribute("role", "application");
    svg.setAttribute("tabindex", "0");
    svg.classList.add("editing");
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", () => this.#up());
    svg.addEventListener("pointercancel", () => {
      this.#touching = false;
      this.#up();
    });
    svg.addEventListener("pointerleave", () => this.#point(null));
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("blur", () => this.#point(null));
    this.#makePalette();
  }

  #makePalette() {
    for (const [tool, label] of TOOLS) {
      const input = element("input", { type: "radio", name: "tool", value: tool, "aria-label": label });
      input.checked = tool === this.#tool;
      input.addEventListener("change", () => { this.#tool = tool; });
      const swatch = element("span", { class: `swatch ${tool === ERASE ? "erase" : tool}` }, tool === "G" ? tool : label);
      byId("palette").append(element("label", { title: label }, input, swatch));
    }
  }

  /** Removes the cursor. */
  clear() { this.#point(null); }

  /** Draws the cursor again, after the position has changed. */
  refresh() { this.#point(this.#cursor); }

  /** Chooses the tool; returns whether there is such a one. */
  choose(tool) {
    const input = byId("palette").querySelector(`[value="${tool}"]`);
    if (!input) return false;
    input.checked = true;
    this.#tool = tool;
    this.refresh();
    return true;
  }

  #down(event) {
    const cell = event.button === 0 ? this.#board.cellAt(event) : null;
    if (!cell) return;
    event.preventDefault();
    if (this.#tool === PLACE) {
      this.#point(cell);
      if (event.pointerType === "mouse") this.#place();
      else this.#touching = true;
      return;
    }
    this.#board.svg.setPointerCapture(event.pointerId);
    this.#begin(cell);
  }

  #begin(cell) {
    const [x, y] = cell;
    const now = this.#callbacks.rows()[y]?.[x] ?? ".";
    // As in other editors of boards: a cell that has the tool's letter already is erased.
    this.#stroke = { letter: now === this.#tool ? ERASE : this.#tool, done: new Set() };
    this.#callbacks.onBegin();
    this.#paint(cell);
  }

  #move(event) {
    const cell = this.#board.cellAt(event);
    if (this.#stroke && cell) this.#paint(cell);
    else if (cell?.join() !== this.#cursor?.join()) this.#point(cell);
  }

  #up() {
    if (this.#stroke) this.#callbacks.onEnd();
    // A finger places when it is lifted, so that the placement can be chosen by moving the finger.
    else if (this.#tool === PLACE && this.#touching) this.#place();
    this.#stroke = null;
    this.#touching = false;
  }

  #paint([x, y]) {
    const { letter, done } = this.#stroke;
    const rows = byId("paint-rows").checked;
    const key = rows ? `row ${y}` : `${x} ${y}`;
    if (done.has(key)) return;
    done.add(key);
    if (!rows) return this.#callbacks.onPaint([[x, y, letter]]);
    const row = Array.from({ length: this.#board.columns }, (_, column) => [column, y, column === x ? ERASE : letter]);
    this.#callbacks.onPaint(row);
  }

  #candidates() {
    if (!this.#cursor || this.#tool !== PLACE) return [];
    return this.#callbacks.movesAt(this.#cursor);
  }

  #point(cell) {
    if (cell?.join() !== this.#cursor?.join()) this.#choice = 0;
    this.#cursor = cell;
    const found = this.#candidates();
    const chosen = found[this.#choice % Math.max(1, found.length)];
    const shape = chosen ? [{ cells: chosen.cells, letter: chosen.move.location.type }] : [];
    if (!chosen && this.#cursor) shape.push({ cells: [this.#cursor], letter: "mark" });
    this.#board.drawLayer("cursor", shape);
  }

  #place() {
    const found = this.#candidates();
    if (found.length > 0) this.#callbacks.onPlay(found[this.#choice % found.length].move);
  }

  #wheel(event) {
    if (this.#candidates().length < 2) return;
    event.preventDefault();
    this.#turn(event.deltaY > 0 ? 1 : -1);
  }

  #turn(by) {
    const count = this.#candidates().length;
    if (count === 0) return;
    this.#choice = (this.#choice + by + count) % count;
    this.#point(this.#cursor);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    const [x, y] = this.#cursor ?? [4, 0];
    if (step) {
      const inside = (value, size) => Math.min(Math.max(0, value), size - 1);
      this.#point(this.#cursor ? [inside(x + step[0], this.#board.columns), inside(y + step[1], this.#board.rows)] : [x, y]);
    } else if (event.key === "Enter" && this.#cursor) {
      this.#apply();
    } else if (event.key === "r") {
      this.#turn(1);
    } else if (event.key === "Escape") {
      this.#point(null);
    } else if (!this.#chooseByKey(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #chooseByKey(key) {
    if (key === "p") return this.choose(PLACE);
    if (key === "Delete" || key === "x") return this.choose(ERASE);
    const letter = key.toUpperCase();
    return key.length === 1 && "IOTLJSZG".includes(letter) && this.choose(letter);
  }

  #apply() {
    if (this.#tool === PLACE) return this.#place();
    this.#begin(this.#cursor);
    this.#callbacks.onEnd();
    this.#stroke = null;
    this.#point(this.#cursor);
  }
}

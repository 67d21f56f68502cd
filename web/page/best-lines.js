/** The list of the best moves with the lines that the search expects after them. */

import { showMove } from "./bot-player.js";
import { byId, element, setText } from "./dom.js";

const MOST_LINES = 5;
const MOVES_SHOWN = 5;

/** @returns {string} a value of the search as it is shown */
export function valueText(value) {
  if (!Number.isFinite(value)) return "–";
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** The list on the screen. */
export class BestLines {
  #rows;
  #moves = [];

  /**
   * @param {{onShow: (moves: object[]) => void, onPlay: (moves: object[]) => void}} callbacks
   *   `onShow`: show a line on the board, nothing with an empty one; `onPlay`: play a line
   */
  constructor(callbacks) {
    this.#rows = Array.from({ length: MOST_LINES }, (_, line) => this.#makeRow(line, callbacks));
    const list = byId("lines");
    list.append(...this.#rows.map(({ row }) => row));
    list.addEventListener("pointerleave", () => callbacks.onShow([]));
    list.addEventListener("focusout", () => callbacks.onShow([]));
  }

  #makeRow(line, callbacks) {
    const value = element("span", { class: "value" });
    const chips = Array.from({ length: MOVES_SHOWN }, (_, i) => {
      const chip = element("button", { type: "button", class: "chip", hidden: "" });
      const upToHere = () => (this.#moves[line]?.line ?? []).slice(0, i + 1);
      chip.addEventListener("pointerenter", () => callbacks.onShow(upToHere()));
      chip.addEventListener("focus", () => callbacks.onShow(upToHere()));
      chip.addEventListener("click", () => callbacks.onPlay(upToHere()));
      return chip;
    });
    const row = element("li", {}, value, element("span", { class: "chips" }, ...chips));
    return { row, value, chips };
  }

  /** @returns {object|null} the best move */
  get best() { return this.#moves[0]?.move ?? null; }

  /**
   * @param {{move: object, value: number, line: object[]}[]} moves the best first
   * @param {import("./engine.js").TurnGame} game
   */
  draw(moves, game) {
    this.#moves = moves;
    this.#rows.forEach(({ value, chips }, i) => {
      const found = moves[i];
      setText(value, found ? valueText(found.value) : "");
      chips.forEach((chip, k) => {
        const move = found?.line[k];
        chip.hidden = !move;
        if (move) showMove(chip, game, move);
      });
    });
  }

  /** Sets how many rows are shown. */
  set count(count) {
    byId("lines").dataset.count = count;
    this.#rows.forEach(({ row }, i) => { row.hidden = i >= count; });
  }
}

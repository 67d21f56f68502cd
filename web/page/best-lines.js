/** The list of best moves with their lines, which deepen while one looks on. */

import { showMove } from "./bot-player.js";
import { byId, element, setText } from "./dom.js";

const MOST_LINES = 5;
const MOVES_SHOWN = 5;

/** @returns {string} a value of the search for people */
export function valueText(value) {
  if (!Number.isFinite(value)) return "–";
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** The list on the screen. */
export class BestLines {
  #rows;
  #moves = [];

  /**
   * @param {{show: (moves: object[]) => void, play: (moves: object[]) => void}} hear `show` a line
   *   on the board, an empty one to hide it; `play` it
   */
  constructor(hear) {
    this.#rows = Array.from({ length: MOST_LINES }, (_, line) => this.#makeRow(line, hear));
    const list = byId("lines");
    list.append(...this.#rows.map(({ row }) => row));
    list.addEventListener("pointerleave", () => hear.show([]));
    list.addEventListener("focusout", () => hear.show([]));
  }

  #makeRow(line, hear) {
    const value = element("span", { class: "value" });
    const chips = Array.from({ length: MOVES_SHOWN }, (_, i) => {
      const chip = element("button", { type: "button", class: "chip", hidden: "" });
      const upToHere = () => (this.#moves[line]?.line ?? []).slice(0, i + 1);
      chip.addEventListener("pointerenter", () => hear.show(upToHere()));
      chip.addEventListener("focus", () => hear.show(upToHere()));
      chip.addEventListener("click", () => hear.play(upToHere()));
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

  /** Shows so many rows. */
  set count(count) {
    byId("lines").dataset.count = count;
    this.#rows.forEach(({ row }, i) => { row.hidden = i >= count; });
  }
}

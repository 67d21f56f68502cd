/**
 * The board as SVG. Draws the cells that it is given, in layers.
 */

import { svgElement } from "./dom.js";

/** Rows that are drawn; the upper two are where pieces appear. */
export const ROWS = 22;
export const COLUMNS = 10;
const VISIBLE_ROWS = 20;
/** @type {("ghost"|"line"|"hint"|"active"|"cursor")[]} */
export const LAYERS = ["ghost", "line", "hint", "active", "cursor"];

/** Returns the height of each column, for screen readers. */
function heights(rows) {
  const height = (x) => {
    for (let y = rows.length; y > 0; y--) if (rows[y - 1][x] !== ".") return y;
    return 0;
  };
  return Array.from({ length: COLUMNS }, (_, x) => height(x)).join(" ");
}

/** A board of ten columns. */
export class Board {
  #cellGroup;
  #cells = [];
  #drawn = [];
  #layers = {};
  #label;
  #heights = "";

  /** @param {string} label name of the board */
  constructor(label) {
    this.#label = label;
    this.svg = svgElement("svg", {
      class: "board", role: "img", viewBox: `0 0 ${COLUMNS} ${ROWS}`, preserveAspectRatio: "xMidYMax meet",
    });
    const floor = ROWS - VISIBLE_ROWS;
    this.svg.append(svgElement("rect", {
      class: "ground", x: "0", y: String(floor), width: String(COLUMNS), height: String(VISIBLE_ROWS), rx: "0.15",
    }));
    const lines = [];
    for (let x = 1; x < COLUMNS; x++) lines.push(`M${x} ${floor}V${ROWS}`);
    for (let y = floor + 1; y < ROWS; y++) lines.push(`M0 ${y}H${COLUMNS}`);
    this.svg.append(svgElement("path", { class: "grid", d: lines.join("") }));
    this.#cellGroup = svgElement("g", { class: "cells" });
    this.svg.append(this.#cellGroup);
    for (const name of LAYERS) {
      this.#layers[name] = { group: svgElement("g", { class: name }), squares: [] };
      this.svg.append(this.#layers[name].group);
    }
    this.rename(label);
  }

  /** Makes the cells, which a board that is not drawn yet need not have. */
  #makeCells() {
    for (let y = 0; y < ROWS; y++) {
      for (let x = 0; x < COLUMNS; x++) {
        this.#cells.push(this.#square(x, y));
        this.#drawn.push(".");
      }
    }
    this.#cellGroup.append(...this.#cells);
  }

  /** Changes the name of the board. */
  rename(label) {
    this.#label = label;
    this.#describe();
  }

  #describe() {
    const stack = this.#heights ? ` Column heights ${this.#heights}.` : "";
    this.svg.setAttribute("aria-label", `${this.#label}.${stack}`);
  }

  #square(x, y) {
    const inset = 0.035;
    return svgElement("rect", {
      x: String(x + inset), y: String(ROWS - 1 - y + inset),
      width: String(1 - 2 * inset), height: String(1 - 2 * inset), rx: "0.13",
    });
  }

  /**
   * Draws the locked cells.
   * @param {string[]} rows strings of ten letters, the floor first
   */
  drawRows(rows) {
    if (this.#cells.length === 0) this.#makeCells();
    for (let y = 0; y < ROWS; y++) {
      for (let x = 0; x < COLUMNS; x++) {
        const at = y * COLUMNS + x;
        const letter = rows[y]?.[x] ?? ".";
        if (this.#drawn[at] === letter) continue;
        this.#drawn[at] = letter;
        this.#cells[at].setAttribute("class", letter === "." ? "" : `cell ${letter}`);
      }
    }
    const now = heights(rows);
    if (now === this.#heights) return;
    this.#heights = now;
    this.#describe();
  }

  /**
   * Draws a layer of cells over the board.
   * @param {"ghost"|"line"|"hint"|"active"|"cursor"} name
   * @param {{cells: number[][], letter: string, faint?: boolean}[]} shapes
   */
  drawLayer(name, shapes) {
    const layer = this.#layers[name];
    let used = 0;
    for (const { cells, letter, faint } of shapes) {
      for (const [x, y] of cells) {
        const square = layer.squares[used] ?? this.#square(0, 0);
        if (!layer.squares[used]) {
          layer.squares.push(square);
          layer.group.append(square);
        }
        used += 1;
        const place = `${x},${y},${letter},${faint ? 1 : 0}`;
        if (square.place === place) continue;
        square.place = place;
        square.setAttribute("x", String(x + 0.035));
        square.setAttribute("y", String(ROWS - 1 - y + 0.035));
        square.setAttribute("class", `cell ${letter}${faint ? " faint" : ""}`);
      }
    }
    for (let i = used; i < layer.squares.length; i++) {
      if (layer.squares[i].place === "") break;
      layer.squares[i].place = "";
      layer.squares[i].setAttribute("class", "none");
    }
  }

  /** Flashes the rows that were cleared. */
  flash(clearedRows) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const y of clearedRows) {
      const bar = svgElement("rect", {
        class: "flash", x: "0", y: String(ROWS - 1 - y), width: String(COLUMNS), height: "1",
      });
      bar.addEventListener("animationend", () => bar.remove());
      this.svg.append(bar);
    }
  }

  /**
   * @param {{clientX: number, clientY: number}} point of the screen
   * @returns {[number, number]|null} the cell there
   */
  cellAt({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const x = Math.floor(point.x);
    const y = ROWS - 1 - Math.floor(point.y);
    return x >= 0 && x < COLUMNS && y >= 0 && y < ROWS ? [x, y] : null;
  }
}

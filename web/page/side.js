/**
 * One player on the screen: board, hold, next pieces, waiting garbage, name.
 */

import { Board, COLUMNS, ROWS } from "./board.js";
import { announce, element, oncePerFrame, setText, svgElement } from "./dom.js";

const NEXT = 5;
const MAX_GARBAGE_SHOWN = 20;

/** A small picture of one piece. */
class PiecePicture {
  #letter = null;

  constructor() {
    this.svg = svgElement("svg", { class: "piece", viewBox: "-0.1 -0.1 4.2 2.2", "aria-hidden": "true" });
  }

  /** @param {string|null} letter @param {Record<string, number[][]>} shapes @param {boolean} faint */
  draw(letter, shapes, faint = false) {
    this.svg.classList.toggle("faint", faint);
    if (letter === this.#letter) return;
    this.#letter = letter;
    const cells = shapes[letter] ?? [];
    const xs = cells.map(([x]) => x);
    const ys = cells.map(([, y]) => y);
    const left = Math.min(...xs) - (3 - (Math.max(...xs) - Math.min(...xs))) / 2;
    const top = Math.max(...ys) + (1 - (Math.max(...ys) - Math.min(...ys))) / 2;
    const square = ([x, y]) => svgElement("rect", {
      class: `cell ${letter}`, x: String(x - left + 0.04), y: String(top - y + 0.04),
      width: "0.92", height: "0.92", rx: "0.15",
    });
    this.svg.replaceChildren(...cells.map(square));
  }
}

/** One player on the screen. */
export class Side {
  #hold = new PiecePicture();
  #next = Array.from({ length: NEXT }, () => new PiecePicture());
  #garbage = svgElement("svg", { class: "garbage", viewBox: `0 0 1 ${MAX_GARBAGE_SHOWN}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  #garbageBar = svgElement("rect", { x: "0", width: "1" });
  #holdText = element("span", { class: "visually-hidden" }, "empty");
  #nextText = element("span", { class: "visually-hidden" }, "none");
  #name = element("h2", {});
  #said = element("p", { class: "side-said" });
  #veil = element("p", { class: "veil", hidden: "" });
  /** What {@link Side#drawSoon} was told last. */
  #latest = [];
  #paintLatest = oncePerFrame(() => this.draw(...this.#latest));

  constructor() {
    this.board = new Board("Board");
    this.#garbage.append(this.#garbageBar);
    const hold = element("div", { class: "hold" }, element("h3", {}, "Hold"), this.#hold.svg, this.#holdText);
    const next = element("div", { class: "next" }, element("h3", {}, "Next"), ...this.#next.map(({ svg }) => svg), this.#nextText);
    const field = element("div", { class: "field" }, this.#garbage, this.board.svg, this.#veil);
    const head = element("div", { class: "side-head" }, this.#name, this.#said);
    this.root = element("section", { class: "side" }, head, hold, field, next);
  }

  /** @param {string} name of the player */
  rename(name) {
    setText(this.#name, name);
    this.root.setAttribute("aria-label", name);
    this.board.rename(`Board of ${name}`);
  }

  /** Says something short beside the name, as the last clear. */
  say(text) { setText(this.#said, text); }

  /** Covers the board with a word, as "Paused"; nothing uncovers it. */
  cover(text) {
    this.#veil.hidden = !text;
    this.#veil.classList.remove("sentence");
    setText(this.#veil, text ?? "");
  }

  /** Covers the board with a sentence, which may be wider than the board. */
  explain(text) {
    this.cover(text);
    this.#veil.classList.add("sentence");
    announce(text);
  }

  /**
   * Draws a view of the engine.
   * @param {object} view
   * @param {Record<string, number[][]>} shapes of the ruleset
   * @param {{turns?: boolean}} options `turns`: the queue begins with the piece to place, which
   *   is drawn above the board
   */
  draw(view, shapes, { turns = false } = {}) {
    this.#paintLatest.cancel();
    this.board.drawRows(view.rows);
    this.board.drawLayer("ghost", view.ghost && view.active ? [{ cells: view.ghost, letter: view.active.type }] : []);
    const active = turns ? aboveBoard(view.queue[0], shapes) : view.active;
    this.board.drawLayer("active", active ? [{ cells: active.cells, letter: active.type }] : []);
    this.#hold.draw(view.hold, shapes, view.can_hold === false);
    setText(this.#holdText, view.hold ?? "empty");
    const next = turns ? view.queue.slice(1) : view.queue;
    this.#next.forEach((picture, i) => picture.draw(next[i] ?? null, shapes));
    setText(this.#nextText, next.slice(0, NEXT).join(" ") || "none");
    const rows = Math.min(MAX_GARBAGE_SHOWN, view.garbage.reduce((sum, packet) => sum + packet.rows, 0));
    this.#garbageBar.setAttribute("y", String(MAX_GARBAGE_SHOWN - rows));
    this.#garbageBar.setAttribute("height", String(rows));
    this.#garbageBar.setAttribute("class", view.garbage.some((packet) => packet.frames <= 0) ? "due" : "");
  }

  /** As {@link Side#draw}, in the next frame: of several views before it, only the latest. */
  drawSoon(...latest) {
    this.#latest = latest;
    this.#paintLatest();
  }

  /** Takes all that is drawn over the board away. */
  clearLayers() {
    this.#paintLatest.cancel();
    for (const name of ["ghost", "line", "hint", "active", "cursor"]) this.board.drawLayer(name, []);
  }
}

/** Returns a piece drawn in the middle above the board; `null` without a piece. */
function aboveBoard(type, shapes) {
  const cells = shapes[type];
  if (!cells) return null;
  const left = Math.min(...cells.map(([x]) => x));
  const width = Math.max(...cells.map(([x]) => x)) - left + 1;
  const bottom = Math.min(...cells.map(([, y]) => y));
  const shift = Math.floor((COLUMNS - width) / 2) - left;
  return { type, cells: cells.map(([x, y]) => [x + shift, y - bottom + ROWS - 2]) };
}

/** Returns a text for a clear, as "T-spin double, 4 attack"; empty without one. */
export function clearText({ label, lines, sent, attack }) {
  if (!label && !lines) return "";
  const what = label || `${lines} ${lines === 1 ? "line" : "lines"}`;
  // The number first: a long name may be cut.
  return (sent ?? attack) ? `+${sent || attack} ${what}` : what;
}

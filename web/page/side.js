/**
 * One player on the screen: name, board, hold, next pieces, garbage that waits.
 */

import { announce, element, oncePerFrame, setText } from "./dom.js";
import { Board, PiecePicture, svgElement } from "./viewer/board.js";

const COLUMNS = 10;
const VISIBLE_ROWS = 20;
/** Rows above the field, where pieces appear. */
const ROWS_ABOVE = 2;

const NEXT = 5;
const MAX_GARBAGE_SHOWN = 20;

/** Returns the height of each column, for screen readers. */
function heights(rows) {
  const height = (x) => {
    for (let y = rows.length; y > 0; y--) if (rows[y - 1][x] !== ".") return y;
    return 0;
  };
  return Array.from({ length: COLUMNS }, (_, x) => height(x)).join(" ");
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
  #clear = element("p", { class: "side-clear" });
  #overlay = element("p", { class: "overlay", hidden: "" });
  #heights = "";
  /** The text below a sentence that is shown. */
  #covered = "";
  /** The last arguments of {@link Side#drawSoon}. @type {Parameters<Side["draw"]>} */
  #latest = [null, {}];
  #paintLatest = oncePerFrame(() => this.draw(...this.#latest));

  constructor() {
    this.board = new Board(COLUMNS, VISIBLE_ROWS, ROWS_ABOVE);
    this.#garbage.append(this.#garbageBar);
    const hold = element("div", { class: "hold" }, element("h3", {}, "Hold"), this.#hold.svg, this.#holdText);
    const next = element("div", { class: "next" }, element("h3", {}, "Next"), ...this.#next.map(({ svg }) => svg), this.#nextText);
    const field = element("div", { class: "field" }, this.#garbage, this.board.svg, this.#overlay);
    const head = element("div", { class: "side-head" }, this.#name, this.#clear);
    this.root = element("section", { class: "side" }, head, hold, field, next);
  }

  /** @param {string} name of the player */
  rename(name) {
    setText(this.#name, name);
    this.root.setAttribute("aria-label", name);
    this.#describe();
  }

  /** Says whose board it is, and how high its columns are. */
  #describe() {
    const label = `Board of ${this.#name.textContent}.${this.#heights ? ` Column heights ${this.#heights}.` : ""}`;
    if (this.board.svg.getAttribute("aria-label") !== label) this.board.svg.setAttribute("aria-label", label);
  }

  /** Draws the locked cells: strings of ten letters, the floor first. */
  drawRows(rows) {
    this.board.drawRows(rows);
    this.#heights = heights(rows);
    this.#describe();
  }

  /** Shows a short text beside the name, as the last clear. */
  showClear(text) { setText(this.#clear, text); }

  /** Shows what a piece did that was placed: its rows flash, and its clear stands beside the name. */
  showPlaced(placed) {
    this.board.flash(placed.cleared_rows);
    const text = clearText(placed);
    if (text) this.showClear(text);
  }

  /** Shows a text over the board, as "Paused"; hides it with `null`. */
  showOverlay(text) {
    this.#overlay.hidden = !text;
    this.#overlay.classList.remove("sentence");
    setText(this.#overlay, text ?? "");
  }

  /** Shows a sentence over the board, which may be wider than the board. */
  showSentence(text) {
    const covered = this.#overlay.textContent;
    this.showOverlay(text);
    this.#covered = covered;
    this.#overlay.classList.add("sentence");
    announce(text);
  }

  /** Shows again what a sentence covers, if there is one. */
  removeSentence() {
    if (this.#overlay.classList.contains("sentence")) this.showOverlay(this.#covered);
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
    this.drawRows(view.rows);
    this.board.drawLayer("ghost", view.ghost && view.active ? [{ cells: view.ghost, letter: view.active.type }] : []);
    const active = turns ? aboveBoard(view.queue[0], shapes) : view.active;
    this.board.drawLayer("active", active ? [{ cells: active.cells, letter: active.type }] : []);
    this.#hold.draw(view.hold, shapes[view.hold], view.can_hold === false);
    setText(this.#holdText, view.hold ?? "empty");
    const next = turns ? view.queue.slice(1) : view.queue;
    this.#next.forEach((picture, i) => picture.draw(next[i], shapes[next[i]]));
    setText(this.#nextText, next.slice(0, NEXT).join(" ") || "none");
    const rows = Math.min(MAX_GARBAGE_SHOWN, view.garbage.reduce((sum, packet) => sum + packet.rows, 0));
    this.#garbageBar.setAttribute("y", String(MAX_GARBAGE_SHOWN - rows));
    this.#garbageBar.setAttribute("height", String(rows));
    this.#garbageBar.setAttribute("class", view.garbage.some((packet) => packet.frames <= 0) ? "due" : "");
  }

  /**
   * Draws in the next frame as {@link Side#draw}: of several views, only the latest.
   * @param {Parameters<Side["draw"]>} latest
   */
  drawSoon(...latest) {
    this.#latest = latest;
    this.#paintLatest();
  }

  /** Removes all layers over the board. */
  clearLayers() {
    this.#paintLatest.cancel();
    this.board.clearLayers();
  }

  /** Removes layers and texts of the last game. */
  reset() {
    this.showClear("");
    this.showOverlay(null);
    this.clearLayers();
  }
}

/** Shows one or two sides of a mode. */
export function showSides(sides, count) {
  sides[1].root.hidden = count < 2;
  document.body.dataset.sides = String(count);
}

/** Returns a piece in the middle above the board; `null` without a piece. */
function aboveBoard(type, shapes) {
  const cells = shapes[type];
  if (!cells) return null;
  const left = Math.min(...cells.map(([x]) => x));
  const width = Math.max(...cells.map(([x]) => x)) - left + 1;
  const bottom = Math.min(...cells.map(([, y]) => y));
  const shift = Math.floor((COLUMNS - width) / 2) - left;
  return { type, cells: cells.map(([x, y]) => [x + shift, y - bottom + VISIBLE_ROWS]) };
}

/** Returns a text for a clear, as "T-spin double, 4 attack"; empty without one. */
export function clearText({ label, lines, sent, attack }) {
  if (!label && !lines) return "";
  const what = label || `${lines} ${lines === 1 ? "line" : "lines"}`;
  // The number comes first, because a long name may be cut.
  return (sent ?? attack) ? `+${sent || attack} ${what}` : what;
}

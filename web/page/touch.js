/**
 * Play by touch: buttons, and gestures on the board.
 *
 * A drag to the side moves a piece one column per column of the board. A tap turns it, clockwise
 * right of the middle. A flick down drops it, a slow drag down lowers it, a flick up holds it.
 */

import { element } from "./dom.js";

const BUTTONS = [
  ["left", "Left", "M15 6l-6 6 6 6"],
  ["right", "Right", "M9 6l6 6-6 6"],
  ["counterclockwise", "Turn left", "M5 5v5h5M5.5 10A7.5 7.5 0 1 1 5 14"],
  ["clockwise", "Turn right", "M19 5v5h-5M18.5 10A7.5 7.5 0 1 0 19 14"],
  ["hold", "Hold", "M6 8h12M9 4 5 8l4 4M18 16H6m9-4 4 4-4 4"],
  ["soft_drop", "Soft drop", "M6 9l6 6 6-6"],
  ["hard_drop", "Hard drop", "M6 5l6 6 6-6M6 13l6 6 6-6"],
];

/** Pixels that a finger may move in a tap. */
const TAP_REACH = 10;
/** Pixels per millisecond from which a drag is a flick. */
const FLICK_SPEED = 0.6;
const FLICK_REACH = 40;

/**
 * Fills an element with the buttons.
 * @param {HTMLElement} root
 * @param {{press: (key: string, time: number) => void, release: (key: string, time: number) => void}} keys
 */
export function touchButtons(root, keys) {
  for (const [key, label, path] of BUTTONS) {
    const button = element("button", { type: "button", "aria-label": label, "data-key": key });
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
    drawn.setAttribute("d", path);
    icon.append(drawn);
    button.append(icon);
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      keys.press(key, event.timeStamp);
    });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
      button.addEventListener(type, (event) => keys.release(key, event.timeStamp));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // Keys and screen readers click without a pointer.
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      keys.press(key, event.timeStamp);
      keys.release(key, event.timeStamp);
    });
    root.append(button);
  }
}

/** Gestures of one finger on a board, as described above. */
export class TouchGestures {
  #svg;
  #keys;
  /** The finger on the board: where it began, and from where its last column counts. */
  #finger = null;

  /**
   * @param {SVGSVGElement} svg the board
   * @param {{press: Function, release: Function, isPlaying: () => boolean}} keys
   */
  constructor(svg, keys) {
    this.#svg = svg;
    this.#keys = keys;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => event.pointerId === this.#finger?.id && this.#move(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(type, (event) => event.pointerId === this.#finger?.id && this.#up(event));
    }
  }

  #tap(key, time) {
    this.#keys.press(key, time);
    this.#keys.release(key, time);
  }

  #down(event) {
    if (!this.#keys.isPlaying() || event.pointerType === "mouse" || this.#finger) return;
    this.#svg.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, timeStamp: began, pointerId: id } = event;
    this.#finger = { id, x, began, fromX: x, fromY: y, moved: false, lowering: false };
  }

  #move({ clientX: x, clientY: y, timeStamp: time }) {
    const finger = this.#finger;
    const column = this.#svg.clientWidth / 10;
    while (Math.abs(x - finger.x) >= column) {
      const direction = Math.sign(x - finger.x);
      this.#tap(direction > 0 ? "right" : "left", time);
      finger.x += direction * column;
      finger.moved = true;
    }
    const speed = (y - finger.fromY) / (time - finger.began + 1);
    if (!finger.lowering && !finger.moved && y - finger.fromY > 2 * column && speed < FLICK_SPEED) {
      finger.lowering = true;
      this.#keys.press("soft_drop", time);
    }
  }

  #up({ type, clientX: x, clientY: y, timeStamp: time }) {
    const { fromX, fromY, began, moved, lowering } = this.#finger;
    this.#finger = null;
    if (lowering) return this.#keys.release("soft_drop", time);
    if (moved || type === "pointercancel") return;
    const down = y - fromY;
    if (Math.hypot(x - fromX, down) < TAP_REACH) {
      const box = this.#svg.getBoundingClientRect();
      this.#tap(x > box.left + box.width / 2 ? "clockwise" : "counterclockwise", time);
    } else if (Math.abs(down) > FLICK_REACH && Math.abs(down) / (time - began + 1) >= FLICK_SPEED) {
      this.#tap(down > 0 ? "hard_drop" : "hold", time);
    }
  }
}

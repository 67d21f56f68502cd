// Pointers on the board during a try.

import { TRY_ACTS, bringTo } from "./try.js";

/**
 * Pointers drag the piece of a try; a press without a movement is a tap. `trial` returns the try or
 * null, and `act` does something to it.
 */
export function watchBoard(board, trial, act) {
  if (board.isWatched) return;
  board.isWatched = true;
  let from = null;
  const point = event => board.placeAt(event).map(at => at - 0.5);
  board.svg.addEventListener("pointerdown", event => {
    if (!trial()) return;
    event.preventDefault();
    board.svg.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY, moved: false };
  });
  board.svg.addEventListener("pointermove", event => {
    if (!trial() || !from) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 8) from.moved = true;
    if (from.moved) act(() => bringTo(trial(), ...point(event)));
  });
  const end = event => {
    const press = from && !from.moved && event.type === "pointerup";
    from = null;
    if (trial() && press) act(() => tapAt(trial(), ...point(event)));
  };
  board.svg.addEventListener("pointerup", end);
  board.svg.addEventListener("pointercancel", end);
}

/** A tap on the piece turns it, a tap elsewhere brings it there. */
function tapAt(trial, x, y) {
  const on = trial.chosen.cells.some(cell => Math.abs(cell[0] - x) <= 0.6 && Math.abs(cell[1] - y) <= 0.6);
  if (on) TRY_ACTS.clockwise(trial);
  else bringTo(trial, x, y);
}

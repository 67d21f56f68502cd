// The position and the pieces that are drawn at a move or at a step of a line.

import { EMPTY, SOLID, fill, sum } from "./game.js";
import { game } from "./player.js";

/** The rows after placements. */
function afterPlacements(rows, placements, head) {
  for (const { piece, cells } of placements) {
    const filled = fill(rows, cells, piece, head);
    rows = filled.filter(row => row.includes(EMPTY) || row.includes(SOLID));
  }
  return rows;
}

/** The placements of a line: its first move, then what should follow. */
export const lineOf = line => [line.at, ...line.then];

/** A side as its player saw it when the piece of a move appeared. */
export function seenAt(move, seat) {
  const side = game.moments[move.before].sides[seat];
  const packets = move.event.packets_waiting ?? side.packets;
  return { ...side, last: [], event: null, packets, waiting: sum(packets) };
}

export const pieceAt = (placed, look) => ({ name: placed.piece, cells: placed.cells, look });

/** The steps of a line: each of its moves, and the board at its end. */
export const stepsOf = line => lineOf(line).length + 1;

/** Hold and queue after placements; the queue has the piece in play first. */
function afterPieces({ hold, queue }, placements) {
  for (const placed of placements) {
    const [current, next] = [queue[0], queue[1]];
    queue = placed.hold && !hold ? queue.slice(2) : queue.slice(1);
    if (placed.hold) hold = current ?? next;
  }
  return { hold, queue };
}

/** A side at a step of a line, from 1, and the piece over it; none at the end. */
export function atStep(side, line, step) {
  const placements = lineOf(line);
  const before = placements.slice(0, step - 1);
  const rows = afterPlacements(side.rows, before, game.head);
  const pieces = step > placements.length ? [] : [pieceAt(placements[step - 1], "solid")];
  return [{ ...side, ...afterPieces(side, before), rows }, pieces];
}

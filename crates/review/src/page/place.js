// Pieces over the board: what is drawn at a move, and the positions along a line.

/** The position after so many placements of a list, before the next. */
function afterPlacements(rows, placements, head) {
  for (const { piece, cells } of placements) {
    const filled = fill(rows, cells, piece, head);
    rows = filled.filter(row => row.includes(EMPTY) || row.includes(SOLID));
  }
  return rows;
}

/** The placements of a line: its first move, then what should follow. */
const lineOf = line => [line.at, ...line.then];

/** A side as its player saw it when the piece of a move appeared. */
function seenAt(move, seat) {
  const side = game.moments[move.before].sides[seat];
  const packets = move.event.packets_waiting ?? side.packets;
  return { ...side, last: [], event: null, packets, waiting: sum(packets) };
}

const pieceAt = (placed, look) => ({ name: placed.piece, cells: placed.cells, look });

/** A side at a step of a line, from 1, and the piece over it. */
function atStep(side, line, step) {
  const placements = lineOf(line);
  const rows = afterPlacements(side.rows, placements.slice(0, step - 1), game.head);
  return [{ ...side, rows }, [pieceAt(placements[step - 1], "solid")]];
}

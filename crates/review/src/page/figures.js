// The charts of a review: losses, danger, and figures of the game.

import { FIGURES } from "./charts.js";
import { isForTime } from "./report.js";

/** The figures of replays that reviews show too. */
const SHARED_FIGURES = ["attack per piece", "pieces/s", "stack height", "garbage waiting"];

/** The same for a game that is played for time. */
const TIME_FIGURES = ["pieces/s", "lines cleared", "stack height"];

/** The figures of a round, as `makeCharts` takes them. */
export function reviewFigures(round) {
  const moves = seat => round.sides[seat]?.moves ?? [];
  const last = (side, seat) => moves(seat)[side.pieces - 1];
  const lossSoFar = seat => {
    let loss = 0;
    return moves(seat).map(move => loss += move.loss);
  };
  const sums = Object.fromEntries(round.seats.map(seat => [seat, lossSoFar(seat)]));
  const points = value => seat => moves(seat).map((move, i) => [move.event.at, value(move, i, seat)]);
  const shared = isForTime() ? TIME_FIGURES : SHARED_FIGURES;
  return [
    ["loss of a move", (side, _, seat) => last(side, seat)?.loss, 1, "bars", points(move => move.loss)],
    ["loss so far", (side, _, seat) => sums[seat]?.[side.pieces - 1], 1, "step", points((_, i, seat) => sums[seat][i])],
    ["danger", (side, _, seat) => moves(seat)[side.pieces]?.danger, 2, "step", points(move => move.danger)],
    ...FIGURES.filter(([name]) => shared.includes(name)),
  ];
}

// The page of a game: its title, its seats and its charts.

import { FIGURES, drawAttacks, makeCharts, updateCharts } from "./charts.js";
import { PLAYER_BUTTONS, PLAYER_KEYS, drawAgain, showControls, startControls } from "./controls.js";
import { byId, formatTime, gamePart } from "./element.js";
import { startFile } from "./file.js";
import { readGame } from "./game.js";
import { game, goTo, now, setGame } from "./player.js";
import { fallingPieces, makeSeat, showSeat } from "./seat.js";

/** The elements of every seat, and the charts. */
let seats = [], charts = [];

const ENDS = { goal: "reached the goal", top_out: "topped out", forfeit: "gave up", fault: "failed" };

function describeGame() {
  const { head, end } = game;
  const name = head.game === undefined ? head.preset ?? "Replay" : `Game ${head.game}`;
  const words = [];
  const winner = end?.winner;
  let result = "not finished";
  if (end && game.seats === 1) result = ENDS[end.ends?.[0]] ?? "over";
  else if (end) result = winner === null || winner === undefined ? "drawn" : `${game.names[winner]} won`;
  for (const [seat, why] of (end?.ends ?? []).entries()) {
    const failure = end.failures?.[seat]?.text;
    const reason = typeof failure === "string" ? ": " + failure : "";
    if (why && game.seats > 1) words.push(`${game.names[seat]} ${ENDS[why] ?? why}${reason}`);
  }
  words.push(formatTime(game.length));
  if (head.preset !== undefined) words.push(head.preset);
  if (head.seed !== undefined) words.push("seed " + head.seed);
  byId("title").textContent = `${name}: ${result}`;
  byId("about").textContent = words.join(" · ");
}

/** Shows the state at `now`. */
function show() {
  const moment = game.moments[now.moment];
  seats.forEach((parts, seat) => showSeat(parts, moment.sides[seat], fallingPieces(moment.nextMoves[seat])));
  updateCharts(charts, game, now.frame, moment);
  showControls();
}

function begin() {
  setGame(readGame(byId("replay").textContent));
  describeGame();
  gamePart().dataset.seats = game.seats;
  seats = game.head.seats.map(makeSeat);
  charts = makeCharts(byId("charts"), game, FIGURES, frame => { goTo(frame); show(); });
  const drawTime = () => drawAttacks(byId("attacks"), game);
  startControls({ keys: PLAYER_KEYS, buttons: PLAYER_BUTTONS, show, drawTime });
  drawAgain();
  startFile();
}

/** Returns the state of the page, boards with the top row first. */
export function pageState() {
  const moment = game.moments[now.moment];
  const side = ({ rows, hold, queue, pieces, lines, sent, waiting, packets, combo, chain, surge, depth, nodes, score }) =>
    ({ board: [...rows].reverse(), hold, queue, pieces, lines, sent, waiting, packets, combo, chain, surge, depth, nodes, score });
  return {
    ...now,
    moments: game.moments.length,
    length: game.length,
    slider: Number(byId("seek").value),
    charts: charts.map(chart => chart.figure.name),
    sides: moment.sides.map(side),
  };
}

begin();

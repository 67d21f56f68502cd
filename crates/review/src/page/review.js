// The viewer of a review within a document or a shadow tree: its keys, and how it is drawn.

import { watchBoard } from "./board-touch.js";
import { makeCharts, updateCharts } from "./charts.js";
import { PLAYER_KEYS, drawAgain, endControls, showControls, startControls } from "./controls.js";
import { describeReview, showTrust } from "./describe.js";
import { byId, element, gamePart, root, setRoot } from "./element.js";
import { reviewFigures } from "./figures.js";
import { readGame } from "./game.js";
import { atStep, pieceAt, seenAt } from "./place.js";
import { game, goTo, now, pause, setGame } from "./player.js";
import { readReport, mistakesOf, worstOf } from "./report.js";
import { fallingPieces, makeSeat, showSeat } from "./seat.js";
import { answerTry, current, endTry, jumpMistake, jumpTo, jumpToFrame, otherLine, report, round, setReport, shown, shownMove, side, startTry, stepLine, stepMove, stepTo } from "./selection.js";
import { showTotals } from "./totals.js";
import { TRY_ACTS } from "./try.js";
import { showEnd, showVerdict } from "./verdict.js";
import { drawLosses, makeWorst, showInWorst } from "./worst.js";

export { onKey } from "./controls.js";

/** The elements of the round that is shown. */
let seats = [], charts = [], worst = [];

/** What `openReview` was given: the rounds as texts and as games, and the options. */
let texts = [], games = [], options = {};

/** The move that `onMove` was told last. */
let told = "";

/** Whether the first mistake is shown as soon as it is judged: nobody has gone anywhere yet. */
let awaitsMistake = false;

const nameOf = seat => game.head.seats[seat];

function changeSide(by) {
  const { seats } = round();
  chooseSide(seats[(seats.indexOf(shown.seat) + by + seats.length) % seats.length]);
}

function chooseSide(seat) {
  shown.seat = seat;
  shown.line = shown.trial = null;
  drawSide();
}

function changeRound(by) {
  chooseRound((shown.round + by + report.rounds.length) % report.rounds.length);
}

/** Shows a round: of the same player, if it played there. */
function chooseRound(number) {
  const { player } = side();
  shown.round = number;
  showRound(player);
}

/** The actions of keys during a try. */
const TRY_KEYS = {
  "ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "clockwise", "x": "clockwise", "z": "counterclockwise", "y": "counterclockwise",
  "a": "half", "ArrowDown": "lower", "c": "hold", " ": "drop", "Enter": "drop",
};

function tryAct(name) {
  if (name === "drop") answerTry();
  else TRY_ACTS[name](shown.trial);
}

/** The actions of keys otherwise. */
const REVIEW_KEYS = {
  ...PLAYER_KEYS,
  "ArrowLeft": () => stepMove(-1),
  "ArrowRight": () => stepMove(1),
  "PageUp": () => stepMove(-10),
  "PageDown": () => stepMove(10),
  "Home": () => jumpTo(0),
  "n": () => jumpMistake(1),
  "p": () => jumpMistake(-1),
  "w": () => { const found = worstOf(side())[0]; if (found) jumpTo(found.index); },
  "f": () => startTry(),
  "l": () => stepLine(1),
  "j": () => stepLine(-1),
  "k": () => otherLine(),
  "s": () => changeSide(1),
  "]": () => changeRound(1),
  "[": () => changeRound(-1),
  "i": () => options.onAnalyse?.(shownMove()),
  "?": () => byId("help").showModal(),
};

/** Does something and draws the page; the line and the try of a move end when another one is shown. */
function act(what) {
  awaitsMistake = false;
  const before = Object.values(shownMove()).join();
  const { trial } = shown;
  what();
  if (Object.values(shownMove()).join() !== before) {
    shown.line = shown.found = null;
    if (shown.trial) endTry();
  }
  const began = shown.trial !== null && shown.trial !== trial;
  show();
  // Space and Enter drop the piece, whatever had the focus.
  if (!began) return;
  root.querySelector("[data-try=drop]").focus({ preventScroll: true });
  seats[shown.seat].place.scrollIntoView({ block: "nearest" });
}

/** The keys for the controls: during a try its keys come first. */
function keysOfPage() {
  const keys = {};
  for (const key of new Set([...Object.keys(REVIEW_KEYS), ...Object.keys(TRY_KEYS), "Escape"])) {
    keys[key] = () => act(() => {
      if (shown.trial && key === "Escape") return endTry();
      if (shown.trial && TRY_KEYS[key]) return tryAct(TRY_KEYS[key]);
      if (key === "Escape") shown.line = null;
      else REVIEW_KEYS[key]?.();
    });
  }
  return keys;
}

const REVIEW_BUTTONS = {
  before: "p", back: "ArrowLeft", play: " ", on: "ArrowRight", next: "n", try: "f", reveal: "Escape", analyse: "i", "help-open": "?",
};

/** Draws the page in the state of `now` and `shown`. */
function show() {
  const moment = game.moments[now.moment];
  const move = side().moves[current()];
  if (shown.trial && (now.playing || shown.trial.move !== move)) endTry();
  seats.forEach((parts, seat) => {
    const [state, pieces] = seat === shown.seat && !now.playing && move ? sideAtMove(move) : [moment.sides[seat], fallingPieces(moment.nextMoves[seat])];
    showSeat(parts, state, pieces);
  });
  updateCharts(charts, game, now.frame, moment);
  if (move) showVerdict(move, side(), shown, (which, step) => act(() => stepTo(which, step)));
  else showEnd(side());
  byId("analyse").hidden = !options.onAnalyse || !move || shown.trial !== null;
  gamePart().classList.toggle("trying", shown.trial !== null);
  showInWorst(byId("worst"), worst, current());
  showControls();
  tellMove();
}

/** Tells the page around that another move is shown. */
function tellMove() {
  const move = shownMove();
  if (Object.values(move).join() === told) return;
  told = Object.values(move).join();
  options.onMove?.(move);
}

/** The judged side at a move and the pieces over it: the played and the best, a step of a line, or a try. */
function sideAtMove(move) {
  const seen = seenAt(move, shown.seat);
  if (shown.trial) return [seen, [pieceAt(shown.trial.chosen, "solid")]];
  if (shown.line) return atStep(seen, move[shown.line.which], shown.line.step);
  const pieces = [pieceAt(move.played.at, "solid")];
  return [seen, move.isBest ? pieces : [...pieces, pieceAt(move.best.at, "ghost")]];
}

/** Makes everything that depends on the round. */
function showRound(player) {
  setGame(round().game);
  pause();
  goTo(0);
  byId("seats").replaceChildren();
  gamePart().dataset.seats = game.seats;
  seats = game.head.seats.map(makeSeat);
  drawCharts();
  byId("round").value = shown.round;
  const own = round().seats.find(seat => round().sides[seat].player === player);
  chooseSide(own ?? round().seats[0]);
  showScope();
}

function drawCharts() {
  byId("charts").replaceChildren();
  charts = makeCharts(byId("charts"), game, reviewFigures(round()), frame => act(() => jumpToFrame(frame)));
}

/** Draws everything that depends on the side. */
function drawSide() {
  seats.forEach((parts, seat) => parts.place.classList.toggle("judged", seat === shown.seat));
  keepingFocus(byId("players"), place => place.replaceChildren(...round().seats.map(playerButton)));
  showTrust(side());
  keepingFocus(byId("worst"), place => { worst = makeWorst(place, side(), move => act(() => jumpTo(move.index))); });
  watchBoard(seats[shown.seat].board, () => seats[shown.seat].place.classList.contains("judged") ? shown.trial : null, act);
  drawTime();
}

function playerButton(seat) {
  const button = element("button", game.colours[seat]);
  const { moves, totals } = round().sides[seat];
  const name = element("span", "", nameOf(seat));
  button.append(name, element("small", "", moves.length > 0 ? `${totals.accuracy.toFixed(1)} %` : "–"));
  button.type = "button";
  button.name = `seat-${seat}`;
  button.setAttribute("aria-pressed", seat === shown.seat);
  button.addEventListener("click", () => act(() => chooseSide(seat)));
  return button;
}

/** Draws a list of buttons anew: it stays where it was scrolled to, and the focus on the button of the same name. */
function keepingFocus(place, draw) {
  const { scrollTop } = place;
  const name = place.contains(root.activeElement) ? root.activeElement.name : "";
  draw(place);
  place.scrollTop = scrollTop;
  if (name) place.querySelector(`[name="${name}"]`)?.focus({ preventScroll: true });
}

function showScope() {
  const all = byId("scope").value === "all";
  const colours = all ? report.players.map((_, i) => `seat-${i % 2}`) : round().seats.map(seat => game.colours[seat]);
  const owners = all ? report.players : round().seats.map(seat => ({ ...round().sides[seat], name: nameOf(seat) }));
  showTotals(byId("tables"), owners, colours);
}

const drawTime = () => drawLosses(byId("attacks"), game, side());

/**
 * A move by numbers from 0.
 * @typedef {Record<"round" | "seat" | "move", number>} MoveNumbers
 *
 * What the page around a review says and wants to know.
 * @typedef {object} Options
 * @property {string} [title] the heading
 * @property {string[][]} [keys] further keys for the help, and what they do
 * @property {boolean} [single] it is one position: what a game has is hidden
 * @property {(move: MoveNumbers) => void} [onMove] another move is shown
 * @property {(move: MoveNumbers) => void} [onAnalyse] the position of a move is to be analysed
 */

/**
 * Shows a review, at its first mistake. One review is open at a time.
 * @param {Document | ShadowRoot} place has the parts of `review.html`
 * @param {object} data the data of a review's page
 * @param {string[]} rounds each a replay as text
 * @param {Options} given
 */
export function openReview(place, data, rounds, given = {}) {
  closeReview();
  setRoot(place);
  [options, texts, told] = [given, rounds, ""];
  games = rounds.map(readGame);
  setReport(readReport(data, games, null));
  gamePart().classList.toggle("single", Boolean(options.single));
  shown.round = 0;
  // The parts stay hidden until the page is laid out.
  for (const part of root.querySelectorAll(".parts, footer")) part.hidden = false;
  describe();
  showRound(null);
  awaitsMistake = true;
  showFirstMistake();
  connect(startControls({ keys: keysOfPage(), buttons: REVIEW_BUTTONS, show, drawTime }));
  drawAgain();
}

function showFirstMistake() {
  const [first] = mistakesOf(side());
  if (!first || !awaitsMistake) return;
  awaitsMistake = false;
  jumpTo(first.index);
}

/** Connects what only reviews have, until the signal. */
function connect(signal) {
  const on = (place, type, what) => place.addEventListener(type, what, { signal });
  on(byId("round"), "change", event => act(() => chooseRound(Number(event.target.value))));
  on(byId("scope"), "change", showScope);
  on(byId("help-close"), "click", () => byId("help").close());
  for (const button of root.querySelectorAll("#lines [data-by]")) on(button, "click", () => act(() => stepLine(Number(button.dataset.by), button.dataset.line)));
  for (const button of byId("try-keys").children) on(button, "click", () => act(() => shown.trial && tryAct(button.dataset.try)));
}

function describe() {
  describeReview(report, options.title ?? "", [...(options.onAnalyse ? [["I", "analyse the position"]] : []), ...(options.keys ?? [])]);
  byId("round").value = shown.round;
}

/** Shows the same review with more judged moves: round, side, move, line and try stay. */
export function updateReview(data, rounds) {
  const judged = () => round().seats.map(seat => round().sides[seat].moves.length).join();
  const [before, move, { player }] = [judged(), current(), side()];
  games = rounds.map((text, i) => text === texts[i] ? games[i] : readGame(text));
  texts = rounds;
  setReport(readReport(data, games, report));
  describe();
  if (round().game !== game) {
    showRound(player);
    jumpTo(move);
  } else if (judged() !== before) {
    drawCharts();
    drawSide();
    showFirstMistake();
  }
  showScope();
  drawAgain();
}

/** Ends the review that is shown. The parts stay, and may be opened again. */
export function closeReview() {
  endControls();
  if (byId("help")?.open) byId("help").close();
}

/**
 * Goes to a move, or to the nearest if there is none.
 * @param {MoveNumbers} move
 */
export function showMove({ round: number, seat, move }) {
  act(() => {
    if (number !== shown.round && report.rounds[number]) chooseRound(number);
    if (seat !== shown.seat && round().seats.includes(seat)) chooseSide(seat);
    jumpTo(move);
  });
}

/** Returns how the page stands. */
export function pageState() {
  const move = side().moves[current()];
  const seen = move ? sideAtMove(move)[0] : game.moments[now.moment].sides[shown.seat];
  return {
    ...now, ...shownMove(), line: shown.line, moves: side().moves.length,
    trying: shown.trial !== null, chosen: shown.trial?.chosen.cells ?? null, comment: byId("comment").textContent,
    grade: move?.grade ?? null, board: [...seen.rows].reverse(), hold: seen.hold, queue: seen.queue, waiting: seen.waiting,
  };
}

// The page of a review: the round, side and move that it shows, its keys, and how it is drawn.

/** The review, and the elements of the round that is shown. */
let report = null, seats = [], charts = [], worst = [];

/**
 * The state of the page besides the time: the round, the seat whose moves are judged, the step of a
 * line or null, the try of a better move or null, its last text, and the text when one was found.
 */
const shown = { round: 0, seat: 0, line: null, trial: null, trialComment: "", found: null };

const round = () => report.rounds[shown.round];
const side = () => round().sides[shown.seat];
const playerOf = seat => report.players.find(player => player.player === round().sides[seat].player);
const nameOf = seat => game.head.seats[seat];

/** The number of the move that is shown; as many as there are moves at the end. */
const current = () => Math.min(side().moves.length, game.moments[now.moment].sides[shown.seat].pieces);

function jumpTo(index) {
  pause();
  const { moves } = side();
  if (index >= moves.length) return toEnd();
  const move = moves[Math.max(0, index)];
  now.moment = move.before;
  now.frame = Math.max(move.event.f, game.moments[move.before].at);
}

const stepMove = by => jumpTo(current() + by);

/** Goes to the next mistake, or the one before; beyond the last it begins anew. */
function jumpMistake(by) {
  const mistakes = mistakesOf(side());
  if (mistakes.length === 0) return;
  const at = current();
  const ahead = mistakes.filter(move => (move.index - at) * by > 0);
  const next = by > 0 ? ahead[0] ?? mistakes[0] : ahead.at(-1) ?? mistakes.at(-1);
  jumpTo(next.index);
}

/** Shows a step of the line that follows the best or the played move; the same again hides it. */
function stepTo(which, step) {
  pause();
  const same = shown.line?.which === which && shown.line.step === step;
  shown.line = same ? null : { which, step };
}

/** Goes along a line: the one that is shown, else the best; nothing is shown before its first step. */
function stepLine(by, which = shown.line?.which ?? "best") {
  const move = side().moves[current()];
  if (!move || shown.trial) return;
  pause();
  const step = shown.line?.which === which ? shown.line.step : 0;
  const next = Math.min(step + by, stepsOf(move[which]));
  shown.line = next < 1 ? null : { which, step: next };
}

/** Shows the other line at the same step. */
function otherLine() {
  const move = side().moves[current()];
  if (!move || !shown.line) return;
  const which = shown.line.which === "best" ? "played" : "best";
  shown.line = { which, step: Math.min(shown.line.step, stepsOf(move[which])) };
}

function changeSide(by) {
  const { seats } = round();
  chooseSide(seats[(seats.indexOf(shown.seat) + by + seats.length) % seats.length]);
}

function chooseSide(seat) {
  shown.seat = seat;
  showSide();
}

function changeRound(by) {
  chooseRound((shown.round + by + report.rounds.length) % report.rounds.length);
}

/** Shows a round: of the same player, if it played there. */
function chooseRound(number) {
  const player = round().sides[shown.seat].player;
  shown.round = number;
  showRound(player);
}

function startTry() {
  pause();
  const move = side().moves[current()];
  if (shown.trial || !move || move.options().length === 0) return;
  shown.line = null;
  shown.trial = beginTry(move, game.head);
  shown.trialComment = "Place a better move. The played one is hidden, too.";
}

function endTry() {
  shown.trial = null;
}

function answerTry() {
  const { found, text } = judgeAnswer(shown.trial);
  shown.trialComment = text;
  if (!found) return;
  endTry();
  shown.found = text;
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
  "i": () => around.onAnalyse?.(placeOf()),
  "?": () => byId("help").showModal(),
};

/** The help on keys. */
const KEY_WORDS = [
  ["N, P", "next mistake, mistake before"], ["W", "the worst move"], ["← →", "a move back, a move on"],
  ["F", "find a better move before it is shown"], ["L, J", "along the line, and back"], ["K", "the other line at the same step"], ["S", "the other player"],
  ["[ ]", "round before, next round"], ["Space", "play or pause"], ["+ −", "speed"], ["Home, End", "to the beginning, to the end"], ["T", "light or dark"],
  ["While you look for a move", "← → shift, ↑ or X turn, Z turn left, A half turn, ↓ a place below, C hold, Space drop, Esc show the best"],
];

/** Does something and draws the page; the line and the try of a move end when another one is shown. */
function act(what) {
  const before = [shown.round, shown.seat, current()].join();
  const { trial } = shown;
  what();
  if ([shown.round, shown.seat, current()].join() !== before) {
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
  before: "p", back: "ArrowLeft", play: " ", on: "ArrowRight", next: "n", theme: "t", try: "f", reveal: "Escape", "help-open": "?",
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
  if (move) showVerdict(move, side(), shown);
  else showEnd(side());
  gamePart().classList.toggle("trying", shown.trial !== null);
  showInWorst(byId("worst"), worst, current());
  showControls();
  tellMove();
}

/** The judged side at a move and the pieces over it: the played and the best, a step of a line, or a try. */
function sideAtMove(move) {
  const seen = seenAt(move, shown.seat);
  if (shown.trial) return [seen, [pieceAt(shown.trial.chosen, "solid")]];
  if (shown.line) return atStep(seen, move[shown.line.which], shown.line.step);
  const pieces = [pieceAt(move.played.at, "solid")];
  return [seen, move.isBest ? pieces : [...pieces, pieceAt(move.best.at, "ghost")]];
}

/** The nodes or the time of the search. */
function effort() {
  const { nodes, seconds } = report.settings;
  return nodes ? `${formatNumber(nodes, 0)} nodes per position` : `about ${seconds} s per game`;
}

/** What the numbers of the page mean. */
function meaning() {
  return [
    words.unit,
    "Both the played and the best move are searched to the same depth from what the player could see: the piece, the hold, the pieces in view, the garbage that had arrived. What came later is not known to the search.",
    `The search had ${effort()}. The loss of a move is measured with 4,000 nodes for it and 4,000 for the best move. A deeper search may change losses by a few tenths.`,
    `${words.accuracy} Danger is how near the stack, with the garbage that waits, is to the top: 1 is the end.`,
    "A misdrop is a move a cell or a turn away from a far better one.",
  ];
}

/** Makes everything that depends on the round. */
function showRound(player) {
  game = round().game;
  shown.line = shown.trial = null;
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
  charts = makeCharts(byId("charts"), game, reviewFigures(round()), frame => act(() => { pause(); goTo(frame); }));
}

/** Makes everything that depends on the side. */
function showSide() {
  shown.line = shown.trial = null;
  drawSide();
}

function drawSide() {
  seats.forEach((parts, seat) => parts.place.classList.toggle("judged", seat === shown.seat));
  byId("players").replaceChildren();
  for (const seat of round().seats) {
    const button = element("button", game.colours[seat], nameOf(seat));
    const { accuracy, moves } = round().sides[seat].totals;
    button.append(element("small", "", moves > 0 ? `${accuracy.toFixed(1)} %` : "–"));
    button.type = "button";
    button.setAttribute("aria-pressed", seat === shown.seat);
    button.addEventListener("click", () => { act(() => chooseSide(seat)); byId("players").querySelector("[aria-pressed=true]").focus(); });
    byId("players").append(button);
  }
  showTrust(side());
  worst = makeWorst(byId("worst"), side(), move => act(() => jumpTo(move.index)));
  watchBoard(seats[shown.seat].board);
  drawTime();
}

/** Shows a warning if the moves were not verified. */
function showTrust({ trust, moves }) {
  const place = byId("trust");
  place.hidden = trust.trust === "verified";
  place.className = trust.trust;
  if (trust.trust === "stopped") {
    const left = trust.left_out > 0 ? ` ${trust.left_out} more ${trust.left_out === 1 ? "is" : "are"} left out.` : "";
    setText(place, `Reviewed up to move ${moves.length}, where the simulation stopped agreeing with the file: ${trust.reason}.${left}`.replace("..", "."));
  } else if (trust.trust === "unchecked") {
    setText(place, "The file has nothing to check these moves against.");
  }
}

function showScope() {
  const all = byId("scope").value === "all";
  const colours = all ? report.players.map((_, i) => `seat-${i % 2}`) : round().seats.map(seat => game.colours[seat]);
  const owners = all ? report.players : round().seats.map(seat => ({ ...round().sides[seat], name: nameOf(seat) }));
  showTotals(byId("tables"), owners, colours);
}

const drawTime = () => drawLosses(byId("attacks"), game, side());

/** Pointers drag the piece of a try; a press without a movement is a tap. */
function watchBoard(board) {
  if (board.watched) return;
  board.watched = true;
  let from = null;
  const point = event => {
    const box = board.getBoundingClientRect();
    const size = box.width / columns(game.head);
    return [(event.clientX - box.left) / size - 0.5, (box.bottom - event.clientY) / size - 0.5];
  };
  board.addEventListener("pointerdown", event => {
    if (!shown.trial || board !== seats[shown.seat].board) return;
    event.preventDefault();
    board.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY, moved: false };
  });
  board.addEventListener("pointermove", event => {
    if (!shown.trial || !from) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 8) from.moved = true;
    if (from.moved) act(() => bringTo(shown.trial, ...point(event)));
  });
  const end = event => {
    const press = from && !from.moved && event.type === "pointerup";
    from = null;
    if (shown.trial && press) act(() => tapAt(shown.trial, ...point(event)));
  };
  board.addEventListener("pointerup", end);
  board.addEventListener("pointercancel", end);
}

/** A tap on the piece turns it, a tap elsewhere brings it there. */
function tapAt(trial, x, y) {
  const on = trial.chosen.cells.some(cell => Math.abs(cell[0] - x) <= 0.6 && Math.abs(cell[1] - y) <= 0.6);
  if (on) TRY_ACTS.clockwise(trial);
  else bringTo(trial, x, y);
}

function describeReview() {
  const { recording, settings, program } = report;
  byId("mistakes-title").title = words.unit;
  byId("players").title = words.comparable;
  setText(byId("comparable"), words.comparable);
  const depth = settings.depth ? `, at most ${settings.depth} pieces deep` : "";
  if (byId("about")) setText(byId("about"), `${recording} · ${program}, ${effort()}${depth}`);
  const times = report.rounds.flatMap(({ sides, seats }) => seats.map(seat => sides[seat].time)).filter(Boolean);
  const notes = [...report.notes, ...times];
  byId("notes").replaceChildren(...notes.map(text => element("p", "", text)));
  byId("notes").hidden = notes.length === 0;
  byId("notes").classList.toggle("plain", report.notes.length === 0);
  byId("round").replaceChildren(...report.rounds.map((round, i) => {
    const winner = report.players.find(player => player.player === round.winner);
    return new Option(`${round.round}${winner ? `: ${winner.name} won` : ""}`, i);
  }));
  byId("round-label").hidden = byId("scope-label").hidden = report.rounds.length < 2;
  byId("meaning").replaceChildren(...meaning().map(text => element("p", "", text)));
  byId("keys").replaceChildren(...KEY_WORDS.flatMap(([key, words]) => [element("dt", "", key), element("dd", "", words)]));
}

/** What the page around the viewer is told, and the last place that it was told. */
let around = {}, told = "";

/** The games of the rounds, and the texts that they were read from. */
let games = [], texts = [];

/** Connects what lasts for as long as the parts. */
function connect() {
  byId("round").addEventListener("change", event => act(() => chooseRound(Number(event.target.value))));
  byId("scope").addEventListener("change", showScope);
  byId("help-close").addEventListener("click", () => byId("help").close());
  byId("analyse").addEventListener("click", () => around.onAnalyse(placeOf()));
  for (const button of root.querySelectorAll("#lines [data-by]")) button.addEventListener("click", () => act(() => stepLine(Number(button.dataset.by), button.dataset.line)));
  for (const button of byId("try-keys").children) button.addEventListener("click", () => act(() => shown.trial && tryAct(button.dataset.try)));
  startControls({ keys: keysOfPage(), buttons: REVIEW_BUTTONS, show, drawTime });
  // Within another page the parts may be hidden when they are drawn.
  new ResizeObserver(drawAgain).observe(gamePart());
}

/**
 * Shows a review: at its first mistake.
 * `place`, a document or a shadow tree, has the parts, and is always the same; `data` is that of a
 * review's page, `rounds` are replays as texts. `options.onMove` gets each place that is shown (round,
 * seat, move), `options.onAnalyse` one whose position is to be analysed; both may be missing.
 */
function openReview(place, data, rounds, options = {}) {
  root = place;
  if (controls === null) connect();
  [around, told, texts] = [options, "", rounds];
  games = rounds.map(readGame);
  report = readReport(data, games, null);
  shown.round = shown.seat = 0;
  // The parts stay hidden until the page is laid out.
  for (const part of [".parts", "footer"]) root.querySelector(part).hidden = false;
  byId("analyse").hidden = !around.onAnalyse;
  describeReview();
  game = round().game;
  showRound(null);
  const first = mistakesOf(side())[0];
  if (first) jumpTo(first.index);
  drawAgain();
}

/** Shows the same review with more judged moves, at the same place. */
function updateReview(data, rounds) {
  if (rounds.join() !== texts.join()) return openReview(root, data, rounds, around);
  const before = JSON.stringify(round().seats.map(seat => round().sides[seat].moves.length));
  report = readReport(data, games, report);
  const after = JSON.stringify(round().seats.map(seat => round().sides[seat].moves.length));
  if (before === after) return;
  drawCharts();
  drawSide();
  showScope();
  drawAgain();
}

/** Ends what is shown. */
function closeReview() {
  pause();
  game = null;
}

/** The place that is shown: round, seat and move, from 0. */
const placeOf = () => ({ round: shown.round, seat: shown.seat, move: current() });

/** Goes to a place; to the nearest where there is none. */
function showMove({ round: number, seat, move }) {
  act(() => {
    if (number !== shown.round && report.rounds[number]) chooseRound(number);
    if (seat !== shown.seat && round().seats.includes(seat)) chooseSide(seat);
    jumpTo(move);
  });
}

/** Tells the page around that another move is shown. */
function tellMove() {
  const place = JSON.stringify(placeOf());
  if (place === told) return;
  told = place;
  around.onMove?.(placeOf());
}

/** The state of the page, for tests. */
function pageState() {
  const move = side().moves[current()];
  const seen = move ? sideAtMove(move)[0] : game.moments[now.moment].sides[shown.seat];
  return {
    ...now, round: shown.round, seat: shown.seat, line: shown.line, move: current(), moves: side().moves.length,
    trying: shown.trial !== null, chosen: shown.trial?.chosen.cells ?? null, comment: byId("comment").textContent,
    grade: move?.grade ?? null, board: [...seen.rows].reverse(), hold: seen.hold, queue: seen.queue, waiting: seen.waiting,
  };
}

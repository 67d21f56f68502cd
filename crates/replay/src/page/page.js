// The page: time, controls, keys, and what is shown of the moment that has been reached.

const game = readGame(document.getElementById("replay").textContent);
const byId = id => document.getElementById(id);

/** Speeds, in seconds of game time a second. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** For how long a clear is shown, in frames. */
const CLEAR_SHOWN_FRAMES = 75;

/** Where the page stands: a frame, and how many of the game's moments have come. */
const now = { frame: 0, moment: 0, playing: false, speed: 1 };

/** The elements of every seat, and the charts. */
let seats = [], charts = [];

function goTo(frame) {
  now.frame = Math.min(game.length, Math.max(0, frame));
  now.moment = momentAt(game, now.frame);
}

function step(count) {
  pause();
  now.moment = Math.min(game.moments.length - 1, Math.max(0, now.moment + count));
  now.frame = game.moments[now.moment].at;
}

function toEnd() {
  goTo(game.length);
  now.moment = game.moments.length - 1;
}

function play() {
  if (now.frame >= game.length) goTo(0);
  now.playing = true;
}

function pause() {
  now.playing = false;
}

/** Lets so many milliseconds pass. */
function pass(ms) {
  if (!now.playing) return;
  goTo(now.frame + ms / 1000 * FRAMES_PER_SECOND * now.speed);
  if (now.frame >= game.length) pause();
}

function faster(steps) {
  const place = SPEEDS.indexOf(now.speed) + steps;
  now.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
}

/** What keys do; buttons do the same. */
const KEYS = {
  " ": () => now.playing ? pause() : play(),
  "k": () => KEYS[" "](),
  "ArrowLeft": () => step(-1),
  "ArrowRight": () => step(1),
  "PageUp": () => step(-20),
  "PageDown": () => step(20),
  "Home": () => { pause(); goTo(0); },
  "End": () => { pause(); toEnd(); },
  "+": () => faster(1),
  "=": () => faster(1),
  "-": () => faster(-1),
  "t": () => changeTheme(),
};

const BUTTONS = { first: "Home", back: "ArrowLeft", play: " ", on: "ArrowRight", last: "End", theme: "t" };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = KEYS[event.key];
  // A focused button is pressed by the space bar anyway.
  if (!act || (event.key === " " && event.target.tagName === "BUTTON") || event.target.tagName === "SELECT") return;
  event.preventDefault();
  act();
  show();
}

function changeTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  drawAttacks(byId("attacks"), game);
}

function formatTime(frame) {
  const seconds = Math.floor(frame / FRAMES_PER_SECOND);
  return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

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
    if (why && game.seats > 1) words.push(`${game.names[seat]} ${ENDS[why] ?? why}`);
  }
  words.push(formatTime(game.length));
  if (head.preset !== undefined) words.push(head.preset);
  if (head.seed !== undefined) words.push("seed " + head.seed);
  byId("title").textContent = `${name}: ${result}`;
  byId("about").textContent = words.join(" · ");
}

/** Makes what a seat needs: name, hold, board with its bar of garbage, queue, figures. */
function makeSeat(name, seat) {
  const place = element("article", "seat");
  const title = element("h2", game.colours[seat], game.head.names ? `${game.names[seat]}: ${name}` : name);
  title.title = name;
  if (game.end?.winner === seat) title.classList.add("winner");
  const hold = element("div", "hold");
  hold.append(element("small", "", "hold"), element("canvas"));
  const field = element("div", "field");
  const bar = element("div", "bar");
  const board = element("canvas", "board");
  board.setAttribute("role", "img");
  const above = ceiling(game.head) > visibleRows(game.head) ? ABOVE : 0;
  const page = document.querySelector(".game");
  page.style.setProperty("--rows", visibleRows(game.head) + above);
  page.style.setProperty("--columns", columns(game.head));
  board.style.aspectRatio = `${columns(game.head)} / ${visibleRows(game.head) + above}`;
  const call = element("div", "call");
  field.append(bar, board, call);
  const queue = element("div", "queue");
  queue.append(element("small", "", "next"));
  const many = Math.min(5, Math.max(0, ...game.moments.slice(0, 50).map(moment => moment.sides[seat].queue.length)));
  for (let i = 0; i < many; i++) queue.append(element("canvas"));
  const figures = element("p", "figures");
  const searchText = element("p", "search-text");
  place.append(title, hold, field, queue, figures, searchText);
  if (many === 0) place.classList.add("alone");
  byId("seats").append(place);
  const pieces = [...queue.querySelectorAll("canvas")];
  return { place, hold: hold.lastChild, bar, board, call, pieces, figures, searchText };
}

function showSeat(seat) {
  const moment = game.moments[now.moment];
  const side = moment.sides[seat];
  const parts = seats[seat];
  drawBoard(parts.board, game.head, side, fallingPiece(moment.nextMoves[seat]));
  drawPiece(parts.hold, game.head, side.hold);
  parts.pieces.forEach((canvas, i) => drawPiece(canvas, game.head, side.queue[i]));
  showWaiting(parts.bar, side);
  const fresh = side.event && now.frame - side.event.at < CLEAR_SHOWN_FRAMES;
  const call = fresh ? clearName(side.event) : "";
  if (parts.call.textContent !== call) parts.call.textContent = call;
  parts.call.classList.toggle("shown", call !== "");
  const at = Math.max(now.frame, moment.at);
  const figures = [
    [side.sent, "sent"], [side.lines, "lines"], [side.pieces, "pieces"],
    [formatNumber(at ? side.pieces * FRAMES_PER_SECOND / at : 0, 2), "pps"],
    [formatNumber(at ? side.sent * FRAMES_PER_MINUTE / at : 0, 1), "apm"],
    ...(game.head.surge ? [[side.chain, "b2b"], [side.surge, "surge"]] : []),
  ];
  parts.figures.innerHTML = figures.map(([value, name]) => `<span><b>${value}</b> ${name}</span>`).join(" ");
  parts.searchText.textContent = searchInfo(side);
  const label = `${side.rows.length} rows high, ${side.waiting} lines wait`;
  if (parts.board.getAttribute("aria-label") !== label) parts.board.setAttribute("aria-label", label);
}

/** Shows the packets that wait beside the board, the oldest at the bottom. */
function showWaiting(bar, side) {
  const tall = packet => Math.min(1, packet / visibleRows(game.head)) * 100 + "%";
  const parts = side.packets.map(packet => {
    const part = element("i");
    part.style.height = tall(packet);
    return part;
  });
  const label = element("b");
  label.textContent = side.waiting || "";
  bar.replaceChildren(label, ...parts.reverse());
}

/** The piece that a side plays next, if it has been asked for it by now. */
function fallingPiece(event) {
  if (!event || now.frame < event.f) return null;
  const cells = cellsOf(event, game.head);
  const part = (now.frame - event.f) / Math.max(1, event.at - event.f);
  const room = visibleRows(game.head) - 1 - Math.max(...cells.map(cell => cell[1]));
  return { name: pieceOf(event), cells, above: Math.max(0, room) * (1 - part * part) };
}

/** What the bot reported of its last move. */
function searchInfo(side) {
  const words = [];
  if (side.depth !== null) words.push("depth " + formatNumber(side.depth, 1));
  if (side.nodes !== null) words.push(formatNumber(side.nodes, 0) + " nodes");
  if (side.searchText) words.push(side.searchText);
  return words.join(" · ");
}

/** Brings the page to where `now` is. */
function show() {
  seats.forEach((_, seat) => showSeat(seat));
  updateCharts(charts, game, now.frame, game.moments[now.moment]);
  const seek = byId("seek");
  seek.value = Math.round(now.frame);
  seek.setAttribute("aria-valuetext", formatTime(now.frame));
  byId("clock").textContent = `${formatTime(now.frame)} / ${formatTime(game.length)}`;
  byId("speed").value = now.speed;
  document.body.classList.toggle("is-playing", now.playing);
}

function begin() {
  describeGame();
  document.body.dataset.seats = game.seats;
  seats = game.head.seats.map(makeSeat);
  charts = makeCharts(byId("charts"), game, frame => { goTo(frame); show(); });
  byId("seek").max = game.length;
  byId("seek").addEventListener("input", event => { goTo(Number(event.target.value)); show(); });
  byId("speed").append(...SPEEDS.map(speed => new Option(speed + "×", speed)));
  byId("speed").addEventListener("change", event => { now.speed = Number(event.target.value); });
  for (const [id, key] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => { KEYS[key](); show(); });
  document.addEventListener("keydown", onKey);
  const again = () => { drawAttacks(byId("attacks"), game); show(); };
  addEventListener("resize", again);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  again();
  const script = new URLSearchParams(location.hash.slice(1)).get("do");
  if (script !== null) return perform(script);
  let before = null;
  const tick = time => {
    if (now.playing) {
      pass(before === null ? 0 : Math.min(250, time - before));
      show();
    }
    before = time;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/**
 * Does what `#do=` says, a word after the other, and leaves in the page how it then stands,
 * for tests: `key:End`, `click:on`, `seek:600` (the slider), `pass:1000` (milliseconds).
 * No time passes by itself.
 */
function perform(script) {
  for (const word of script.split(",").filter(word => word !== "")) {
    const [verb, what] = word.split(":");
    if (verb === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: what, bubbles: true, cancelable: true }));
    if (verb === "click") byId(what).click();
    if (verb === "seek") {
      byId("seek").value = what;
      byId("seek").dispatchEvent(new Event("input"));
    }
    if (verb === "pass") {
      pass(Number(what));
      show();
    }
  }
  const left = element("pre", "", JSON.stringify(pageState()));
  left.id = "page-state";
  left.hidden = true;
  document.body.append(left);
}

/** How the page stands, boards with the top row first. */
function pageState() {
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

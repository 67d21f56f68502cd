// The game: reads the lines of a replay, and computes the state after each of them. Does not use
// the page.

/** Cells of a row that hold nothing, and those of rows that never clear. */
export const EMPTY = ".", SOLID = "#";

/**
 * Reads a replay. Gives its head, its seats, and the moments of the game in the order of
 * their frames: `at`, the seat that it happened to, and how every seat stood after it.
 */
export function readGame(text) {
  const lines = text.split("\n").filter(line => line.trim() !== "").map(line => JSON.parse(line));
  const head = lines[0];
  // Seeds have more digits than a number keeps here.
  const seed = /"seed":(\d+)/.exec(text);
  if (typeof head.seed === "number" && seed) head.seed = seed[1];
  const seats = head.seats.length;
  const events = [];
  let end = null;
  for (const line of lines.slice(1)) {
    if (line.boards !== undefined) end = line;
    else events.push({ ...line, at: line.locks ?? line.f });
  }
  // Lines stand where they were asked for; pieces lock later. A seat's own stay in order.
  events.sort((a, b) => a.at - b.at);
  const game = { head, seats, end, moments: [{ at: 0, seat: null, sides: firstSides(head) }] };
  for (const event of events) {
    game.moments.push(nextMoment(game.moments[game.moments.length - 1], event, head));
  }
  markNextMoves(game);
  game.names = head.names ?? (seats === 2 ? ["left", "right"] : head.seats.map((_, seat) => "seat " + (seat + 1)));
  // A bot keeps its colour when it changes seats.
  game.colours = game.names.map((name, seat) => "seat-" + ({ A: 0, B: 1 }[name] ?? seat % 2));
  const last = game.moments[game.moments.length - 1].at;
  game.length = Math.max(1, last, end ? end.f : 0);
  return game;
}

function firstSides(head) {
  return head.seats.map((_, seat) => ({
    rows: [], last: [], event: null, came: [],
    hold: null, queue: [...(head.queues?.[seat] ?? [])],
    pieces: 0, lines: 0, sent: 0, clears: 0, chain: 0, surge: 0, combo: 0,
    packets: [], waiting: 0, counted: 0,
    depth: null, nodes: null, score: null, searchText: "",
  }));
}

function nextMoment(before, event, head) {
  const sides = [...before.sides];
  const side = { ...sides[event.s], event };
  sides[event.s] = side;
  if (event.garbage) raise(side, event, head);
  else if (event.rows) place(side, event);
  else lock(side, sides, event, head);
  return { at: event.at, seat: event.s, sides };
}

/** Raises rows of garbage, each below the previous one. */
function raise(side, event, head) {
  side.rows = [...[...event.garbage].reverse(), ...side.rows].slice(0, ceiling(head));
  side.last = [];
  wait(side, cancel(side.packets, event.garbage.length));
}

/** A position that does not follow from the lines before it. */
function place(side, event) {
  side.rows = [...event.rows].reverse();
  side.last = [];
  side.hold = event.hold ?? null;
  side.queue = [...(event.queue ?? [])];
}

function lock(side, sides, event, head) {
  const name = pieceOf(event);
  side.last = cellsOf(event, head);
  const filled = fill(side.rows, side.last, name, head);
  side.rows = filled.filter(row => row.includes(EMPTY) || row.includes(SOLID));
  side.cleared = filled.length - side.rows.length;
  if (side.cleared > 0) side.last = [];
  while (side.rows.length > 0 && isEmpty(side.rows[side.rows.length - 1])) side.rows.pop();
  takePiece(side, name, event.dealt ?? []);
  side.pieces += 1;
  side.lines += event.lines ?? 0;
  side.sent += event.sent ?? 0;
  side.clears = event.combo ?? 0;
  side.combo = Math.max(0, side.clears - 1);
  if (event.chain !== undefined) side.chain = event.chain;
  else if (event.lines) side.chain = event.b2b ? side.chain + 1 : 0;
  side.surge = surgeOf(side.chain, head.surge);
  const info = event.info ?? {};
  side.depth = info.depth ?? null;
  side.nodes = info.nodes ?? null;
  side.searchText = info.extra ?? "";
  side.score = info.score ?? numberIn(side.searchText);
  send(side, sides, event, head);
}

/**
 * Follows the packets that wait, the oldest first. Each move tells those of when it was asked
 * for; what came since is added. Packets that lock on one frame cross over without cancelling
 * each other.
 */
function send(side, sides, event, head) {
  const terms = head.garbage ?? {};
  const came = side.came.filter(packet => packet.at > event.f);
  const lines = packets => packets.map(packet => packet.lines);
  let waiting = [
    ...(event.packets_waiting ?? nonZero([event.waiting])),
    ...lines(came.filter(packet => packet.at < event.at)),
  ];
  const left = [];
  for (const packet of terms.sent ? event.packets ?? nonZero([event.sent]) : []) {
    const total = sum(waiting);
    const again = side.pieces <= (terms.opener ?? 0) && total >= side.counted ? packet : 0;
    if (terms.cancels) waiting = cancel(waiting, packet + again);
    const rest = terms.cancels ? Math.max(0, packet - total) : packet;
    if (rest > 0 && left.length === 0) side.counted += rest;
    if (rest > 0) left.push(rest);
  }
  side.came = came;
  wait(side, event.packets_left ?? [...waiting, ...lines(came.filter(packet => packet.at === event.at))]);
  sides.forEach((other, seat) => {
    if (seat === event.s || left.length === 0) return;
    sides[seat] = { ...other, came: [...other.came, ...left.map(lines => ({ at: event.at, lines }))] };
    wait(sides[seat], [...other.packets, ...left]);
  });
}

/** Sets the packets that wait for a side. */
function wait(side, packets) {
  side.packets = packets;
  side.waiting = sum(packets);
}

/** Returns the rest of packets, oldest first, after this many lines are removed. */
function cancel(packets, lines) {
  return nonZero(packets.map(packet => {
    const gone = Math.min(packet, lines);
    lines -= gone;
    return packet - gone;
  }));
}

/** Returns what a back-to-back chain would send if it ended, by the rules in the head. */
function surgeOf(chain, terms) {
  return terms && chain > terms.at ? chain - terms.at + terms.base : 0;
}

export const sum = numbers => numbers.reduce((all, number) => all + number, 0);
const nonZero = numbers => numbers.filter(number => number > 0);

/** A piece that is not the first of the queue has come from the hold. */
function takePiece(side, name, dealt) {
  const queue = [...side.queue];
  const first = queue.shift();
  if (first !== undefined && first !== name) {
    if (side.hold === null) queue.shift();
    side.hold = first;
  }
  side.queue = [...queue, ...dealt];
}

export function pieceOf(event) {
  return String(event.move ? event.move[0] : event.block ?? "G");
}

/** The cells of a move: they are given, or the head has the shape. */
export function cellsOf(event, head) {
  if (event.cells) return event.cells;
  const [piece, state, x, y] = event.move;
  return (head.shapes?.[piece]?.[state] ?? []).map(([dx, dy]) => [x + dx, y + dy]);
}

/** Rows with these cells filled by the first letter of a name. */
export function fill(rows, cells, name, head) {
  const filled = rows.map(row => [...row]);
  for (const [x, y] of cells) {
    if (x < 0 || x >= columns(head) || y < 0 || y >= ceiling(head)) continue;
    while (filled.length <= y) filled.push(Array(columns(head)).fill(EMPTY));
    filled[y][x] = name[0];
  }
  return filled.map(row => row.join(""));
}

/** Notes for every side at every moment which of its moves comes next. */
function markNextMoves(game) {
  const next = Array(game.seats).fill(null);
  for (let m = game.moments.length - 1; m >= 0; m--) {
    const moment = game.moments[m];
    moment.nextMoves = [...next];
    const event = moment.seat === null ? null : moment.sides[moment.seat].event;
    if (event) next[moment.seat] = isMove(event) ? event : null;
  }
}

/** Whether a line locks a piece. */
export const isMove = event => !event.garbage && !event.rows;

function numberIn(text) {
  const found = /-?\d+(\.\d+)?/.exec(text);
  return found ? Number(found[0]) : null;
}

const isEmpty = row => [...row].every(cell => cell === EMPTY);
export const columns = head => head.board.columns;
export const visibleRows = head => head.board.rows;
export const ceiling = head => head.board.ceiling ?? head.board.rows;

/** Returns the index of the last moment up to a frame. */
export function momentAt(game, frame) {
  let low = 0, high = game.moments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (game.moments[middle].at <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

const KINDS = ["", "single", "double", "triple", "four lines"];

/** Returns the name of a clear with the lines sent; empty for a lock without a clear. */
export function clearName(event) {
  if (!event || !isMove(event)) return "";
  const spin = event.move ? event.move[4] : "none";
  const words = [];
  if (event.perfect) words.push("perfect clear");
  else if (event.lines) {
    if (event.b2b) words.push("b2b");
    if (spin !== "none") words.push(spin === "mini" ? event.move[0] + "-spin mini" : event.move[0] + "-spin");
    words.push(KINDS[event.lines] ?? event.lines + " lines");
  } else if (spin === "full") words.push(event.move[0] + "-spin");
  if (event.combo > 1) words.push("combo " + (event.combo - 1));
  if (event.sent) words.push("+" + (event.packets ?? [event.sent]).join(" +"));
  return words.join(" ");
}

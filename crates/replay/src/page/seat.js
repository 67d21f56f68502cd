// A seat on the page: its name, hold, board with its bar of garbage, queue, figures.

import { Board, PiecePicture } from "./board.js";
import { FRAMES_PER_MINUTE, FRAMES_PER_SECOND, byId, element, formatNumber, gamePart, setText } from "./element.js";
import { ceiling, cellsOf, clearName, columns, pieceOf, visibleRows } from "./game.js";
import { game, now } from "./player.js";

/** Rows above the field that are shown, where there are any. */
const ABOVE = 2;

/** Most pieces of a queue that are shown, the one in play included. */
const QUEUE_SHOWN = 6;

/** For how long a clear is shown, in frames. */
const CLEAR_SHOWN_FRAMES = 75;

/** Creates the elements of a seat, and adds them to the page. */
export function makeSeat(name, seat) {
  const place = element("article", "seat");
  const title = element("h2", game.colours[seat], game.head.names ? `${game.names[seat]}: ${name}` : name);
  title.title = name;
  if (game.end?.winner === seat) title.classList.add("winner");
  const hold = element("div", "hold");
  const held = new PiecePicture();
  hold.append(element("small", "", "hold"), held.svg);
  const field = element("div", "field");
  const bar = element("div", "bar");
  const above = ceiling(game.head) > visibleRows(game.head) ? ABOVE : 0;
  const page = gamePart();
  page.style.setProperty("--rows", visibleRows(game.head) + above);
  page.style.setProperty("--columns", columns(game.head));
  const board = new Board(columns(game.head), visibleRows(game.head), above);
  const call = element("div", "call");
  field.append(bar, board.svg, call);
  const queue = element("div", "queue");
  queue.append(element("small", "", "next"));
  const many = Math.min(QUEUE_SHOWN, Math.max(0, ...game.moments.slice(0, 50).map(moment => moment.sides[seat].queue.length)));
  const pieces = Array.from({ length: many }, () => new PiecePicture());
  queue.append(...pieces.map(({ svg }) => svg));
  const figures = element("p", "figures");
  const searchText = element("p", "search-text");
  place.append(title, hold, field, queue, figures, searchText);
  if (many === 0) place.classList.add("alone");
  byId("seats").append(place);
  return { place, hold: held, bar, board, call, pieces, figures, searchText };
}

/**
 * Shows the state of a seat, with pieces over its board. A piece has its cells, its name, and a look:
 * `falling` with how far `above` its cells it still is, in rows; `solid` if it was played, or `ghost`
 * if it is possible.
 */
export function showSeat(parts, side, pieces) {
  drawBoard(parts.board, side, pieces);
  drawPiece(parts.hold, side.hold);
  parts.pieces.forEach((picture, i) => drawPiece(picture, side.queue[i]));
  showWaiting(parts.bar, side);
  const fresh = side.event && now.frame - side.event.at < CLEAR_SHOWN_FRAMES;
  const call = fresh ? clearName(side.event) : "";
  setText(parts.call, call);
  parts.call.classList.toggle("shown", call !== "");
  showFigures(parts.figures, side, Math.max(now.frame, game.moments[now.moment].at));
  setText(parts.searchText, searchInfo(side));
  const label = `${side.rows.length} rows high, ${side.waiting} lines wait`;
  if (parts.board.svg.getAttribute("aria-label") !== label) parts.board.svg.setAttribute("aria-label", label);
}

function drawBoard(board, side, pieces) {
  const of = look => pieces.filter(piece => piece.look === look);
  const shape = ({ name, cells, above = 0 }) => ({ letter: name, cells: cells.map(([x, y]) => [x, y + above]) });
  board.drawRows(side.rows);
  board.drawLayer("ghost", of("falling").map(piece => shape({ ...piece, above: 0 })));
  board.drawLayer("hint", of("ghost").map(shape));
  board.drawLayer("active", [...of("falling"), ...of("solid")].map(shape));
  board.drawLayer("last", [{ letter: "mark", cells: side.last }]);
  board.drawOutlines(of("solid").map(({ cells }) => cells), of("ghost").map(({ cells }) => cells));
}

/** Draws a piece in its first state. */
function drawPiece(picture, name) {
  const states = game.head.shapes?.[name];
  picture.draw(name, states?.north ?? Object.values(states ?? {})[0]);
}

function showFigures(place, side, at) {
  let figures = [
    [side.sent, "sent"], [side.lines, "lines"], [side.pieces, "pieces"],
    [formatNumber(at ? side.pieces * FRAMES_PER_SECOND / at : 0, 2), "pps"],
    [formatNumber(at ? side.sent * FRAMES_PER_MINUTE / at : 0, 1), "apm"],
    ...(game.head.surge ? [[side.chain, "b2b"], [side.surge, "surge"]] : []),
  ];
  if (game.forTime) figures = figures.slice(1, 4);
  place.replaceChildren(...figures.flatMap(([value, name]) => {
    const figure = element("span");
    figure.append(element("b", "", String(value)), ` ${name}`);
    return [figure, " "];
  }));
}

/** Shows the waiting packets beside the board, the oldest at the bottom. */
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

/** The pieces over a seat's board: the one that it plays next, if it has been asked by now. */
export function fallingPieces(event) {
  if (!event || now.frame < event.f) return [];
  const cells = cellsOf(event, game.head);
  const part = (now.frame - event.f) / Math.max(1, event.at - event.f);
  const room = visibleRows(game.head) - 1 - Math.max(...cells.map(cell => cell[1]));
  return [{ name: pieceOf(event), cells, look: "falling", above: Math.max(0, room) * (1 - part * part) }];
}

/** Returns the bot's report of its last move. */
function searchInfo(side) {
  const words = [];
  if (side.depth !== null) words.push("depth " + formatNumber(side.depth, 1));
  if (side.nodes !== null) words.push(formatNumber(side.nodes, 0) + " nodes");
  if (side.searchText) words.push(side.searchText);
  return words.join(" · ");
}

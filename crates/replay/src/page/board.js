// Drawing: a board, and a piece in a box. Sizes and colours come from the style sheet.

import { element, gamePart } from "./element.js";
import { EMPTY, SOLID, ceiling, columns, visibleRows } from "./game.js";

/** Rows above the field that are shown, where there are any. */
export const ABOVE = 2;

/** How much of a cell lies between its edge and its block, and how round the block is. */
const INSET = 0.035, ROUND = 0.13;

/** The colours of the style sheet that were looked up. */
const colours = new Map();

/** Returns a colour of the style sheet by its name; an empty text if there is none. */
export function colour(name) {
  if (!colours.has(name)) colours.set(name, lookUp("--" + name));
  return colours.get(name);
}

/** Forgets the colours: they may differ in another scheme. */
export function forgetColours() {
  colours.clear();
}

/** Returns what a variable of the style sheet is as a colour, by giving it to an element. */
function lookUp(variable) {
  const page = gamePart();
  if (getComputedStyle(page).getPropertyValue(variable) === "") return "";
  const probe = page.appendChild(element("i"));
  probe.style.forcedColorAdjust = "none";
  probe.style.color = `var(${variable})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Colours by block; blocks without one get a hue of their own. */
function blockColour(name) {
  const letter = name[0];
  if (letter === SOLID) return colour("solid");
  const own = /^[A-Z]$/.test(letter) ? colour(letter) : "";
  return own || `hsl(${(letter.codePointAt(0) * 47) % 360} 60% 55%)`;
}

/** Fits a canvas to its place on the page, for the screen's own pixels. */
export function fitCanvas(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function drawBlock(context, x, y, size, fillStyle) {
  const inset = size * INSET;
  context.fillStyle = fillStyle;
  context.beginPath();
  context.roundRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * ROUND);
  context.fill();
}

/**
 * Draws a side's board, and pieces over it. A piece has its cells, its name, and a look:
 * `falling` with how far `above` its cells it still is, in rows; or one of `LOOKS`.
 */
export function drawBoard(canvas, head, side, pieces) {
  const above = ceiling(head) > visibleRows(head) ? ABOVE : 0;
  const [wide, high] = [columns(head), visibleRows(head) + above];
  const width = canvas.clientWidth, size = width / wide, height = size * high;
  const context = fitCanvas(canvas, width, height);
  drawGround(context, wide, high, above, size);
  drawGrid(context, wide, high, above, size);
  const top = y => (high - 1 - y) * size;
  side.rows.slice(0, high).forEach((row, y) => [...row].forEach((cell, x) => {
    if (cell !== EMPTY) drawBlock(context, x * size, top(y), size, blockColour(cell));
  }));
  for (const piece of pieces) (LOOKS[piece.look] ?? drawFalling)(context, piece, size, top);
  context.strokeStyle = colour("faint");
  context.lineWidth = Math.max(1.5, size * 0.08);
  for (const [x, y] of side.last) context.strokeRect(x * size + 1.5, top(y) + 1.5, size - 3, size - 3);
}

function drawGround(context, wide, high, above, size) {
  context.fillStyle = colour("ground");
  context.strokeStyle = colour("rule");
  context.lineWidth = Math.max(1, size * 0.07);
  const edge = context.lineWidth / 2;
  context.beginPath();
  context.roundRect(edge, above * size + edge, wide * size - 2 * edge, (high - above) * size - 2 * edge, size * 0.15);
  context.fill();
  context.stroke();
}

function drawGrid(context, wide, high, above, size) {
  context.strokeStyle = colour("grid");
  context.lineWidth = 1;
  context.beginPath();
  for (let x = 1; x < wide; x++) {
    context.moveTo(Math.round(x * size) + 0.5, above * size);
    context.lineTo(Math.round(x * size) + 0.5, high * size);
  }
  for (let y = above + 1; y < high; y++) {
    context.moveTo(0, Math.round(y * size) + 0.5);
    context.lineTo(wide * size, Math.round(y * size) + 0.5);
  }
  context.stroke();
}

/** Draws the place where the piece will lock, and the piece above it. */
function drawFalling(context, piece, size, top) {
  const fillStyle = blockColour(piece.name);
  context.globalAlpha = 0.3;
  for (const [x, y] of piece.cells) drawBlock(context, x * size, top(y), size, fillStyle);
  context.globalAlpha = 1;
  for (const [x, y] of piece.cells) drawBlock(context, x * size, top(y + piece.above), size, fillStyle);
}

/** Draws a locked piece: full blocks with an outline. */
function drawSolid(context, piece, size, top) {
  for (const [x, y] of piece.cells) drawBlock(context, x * size, top(y), size, blockColour(piece.name));
  strokeOutline(context, piece.cells, size, top, []);
}

/** Draws a possible piece: hollow, a dot in each cell, a dashed outline. */
function drawGhost(context, piece, size, top) {
  for (const [x, y] of piece.cells) {
    context.globalAlpha = 0.32;
    drawBlock(context, x * size, top(y), size, blockColour(piece.name));
    context.globalAlpha = 1;
    context.fillStyle = colour("text");
    context.beginPath();
    context.arc((x + 0.5) * size, top(y) + size / 2, Math.max(1.5, size * 0.11), 0, 2 * Math.PI);
    context.fill();
  }
  strokeOutline(context, piece.cells, size, top, [size * 0.28, size * 0.2]);
}

/** How pieces over a board look, by name. */
const LOOKS = { falling: drawFalling, solid: drawSolid, ghost: drawGhost };

/** Draws the line around cells. */
function strokeOutline(context, cells, size, top, dash) {
  const has = (x, y) => cells.some(cell => cell[0] === x && cell[1] === y);
  context.strokeStyle = colour("text");
  context.lineWidth = Math.max(2, size * 0.11);
  context.lineCap = "round";
  context.setLineDash(dash);
  context.beginPath();
  for (const [x, y] of cells) {
    const [left, high] = [x * size, top(y)];
    const [right, low] = [left + size, high + size];
    for (const [dx, dy, from, to] of [
      [-1, 0, [left, high], [left, low]], [1, 0, [right, high], [right, low]],
      [0, 1, [left, high], [right, high]], [0, -1, [left, low], [right, low]],
    ]) {
      if (has(x + dx, y + dy)) continue;
      context.moveTo(...from);
      context.lineTo(...to);
    }
  }
  context.stroke();
  context.setLineDash([]);
  context.lineCap = "butt";
}

/** Draws a piece in its first state, in the middle of a box. */
export function drawPiece(canvas, head, name) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = fitCanvas(canvas, width, height);
  const states = name === null || name === undefined ? undefined : head.shapes?.[name];
  if (!states) return;
  const cells = states[Object.keys(states).includes("north") ? "north" : Object.keys(states)[0]];
  const [xs, ys] = [cells.map(cell => cell[0]), cells.map(cell => cell[1])];
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - low + 1];
  const size = Math.min(width / Math.max(4, wide), height / Math.max(2, high)) * 0.92;
  const [x0, y0] = [(width - wide * size) / 2, (height - high * size) / 2];
  for (const [x, y] of cells) {
    drawBlock(context, x0 + (x - left) * size, y0 + (high - 1 - (y - low)) * size, size, blockColour(name));
  }
}

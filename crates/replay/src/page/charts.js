// Figures over the time of the game: a small chart each, and the attacks above the slider.

import { colour, fitCanvas } from "./canvas.js";
import { FRAMES_PER_MINUTE, FRAMES_PER_SECOND, element, formatNumber, setText } from "./element.js";

/**
 * The figures of a side: name, computation, digits, and drawing. A fifth part gives the points of
 * a seat if they are not computed from the moments.
 */
export const FIGURES = [
  ["attack per piece", (side) => side.pieces ? side.sent / side.pieces : null, 2, "line"],
  ["attack per minute", (side, at) => at ? side.sent * FRAMES_PER_MINUTE / at : null, 1, "line"],
  ["pieces/s", (side, at) => at ? side.pieces * FRAMES_PER_SECOND / at : null, 2, "line"],
  ["lines sent", (side) => side.sent, 0, "step"],
  ["lines cleared", (side) => side.lines, 0, "step"],
  ["garbage waiting", (side) => side.waiting, 0, "step"],
  ["stack height", (side) => side.rows.length, 0, "step"],
  ["combo", (side) => side.combo, 0, "step"],
  ["back-to-back", (side) => side.chain, 0, "step"],
  ["depth", (side) => side.depth, 1, "line"],
  ["nodes per move", (side) => side.nodes, 0, "line"],
  ["reported value", (side) => side.score, 0, "line"],
];

/** A chart's own units; the style sheet stretches it. */
const WIDE = 400, HIGH = 100;

/** Makes the charts that have anything to show. `seek` gets the frame that is pressed. */
export function makeCharts(place, game, figures, seek) {
  const charts = [];
  for (const [name, value, digits, curve, given] of figures) {
    const lines = game.head.seats.map((_, seat) => given ? given(seat) : points(game, seat, value));
    const values = lines.flat().map(point => point[1]);
    if (values.length === 0 || values.every(v => v === 0)) continue;
    charts.push(makeChart(place, game, { name, value, digits, curve }, lines, seek));
  }
  return charts;
}

/** Returns a side's values after each of its own moments. */
function points(game, seat, value) {
  const found = [];
  for (const moment of game.moments) {
    const side = moment.sides[seat];
    const worth = value(side, moment.at);
    if (worth === null || !Number.isFinite(worth)) continue;
    if (moment.seat !== seat && found.length > 0 && found[found.length - 1][1] === worth) continue;
    found.push([moment.at, worth]);
  }
  return found;
}

function makeChart(place, game, figure, lines, seek) {
  const values = lines.flat().map(point => point[1]);
  // A mean over the first seconds varies widely, and must not determine the scale.
  const settled = lines.flat().filter(([at]) => at > game.length / 20).map(point => point[1]);
  const counted = figure.curve === "line" && settled.length > 0 ? settled : values;
  const low = Math.min(0, ...counted), high = Math.max(...counted, low + 1e-9);
  const y = worth => HIGH - 3 - (Math.min(Math.max(worth, low), high) - low) / (high - low) * (HIGH - 6);
  const chart = element("div", "chart");
  const legend = element("div", "legend");
  legend.append(element("span", "name", figure.name));
  const numbers = game.head.seats.map((_, seat) => element("b", game.colours[seat]));
  legend.append(...numbers);
  const plot = element("div", "plot");
  plot.innerHTML = `<svg viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" aria-hidden="true"></svg>`;
  lines.forEach((line, seat) => {
    const path = document.createElementNS(plot.firstChild.namespaceURI, "path");
    path.setAttribute("class", game.colours[seat] + " " + figure.curve);
    path.setAttribute("d", pathOf(line, figure.curve, at => at / game.length * WIDE, y));
    plot.firstChild.append(path);
  });
  const cursor = element("i", "cursor");
  plot.append(cursor, element("small", "high", formatNumber(high, figure.digits)));
  if (low < 0) plot.append(element("small", "low", formatNumber(low, figure.digits)));
  onDrag(plot, part => seek(part * game.length));
  chart.append(legend, plot);
  place.append(chart);
  return { figure, numbers, cursor };
}

function pathOf(line, curve, x, y) {
  let path = "";
  let before = null;
  for (const [at, worth] of line) {
    const [px, py] = [x(at).toFixed(1), y(worth).toFixed(1)];
    if (curve === "bars") path += `M${px} ${y(0).toFixed(1)}V${py}`;
    else if (before === null) path = `M${px} ${py}`;
    else path += curve === "step" ? `H${px}V${py}` : `L${px} ${py}`;
    before = worth;
  }
  return curve === "step" && path !== "" ? path + `H${WIDE}` : path;
}

/** Calls back with the part of an element's width that a pointer presses. */
function onDrag(place, callback) {
  const report = event => {
    const box = place.getBoundingClientRect();
    callback(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  place.addEventListener("pointerdown", event => {
    place.setPointerCapture(event.pointerId);
    report(event);
  });
  place.addEventListener("pointermove", event => {
    if (event.buttons & 1) report(event);
  });
}

/** Shows the numbers and cursors of a frame. */
export function updateCharts(charts, game, frame, moment) {
  for (const { figure, numbers, cursor } of charts) {
    cursor.style.left = frame / game.length * 100 + "%";
    moment.sides.forEach((side, seat) => {
      setText(numbers[seat], formatNumber(figure.value(side, Math.max(frame, moment.at), seat), figure.digits));
    });
  }
}

/** Lines sent over time: the first seat's upwards, the others' downwards. */
export function drawAttacks(canvas, game) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = fitCanvas(canvas, width, height);
  const middle = game.seats > 1 ? height / 2 : height;
  const most = Math.max(4, ...game.moments.map(moment => moment.seat === null ? 0 : moment.sides[moment.seat].event.sent ?? 0));
  context.fillStyle = colour("grid");
  context.fillRect(0, Math.floor(middle) - (game.seats > 1 ? 0 : 1), width, 1);
  for (const { at, seat, sides } of game.moments) {
    const sent = seat === null ? 0 : sides[seat].event.sent ?? 0;
    if (sent === 0) continue;
    const tall = Math.max(2, sent / most * middle);
    context.fillStyle = colour(game.colours[seat]);
    context.fillRect(at / game.length * width - 1, seat === 0 ? middle - tall : middle, 2, tall);
  }
}

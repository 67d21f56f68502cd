// Boards and single pieces as SVG, in all pages. They draw the cells that they are given; sizes and
// colours come from the style sheet.

const SVG_NAMES = "http://www.w3.org/2000/svg";

/** Makes an SVG element. */
export function svgElement(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG_NAMES, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** How much of a cell lies between its edge and its block. */
const INSET = 0.035;

/** Blocks that have a colour in the style sheet, and the mark of a cell. */
const OWN_COLOUR = /^([IOTLJSZG]|mark)$/;

/** The layers over a board, the lowest first. */
const LAYERS = ["ghost", "line", "hint", "active", "last", "cursor"];

/** Sets what a block looks like; blocks without a colour of their own get a hue. */
function setLook(square, block, faint) {
  const letter = block.length > 1 && block !== "mark" ? block[0] : block;
  const own = letter === "#" ? "solid" : letter;
  square.setAttribute("class", `cell ${own}${faint ? " faint" : ""}`);
  const isKnown = own === "solid" || OWN_COLOUR.test(own);
  square.style.fill = isKnown ? "" : `hsl(${(letter.codePointAt(0) * 47) % 360} 60% 55%)`;
}

/** Returns the path around cells, whose rows count from `top` downwards. */
function outlineOf(cells, top) {
  const has = (x, y) => cells.some(cell => cell[0] === x && cell[1] === y);
  const edges = cells.flatMap(([x, y]) => [
    has(x - 1, y) ? "" : `M${x} ${top - y}v1`, has(x + 1, y) ? "" : `M${x + 1} ${top - y}v1`,
    has(x, y + 1) ? "" : `M${x} ${top - y}h1`, has(x, y - 1) ? "" : `M${x} ${top - y + 1}h1`,
  ]);
  return edges.join("");
}

/** A board. */
export class Board {
  #top;
  #cellGroup = svgElement("g", { class: "cells" });
  #cells = [];
  #drawn = [];
  #layers = {};
  #outline = svgElement("path", { class: "outline" });
  #dashed = svgElement("path", { class: "outline dashed" });
  #dots = svgElement("path", { class: "outline dots" });

  /** Makes a board of some columns and rows, and rows above its field. */
  constructor(columns, rows, above) {
    this.columns = columns;
    this.rows = rows + above;
    this.#top = this.rows - 1;
    this.svg = svgElement("svg", { class: "board", role: "img", viewBox: `0 0 ${columns} ${this.rows}`, preserveAspectRatio: "xMidYMax meet" });
    const lines = [];
    for (let x = 1; x < columns; x++) lines.push(`M${x} ${above}v${rows}`);
    for (let y = above + 1; y < this.rows; y++) lines.push(`M0 ${y}h${columns}`);
    this.svg.append(
      svgElement("rect", { class: "ground", x: "0", y: String(above), width: String(columns), height: String(rows), rx: "0.15" }),
      svgElement("path", { class: "grid", d: lines.join("") }), this.#cellGroup,
    );
    for (const name of LAYERS) {
      this.#layers[name] = { group: svgElement("g", { class: name }), squares: [] };
      this.svg.append(this.#layers[name].group);
    }
    this.svg.append(this.#outline, this.#dashed, this.#dots);
  }

  #square(x, y) {
    const size = String(1 - 2 * INSET);
    const square = svgElement("rect", { width: size, height: size, rx: "0.13" });
    this.#move(square, x, y);
    return square;
  }

  #move(square, x, y) {
    square.setAttribute("x", String(x + INSET));
    square.setAttribute("y", String(this.#top - y + INSET));
  }

  /** Makes the cells, which a board that is not drawn yet need not have. */
  #makeCells() {
    for (let y = 0; y < this.rows; y++) {
      for (let x = 0; x < this.columns; x++) {
        this.#cells.push(this.#square(x, y));
        this.#drawn.push(".");
      }
    }
    this.#cellGroup.append(...this.#cells);
  }

  /** Draws the locked cells: texts of a letter a cell, the floor first. */
  drawRows(rows) {
    if (this.#cells.length === 0) this.#makeCells();
    this.#cells.forEach((cell, at) => {
      const letter = rows[Math.floor(at / this.columns)]?.[at % this.columns] ?? ".";
      if (this.#drawn[at] === letter) return;
      this.#drawn[at] = letter;
      if (letter === ".") cell.setAttribute("class", "");
      else setLook(cell, letter, false);
    });
  }

  /** Draws a layer of cells over the board: shapes have `cells`, their `letter`, and may be `faint`. */
  drawLayer(name, shapes) {
    const { group, squares } = this.#layers[name];
    const wanted = shapes.flatMap(({ cells, letter, faint }) => cells.map(([x, y]) => ({ x, y, letter, faint })));
    wanted.forEach(({ x, y, letter, faint }, at) => {
      if (!squares[at]) group.append(squares[at] = this.#square(0, 0));
      const place = `${x},${y},${letter},${Boolean(faint)}`;
      if (squares[at].place === place) return;
      squares[at].place = place;
      this.#move(squares[at], x, y);
      setLook(squares[at], letter, faint);
    });
    for (const square of squares.slice(wanted.length)) {
      square.place = "";
      square.setAttribute("class", "none");
    }
  }

  /** Removes all layers. */
  clearLayers() {
    for (const name of LAYERS) this.drawLayer(name, []);
  }

  /** Draws lines around pieces, lists of cells; around `possible` ones dashes, with dots in their cells. */
  drawOutlines(pieces, possible) {
    const around = list => list.map(cells => outlineOf(cells, this.#top)).join("");
    this.#outline.setAttribute("d", around(pieces));
    this.#dashed.setAttribute("d", around(possible));
    this.#dots.setAttribute("d", possible.flat().map(([x, y]) => `M${x + 0.5} ${this.#top - y + 0.5}h0`).join(""));
  }

  /** Flashes rows that were cleared. */
  flash(clearedRows) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const y of clearedRows) {
      const bar = svgElement("rect", { class: "flash", x: "0", y: String(this.#top - y), width: String(this.columns), height: "1" });
      bar.addEventListener("animationend", () => bar.remove());
      this.svg.append(bar);
    }
  }

  /** Returns where a point of the screen is, in columns and rows with fractions; null while it is not shown. */
  placeAt({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [x, this.rows - y];
  }

  /** Returns the cell at a point of the screen; null outside. */
  cellAt(point) {
    const cell = this.placeAt(point)?.map(Math.floor);
    return cell && cell[0] >= 0 && cell[0] < this.columns && cell[1] >= 0 && cell[1] < this.rows ? cell : null;
  }
}

/** A small picture of one piece. */
export class PiecePicture {
  #block;

  constructor() {
    // Its size is the same before a piece is drawn.
    this.svg = svgElement("svg", { class: "piece", viewBox: "0 0 4.2 2.2", "aria-hidden": "true" });
  }

  /** Draws a piece by its cells in the middle; nothing without cells. */
  draw(block, cells, faint) {
    this.svg.classList.toggle("faint", Boolean(faint));
    if (block === this.#block) return;
    this.#block = block;
    if (!cells) return this.svg.replaceChildren();
    const [xs, ys] = [cells.map(cell => cell[0]), cells.map(cell => cell[1])];
    const [left, top] = [Math.min(...xs), Math.max(...ys)];
    const [wide, high] = [Math.max(...xs) - left + 1, top - Math.min(...ys) + 1];
    const [width, height] = [Math.max(4, wide), Math.max(2, high)];
    this.svg.setAttribute("viewBox", `${(wide - width) / 2 - 0.1} ${(high - height) / 2 - 0.1} ${width + 0.2} ${height + 0.2}`);
    this.svg.replaceChildren(...cells.map(([x, y]) => {
      const square = svgElement("rect", { x: String(x - left + 0.04), y: String(top - y + 0.04), width: "0.92", height: "0.92", rx: "0.15" });
      setLook(square, block, false);
      return square;
    }));
  }
}

/** A place in a review: the address that holds it, and the position there. */

const NUMBERS = ["round", "seat", "move"];

/**
 * @typedef {{round: number, seat: number, move: number}} Place numbers from 0, as the viewer has them
 */

/** @returns {string} what follows `#` in the address of a game, or of a place in it */
export function linkTo(id, place) {
  const numbers = place ? NUMBERS.map((name) => `&${name}=${place[name]}`).join("") : "";
  return `review?game=${id}${numbers}`;
}

/**
 * Reads what follows `#review?`.
 * @returns {{id: string, place: Place | null}}
 * @throws {Error} with a sentence
 */
export function readLink(argument) {
  const fields = new URLSearchParams(argument);
  const id = fields.get("game") ?? "";
  if (!id) throw new Error("The link names no game: game= is missing.");
  if (!NUMBERS.some((name) => fields.has(name))) return { id, place: null };
  const [round, seat, move] = NUMBERS.map((name) => {
    const text = fields.get(name) ?? "0";
    if (!/^\d{1,6}$/.test(text)) throw new Error(`The link is broken at ${name}=${text.slice(0, 40)}: it must be a whole number.`);
    return Number(text);
  });
  return { id, place: { round, seat, move } };
}

/** Returns the side of a seat, or throws why there is none. */
function sideAt(data, { round, seat }) {
  const side = data.rounds[round]?.sides.find((one) => one.seat === seat);
  if (!side) throw new Error("There is no such round or player in this review.");
  return side;
}

/** Returns the number of a move among all that are judged: by round, side and move. */
function numberOf(data, place) {
  const sides = data.rounds.flatMap(({ sides }) => sides);
  const before = sides.slice(0, sides.indexOf(sideAt(data, place)));
  return before.reduce((sum, { moves }) => sum + moves.length, 0) + place.move;
}

/**
 * Returns the report of a judged move, as in the JSON of a review.
 * @param {object} data of the viewer
 * @param {Place} place
 * @param {string[]} judged the judged moves, as JSON
 */
export function reportAt(data, place, judged) {
  const text = judged[numberOf(data, place)];
  if (text === undefined) throw new Error("This move is not judged yet.");
  return JSON.parse(text);
}

/**
 * Returns the `start` of TBP for a position of a report.
 * @param {object} before of the report
 */
export function positionBefore(before) {
  const rows = before.board.map((row) => [...row].map((cell) => (cell === "." ? null : cell)));
  return {
    type: "start", board: rows, hold: before.hold, queue: [...before.queue], combo: before.combo,
    back_to_back: before.back_to_back, incoming_garbage: before.waiting.reduce((sum, lines) => sum + lines, 0),
  };
}

/**
 * Returns the position before a judged move, for Analyse.
 * @param {object} data of the viewer
 * @param {Place} place
 * @param {string[]} judged the judged moves, as JSON
 * @returns {{start: object, rules: string}}
 */
export function positionAt(data, place, judged) {
  const { before } = reportAt(data, place, judged);
  return { start: positionBefore(before), rules: sideAt(data, place).rules };
}

// Finding a better move: the player moves a piece among the placements that the review lists. There
// are no rules here.

import { AS_GOOD, formatLoss, lostBy } from "./report.js";

/** The form of cells, without their position. */
function formOf(cells) {
  const [left, low] = corner(cells);
  return cells.map(([x, y]) => `${x - left},${y - low}`).sort().join(" ");
}

const corner = cells => [Math.min(...cells.map(cell => cell[0])), Math.min(...cells.map(cell => cell[1]))];

/** The forms of a piece, in the order in which it turns clockwise. */
function formsOf(piece, options, head) {
  const listed = new Set(options.map(option => option.form));
  const turned = Object.values(clockwise(head.shapes?.[piece] ?? {})).map(formOf);
  return [...new Set([...turned, ...listed])].filter(form => listed.has(form));
}

/** The states of a piece as they follow each other by turns. */
const clockwise = ({ north, east, south, west }) => [north, east, south, west].filter(cells => cells !== undefined);

/** Begins a try at a move: its options by hold and form, and the piece as it appears. */
export function beginTry(move, head) {
  const options = [];
  for (const option of move.options()) {
    const same = options.find(other => other.hold === option.hold && other.piece === option.piece && sameCells(other.cells, option.cells));
    // Placements that differ in the spin alone are one: the better counts.
    if (!same) options.push({ ...option, form: formOf(option.cells), corner: corner(option.cells) });
    else if (same.loss === null || (option.loss !== null && option.loss < same.loss)) same.loss = option.loss;
  }
  const trial = { move, head, options, hold: options.every(option => option.hold), chosen: null, answers: [] };
  chooseFirst(trial);
  return trial;
}

/** Chooses the piece as it appears: in its first form, near the middle. */
function chooseFirst(trial) {
  const options = trial.options.filter(option => option.hold === trial.hold);
  const [first] = formsOf(options[0].piece, options, trial.head);
  choose(trial, inForm(trial, first), 4.5, Infinity);
}

const sameCells = (a, b) => [...a].map(String).sort().join() === [...b].map(String).sort().join();

/** Chooses the nearest of some options to where the middle of the piece should be. */
function choose(trial, options, x, y) {
  let nearest = null, least = Infinity;
  for (const option of options) {
    const [mx, my] = middle(option.cells);
    // Columns count before rows; of one column, the topmost if no row is asked for.
    const far = Math.abs(mx - x) * 100 + (y === Infinity ? 50 - my : Math.abs(my - y));
    if (far < least) [nearest, least] = [option, far];
  }
  if (nearest) trial.chosen = nearest;
  return nearest !== null;
}

function middle(cells) {
  const of = axis => (Math.min(...cells.map(cell => cell[axis])) + Math.max(...cells.map(cell => cell[axis]))) / 2;
  return [of(0), of(1)];
}

const inForm = (trial, form) => trial.options.filter(option => option.hold === trial.hold && option.form === form);

/** The actions of keys and buttons on the piece. */
export const TRY_ACTS = {
  left: trial => shift(trial, -1),
  right: trial => shift(trial, 1),
  clockwise: trial => turn(trial, 1),
  counterclockwise: trial => turn(trial, -1),
  half: trial => turn(trial, 2),
  lower: trial => lower(trial, 1),
  raise: trial => lower(trial, -1),
  hold: trial => swap(trial),
};

function shift(trial, by) {
  const column = trial.chosen.corner[0];
  const beyond = inForm(trial, trial.chosen.form).filter(option => (option.corner[0] - column) * by > 0);
  const next = Math.min(...beyond.map(option => option.corner[0] * by)) * by;
  choose(trial, beyond.filter(option => option.corner[0] === next), middle(trial.chosen.cells)[0], Infinity);
}

function turn(trial, by) {
  const forms = formsOf(trial.chosen.piece, trial.options.filter(option => option.hold === trial.hold), trial.head);
  const at = forms.indexOf(trial.chosen.form);
  const form = forms[(at + by + forms.length * 2) % forms.length];
  choose(trial, inForm(trial, form), middle(trial.chosen.cells)[0], Infinity);
}

/** The next place below in the same columns, as under an overhang; after the lowest the highest. */
function lower(trial, by) {
  const column = trial.chosen.corner[0];
  const stacked = inForm(trial, trial.chosen.form).filter(option => option.corner[0] === column);
  stacked.sort((a, b) => b.corner[1] - a.corner[1]);
  trial.chosen = stacked[(stacked.indexOf(trial.chosen) + by + stacked.length) % stacked.length];
}

function swap(trial) {
  if (trial.options.every(option => option.hold === trial.hold)) return;
  trial.hold = !trial.hold;
  chooseFirst(trial);
}

/** Brings the piece to a point of the board, in cells: the nearest place in its present form. */
export function bringTo(trial, x, y) {
  choose(trial, inForm(trial, trial.chosen.form), x, y);
}

/** The text on an answer, and whether it ends the try. */
export function judgeAnswer(trial) {
  const { loss } = trial.chosen;
  const played = trial.move.loss;
  trial.answers.push(trial.chosen);
  if (loss === 0) return { found: true, text: "That is the best move." };
  if (loss !== null && loss < AS_GOOD) return { found: true, text: "That is as good as the best move." };
  if (sameCells(trial.chosen.cells, trial.move.played.at.cells) && trial.hold === trial.move.played.at.hold) {
    return { found: false, text: `That is what was played: it ${lostBy(trial.move)}.` };
  }
  if (loss === null) return { found: false, text: "That loses more than the other moves that were looked at." };
  if (loss < 0.5 * played) return { found: false, text: `Better: it loses ${formatLoss(loss)}, the played move ${formatLoss(played)}. There is more.` };
  if (loss < played) return { found: false, text: `A little better: it loses ${formatLoss(loss)}, the played move ${formatLoss(played)}.` };
  return { found: false, text: `No better: it loses ${formatLoss(loss)}, the played move ${formatLoss(played)}.` };
}

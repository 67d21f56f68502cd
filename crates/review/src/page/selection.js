// What is shown of a review: round, side and move, a step of a line, or the try of a better move.
// Does not use elements.

import { game, goTo, now, pause, toEnd } from "./player.js";
import { stepsOf } from "./place.js";
import { mistakesOf } from "./report.js";
import { beginTry, judgeAnswer } from "./try.js";

/** The review. */
export let report = null;

/** Sets the review. */
export function setReport(next) {
  report = next;
}

/**
 * What is shown besides the time: the round, the seat whose moves are judged, the step of a line or
 * null, the try of a better move or null, its last text, and the text when one was found.
 */
export const shown = { round: 0, seat: 0, line: null, trial: null, trialComment: "", found: null };

export const round = () => report.rounds[shown.round];
export const side = () => round().sides[shown.seat];

/** The number of the move that is shown; as many as there are moves at the end. */
export const current = () => Math.min(side().moves.length, game.moments[now.moment].sides[shown.seat].pieces);

/** The move that is shown, as numbers from 0. */
export const shownMove = () => ({ round: shown.round, seat: shown.seat, move: current() });

export function jumpTo(index) {
  pause();
  const { moves } = side();
  // Nothing is judged yet.
  if (moves.length === 0) return;
  if (index >= moves.length) return toEnd();
  const move = moves[Math.max(0, index)];
  now.moment = move.before;
  now.frame = Math.max(move.event.f, game.moments[move.before].at);
}

export const stepMove = by => jumpTo(current() + by);

/** Goes to the next mistake, or the one before; beyond the last it begins anew. */
export function jumpMistake(by) {
  const mistakes = mistakesOf(side());
  if (mistakes.length === 0) return;
  const at = current();
  const ahead = mistakes.filter(move => (move.index - at) * by > 0);
  const next = by > 0 ? ahead[0] ?? mistakes[0] : ahead.at(-1) ?? mistakes.at(-1);
  jumpTo(next.index);
}

/** Goes to the frame of a time. */
export function jumpToFrame(frame) {
  pause();
  goTo(frame);
}

/** Shows a step of the line that follows the best or the played move; the same again hides it. */
export function stepTo(which, step) {
  pause();
  const same = shown.line?.which === which && shown.line.step === step;
  shown.line = same ? null : { which, step };
}

/** Goes along a line: the one that is shown, else the best; nothing is shown before its first step. */
export function stepLine(by, which = shown.line?.which ?? "best") {
  const move = side().moves[current()];
  if (!move || shown.trial) return;
  pause();
  const step = shown.line?.which === which ? shown.line.step : 0;
  const next = Math.min(step + by, stepsOf(move[which]));
  shown.line = next < 1 ? null : { which, step: next };
}

/** Shows the other line at the same step. */
export function otherLine() {
  const move = side().moves[current()];
  if (!move || !shown.line) return;
  const which = shown.line.which === "best" ? "played" : "best";
  shown.line = { which, step: Math.min(shown.line.step, stepsOf(move[which])) };
}

export function startTry() {
  pause();
  const move = side().moves[current()];
  if (shown.trial || !move || move.options().length === 0) return;
  shown.line = null;
  shown.trial = beginTry(move, game.head);
  shown.trialComment = "Place a better move. The played one is hidden, too.";
}

export function endTry() {
  shown.trial = null;
}

export function answerTry() {
  const { found, text } = judgeAnswer(shown.trial);
  shown.trialComment = text;
  if (!found) return;
  endTry();
  shown.found = text;
}

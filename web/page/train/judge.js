/** Judges one move of a position, as Review judges those of a game. */

import { ruleset } from "../engine.js";
import { GameLog } from "../game-log.js";
import { ReviewPool } from "../review/pool.js";
import { MOST_RIGHT_LOSS, NODES } from "./constants.js";

/**
 * Judges a move.
 * @param {{rules: string, start: object}} position `start` of TBP
 * @param {object} move of TBP
 * @param {number} nodes
 * @returns {{judged: Promise<{data: object, rounds: string[]}>, stop: () => void}} what the viewer shows;
 *   after `stop` it stays pending
 */
export function judge({ rules, start }, move, nodes = NODES) {
  const log = new GameLog(ruleset(rules).rules, start);
  log.add(move, null);
  let pool;
  const judged = new Promise((done, fail) => {
    let report;
    pool = new ReviewPool({
      onProgress: () => {},
      onReport: (latest) => { report = latest; },
      onFinished: () => done(report),
      onFailure: (error, goesOn) => { if (!goesOn) fail(error); },
    }, 1);
    pool.start(new TextEncoder().encode(log.text), { nodes, title: "Position" });
  });
  return { judged, stop: () => pool.stop() };
}

/** Returns the one judged move of a review. */
export const moveOf = ({ data }) => data.rounds[0].sides[0].moves[0];

/** Returns whether a judged move is right. */
export const isRight = (review) => !moveOf(review).losesGame && moveOf(review).loss <= MOST_RIGHT_LOSS;

/** Returns a placed piece without hold and spin: its letter and its cells, in any order. */
function placeOf(word) {
  const cells = word.slice(3).match(/../g) ?? [];
  return word[0] + cells.sort().join("");
}

/**
 * Returns whether one of the right moves of a review is the best of a longer one.
 * @param {{data: object}} review
 * @param {{data: object}} longer
 */
export function agrees(review, longer) {
  const { best, played } = moveOf(longer);
  const found = placeOf((best ?? played).at);
  return (moveOf(review).right ?? []).some((word) => placeOf(word) === found);
}

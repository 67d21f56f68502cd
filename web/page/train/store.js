/** What this browser keeps of training, in IndexedDB. */

import { answerOf, transact } from "../database.js";

const ALL = ["puzzles", "cards", "searched", "answers"];

/**
 * A position of a game of the visitor.
 * @typedef {{id: string, state: "waiting" | "ready" | "refused", rules: string, start: object, played: object,
 *   kind: string, loss: number, player: string, game: string}} OwnPuzzle
 *   `start`, `played`: of TBP; `waiting`: not checked yet; `game`: the name of its file
 * @typedef {{id: string, kinds: Record<string, Record<string, number>>}} SearchedGame
 *   how many mistakes of each kind each player made
 * @typedef {{at: number, right: boolean, kind: string}} Answer
 */

/** @returns {Promise<{puzzles: OwnPuzzle[], cards: import("./schedule.js").Card[], searched: SearchedGame[], answers: Answer[]}>} */
export const readTraining = () => transact(ALL, "readonly", async (stores) => {
  const [puzzles, cards, searched, answers] = await Promise.all(ALL.map((name) => answerOf(stores[name].getAll())));
  return { puzzles, cards, searched, answers };
});

/** Keeps records: lists by the name of their store. */
export const keepTraining = (records) => transact(Object.keys(records), "readwrite", async (stores) => {
  await Promise.all(Object.entries(records).flatMap(([name, list]) => list.map((record) => answerOf(stores[name].put(record)))));
});

/** Deletes all that is kept of training. */
export const deleteTraining = () => transact(ALL, "readwrite", (stores) => Promise.all(ALL.map((name) => answerOf(stores[name].clear()))));

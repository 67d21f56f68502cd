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

/**
 * Keeps an answer, and the card that follows from the one that is kept: another tab may have changed it.
 * @param {string} id
 * @param {Answer} answer
 * @param {(card: import("./schedule.js").Card | undefined) => import("./schedule.js").Card} next
 * @returns {Promise<import("./schedule.js").Card>}
 */
export const keepAnswer = (id, answer, next) => transact(["cards", "answers"], "readwrite", async ({ cards, answers }) => {
  const card = next(await answerOf(cards.get(id)));
  await Promise.all([answerOf(cards.put(card)), answerOf(answers.put(answer))]);
  return card;
});

/** Deletes the answers; the positions stay. */
export const deleteAnswers = () => transact(["cards", "answers"], "readwrite", ({ cards, answers }) => Promise.all([answerOf(cards.clear()), answerOf(answers.clear())]));

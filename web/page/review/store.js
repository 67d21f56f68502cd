/**
 * The reviews that this browser keeps, in IndexedDB.
 *
 * A game is in three places, so that the list of games is read without them: `games` has what the
 * list shows, `contents` the file and the review, `judged` the judged moves in parts that are
 * added while it is reviewed.
 */

import { answerOf, transact as transactIn } from "../database.js";

/**
 * A game of the list.
 * @typedef {{id: string, name: string, added: number, options: ReviewOptions, state: State,
 *   done: number, moves: number | null, error: string, recording: string, rounds: number,
 *   players: {name: string, accuracy: number, won: number}[], worst: {loss: number, unit: string, losesGame: boolean} | null}} Game
 *   `done` of `moves` were judged; `recording` says what was read
 * @typedef {"waiting" | "stopped" | "failed" | "unreadable" | "done"} State what is unreadable is not tried again
 * @typedef {{rules: string, nodes: number, depth: number | null, names: boolean}} ReviewOptions
 * @typedef {{id: string, bytes: Uint8Array, data: object | null, rounds: string[], json: string, format: number}} Content
 *   the file, the data and the rounds of the viewer in a format, and the review as `landfall review --json` writes it
 */

/** Does something with games in one transaction. */
const transact = (mode, act) => transactIn(["games", "contents", "judged"], mode, act);

/** The keys of all parts of a game's judged moves. */
const partsOf = (id) => IDBKeyRange.bound([id], [id, []]);

/** @returns {Promise<Game[]>} */
export const readGames = () => transact("readonly", ({ games }) => answerOf(games.getAll()));

/** @returns {Promise<Content | undefined>} */
export const readContent = (id) => transact("readonly", ({ contents }) => answerOf(contents.get(id)));

/** @returns {Promise<string[]>} the judged moves of a game, in order */
export async function readJudged(id) {
  const parts = await transact("readonly", ({ judged }) => answerOf(judged.getAll(partsOf(id))));
  const judged = [];
  // Two tabs may have judged the same moves, and the first of them may be missing.
  for (const { from, texts } of parts.sort((a, b) => a.from - b.from)) {
    if (from > judged.length) break;
    judged.splice(from, texts.length, ...texts);
  }
  return judged;
}

/**
 * Keeps a new game.
 * @param {Game} game
 * @param {Content} content
 * @param {string[]} texts its judged moves
 */
export const addGame = (game, content, texts) => transact("readwrite", async ({ games, contents, judged }) => {
  await Promise.all([answerOf(games.put(game)), answerOf(contents.put(content)), answerOf(judged.delete(partsOf(game.id)))]);
  if (texts.length) await answerOf(judged.put({ id: game.id, from: 0, texts }));
});

/**
 * Keeps what has become of a game, unless it was deleted meanwhile, perhaps in another tab.
 * @param {Game} game
 * @param {Content | null} content
 * @param {{from: number, texts: string[]}} part of judged moves that is added
 * @returns {Promise<boolean>} whether the game is still kept
 */
export const updateGame = (game, content, part) => transact("readwrite", async ({ games, contents, judged }) => {
  const kept = await answerOf(games.get(game.id));
  if (kept === undefined) return false;
  // Another tab has reviewed it to its end.
  if (kept.state === "done" && game.state !== "done") return true;
  await answerOf(games.put(game));
  if (content) await answerOf(contents.put(content));
  if (part.from === 0) await answerOf(judged.delete(partsOf(game.id)));
  if (part.texts.length) await answerOf(judged.put({ id: game.id, ...part }));
  return true;
});

/** Deletes games. */
export const deleteGames = (ids) => transact("readwrite", ({ games, contents, judged }) => Promise.all(ids.flatMap((id) => [
  answerOf(games.delete(id)), answerOf(contents.delete(id)), answerOf(judged.delete(partsOf(id))),
])));

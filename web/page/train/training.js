/** The positions of a visitor, when each comes again, and what was answered. */

import { refusalText } from "../database.js";
import { afterAnswer } from "./schedule.js";
import { deleteAnswers, keepAnswer, keepTraining, readTraining } from "./store.js";

/** @typedef {import("./store.js").OwnPuzzle} OwnPuzzle @typedef {import("./set.js").Puzzle} Puzzle */

/**
 * Returns records by their ids.
 * @template {{id: string}} T
 * @param {T[]} records
 * @returns {Map<string, T>}
 */
const byIds = (records) => new Map(records.map((record) => [record.id, record]));

export class Training {
  /** @type {Map<string, OwnPuzzle>} */
  puzzles = new Map();
  /** @type {Map<string, import("./schedule.js").Card>} */
  cards = new Map();
  /** @type {Map<string, import("./store.js").SearchedGame>} */
  searched = new Map();
  /** @type {import("./store.js").Answer[]} */
  answers = [];
  /** Why the browser keeps nothing, in a sentence; empty if it does. */
  problem = "";

  constructor() {
    /** Resolves when all was read. */
    this.ready = this.#try(async () => {
      const { puzzles, cards, searched, answers } = await readTraining();
      this.answers = answers;
      this.puzzles = byIds(puzzles);
      this.cards = byIds(cards);
      this.searched = byIds(searched);
    });
  }

  /** Does something with the store; what it refuses lasts until the page is closed. */
  async #try(act) {
    try {
      await act();
      this.problem = "";
    } catch (error) {
      this.problem = refusalText(error, "your training is lost");
    }
  }

  /** @returns {OwnPuzzle[]} the positions of the visitor's games that can be asked, the largest loss first */
  get ownPuzzles() {
    return [...this.puzzles.values()].filter(({ state }) => state === "ready").sort((a, b) => b.loss - a.loss);
  }

  /** @returns {OwnPuzzle[]} those that are to be checked */
  get waiting() { return [...this.puzzles.values()].filter(({ state }) => state === "waiting"); }

  /**
   * Adds what was found in a game.
   * @param {import("./store.js").SearchedGame} game @param {OwnPuzzle[]} found
   */
  async addGame(game, found) {
    const added = found.filter(({ id }) => !this.puzzles.has(id));
    for (const puzzle of added) this.puzzles.set(puzzle.id, puzzle);
    this.searched.set(game.id, game);
    await this.#try(() => keepTraining({ puzzles: added, searched: [game] }));
  }

  /** @param {OwnPuzzle} puzzle one that has changed */
  async update(puzzle) {
    this.puzzles.set(puzzle.id, puzzle);
    await this.#try(() => keepTraining({ puzzles: [puzzle] }));
  }

  /**
   * Adds an answer.
   * @param {Puzzle} puzzle
   * @param {{right: boolean, seconds: number, at: number}} answer
   */
  async answer({ id, kind }, answer) {
    const record = { at: answer.at, right: answer.right, kind };
    const next = (card) => afterAnswer(id, card, answer);
    this.cards.set(id, next(this.cards.get(id)));
    this.answers.push(record);
    await this.#try(async () => { this.cards.set(id, await keepAnswer(id, record, next)); });
  }

  /** Deletes the answers; the positions stay. */
  async deleteAnswers() {
    this.cards.clear();
    this.answers = [];
    await this.#try(deleteAnswers);
  }
}

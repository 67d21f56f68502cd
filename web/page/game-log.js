/** A game that is played in the page, as a log of TBP messages: what Review reads. */

/** Moves that are kept of a game, the last ones: a bot may play for hours. */
const MOVES_KEPT = 1000;

export class GameLog {
  #rules;
  #start;
  /** The position before each move, and the move, as lines. */
  #moves;

  /**
   * @param {object} rules message of TBP
   * @param {object} start message of TBP: the position before the next move
   * @param {string[]} moves of a log that was kept
   */
  constructor(rules, start, moves = []) {
    this.#rules = rules;
    this.#start = start;
    this.#moves = moves;
  }

  get moves() { return this.#moves; }

  get isEmpty() { return this.#moves.length === 0; }

  /**
   * Adds a move.
   * @param {object} move of TBP
   * @param {object|null} start the position after it; `null` when the game is over
   */
  add(move, start) {
    const messages = [this.#start, { type: "play", move }];
    this.#moves.push(messages.map((message) => `> ${JSON.stringify(message)}\n`).join(""));
    if (this.#moves.length > MOVES_KEPT) this.#moves.shift();
    this.#start = start;
  }

  get text() { return `> ${JSON.stringify(this.#rules)}\n${this.#moves.join("")}`; }
}

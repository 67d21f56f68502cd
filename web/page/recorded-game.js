/** A game of the engine with all that was done in it, so that it is made again after a reload. */

/** Calls that are kept of a game: a longer one cannot be made again. */
const MOST_CALLS = 20_000;

/** @typedef {{options: object, calls?: [string, ...any[]][]}} GameRecord options of a game, and what was done in it */

export class RecordedGame {
  #options;
  /** @type {GameRecord["calls"] | null} */
  #calls = [];

  /**
   * @param {new (options: any) => any} Game
   * @param {GameRecord} record a new game without calls
   */
  constructor(Game, { options, calls = [] }) {
    this.#options = options;
    this.game = new Game(options);
    for (const [name, ...values] of calls) this.act(name, ...values);
  }

  /** Calls a method that changes the game; one that throws has changed nothing. */
  act(name, ...values) {
    const result = this.game[name](...values);
    this.note(name, ...values);
    return result;
  }

  /** Adds a call that was made already, or that only making the game again needs. */
  note(name, ...values) {
    this.#calls?.push([name, ...values]);
    if (this.#calls?.length > MOST_CALLS) this.#calls = null;
  }

  /** @returns {GameRecord|null} `null` if the game was too long */
  get record() { return this.#calls && { options: this.#options, calls: this.#calls }; }
}

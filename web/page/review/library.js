/**
 * The games of this browser that were reviewed: those of the store, and those that it refused,
 * which last until the page is closed.
 */

import { refusalText } from "../database.js";
import { addGame, deleteGames, readContent, readGames, readJudged, updateGame } from "./store.js";

/** Tells other tabs that the store has changed, or has more room. */
const CHANNEL = "landfall-reviews";
const CHANGED = "changed";
const ROOM = "room";

/** Returns in a sentence why the browser keeps nothing. */
function refusal(error) {
  if (error?.name === "QuotaExceededError") return "The storage of this browser is full: new reviews are lost when the page is closed. Delete reviews that you no longer need, or export them.";
  return refusalText(error, "reviews are lost");
}

/** @typedef {import("./store.js").Game} Game @typedef {import("./store.js").Content} Content */

export class Library {
  /** @type {Map<string, Game>} */
  #games = new Map();
  /** Content and judged moves of the games that the store does not have. */
  #unkept = new Map();
  /** @type {(() => void)[]} */
  #listeners = [];
  #channel = new BroadcastChannel(CHANNEL);
  /** Settles when all that was asked of the store is done. */
  #turn = /** @type {Promise<any>} */ (Promise.resolve());
  /** How many changes of games there were, and how many of them wait for the store. */
  #changes = 0;
  #waiting = 0;
  /** Why games are not kept, in a sentence; empty if they are. */
  problem = "";

  constructor() {
    this.#channel.onmessage = ({ data }) => this.#onMessage(data);
    /** Resolves when the games were read. */
    this.ready = this.#read();
  }

  /** @param {() => void} onChange called when a game or `problem` has changed */
  listen(onChange) { this.#listeners.push(onChange); }

  #onChange() { for (const listener of this.#listeners) listener(); }

  /** @returns {Game[]} the last one first */
  get games() { return [...this.#games.values()].sort((a, b) => b.added - a.added); }

  /** @returns {Game | undefined} */
  game(id) { return this.#games.get(id); }

  /**
   * Does something with the store, after what was asked for before.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  #inTurn(act) {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Does in the store what has changed here; the games that are read before that may lack it. */
  async #change(act) {
    this.#changes += 1;
    this.#waiting += 1;
    this.#onChange();
    await this.#inTurn(act);
    this.#waiting -= 1;
  }

  /** Reads the games, again if one was changed meanwhile. */
  async #read() {
    while (!await this.#inTurn(() => this.#readOnce()));
    this.#onChange();
  }

  /** Returns whether what was read is not older than what is here. */
  async #readOnce() {
    const before = this.#changes;
    const kept = await this.#try(readGames);
    if (before !== this.#changes || this.#waiting > 0) return false;
    const unkept = [...this.#unkept.keys()].map((id) => [id, this.#games.get(id)]);
    if (kept) this.#games = new Map([...kept.map((game) => [game.id, game]), ...unkept]);
    return true;
  }

  async #onMessage(message) {
    await this.#read();
    if (message === ROOM) await this.#keepAll();
  }

  /** Does something with the store; returns undefined where that is refused, and keeps the reason. */
  async #try(act) {
    try {
      const result = await act();
      if (this.#unkept.size === 0) this.problem = "";
      return result;
    } catch (error) {
      this.problem = refusal(error);
      return undefined;
    }
  }

  /**
   * Adds a game.
   * @param {Game} game @param {Content} content @param {string[]} judged
   */
  async add(game, content, judged = []) {
    this.#games.set(game.id, game);
    this.#unkept.set(game.id, { content, judged });
    await this.#change(() => this.#keep(game.id));
  }

  /** Moves a game that is not kept into the store, as it is when its turn has come. */
  async #keep(id) {
    const game = this.#games.get(id);
    const unkept = this.#unkept.get(id);
    if (!game || !unkept) return;
    const kept = await this.#try(() => addGame(game, unkept.content, unkept.judged).then(() => true));
    // It may have been added again meanwhile, and waits for its own turn.
    if (kept && this.#unkept.get(id) === unkept) this.#unkept.delete(id);
    if (this.#unkept.size === 0) this.problem = "";
    this.#onChange();
    if (kept) this.#channel.postMessage(CHANGED);
  }

  /** Keeps what was refused before: there may be room now. */
  async #keepAll() {
    for (const id of [...this.#unkept.keys()]) await this.#inTurn(() => this.#keep(id));
  }

  /**
   * Changes a game.
   * @param {Game} game @param {Content} content @param {string[]} judged all its judged moves
   * @param {{from: number, whole: boolean}} changed `from`: the first judged move that is not kept
   *   yet; `whole`: whether the content has changed
   * @returns {Promise<boolean>} false if it was deleted meanwhile
   */
  async update(game, content, judged, changed) {
    if (!this.#games.has(game.id)) return false;
    this.#games.set(game.id, game);
    await this.#change(() => this.#store(game, content, judged, changed));
    return this.#games.has(game.id);
  }

  async #store(game, content, judged, { from, whole }) {
    if (!this.#games.has(game.id)) return;
    if (this.#unkept.has(game.id)) {
      this.#unkept.set(game.id, { content, judged });
      // It is tried once more when the review ends.
      if (whole) await this.#keep(game.id);
      return;
    }
    const kept = await this.#try(() => updateGame(game, whole ? content : null, { from, texts: judged.slice(from) }));
    // It was deleted in another tab.
    if (kept === false) this.#games.delete(game.id);
    // Refused: it lasts until the page is closed, unless it was deleted meanwhile.
    if (kept === undefined && this.#games.has(game.id)) this.#unkept.set(game.id, { content, judged });
    this.#onChange();
    if (kept) this.#channel.postMessage(CHANGED);
  }

  /** @returns {Promise<Content | undefined>} */
  content(id) {
    return this.#inTurn(async () => this.#unkept.get(id)?.content ?? await this.#try(() => readContent(id)));
  }

  /** @returns {Promise<string[]>} the judged moves of a game, each as JSON */
  judged(id) {
    return this.#inTurn(async () => this.#unkept.get(id)?.judged ?? await this.#try(() => readJudged(id)) ?? []);
  }

  /**
   * Deletes games.
   * @param {string[]} ids
   */
  async delete(ids) {
    for (const id of ids) {
      this.#games.delete(id);
      this.#unkept.delete(id);
    }
    await this.#change(() => this.#try(() => deleteGames(ids)));
    this.#onChange();
    this.#channel.postMessage(ROOM);
    await this.#keepAll();
  }
}

/** @type {Library | null} */
let kept = null;

/** Returns the games of this browser. All modes share them, and see a change at once. */
export function keptReviews() { return kept ??= new Library(); }

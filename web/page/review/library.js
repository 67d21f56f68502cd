/**
 * The games of this browser that were reviewed: those of the store, and those that it refused,
 * which last until the page is closed.
 */

import { addGame, deleteGames, readContent, readGames, readJudged, updateGame } from "./store.js";

/** Tells other tabs that the store has changed. */
const CHANNEL = "landfall-reviews";

/** Returns in a sentence why the browser keeps nothing. */
function refusal(error) {
  if (error?.name === "QuotaExceededError") return "The storage of this browser is full: new reviews are lost when the page is closed. Delete reviews that you no longer need, or export them.";
  return `This browser stores nothing for the page (${error?.message || error?.name || error}): reviews are lost when it is closed.`;
}

/** @typedef {import("./store.js").Game} Game @typedef {import("./store.js").Content} Content */

export class Library {
  /** @type {Map<string, Game>} */
  #games = new Map();
  /** Content and judged moves of the games that the store does not have. */
  #unkept = new Map();
  #onChange;
  #channel = new BroadcastChannel(CHANNEL);
  /** Why games are not kept, in a sentence; empty if they are. */
  problem = "";

  /** @param {() => void} onChange called when a game or `problem` has changed */
  constructor(onChange) {
    this.#onChange = onChange;
    this.#channel.onmessage = () => this.#read();
    /** Resolves when the games were read. */
    this.ready = this.#read();
  }

  /** @returns {Game[]} the last one first */
  get games() { return [...this.#games.values()].sort((a, b) => b.added - a.added); }

  /** @returns {Game | undefined} */
  game(id) { return this.#games.get(id); }

  async #read() {
    await this.#try(async () => {
      const kept = (await readGames()).map((game) => [game.id, game]);
      const unkept = [...this.#unkept.keys()].map((id) => [id, this.#games.get(id)]);
      this.#games = new Map([...kept, ...unkept]);
    });
    this.#onChange();
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
    this.#onChange();
    await this.#keep(game.id);
  }

  /** Moves a game that is not kept into the store. */
  async #keep(id) {
    const { content, judged } = this.#unkept.get(id);
    const kept = await this.#try(() => addGame(this.#games.get(id), content, judged).then(() => true));
    if (kept) this.#unkept.delete(id);
    this.#onChange();
    if (kept) this.#channel.postMessage("changed");
  }

  /**
   * Changes a game.
   * @param {Game} game @param {Content} content @param {string[]} judged all its judged moves
   * @param {{from: number, whole: boolean}} changed `from`: the first judged move that is not kept
   *   yet; `whole`: whether the content has changed
   * @returns {Promise<boolean>} false if it was deleted meanwhile
   */
  async update(game, content, judged, { from, whole }) {
    if (!this.#games.has(game.id)) return false;
    this.#games.set(game.id, game);
    const unkept = this.#unkept.has(game.id);
    if (unkept) this.#unkept.set(game.id, { content, judged });
    this.#onChange();
    if (unkept) return true;
    const part = { from, texts: judged.slice(from) };
    const kept = await this.#try(() => updateGame(game, whole ? content : null, part));
    // Refused: it lasts until the page is closed. False: it was deleted in another tab.
    if (kept === undefined) this.#unkept.set(game.id, { content, judged });
    if (kept === false) this.#games.delete(game.id);
    this.#onChange();
    if (kept) this.#channel.postMessage("changed");
    return kept !== false;
  }

  /** @returns {Promise<Content | undefined>} */
  async content(id) {
    return this.#unkept.get(id)?.content ?? await this.#try(() => readContent(id));
  }

  /** @returns {Promise<string[]>} the judged moves of a game, each as JSON */
  async judged(id) {
    return this.#unkept.get(id)?.judged ?? await this.#try(() => readJudged(id)) ?? [];
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
    this.#onChange();
    await this.#try(() => deleteGames(ids));
    this.#onChange();
    this.#channel.postMessage("changed");
  }
}

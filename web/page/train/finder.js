/**
 * Finds positions to train with in the games that were reviewed, and checks each by a search of 100
 * times the nodes.
 */

import { TurnGame } from "../engine.js";
import { FORMAT } from "../review/game.js";
import { positionBefore, reportAt } from "../review/place.js";
import { CHECK_NODES } from "./constants.js";
import { agrees, judge, moveOf } from "./judge.js";

/** Pieces without which a position may end before it is answered: the piece in play, and one after a hold. */
const LEAST_PIECES = 2;

/**
 * Returns the puzzle of a mistake; null if it cannot be asked.
 * @returns {import("./store.js").OwnPuzzle | null}
 */
function puzzleOf(game, data, { side, place }, judged) {
  const { played, before } = reportAt(data, place, judged);
  if (before.queue.length < LEAST_PIECES) return null;
  const position = { start: positionBefore(before), rules: side.rules };
  const turn = new TurnGame(position);
  const move = turn.findMove(played.cells, played.piece);
  turn.free();
  const { kind, loss } = side.moves[place.move];
  const player = data.players.find(({ player: number }) => number === side.player)?.name ?? "";
  const id = [game.id, place.round, place.seat, place.move].join("/");
  return move && { id, state: "waiting", ...position, played: move, kind, loss, player, game: game.name };
}

/** Returns the places of all moves of a review, with their sides. */
function* placesOf({ rounds }) {
  for (const [round, { sides }] of rounds.entries()) {
    for (const side of sides) for (const move of side.moves.keys()) yield { side, place: { round, seat: side.seat, move } };
  }
}

/** Returns how many mistakes of each kind each player made. */
function kindsOf(data) {
  const kinds = Object.fromEntries(data.players.map(({ name }) => [name, {}]));
  const names = new Map(data.players.map(({ player, name }) => [player, name]));
  for (const { side, place } of placesOf(data)) {
    const { kind } = side.moves[place.move];
    const counts = kinds[names.get(side.player)];
    if (kind && counts) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return kinds;
}

export class Finder {
  #training;
  #library;
  #onChange;
  /** Stands for the run that goes on; null if none does. */
  #run = null;
  #stop = null;
  /** Games and positions that this run leaves out: reviews that are made again when they are opened, and failures. */
  #skipped = new Set();
  /** What could not be checked last, in a sentence; empty without any. */
  problem = "";

  /**
   * @param {import("./training.js").Training} training
   * @param {import("../review/library.js").Library} library
   * @param {() => void} onChange
   */
  constructor(training, library, onChange) {
    this.#training = training;
    this.#library = library;
    this.#onChange = onChange;
  }

  get isRunning() { return this.#run !== null; }

  /** Whether there are games that were not searched. */
  get hasGames() { return this.#nextGame !== undefined; }

  get #nextGame() {
    return this.#library.games.find(({ id, state }) => state === "done" && !this.#training.searched.has(id) && !this.#skipped.has(id));
  }

  /** Searches games and checks positions until nothing is left, or it is paused. */
  async run() {
    if (this.#run) return;
    const run = this.#run = {};
    this.problem = "";
    this.#skipped.clear();
    await Promise.all([this.#training.ready, this.#library.ready]);
    while (this.#run === run && await this.#step(run)) this.#onChange();
    if (this.#run === run) this.#run = null;
    this.#onChange();
  }

  pause() {
    this.#run = null;
    this.#stop?.();
  }

  /** Searches the next game or checks the next position; returns whether there was one. */
  async #step(run) {
    const game = this.#nextGame;
    const next = game ?? this.#training.waiting.find(({ id }) => !this.#skipped.has(id));
    if (!next) return false;
    try {
      await (game ? this.#search(game) : this.#check(/** @type {import("./store.js").OwnPuzzle} */ (next), run));
    } catch ({ message }) {
      // The others go on.
      this.#skipped.add(next.id);
      if (this.#run === run) this.problem = `${game ? game.name : "A position of your games"} could not be checked: ${message}.`;
    }
    return true;
  }

  async #search(game) {
    const [content, judged] = await Promise.all([this.#library.content(game.id), this.#library.judged(game.id)]);
    if (!content?.data || content.format !== FORMAT) {
      this.#skipped.add(game.id);
      return;
    }
    const clear = [...placesOf(content.data)].filter(({ side, place }) => side.moves[place.move].right);
    const found = clear.map((mistake) => puzzleOf(game, content.data, mistake, judged)).filter(Boolean);
    await this.#training.addGame({ id: game.id, kinds: kindsOf(content.data) }, found);
  }

  async #check(puzzle, run) {
    const state = await this.#isClear(puzzle) ? "ready" : "refused";
    if (this.#run === run) await this.#training.update({ ...puzzle, state });
  }

  /** Returns whether few moves are right without the game around it too, and a longer search agrees. */
  async #isClear(puzzle) {
    const review = await this.#judge(puzzle);
    if (!review || !moveOf(review).right) return false;
    const longer = await this.#judge(puzzle, CHECK_NODES);
    return Boolean(longer) && agrees(review, longer);
  }

  /** Judges the move that was played; undefined if it was paused. */
  #judge(puzzle, nodes) {
    const { judged, stop } = judge(puzzle, puzzle.played, nodes);
    return new Promise((done, fail) => {
      this.#stop = () => {
        stop();
        done(undefined);
      };
      judged.then(done, fail);
    });
  }
}

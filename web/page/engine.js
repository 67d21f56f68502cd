/**
 * The rules of the game, in WebAssembly: loading the module, and values in place of its JSON.
 *
 * Chooses the build and holds the one instance of it. This script knows no rules.
 */

/** A module that uses one instruction of SIMD; valid where the SIMD build runs. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Whether this browser runs the SIMD build. */
export const hasSimd = typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE);

let wasm = null;
let rulesetList = [];

/**
 * Loads the rules. Rejects with an error whose message can be shown.
 * @param {URL | string | BufferSource} [source] the module, where it is not beside this script
 * @returns {Promise<void>}
 */
export async function loadEngine(source = ownModule()) {
  if (typeof WebAssembly !== "object") {
    throw new Error("This browser has no WebAssembly, which landfall needs.");
  }
  const { default: bindings } = await import("./landfall.js");
  await bindings({ module_or_path: source });
  wasm = bindings;
  rulesetList = JSON.parse(wasm.rulesets());
}

/**
 * @typedef {{name: string, description: string, hold: boolean, half_turns: boolean,
 *   rules: object, shapes: Record<string, number[][]>}} Ruleset
 */

/** Bundlers find the files by these expressions. */
function ownModule() {
  return hasSimd ? new URL("landfall-simd.wasm", import.meta.url) : new URL("landfall.wasm", import.meta.url);
}

/** @returns {Ruleset[]} the rulesets that can be played, the default first */
export function rulesets() {
  return rulesetList;
}

/**
 * @param {string} name
 * @returns {Ruleset} the ruleset of a name, the default if there is none
 */
export function ruleset(name) {
  return rulesetList.find((known) => known.name === name) ?? rulesetList[0];
}

/**
 * @param {string} text
 * @returns {string[][]} the comments of the pages of each fumen of a text
 * @throws {Error} with a sentence about one that cannot be read
 */
export function fumenComments(text) {
  return JSON.parse(wasm.fumen_comments(text));
}

/**
 * @param {{fumen: string, comment: string}[]} pages
 * @returns {string} one fumen of the first pages of several
 */
export function joinFumens(pages) {
  return wasm.join_fumens(JSON.stringify(pages));
}

/** @returns {number} a random seed */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** A game in turns: `Game` of the engine, with values in place of JSON. */
export class TurnGame {
  #game;

  /** @param {object|object} from options of a new game, or an engine's game */
  constructor(from) {
    this.#game = from instanceof wasm.Game ? from : new wasm.Game(JSON.stringify(from));
  }
  view() { return JSON.parse(this.#game.view()); }
  startMessage() { return JSON.parse(this.#game.start_message()); }
  /** Returns the position as a fumen, with the piece of a move if one is given. */
  fumen(move) { return this.#game.fumen(move && JSON.stringify(move)); }
  playMessages(placed) { return JSON.parse(this.#game.play_messages(JSON.stringify(placed))); }
  legalMoves() { return JSON.parse(this.#game.legal_moves()); }
  /** Returns the legal move of a piece that fills some cells; null if there is none. */
  findMove(cells, piece) { return JSON.parse(this.#game.find_move(JSON.stringify(cells), piece)); }
  /** Returns the keys that lead to a move, the hard drop last; throws the reason if it is illegal. */
  inputs(move) { return JSON.parse(this.#game.inputs(JSON.stringify(move))); }
  cells(move) { return JSON.parse(this.#game.cells(JSON.stringify(move))); }
  /** Plays a move; throws the reason if it is illegal. */
  play(move) { return JSON.parse(this.#game.play(JSON.stringify(move))); }
  setCells(cells) { this.#game.set_cells(JSON.stringify(cells)); }
  setQueue(letters) { this.#game.set_queue(letters); }
  setHold(letter) { this.#game.set_hold(letter); }
  setCounters(counters) { this.#game.set_counters(JSON.stringify(counters)); }
  mirror() { this.#game.mirror(); }
  clear() { this.#game.clear(); }
  receiveGarbage(lines) { this.#game.receive_garbage(lines); }
  clone() { return new TurnGame(this.#game.clone_game()); }
  free() { this.#game.free(); }
}

/** A game played with keys: `LiveGame` of the engine, with values in place of JSON. */
export class KeyGame {
  #game;

  /** @param {{rules: string, seed?: number, handling: object, previews?: number, start?: object, untimed?: boolean}} options of the engine's `LiveGame` */
  constructor(options) { this.#game = new wasm.LiveGame(JSON.stringify(options)); }
  press(key, frame) { this.#game.press(key, frame); }
  release(key, frame) { this.#game.release(key, frame); }
  /** Plays up to a frame; returns what was placed since the last call. */
  advance(frame) { return JSON.parse(this.#game.advance(frame)); }
  receiveGarbage(lines) { this.#game.receive_garbage(lines); }
  view() { return JSON.parse(this.#game.view()); }
  startMessage() { return JSON.parse(this.#game.start_message()); }
  setHandling(handling) { this.#game.set_handling(JSON.stringify(handling)); }
  free() { this.#game.free(); }
}

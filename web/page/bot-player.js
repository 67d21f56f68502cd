/**
 * A bot at play: its game, its turns, and what it thinks meanwhile.
 */

import { setText } from "./dom.js";
import { TurnGame } from "./engine.js";
import { BotFailure } from "./tbp-bot.js";

/** Moves of a suggestion that are tried, in the bot's order. */
const MOVES_TRIED = 10;

/** The pace of a bot: pieces a second. */
export const PACES = [0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, Infinity];

/** @returns {string} a pace for people */
export function paceText(pace) {
  return pace === Infinity ? "as fast as it can" : `${pace} pieces a second`;
}

/** @returns {Promise<void>} after so many milliseconds */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A bot and the game that it plays. */
export class BotPlayer {
  #startAgain = false;
  #due = 0;
  #told = 0;
  #begun = null;
  /** Counts positions: an analysis of an older one is of no use. */
  position = 0;

  /**
   * @param {import("./tbp-bot.js").TbpBot} bot
   * @param {{rules: string, seed: number, previews: number}} options of its game
   */
  constructor(bot, options) {
    this.bot = bot;
    bot.onResume(() => this.#tell([this.game.startMessage()]));
    this.game = new TurnGame(options);
    this.view = this.game.view();
  }

  /** Tells the bot the rules and the first position, once. */
  begin(rules) {
    this.#begun ??= this.bot.begin(rules).then(() => this.#tell([this.game.startMessage()]));
    return this.#begun;
  }

  /** Tells the bot a position, which it thinks about from now on. */
  #tell(messages) {
    for (const message of messages) this.bot.send(message);
    this.#told = performance.now();
  }

  /** Lets lines wait to be raised on its board. */
  receiveGarbage(lines) {
    this.game.receiveGarbage(lines);
    this.view = this.game.view();
    this.#startAgain = true;
  }

  /** Waits until the next turn at a pace is due. */
  async waitForTurn(pace) {
    const now = performance.now();
    this.#due = Math.max(this.#due + 1000 / pace, now);
    if (this.#due > now) await sleep(this.#due - now);
  }

  /**
   * Has the bot move once.
   * @returns {Promise<{placed: object, info: object}>} rejects with {@link BotFailure} where it
   *   names no legal move
   */
  async turn() {
    if (this.#startAgain) this.#tell([this.game.startMessage()]);
    this.#startAgain = false;
    const { moves, move_info: said } = await this.bot.suggest();
    const seconds = (performance.now() - this.#told) / 1000;
    const nodes = Number(said?.nodes);
    const info = { nps: nodes / seconds, ...said };
    const placed = this.#playFirstLegal(moves);
    this.position += 1;
    this.view = this.game.view();
    if (placed.over) this.bot.send({ type: "stop" });
    else if (placed.garbage_raised) this.#startAgain = true;
    else this.#tell(this.game.playMessages(placed));
    return { placed, info };
  }

  #playFirstLegal(moves) {
    let reason = null;
    for (const move of moves.slice(0, MOVES_TRIED)) {
      try {
        return this.game.play(move);
      } catch (error) {
        // Of what the bot liked best.
        reason ??= error.message;
      }
    }
    throw new BotFailure(`${this.bot.name} named no legal move: ${reason ?? "it gave up"}.`);
  }

  close() {
    this.bot.close();
    this.game.free();
  }
}

/**
 * Returns the cells of a line of moves, all on the board as it is now: rows that the line clears
 * are thought back in.
 * @param {TurnGame} game
 * @param {object[]} moves
 * @returns {{cells: number[][], letter: string, faint: boolean}[]}
 */
export function lineShapes(game, moves) {
  const shapes = [];
  const cleared = [];
  const ahead = game.clone();
  try {
    for (const move of moves) {
      const placed = ahead.play(move);
      const cells = placed.cells.map(([x, y]) => [x, cleared.reduceRight((row, rows) => uncleared(row, rows), y)]);
      shapes.push({ cells, letter: move.location.type, faint: shapes.length > 0 });
      if (placed.garbage_raised || placed.over) break;
      cleared.push(placed.cleared_rows);
    }
  } catch {
    // A line may go on with pieces that the game will not deal.
  } finally {
    ahead.free();
  }
  return shapes;
}

/** Returns the row that a row was before some were cleared. */
function uncleared(row, clearedRows) {
  return [...clearedRows].sort((a, b) => a - b).reduce((at, gone) => (at >= gone ? at + 1 : at), row);
}

/** @returns {string} a move in few letters: the piece and its columns, as "T 4-6" */
export function shortMoveText(game, move) {
  const columns = game.cells(move).map(([x]) => x + 1);
  const first = Math.min(...columns);
  const last = Math.max(...columns);
  return `${move.location.type} ${first === last ? first : `${first}\u2013${last}`}`;
}

/** @returns {string} a move for people, as "T 4-6 spin" */
export function moveText(game, move) {
  const spin = { full: " spin", mini: " mini" }[move.spin] ?? "";
  return `${shortMoveText(game, move)}${spin}`;
}

/** Shows a move in an element with the colour of its piece; nothing without a move. */
export function showMove(chip, game, move) {
  setText(chip, move ? shortMoveText(game, move) : "");
  const wanted = move ? `chip ${move.location.type}${move.spin === "none" ? "" : " spin"}` : "";
  if (chip.className !== wanted) chip.className = wanted;
  if (move) chip.setAttribute("aria-label", moveText(game, move));
  else chip.removeAttribute("aria-label");
}

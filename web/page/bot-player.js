/**
 * A bot that plays a game: its turns, and the lines that it expects.
 */

import { setText } from "./dom.js";
import { TurnGame } from "./engine.js";
import { RecordedGame } from "./recorded-game.js";
import { BotFailure } from "./tbp-bot.js";

/** Moves of a suggestion that are tried, in the bot's order. */
const MOVES_TRIED = 10;

/** The speeds of a bot in pieces/s. */
export const SPEEDS = [0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, Infinity];

/** @returns {string} a speed as it is shown */
export function speedText(speed) {
  return speed === Infinity ? "full speed" : `${speed} pieces/s`;
}

/** @returns {Promise<void>} resolves after a number of milliseconds */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A bot and the game that it plays. */
export class BotPlayer {
  #recorded;
  /** Whether the next turn begins with a `start` message: garbage has changed the position. */
  #startAgain = false;
  /** When the next turn is due. */
  #due = 0;
  /** When the bot was sent its position. */
  #sentAt = 0;
  #ready = null;
  /** Counts positions: an analysis of an older one is dropped. */
  position = 0;

  /**
   * @param {import("./tbp-bot.js").TbpBot} bot
   * @param {import("./recorded-game.js").GameRecord} record of its game
   */
  constructor(bot, record) {
    this.bot = bot;
    bot.onResume(() => this.#send([this.game.startMessage()]));
    this.#recorded = new RecordedGame(TurnGame, record);
    this.game = this.#recorded.game;
    this.view = this.game.view();
  }

  get record() { return this.#recorded.record; }

  /** Sends the bot the rules and the first position, once; resolves when it is ready. */
  begin(rules) {
    this.#ready ??= this.bot.begin(rules).then(() => this.#send([this.game.startMessage()]));
    return this.#ready;
  }

  /** Sends the bot the messages that lead to a position, which it searches from now on. */
  #send(messages) {
    for (const message of messages) this.bot.send(message);
    this.#sentAt = performance.now();
  }

  /** Adds lines to the garbage that waits for the game. */
  receiveGarbage(lines) {
    this.#recorded.act("receiveGarbage", lines);
    this.view = this.game.view();
    this.#startAgain = true;
  }

  /** Waits until the next turn at a speed in pieces/s is due. */
  async waitForTurn(speed) {
    const now = performance.now();
    this.#due = Math.max(this.#due + 1000 / speed, now);
    if (this.#due > now) await sleep(this.#due - now);
  }

  /**
   * Asks the bot for a move and plays it.
   * @returns {Promise<{placed: object, info: object}>} rejects with {@link BotFailure} if it
   *   suggests no legal move
   */
  async turn() {
    if (this.#startAgain) this.#send([this.game.startMessage()]);
    this.#startAgain = false;
    const { moves, move_info: moveInfo } = await this.bot.suggest();
    const seconds = (performance.now() - this.#sentAt) / 1000;
    const nodes = Number(moveInfo?.nodes);
    const info = { nps: nodes / seconds, ...moveInfo };
    const placed = this.#playFirstLegal(moves);
    this.position += 1;
    this.view = this.game.view();
    if (placed.over) this.bot.send({ type: "stop" });
    else if (placed.garbage_raised) this.#startAgain = true;
    else this.#send(this.game.playMessages(placed));
    return { placed, info };
  }

  #playFirstLegal(moves) {
    let reason = null;
    for (const move of moves.slice(0, MOVES_TRIED)) {
      try {
        return this.#recorded.act("play", move);
      } catch (error) {
        // The reason is about the bot's first choice.
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
 * Returns the cells of a line of moves on the board as it is now, as if the line cleared no rows.
 * @param {TurnGame} game
 * @param {object[]} moves
 * @returns {{cells: number[][], letter: string, faint: boolean}[]}
 */
export function lineShapes(game, moves) {
  const shapes = [];
  const cleared = [];
  const copy = game.clone();
  try {
    for (const move of moves) {
      const placed = copy.play(move);
      const cells = placed.cells.map(([x, y]) => [x, cleared.reduceRight((row, rows) => uncleared(row, rows), y)]);
      shapes.push({ cells, letter: move.location.type, faint: shapes.length > 0 });
      if (placed.garbage_raised || placed.over) break;
      cleared.push(placed.cleared_rows);
    }
  } catch {
    // A line may end with pieces that the game does not deal.
  } finally {
    copy.free();
  }
  return shapes;
}

/** Returns the row that a row was before some were cleared. */
function uncleared(row, clearedRows) {
  return [...clearedRows].sort((a, b) => a - b).reduce((at, gone) => (at >= gone ? at + 1 : at), row);
}

/** @returns {string} a move in short: the piece and its columns, as "T 4-6" */
export function shortMoveText(game, move) {
  const columns = game.cells(move).map(([x]) => x + 1);
  const first = Math.min(...columns);
  const last = Math.max(...columns);
  return `${move.location.type} ${first === last ? first : `${first}\u2013${last}`}`;
}

/** @returns {string} a move with its spin, as "T 4-6 spin" */
export function moveText(game, move) {
  const spin = { full: " spin", mini: " mini" }[move.spin] ?? "";
  return `${shortMoveText(game, move)}${spin}`;
}

/** Shows a move in an element with the colour of its piece; nothing without a move. */
export function showMove(chip, game, move) {
  setText(chip, move ? shortMoveText(game, move) : "");
  const className = move ? `chip ${move.location.type}${move.spin === "none" ? "" : " spin"}` : "";
  if (chip.className !== className) chip.className = className;
  if (move) chip.setAttribute("aria-label", moveText(game, move));
  else chip.removeAttribute("aria-label");
}

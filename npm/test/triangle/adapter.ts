// landfall as an adapter of Triangle.js, in the process of the game. For accounts that the service has
// approved as bots, and for engines of one's own.
import { adapters } from "@haelp/teto";
import type { Engine } from "@haelp/teto/engine";
import { Bot, type BotOptions, type Cell, type Move, type Piece, type Rules, type Start } from "landfall";
import { TurnGame, init, type CellPosition, type Key } from "landfall/rules";

export const RULESET = "tetrio-s2";

/** A soft drop goes to the floor at once, as the handling that Triangle.js asks for has it. */
const RULES: Rules = { type: "rules", ruleset: RULESET, sonic_drop: "only", randomizer: "seven_bag" };

const KEYS = {
  left: "moveLeft",
  right: "moveRight",
  soft_drop: "softDrop",
  hard_drop: "hardDrop",
  clockwise: "rotateCW",
  counterclockwise: "rotateCCW",
  half_turn: "rotate180",
  hold: "hold",
} as const satisfies Record<Key, string>;

type TriangleKey = (typeof KEYS)[Key];

const pieceOf = (mino: string) => mino.toUpperCase() as Piece;

const cellOf = (mino: string | undefined): Cell =>
  mino === undefined ? null : mino.length === 1 ? pieceOf(mino) : "G";

/** Returns the position of an engine. Triangle.js counts combo and back-to-back from -1. */
export function positionOf(engine: Engine): Start {
  return {
    type: "start",
    hold: engine.held === null ? null : pieceOf(engine.held),
    queue: [engine.falling.symbol, ...engine.queue.raw()].slice(0, 7).map(pieceOf),
    combo: engine.stats.combo + 1,
    back_to_back: engine.stats.b2b + 1,
    board: engine.board.state.map((row) => row.map((tile) => cellOf(tile?.mino))),
    incoming_garbage: engine.garbageQueue.queue.map(({ amount }) => amount),
    pieces_placed: engine.stats.pieces,
    frame: engine.frame,
  };
}

/** Returns keys for inputs: soft drops by single rows become one to the floor. */
function keysOf(inputs: Key[]): TriangleKey[] {
  const isFirst = (input: Key, i: number) => input !== "soft_drop" || inputs[i - 1] !== "soft_drop";
  return inputs.filter(isFirst).map((input) => KEYS[input]);
}

const textOf = (cells: CellPosition[]) => cells.map(String).sort().join(" ");

/** Whether keys lead the engine's piece to some cells; they are tried in a copy. */
function leadTo(engine: Engine, keys: TriangleKey[], cells: CellPosition[]): boolean {
  const copy = engine.clone();
  copy.fromSnapshot(engine.snapshot());
  for (const key of keys) copy.press(key === "hardDrop" ? "softDrop" : key);
  return textOf(copy.falling.absoluteBlocks) === textOf(cells);
}

export class LandfallAdapter extends adapters.Adapter {
  /** The move of the last answer. */
  lastMove: Move | null = null;
  #options: BotOptions;
  #bot!: Bot;

  constructor(options: BotOptions = {}) {
    super();
    this.#options = options;
  }

  async initialize() {
    await init();
    this.#bot = new Bot(this.#options);
    const answer = await this.#bot.ask(RULES);
    if (answer.type === "error") throw new Error(`landfall does not play by these rules: ${answer.reason}`);
    return { ...(await this.#bot.info), data: undefined };
  }

  // Every `play` reads the whole position.
  config() {}
  update() {}
  addPieces() {}

  async play(engine: Engine) {
    const start = positionOf(engine);
    this.#bot.send(start);
    const { moves } = await this.#bot.ask({ type: "suggest" });
    const game = new TurnGame({ rules: RULESET, start });
    try {
      for (const move of moves) {
        const keys = keysOf(game.inputs(move));
        if (!leadTo(engine, keys, game.cells(move))) continue;
        this.lastMove = move;
        return { type: "move" as const, keys, data: undefined };
      }
      throw new Error(`no keys lead to any of ${moves.length} moves`);
    } finally {
      game.free();
    }
  }

  stop() {
    void this.#bot.terminate();
  }
}

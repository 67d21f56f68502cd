// Plays 200 pieces on the engine of Triangle.js, by its bot wrapper, with garbage between them. Each
// piece must lock where the adapter meant it.
import assert from "node:assert/strict";
import { BotWrapper } from "@haelp/teto";
import { Engine } from "@haelp/teto/engine";
import { TurnGame } from "landfall/rules";
import { LandfallAdapter, RULESET, positionOf } from "./adapter.js";

const PIECES = 200;
const GARBAGE_EVERY = 25;

/** The rules of a league, as the engine's parameters. */
const LEAGUE: ConstructorParameters<typeof Engine>[0] = {
  board: { width: 10, height: 20, buffer: 20 },
  kickTable: "SRS+",
  options: { comboTable: "multiplier", garbageBlocking: "combo blocking", clutch: true, garbageTargetBonus: "none", spinBonuses: "all-mini+", stock: 0 },
  queue: { minLength: 31, seed: 61, type: "7-bag" },
  garbage: {
    bombs: false,
    cap: { absolute: 0, increase: 0, max: 40, value: 8, marginTime: 0 },
    boardWidth: 10,
    garbage: { speed: 20, holeSize: 1 },
    messiness: { change: 1, nosame: false, timeout: 0, within: 0, center: false },
    multiplier: { value: 1, increase: 0, marginTime: 0 },
    specialBonus: true,
    openerPhase: 0,
    seed: 61,
    rounding: "down",
  },
  gravity: { value: 0.02, increase: 0, marginTime: 0 },
  handling: { arr: 0, das: 6, dcd: 0, sdf: 41, safelock: false, cancel: false, may20g: true, irs: "off", ihs: "off" },
  b2b: { chaining: false, charging: { at: 4, base: 3 } },
  pc: { b2b: 2, garbage: 5 },
  misc: {
    allowed: { hardDrop: true, spin180: true, hold: true, retry: false, undo: false },
    infiniteHold: false,
    movement: { infinite: false, lockResets: 15, lockTime: 30, may20G: true },
    stride: false,
  },
};

/** The adapter, which also keeps the board that its move leaves. */
class WatchedAdapter extends LandfallAdapter {
  expected: string[] = [];

  override async play(engine: Engine) {
    const answer = await super.play(engine);
    const game = new TurnGame({ rules: RULESET, start: { ...positionOf(engine), incoming_garbage: 0 } });
    game.play(this.lastMove!);
    this.expected = game.view().rows;
    game.free();
    return answer;
  }
}

/** Returns the rows of an engine, the floor first, without those on top that are empty. */
function rowsOf(engine: Engine): string[] {
  const rows = engine.board.state.map((row) => row.map((tile) => (!tile ? "." : tile.mino.length > 1 ? "G" : tile.mino.toUpperCase())).join(""));
  return rows.slice(0, rows.findLastIndex((row) => row !== "..........") + 1);
}

const engine = new Engine(LEAGUE);
const adapter = new WatchedAdapter({ nodes: 2000 });
const wrapper = new BotWrapper(adapter, { pps: 3 });
await wrapper.init(engine);
let waiting: Awaited<ReturnType<typeof wrapper.tick>> = [];
let [attack, raised] = [0, 0];
engine.events.on("falling.lock", (lock) => {
  const rows = rowsOf(engine);
  const risen = lock.garbageAdded ? lock.garbageAdded.reduce((sum, { amount }) => sum + amount, 0) : 0;
  assert.deepEqual(rows.slice(risen), adapter.expected, `piece ${lock.stats.pieces}`);
  assert.equal(lock.topout, false);
  attack += lock.rawGarbage.reduce((sum, lines) => sum + lines, 0);
  raised += risen;
});
while (engine.stats.pieces < PIECES) {
  if (engine.stats.pieces % GARBAGE_EVERY === 5 && engine.garbageQueue.size === 0) {
    engine.receiveGarbage({ amount: 2, size: 1, frame: engine.frame, cid: engine.frame, gameid: 1, confirmed: true });
  }
  waiting.push(...(await wrapper.tick(engine, [])));
  const due = waiting.filter(({ frame }) => frame <= engine.frame);
  waiting = waiting.filter(({ frame }) => frame > engine.frame);
  engine.tick(due);
}
wrapper.stop();
console.log(`${engine.stats.pieces} pieces landed as meant, ${attack} lines sent, ${raised} rows of garbage`);

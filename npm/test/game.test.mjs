// A game of 200 pieces by the rules of the package: the bot in Node plays the moves of the program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot } from "landfall";
import { TurnGame, init, ruleset } from "landfall/rules";
import { Conversation, PROGRAM } from "./program.mjs";

const NODES = 500;
const PIECES = 200;

for (const rules of ["guideline", "tetrio-s2"]) {
  test(`200 pieces of ${rules}, with garbage`, async (t) => {
    await init();
    const bot = new Bot({ nodes: NODES, memory: 32 });
    const program = new Conversation(PROGRAM, ["--nodes", `${NODES}`, "--threads", "1"]);
    t.after(() => Promise.all([bot.terminate(), program.end()]));
    const sendBoth = (message) => {
      bot.send(message);
      program.send(message);
    };
    await program.next();
    const game = new TurnGame({ rules, seed: 61 });
    program.send(ruleset(rules).rules);
    assert.deepEqual(await bot.ask(ruleset(rules).rules), await program.next());
    sendBoth(game.startMessage());
    for (let piece = 0; piece < PIECES; piece += 1) {
      if (piece % 20 === 10) {
        game.receiveGarbage(3);
        sendBoth(game.startMessage());
      }
      program.send({ type: "suggest" });
      const { moves, move_info } = await bot.ask({ type: "suggest" });
      const expected = await program.next();
      assert.deepEqual({ moves, nodes: move_info.nodes }, { moves: expected.moves, nodes: expected.move_info.nodes }, `piece ${piece}`);
      const placed = game.play(moves[0]);
      assert.equal(placed.over, null);
      game.playMessages(placed).forEach(sendBoth);
    }
    assert.equal(game.view().pieces, PIECES);
    assert.ok(game.view().attack > 20, `${game.view().attack} lines sent`);
  });
}

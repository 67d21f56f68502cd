// Rules and fumens without a bot.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { decode, encode, fumenPages } from "landfall/fumen";
import { KeyGame, TurnGame, init, rulesets } from "landfall/rules";

before(() => init());

test("every ruleset deals, lists and plays moves", () => {
  for (const { name } of rulesets()) {
    const game = new TurnGame({ rules: name, seed: 1 });
    const [move] = game.legalMoves();
    assert.equal(game.inputs(move).at(-1), "hard_drop");
    const placed = game.play(move);
    assert.deepEqual(game.view().rules, name);
    assert.deepEqual(placed.cells, new TurnGame({ rules: name, seed: 1 }).cells(move));
  }
});

test("an illegal move throws a sentence and changes nothing", () => {
  const game = new TurnGame({ seed: 1 });
  const before = game.view();
  assert.throws(() => game.play({ location: { type: "T", orientation: "north", x: 4, y: 9 }, spin: "none" }), /not legal/);
  assert.throws(() => new TurnGame({ rules: "chess" }), /no ruleset "chess"/);
  assert.deepEqual(game.view(), before);
});

test("a game by keys", () => {
  const game = new KeyGame({ rules: "guideline", seed: 1 });
  game.press("hard_drop", 10);
  assert.equal(game.advance(20)[0].type, "placed");
  assert.equal(game.view().pieces, 1);
});

test("fumens are read as they were written", () => {
  const game = new TurnGame({ seed: 5 });
  for (let piece = 0; piece < 5; piece += 1) game.play(game.legalMoves()[0]);
  const { board, hold, queue } = game.startMessage();
  const text = `See https://fumen.zui.jp/?${encode({ board, hold, queue }, game.legalMoves()[0])} there`;
  assert.deepEqual(fumenPages(text), [1]);
  assert.deepEqual(decode(text), { board, hold, queue, rows: game.view().rows });
  assert.deepEqual(fumenPages("none here"), []);
  assert.throws(() => decode(text, 2), /page 2/);
  assert.throws(() => decode("v115@x"), /page 1/);
});

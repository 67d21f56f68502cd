// `landfall-tbp`, as it is installed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation } from "./program.mjs";

const open = (...parameters) => new Conversation(process.execPath, ["node_modules/.bin/landfall-tbp", ...parameters]);
const START = { type: "start", hold: null, queue: ["T", "I"], combo: 0, back_to_back: false, board: [] };

test("a game on stdin and stdout; nonsense goes to stderr", async () => {
  const bot = open("--nodes", "300", "--name", "line by line");
  assert.equal((await bot.next()).name, "line by line");
  bot.send("\u{feff}", "nonsense", `"${"x".repeat(2 << 20)}"`, { type: "rules" });
  assert.deepEqual(await bot.next(), { type: "ready" });
  bot.send(START, { type: "suggest" });
  assert.equal((await bot.next()).moves.length, 5);
  const { code, errors } = await bot.end();
  assert.equal(code, 0);
  assert.match(errors, /^landfall-tbp: ignored a line: the line is not JSON.*\n.*1048576/);
});

test("it ends at `quit`, after its answers, while stdin stays open", async () => {
  const bot = open("--nodes", "300");
  bot.send(START, { type: "suggest" }, { type: "quit" });
  const types = [];
  for (let message = await bot.next(); message; message = await bot.next()) types.push(message.type);
  assert.deepEqual(types, ["info", "suggestion"]);
  assert.equal((await bot.end()).code, 0);
});

test("wrong options end it with exit code 2, a bot that cannot play with 1", async () => {
  for (const parameters of [["--nodes", "many"], ["--threads", "2"], ["extra"]]) {
    const { code, errors } = await open(...parameters).end();
    assert.equal(code, 2, errors);
    assert.match(errors, /^landfall-tbp: /);
  }
  const { code, errors } = await open("--ruleset", "chess").end();
  assert.equal(code, 1);
  assert.match(errors, /no ruleset "chess"/);
});

// The bot on a thread of Node: messages, errors, ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, BotError } from "landfall";

const T_FLAT = { location: { type: "T", orientation: "north", x: 4, y: 0 }, spin: "none" };
const start = (queue, more) => ({ type: "start", queue: [...queue], hold: null, combo: 0, back_to_back: false, board: [], ...more });

/** Runs with a bot, whose warnings are collected, and ends it. */
async function withBot(options, use) {
  const warnings = [];
  const bot = new Bot({ nodes: 300, memory: 32, onWarning: (text) => warnings.push(text), ...options });
  try {
    await use(bot, warnings);
  } finally {
    await bot.terminate();
  }
}

test("answers come to those who asked, in order, and other messages to the iterator", () =>
  withBot({ name: "A" }, async (bot) => {
    const ready = bot.ask({ type: "rules" });
    bot.send(start("TIOSZLJ"));
    const answers = await Promise.all([
      bot.ask({ type: "suggest" }),
      bot.ask({ type: "analyse", lines: 2, move: T_FLAT }),
      bot.ask({ type: "suggest" }),
    ]);
    assert.equal((await ready).type, "ready");
    assert.deepEqual(answers.map(({ type }) => type), ["suggestion", "analysis", "suggestion"]);
    assert.equal(answers[1].moves.length, 2);
    bot.send('{"type":"suggest"}');
    const received = [];
    for await (const message of bot) {
      received.push(message);
      if (message.type === "suggestion") break;
    }
    assert.deepEqual(received.map(({ type }) => type), ["info", "suggestion"]);
    assert.equal((await bot.info).name, "A");
  }));

test("rules that cannot be played are refused, and the game goes on", () =>
  withBot({}, async (bot) => {
    const answer = await bot.ask({ type: "rules", ruleset: "chess" });
    assert.deepEqual(answer, { type: "error", reason: "unsupported_rules" });
    bot.send(start("TI"));
    assert.ok((await bot.ask({ type: "suggest" })).moves.length > 0);
  }));

test("nonsense is warned of, and the bot goes on", () =>
  withBot({}, async (bot, warnings) => {
    bot.send("nonsense");
    bot.send(start("TIX"));
    bot.send({ type: "play", move: 7 });
    bot.send(start("TI"));
    const { moves } = await bot.ask({ type: "suggest" });
    assert.ok(moves.length > 0);
    assert.equal(warnings.length, 3);
    assert.match(warnings[0], /not JSON/);
    assert.match(warnings[1], /start\.queue/);
    assert.match(warnings[2], /play\.move/);
  }));

test("messages that cannot be sent throw", () =>
  withBot({}, async (bot) => {
    const isOfMessage = (error) => error instanceof BotError && error.code === "message";
    const cyclic = { type: "start" };
    cyclic.self = cyclic;
    assert.throws(() => bot.send(cyclic), isOfMessage);
    assert.throws(() => bot.send(undefined), isOfMessage);
    await assert.rejects(bot.ask({ type: "stop" }), isOfMessage);
  }));

test("options that cannot be used throw or reject", async () => {
  const isOfOption = (error) => error instanceof BotError && error.code === "option";
  assert.throws(() => new Bot({ nodes: 0.5 }), isOfOption);
  assert.throws(() => new Bot({ threads: 2 }), isOfOption);
  await withBot({ ruleset: "chess" }, async (bot) => {
    await assert.rejects(bot.info, { name: "BotError", code: "failed", message: /no ruleset "chess"/ });
    await assert.rejects(bot[Symbol.asyncIterator]().next(), { code: "failed" });
  });
});

test("a request that is open at `stop` is rejected, and the next game is played", () =>
  withBot({}, async (bot) => {
    const open = bot.ask({ type: "suggest" });
    bot.send({ type: "stop" });
    await assert.rejects(open, { code: "stopped" });
    bot.send(start("TI"));
    assert.ok((await bot.ask({ type: "suggest" })).moves.length > 0);
  }));

test("requests are sent at once: each answer is about the position of its time", () =>
  withBot({}, async (bot) => {
    bot.send(start("TI"));
    const first = bot.ask({ type: "suggest" });
    bot.send({ type: "stop" });
    bot.send(start("OS"));
    const second = bot.ask({ type: "suggest" });
    bot.send({ type: "play", move: { location: { type: "O", orientation: "north", x: 4, y: 0 }, spin: "none" } });
    bot.send({ type: "new_piece", piece: "Z" });
    const answers = await Promise.all([first, second, bot.ask({ type: "suggest" })]);
    const others = answers.map(({ moves }, i) => moves.filter(({ location }) => !["TI", "OS", "SZ"][i].includes(location.type)));
    assert.deepEqual(others, [[], [], []]);
  }));

test("more requests than the bot keeps are refused", () =>
  withBot({}, async (bot) => {
    const open = Array.from({ length: 16 }, () => bot.ask({ type: "suggest" }));
    await assert.rejects(bot.ask({ type: "suggest" }), { code: "message", message: /16/ });
    bot.send(start("TI"));
    assert.equal((await Promise.all(open)).length, 16);
    assert.ok(await bot.ask({ type: "suggest" }));
  }));

test("after `quit` come the answers to earlier messages, and the end", () =>
  withBot({}, async (bot) => {
    bot.send(start("TI"));
    bot.send({ type: "suggest" });
    bot.send({ type: "quit" });
    const types = [];
    for await (const { type } of bot) types.push(type);
    assert.deepEqual(types, ["info", "suggestion"]);
    assert.throws(() => bot.send({ type: "stop" }), { code: "ended" });
  }));

test("a bot that is terminated rejects what is open", () =>
  withBot({}, async (bot) => {
    const open = assert.rejects(bot.ask({ type: "suggest" }), { code: "ended" });
    await bot.terminate();
    await open;
    await assert.rejects(bot.ask({ type: "suggest" }), { code: "ended" });
  }));

test("a search without limit lets messages in", () =>
  withBot({ nodes: undefined }, async (bot) => {
    bot.send(start("TIOSZLJ"));
    let nodes = 0;
    while (nodes < 20_000) nodes = (await bot.ask({ type: "suggest" })).move_info.nodes;
    bot.send({ type: "pause" });
    const paused = await bot.ask({ type: "analyse" });
    assert.equal((await bot.ask({ type: "analyse" })).nodes, paused.nodes);
  }));

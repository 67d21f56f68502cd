// Messages that the page sends to bots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TbpBot } from "../page/tbp-bot.js";

// The bot stops in a hidden page. Node has no page, so this one stays visible.
globalThis.document = Object.assign(new EventTarget(), { hidden: false });

/** Returns a bot that is ready, and the messages that it gets. */
async function ready(features) {
  const sent = [];
  let onMessage;
  const transport = {
    post(message) {
      sent.push(message);
      if (message.type === "rules") onMessage({ type: "ready" });
    },
    close() {},
    listen(listener) { onMessage = listener; },
  };
  const bot = new TbpBot(transport, { limit: 20_000, name: "bot" });
  onMessage({ type: "info", name: "bot", features });
  await bot.begin({ type: "rules" });
  return { bot, sent };
}

test("only a bot that knows rulesets gets back-to-back as a number", async () => {
  for (const [features, announced] of [[[], true], [undefined, true], [["landfall_ruleset"], 7]]) {
    const { bot, sent } = await ready(features);
    bot.send({ type: "start", queue: ["T"], back_to_back: 7 });
    bot.send({ type: "start", queue: ["T"], back_to_back: false });
    bot.send({ type: "stop" });
    assert.deepEqual(sent.slice(1), [
      { type: "start", queue: ["T"], back_to_back: announced },
      { type: "start", queue: ["T"], back_to_back: false },
      { type: "stop" },
    ]);
    bot.close();
  }
});

// The recorded sessions of tbp-fixtures/, against the worker: the answers of the program, to the
// last member. `npm run transcripts` makes the file with them. What the engine answers is the same
// in any browser (`bench.test.mjs`, `worker.test.mjs`): these run in one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describeInBrowsers } from "./browser.mjs";

const FILE = new URL("../../target/fixture-transcripts.json", import.meta.url);
const { parameters, sessions } = JSON.parse(readFileSync(FILE, "utf8"));

describeInBrowsers("fixtures", (frontend) => {
  for (const { name, lines, messages, ended } of sessions) {
    test(name, async () => {
      const url = `${frontend.origin}/landfall-worker.js?${parameters}`;
      const found = await frontend.page.evaluate(
        async ([url, lines, count, ended]) => {
          const bot = await window.frontend.open(url, { messages: lines });
          const received = await bot.nextOf(count);
          if (!ended) {
            // The answer comes behind all others: there is no more than is recorded.
            bot.send({ type: "rules" });
            received.push(await bot.next());
          }
          bot.worker.terminate();
          return received;
        },
        [url, lines, messages.length, ended],
      );
      assert.deepEqual(found, ended ? messages : [...messages, { type: "ready" }]);
    });
  }
}, ["chromium"]);

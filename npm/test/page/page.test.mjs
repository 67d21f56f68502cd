// A page made with Vite, built and from its development server, in Chromium and Firefox. Runs in a
// clean folder with the package; LANDFALL_BROWSERS is `web/tests/browser.mjs`, which launches browsers.
import assert from "node:assert/strict";
import { cpSync, mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { build, createServer } from "vite";

const { BROWSERS, LONGEST_WAIT, serve } = await import(process.env.LANDFALL_BROWSERS);

/** What the README says to copy to a site. */
const TWO_FILE_FORM = ["landfall-worker-fetch.js", "landfall.wasm", "landfall-simd.wasm"];

let built, development;

before(async () => {
  mkdirSync("public", { recursive: true });
  for (const file of TWO_FILE_FORM) cpSync(`node_modules/landfall/web/${file}`, `public/${file}`);
  await build({ logLevel: "warn" });
  built = await serve("dist");
  development = await createServer({ logLevel: "warn", server: { port: 0, host: "127.0.0.1" } });
  await development.listen();
});

after(async () => {
  await built?.close();
  await development?.close();
});

async function answerOf(browser, address) {
  const page = await browser.newPage();
  await page.goto(address);
  for (let waited = 0; waited < LONGEST_WAIT; waited += 50) {
    const text = await page.evaluate(() => document.getElementById("answer")?.textContent);
    if (text) return text;
    await setTimeout(50);
  }
  throw new Error(`${address} shows no answer`);
}

for (const [name, launch] of Object.entries(BROWSERS)) {
  test(`bot, rules, fumens and reviews in ${name}`, async () => {
    const browser = await launch();
    try {
      const answer = await answerOf(browser, `${built.origin}/`);
      assert.match(answer, /^one: 0 (v115@.*)\ntwo: 0 \1\nfailed\n1 move$/);
      assert.equal(await answerOf(browser, development.resolvedUrls.local[0]), answer);
    } finally {
      await browser.close();
    }
  });
}

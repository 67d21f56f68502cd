// What a page costs that has nothing to do: processor time of its processes, workers included, by
// Chromium's own figures. Processor time is no wall time: other work on the machine does not count.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launchChromium, serve } from "./browser.mjs";
import { LONG, figureReaches, openPage } from "./page.mjs";

const SECONDS = 5;
/** Share of a core that an idle page may take. */
const MOST = 0.02;

/** A board with a column open: few placements, so that a search soon comes to its end. */
const SHORT_SEARCH = { rows: 19, queue: "TI" };

// Most of the time is waiting: the tests run at once, each with a browser, and so processes, of its own.
describe("an idle page costs nothing", { timeout: LONG, concurrency: 5 }, () => {
  let server;
  before(async () => { server = await serve(); });
  after(() => server?.close());

  /** Returns the share of a core that the pages and workers of a browser take for some seconds. */
  async function shareOfCore(session, seconds) {
    const spent = async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const pages = processInfo.filter(({ type }) => type === "renderer");
      return new Map(pages.map(({ id, cpuTime }) => [id, cpuTime]));
    };
    const before = await spent();
    await sleep(1_000 * seconds);
    let sum = 0;
    for (const [id, total] of await spent()) sum += total - (before.get(id) ?? 0);
    return sum / seconds;
  }

  async function assertIdle(page) {
    const session = await page.context().browser().newBrowserCDPSession();
    // What was begun before, as drawing and compiling, may end; on a busy machine that takes longer.
    let share = 1;
    for (let tries = 0; tries < 60 && share >= MOST; tries++) share = await shareOfCore(session, 1);
    share = await shareOfCore(session, SECONDS);
    assert.ok(share < MOST, `${share.toFixed(3)} of a core`);
  }

  /** Tests with a page in a browser of its own. */
  function testPage(name, hash, settings, check) {
    test(name, async () => {
      const browser = await launchChromium();
      try {
        const { page } = await openPage(browser, server.origin, hash, { settings });
        await check(page);
      } finally {
        await browser.close();
      }
    });
  }

  for (const [name, hash, settings] of [
    ["Watch", "#watch"],
    ["Play with hints", "#play", { play: { kind: "hints" } }],
    ["Play against the bot", "#play", { play: { kind: "bot" } }],
    ["Any bot", "#bots"],
  ]) {
    testPage(`${name}, not started`, hash, settings, assertIdle);
  }

  testPage("Watch, paused", "#watch", undefined, async (page) => {
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 2);
    await page.click("#watch-run");
    await assertIdle(page);
  });

  for (const kind of ["hints", "bot"]) {
    testPage(`Play with ${kind}, paused`, "#play", { play: { kind } }, async (page) => {
      await page.click("#play-start");
      await page.waitForSelector("body[data-playing]");
      await page.click("#play-pause");
      await assertIdle(page);
    });
  }

  for (const [mode, run] of [["watch", "#watch-run"], ["analyse"]]) {
    testPage(`${mode}, in a hidden tab; visible it goes on`, `#${mode}`, undefined, async (page) => {
      if (run) await page.click(run);
      // A browser without a screen hides no tab: the page is told that it is.
      const show = (hidden) => page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
      await sleep(1_000);
      await show(true);
      await assertIdle(page);
      const shown = () => page.textContent("main");
      const before = await shown();
      await show(false);
      await page.waitForFunction((before) => document.querySelector("main").textContent !== before, before, { polling: 100 });
    });
  }

  testPage("an analysis that has found all says so", "#analyse", undefined, async (page) => {
    const start = { type: "start", hold: null, queue: [...SHORT_SEARCH.queue], combo: 0, back_to_back: false, board: Array.from({ length: 40 }, (_, y) => (y < SHORT_SEARCH.rows ? [..."GGGGGGGGG", null] : Array(10).fill(null))) };
    await page.fill("#exchange-text", JSON.stringify(start));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#analyse-search").textContent.endsWith("finished"), null, { polling: 100 });
    await assertIdle(page);
  });
});

// What a page costs that has nothing to do: processor time of its processes, workers included, by
// Chromium's own figures. Processor time is no wall time: other work on the machine does not count.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { LONG, browserAndServer, figureReaches, openPage } from "./page.mjs";

const SECONDS = 5;
/** Share of a core that an idle page may take. */
const MOST = 0.02;

/** A board with a column open: few placements, so that a search soon comes to its end. */
const SHORT_SEARCH = { rows: 19, queue: "TI" };

describe("an idle page costs nothing", { timeout: LONG }, () => {
  const held = browserAndServer();

  /** Returns the seconds that all pages and workers of the browser have computed. */
  async function processorSeconds(session) {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const pages = processInfo.filter(({ type }) => type === "renderer");
    return new Map(pages.map(({ id, cpuTime }) => [id, cpuTime]));
  }

  async function assertIdle() {
    const session = await held.browser.newBrowserCDPSession();
    // What was begun before, as drawing and compiling, may end.
    await sleep(2_000);
    const before = await processorSeconds(session);
    await sleep(1_000 * SECONDS);
    const after = await processorSeconds(session);
    let spent = 0;
    for (const [id, seconds] of after) spent += seconds - (before.get(id) ?? 0);
    assert.ok(spent < MOST * SECONDS, `${(spent / SECONDS).toFixed(3)} of a core`);
    await session.detach();
  }

  const open = (hash, options) => openPage(held.browser, held.server.origin, hash, options);

  for (const [name, hash, settings] of [
    ["Watch", "#watch"],
    ["Play with hints", "#play", { play: { kind: "hints" } }],
    ["Play against the bot", "#play", { play: { kind: "bot" } }],
    ["Any bot", "#bots"],
  ]) {
    test(`${name}, not started`, async () => {
      const { context } = await open(hash, { settings });
      await assertIdle();
      await context.close();
    });
  }

  test("Watch, paused", async () => {
    const { page, context } = await open("#watch");
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 2);
    await page.click("#watch-run");
    await assertIdle();
    await context.close();
  });

  for (const kind of ["hints", "bot"]) {
    test(`Play with ${kind}, paused`, async () => {
      const { page, context } = await open("#play", { settings: { play: { kind } } });
      await page.click("#play-start");
      await page.waitForSelector("body[data-playing]");
      await page.click("#play-pause");
      await assertIdle();
      await context.close();
    });
  }

  for (const [mode, run] of [["watch", "#watch-run"], ["analyse"]]) {
    test(`${mode}, in a hidden tab; visible it goes on`, async () => {
      const { page, context } = await open(`#${mode}`);
      if (run) await page.click(run);
      // A browser without a screen hides no tab: the page is told that it is.
      const show = (hidden) => page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
      await sleep(1_000);
      await show(true);
      await assertIdle();
      const shown = () => page.textContent("main");
      const before = await shown();
      await show(false);
      await page.waitForFunction((before) => document.querySelector("main").textContent !== before, before, { polling: 100 });
      await context.close();
    });
  }

  test("an analysis that has found all says so", async () => {
    const { page, context } = await open("#analyse");
    const start = { type: "start", hold: null, queue: [...SHORT_SEARCH.queue], combo: 0, back_to_back: false, board: Array.from({ length: 40 }, (_, y) => (y < SHORT_SEARCH.rows ? [..."GGGGGGGGG", null] : Array(10).fill(null))) };
    await page.fill("#exchange-text", JSON.stringify(start));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#analyse-search").textContent.endsWith("finished"), null, { timeout: 120_000, polling: 100 });
    await assertIdle();
    await context.close();
  });
});

// Idle pages use no processor time. Chromium measures that of their processes, workers included;
// unlike wall time it does not depend on other work on the machine.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { launchChromium, serve } from "./browser.mjs";
import { LONG, figureReaches, openPage, setHidden } from "./page.mjs";

const SECONDS = 5;
/** Share of a core that an idle page may take. */
const MOST = 0.02;

/** A board with a column open: few placements, so that a search soon comes to its end. */
const SHORT_SEARCH = {
  type: "start", hold: null, queue: ["T", "I"], combo: 0, back_to_back: false,
  board: Array.from({ length: 40 }, (_, y) => (y < 19 ? [..."GGGGGGGGG", null] : Array(10).fill(null))),
};

async function hideLater(page) {
  await sleep(1_000);
  await setHidden(page, true);
}

async function pausePlay(page) {
  await page.click("#play-start");
  await page.waitForSelector("body[data-playing]");
  await page.click("#play-pause");
}

/** The pages: address, settings, and the actions before the page is idle. */
const PAGES = {
  "Watch, not started": ["#watch"],
  "Play with hints, not started": ["#play", { play: { kind: "hints" } }],
  "Play against the bot, not started": ["#play", { play: { kind: "bot" } }],
  "Any bot, not started": ["#bots"],
  "Watch, paused": ["#watch", undefined, async (page) => {
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 2);
    await page.click("#watch-run");
  }],
  "Play with hints, paused": ["#play", { play: { kind: "hints" } }, pausePlay],
  "Play against the bot, paused": ["#play", { play: { kind: "bot" } }, pausePlay],
  "Watch, in a hidden tab": ["#watch", undefined, async (page) => {
    await page.click("#watch-run");
    await hideLater(page);
  }],
  "Analyse, in a hidden tab": ["#analyse", undefined, hideLater],
  "Analyse, with all found": ["#analyse", undefined, async (page) => {
    await page.fill("#exchange-text", JSON.stringify(SHORT_SEARCH));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#analyse-search").textContent.endsWith("finished"), null, { polling: 100 });
  }],
};

/** Most of the time is waiting: all pages are measured at once, each in a process of its own. */
describe("an idle page costs nothing", { timeout: LONG }, () => {
  let server, browser, session;
  const pages = new Map();
  /** Shares of a core by the names of pages, and of the service worker. */
  let shares;

  before(async () => {
    server = await serve();
    browser = await launchChromium();
    session = await browser.newBrowserCDPSession();
    for (const [name, [hash, settings, prepare]] of Object.entries(PAGES)) {
      const serviceWorker = pages.size === 0;
      const { page, context } = await openPage(browser, server.origin, hash, { settings, serviceWorker });
      await prepare?.(page);
      const metrics = await context.newCDPSession(page);
      await metrics.send("Performance.enable");
      pages.set(name, { page, metrics });
    }
    // Drawing, compiling and the browser's own work may still go on; on a busy machine they take
    // longer. A page that searches is never idle.
    for (let tries = 0; tries < 60; tries++) {
      if (await isIdle(1) && await isIdle(SECONDS)) break;
    }
  });

  after(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Returns the processor time in seconds of each page, and of all processes that show pages. */
  async function processorTimes() {
    const times = new Map();
    for (const [name, { metrics }] of pages) {
      const { metrics: found } = await metrics.send("Performance.getMetrics");
      times.set(name, found.find((metric) => metric.name === "ProcessTime").value);
    }
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer");
    assert.ok(renderers.length >= pages.size, "each page has a process of its own");
    const all = renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    return { times, all };
  }

  async function sharesOfCore(seconds) {
    const before = await processorTimes();
    await sleep(1_000 * seconds);
    const now = await processorTimes();
    const shares = new Map([...now.times].map(([name, time]) => [name, (time - before.times.get(name)) / seconds]));
    const ofPages = [...shares.values()].reduce((sum, share) => sum + share, 0);
    return shares.set("the service worker", (now.all - before.all) / seconds - ofPages);
  }

  /** Measures all pages, and returns whether none took a noticeable share. */
  async function isIdle(seconds) {
    shares = await sharesOfCore(seconds);
    return [...shares.values()].every((share) => Math.abs(share) < MOST);
  }

  for (const name of [...Object.keys(PAGES), "the service worker"]) {
    test(name, () => {
      const share = shares.get(name);
      assert.ok(Math.abs(share) < MOST, `${share.toFixed(3)} of a core`);
    });
  }

  for (const name of ["Watch, in a hidden tab", "Analyse, in a hidden tab"]) {
    test(`${name}; when it is visible again, it continues`, async () => {
      const { page } = pages.get(name);
      const before = await page.textContent("main");
      await setHidden(page, false);
      await page.waitForFunction((before) => document.querySelector("main").textContent !== before, before, { polling: 100 });
    });
  }
});

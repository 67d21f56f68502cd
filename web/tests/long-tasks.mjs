// Measures the tasks of the page's main thread that last over 50 ms, within 10 seconds each of Watch
// at full speed, of Analyse while the search goes on, and of a match in Any bot, in Chromium.
// `node web/tests/long-tasks.mjs [SECONDS]`, after web/build.
import { launchChromium, serve } from "./browser.mjs";
import { openPage } from "./page.mjs";

const SECONDS = Number(process.argv[2] ?? 10);
const FULL_SPEED = 9;

/** Begins to note long tasks; what was before does not count. */
const note = (page) => page.evaluate(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: "longtask" });
});

const server = await serve();
const browser = await launchChromium();

/** What is opened and begun in each row; the last function resolves when it goes on. */
const ROWS = {
  "Watch at full speed": ["#watch", { watchSpeed: FULL_SPEED }, async (page) => {
    await page.click("#watch-run");
    await page.waitForFunction(() => Number(document.querySelector("[data-figure=pieces]").textContent) >= 5);
  }],
  Analyse: ["#analyse?q=TIOSZLJ", undefined, (page) => page.waitForSelector("#lines .chip:not([hidden])")],
  "Any bot, a match": ["#bots", { bots: { kind: "match", speed: FULL_SPEED, url: `${server.origin}/landfall-worker.js` } }, async (page) => {
    await page.click("#bots-form [type=submit]");
    await page.waitForFunction(() => Number(document.querySelector("[data-figure=pieces0]").textContent) >= 5, null, { timeout: 60_000 });
  }],
};

for (const [name, [hash, settings, begin]] of Object.entries(ROWS)) {
  const { page, context } = await openPage(browser, server.origin, hash, { settings });
  await begin(page);
  await note(page);
  await page.waitForTimeout(1000 * SECONDS);
  const tasks = await page.evaluate(() => window.longTasks);
  console.log(`${name}: ${tasks.length} tasks over 50 ms in ${SECONDS} s, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`);
  await context.close();
}
await browser.close();
await server.close();

// Measures the tasks of the page's main thread within 10 seconds each of Watch at full speed, of
// Analyse during the search, and of a match in Any bot, in Chromium: those that last over 50 ms,
// and the most processor time of one. On a busy machine tasks last long without processor time.
// `node web/tests/long-tasks.mjs [SECONDS]`, after web/build.
import { launchChromium, serve } from "./browser.mjs";
import { figureReaches, openPage } from "./page.mjs";
import { longestTask, mainThreadTasks } from "./tasks.mjs";

const SECONDS = Number(process.argv[2] ?? 10);
const FULL_SPEED = 9;
/** Microseconds of a long task. */
const LONG_TASK = 50_000;

const server = await serve();
const browser = await launchChromium();

/** The rows: address, settings and how the game begins. */
const ROWS = {
  "Watch at full speed": ["#watch", { watchSpeed: FULL_SPEED }, async (page) => {
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 5);
  }],
  Analyse: ["#analyse?q=TIOSZLJ", undefined, (page) => page.waitForSelector("#lines .chip:not([hidden])")],
  "Any bot, a match": ["#bots", { bots: { kind: "match", speed: FULL_SPEED, url: `${server.origin}/landfall-worker.js` } }, async (page) => {
    await page.click("#bots-start");
    await figureReaches(page, "bots-figures", "pieces0", 5);
  }],
};

for (const [name, [hash, settings, begin]] of Object.entries(ROWS)) {
  const { page, context } = await openPage(browser, server.origin, hash, { settings });
  await begin(page);
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await page.waitForTimeout(1000 * SECONDS);
  const trace = (await browser.stopTracing()).toString();
  const tasks = mainThreadTasks(trace);
  const longest = longestTask(trace);
  const long = tasks.filter(({ dur }) => dur > LONG_TASK).length;
  console.log(`${name}: ${long} of ${tasks.length} tasks over 50 ms in ${SECONDS} s, the longest ${longest.wall} ms; at most ${longest.cpu} ms of processor time`);
  await context.close();
}
await browser.close();
await server.close();

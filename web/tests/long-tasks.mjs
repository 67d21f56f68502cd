// Measures the tasks of the page's main thread within 10 seconds each of Watch at full speed, of
// Analyse during the search, and of a match in Any bot, in Chromium: those that last over 50 ms,
// and the most processor time of one. On a busy machine tasks last long without processor time.
// `node web/tests/long-tasks.mjs [SECONDS]`, after web/build.
import { launchChromium, serve } from "./browser.mjs";
import { figureReaches, openPage } from "./page.mjs";

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

/** Returns the tasks of main threads in a trace, with `dur` and processor time `tdur` in microseconds. */
function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
  return traceEvents.filter((event) => event.name === "RunTask" && mainThreads.has(thread(event)));
}

for (const [name, [hash, settings, begin]] of Object.entries(ROWS)) {
  const { page, context } = await openPage(browser, server.origin, hash, { settings });
  await begin(page);
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await page.waitForTimeout(1000 * SECONDS);
  const tasks = mainThreadTasks((await browser.stopTracing()).toString());
  const most = (key) => (tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000).toFixed(0);
  const long = tasks.filter(({ dur }) => dur > LONG_TASK).length;
  console.log(`${name}: ${long} of ${tasks.length} tasks over 50 ms in ${SECONDS} s, the longest ${most("dur")} ms; at most ${most("tdur")} ms of processor time`);
  await context.close();
}
await browser.close();
await server.close();

// Measures how soon a worker answers while it thinks, and the nodes/s of the search in a
// browser beside those of the program on one thread, taking turns, the best of each; in Chromium
// also how soon the page can be used at the first visit.
// `node web/tests/measure.mjs [ROUNDS]`, after web/build and `cargo build --profile dist`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { BROWSERS, benchInPage, launchChromium, serve } from "./browser.mjs";
import { visitFirst } from "./first-visit.mjs";

const PROGRAM = fileURLToPath(new URL("../../target/dist/landfall", import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 3);
const NODES = 200_000;
const SAMPLES = 300;
const VISITS = 9;

/** Plays a game while the bot thinks, a move every so often; resolves to milliseconds an answer. */
async function latencies(page, url) {
  return page.evaluate(
    async ([url, samples]) => {
      const { open, start } = window.frontend;
      const bot = await open(url, { messages: [{ type: "rules" }, start("TIOSZL")] });
      await bot.nextOf(2);
      const pause = () => new Promise((resolve) => setTimeout(resolve, 20 + 60 * Math.random()));
      const times = [];
      let bag = [];
      for (let sample = 0; sample < samples; sample += 1) {
        await pause();
        const begun = performance.now();
        bot.send({ type: "suggest" });
        const { moves } = await bot.next();
        times.push(performance.now() - begun);
        if (moves.length === 0) {
          bot.send({ type: "stop" }, start("TIOSZL"));
          continue;
        }
        bag = bag.length > 0 ? bag : [..."IOTLJSZ"].sort(() => Math.random() - 0.5);
        bot.send({ type: "play", move: moves[0] }, { type: "new_piece", piece: bag.pop() });
      }
      bot.worker.terminate();
      return times.sort((a, b) => a - b);
    },
    [url, SAMPLES],
  );
}

/** Returns the nodes/s of `landfall bench` on one thread. */
function programSpeed() {
  const text = execFileSync(PROGRAM, ["bench", "--threads", "1", "--nodes", String(NODES)], {
    encoding: "utf8",
  });
  return Number(text.match(/nps +(\d+)/)[1]);
}

/** Returns the nodes/s of the same in a browser. */
async function browserSpeed(page) {
  const { nodes, milliseconds } = await benchInPage(page, "landfall-simd.wasm", NODES);
  return nodes / (milliseconds / 1000);
}

/** Visits the page for the first time, again and again; shows what that takes. */
async function measureVisits(origin) {
  const browser = await launchChromium();
  const times = [];
  let visit;
  for (let n = 0; n < VISITS; n += 1) {
    visit = await visitFirst(browser, origin);
    times.push(visit.interactive);
  }
  await browser.close();
  times.sort((a, b) => a - b);
  console.log(`first visit: ${visit.files.length} requests, ${visit.bytes} bytes gzipped, interactive after ${Math.round(at(times, 0.5))} ms, at most ${Math.round(times.at(-1))} (${VISITS})`);
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const server = await serve();
await measureVisits(server.origin);
for (const [name, launch] of Object.entries(BROWSERS)) {
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`${server.origin}/tests/frontend.html`, { waitUntil: "load" });
  const url = `${server.origin}/landfall-worker.js`;
  const times = await latencies(page, `${url}`);
  const shown = [0.5, 0.95, 0.99, 1].map((share) => at(times, share).toFixed(1));
  console.log(`${name}: suggest answered in ms, median ${shown[0]}, p95 ${shown[1]}, p99 ${shown[2]}, max ${shown[3]} (${SAMPLES})`);
  const [there, here] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    there.push(await browserSpeed(page));
    here.push(programSpeed());
  }
  const [best, native] = [Math.max(...there), Math.max(...here)];
  const millions = (speed) => (speed / 1e6).toFixed(2);
  console.log(`${name}: ${millions(best)} M nodes/s, program ${millions(native)}: ${(best / native).toFixed(3)}`);
  await browser.close();
}
await server.close();

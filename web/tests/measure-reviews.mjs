// Reviews files in Chromium and with the program: whether the sides agree to the byte, the moves/s of both,
// the memory of the tab, and the longest task of its main thread.
// `node web/tests/measure-reviews.mjs NODES[:DEPTH] WORKERS PATH...`, after web/build and `cargo build`; a path is
// a file or a folder. `LANDFALL_BUILD=dist` takes the program of that profile. 20000 nodes are the fewest, 50000
// the default; a small DEPTH compares many files soon. WORKERS are the threads of the program too.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { launchChromium, serve } from "./browser.mjs";
import { poolReview, programName, programReview } from "./reviews.mjs";
import { longestTask } from "./tasks.mjs";

const [limits, workers] = process.argv.slice(2, 4);
const [nodes, depth] = limits.split(":").map(Number);
const options = depth ? { nodes, depth } : { nodes };
const MIB = 1 << 20;

/** Returns the files of a path: itself, or the replays in a folder and those in it. */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const inner = readdirSync(path).sort().flatMap((name) => filesOf(join(path, name)));
  return inner.filter((file) => /\.(ttrm?|jsonl)$/.test(file));
}

/** Returns the sides of a review, as texts. */
const sidesOf = (json) => JSON.parse(json).games[0].rounds.flatMap(({ sides }) => sides.map((side) => JSON.stringify(side)));

const server = await serve();
const browser = await launchChromium();
const devtools = await browser.newBrowserCDPSession();

/** Returns the bytes that the processes of tabs hold, shared pages left out. */
async function tabMemory() {
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const ofTabs = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    return 1024 * Number(status.match(/RssAnon:\s+(\d+)/)[1]);
  });
  return Math.max(...ofTabs);
}

/** Reviews the bytes of a file in a page of its own. */
async function inBrowser(bytes, options) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.origin}/tests/frontend.html`);
  let memory = 0;
  const timer = setInterval(async () => { memory = Math.max(memory, await tabMemory()); }, 250);
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "blink.user_timing"] });
  const found = await poolReview(page, bytes, options, Number(workers));
  const longest = longestTask((await browser.stopTracing()).toString(), ["review-begin", "review-end"]);
  clearInterval(timer);
  await context.close();
  return { ...found, memory, longest };
}

const program = await programName();
const all = { files: 0, sameFiles: 0, sides: 0, same: 0, moves: 0, here: 0, there: 0 };
for (const file of process.argv.slice(4).flatMap(filesOf)) {
  const begun = performance.now();
  const expected = await programReview(file, { ...options, threads: workers });
  const here = (performance.now() - begun) / 1000;
  const found = await inBrowser(readFileSync(file), { ...options, program });
  all.files += 1;
  if (!expected.json || !found.json) {
    const same = expected.sentence === found.failures.at(-1)?.[0];
    all.sameFiles += Number(same);
    console.log(`file ${all.files}: refused, ${same ? "with the same sentence" : "DIFFERENTLY"}`);
    continue;
  }
  const [ours, theirs] = [sidesOf(expected.json), sidesOf(found.json)];
  const same = ours.filter((side, i) => side === theirs[i]).length;
  const { moves } = found.progress.at(-1);
  const { wall, cpu } = found.longest;
  all.sameFiles += Number(found.json === expected.json);
  all.sides += ours.length;
  all.same += same;
  all.moves += moves;
  all.here += here;
  all.there += found.seconds;
  const rest = found.json === expected.json ? "the JSON is the same to the byte" : "THE JSON DIFFERS";
  console.log(`file ${all.files}: ${same} of ${ours.length} sides agree, ${rest}; ${moves} moves in ${found.seconds.toFixed(1)} s, program ${here.toFixed(1)} s; tab ${Math.round(found.memory / MIB)} MiB; longest task ${wall} ms, ${cpu} ms of processor time`);
}
console.log(`${all.same} of ${all.sides} sides agree; ${all.sameFiles} of ${all.files} files to the byte; ${(all.moves / all.there).toFixed(1)} moves/s with ${workers} workers, ${(all.there / all.here).toFixed(2)} times the time of the program`);
await browser.close();
await server.close();

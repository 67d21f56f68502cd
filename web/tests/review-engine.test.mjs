// Reviews in the browser: the JSON of the program to the byte, and its sentences. `npm run games` makes
// the files; the program is `target/debug/landfall`.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { describeInBrowsers } from "./browser.mjs";
import { LEAST_NODES, engineReview, poolReview, programName, programReview } from "./reviews.mjs";

const FOLDER = fileURLToPath(new URL("../../target/review-games", import.meta.url));
const at = (name) => join(FOLDER, name);
const GAME = at("arena-ppt.jsonl");

/** One of so many matches is reviewed, and of the kept inputs of fuzzing. `measure-reviews.mjs` reviews all of a folder. */
const MATCHES = 25;
const INPUTS = 100;

/** Files that are searched as deep as by default; the others one piece deep, which is faster. */
const DEEP = ["arena-ppt.jsonl", "match-000.ttrm", "fumen.txt", "log.txt"];

function files() {
  const isKept = (name, i) => !name.startsWith("match-") || i % MATCHES === 0;
  return readdirSync(FOLDER).sort().filter(isKept);
}

/** Returns the inputs of a packed file of fuzzing, each behind its length in four bytes. */
function unpacked(name) {
  const packed = readFileSync(new URL(`../../fuzz/corpus/${name}.pack`, import.meta.url));
  const inputs = [];
  for (let at = 0; at < packed.length; at += 4 + inputs.at(-1).length) {
    inputs.push(packed.subarray(at + 4, at + 4 + packed.readUInt32LE(at)));
  }
  return inputs;
}

describeInBrowsers("reviews", (frontend) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-reviews-"));
  after(() => rmSync(folder, { recursive: true }));

  /** Checks that a file gets the same JSON or sentence. Resolves to the sentence, if it is one. */
  async function assertSame(file, options) {
    const [program, expected] = await Promise.all([programName(), programReview(file, options)]);
    const found = await engineReview(frontend.page, readFileSync(file), { ...options, program });
    // The texts are long: the difference would fill the screen.
    assert.ok(found.json === expected.json, `another review of ${file}`);
    assert.equal(found.sentence, expected.sentence, file);
    return found.sentence;
  }

  test("files get the JSON of the program to the byte, or its sentence", async () => {
    const sentences = [];
    for (const name of files()) {
      const options = { nodes: LEAST_NODES, ...(!DEEP.includes(name) && { depth: 1 }) };
      const sentence = await assertSame(at(name), options);
      if (sentence) sentences.push(name);
    }
    const isOther = (name) => name.startsWith("other-") || name.startsWith("broken-");
    assert.ok(sentences.length >= 17 && sentences.every(isOther), `refused: ${sentences}`);
  });

  test("the rules and other options are the program's", async () => {
    for (const options of [{ rules: "tetrio-s2" }, { depth: 3 }, { nodes: 30_000, depth: 2 }]) {
      await assertSame(at("fumen.txt"), { nodes: LEAST_NODES, ...options });
    }
  });

  test("hostile files get the sentence of the program", async () => {
    const inputs = ["fumens", "replays", "tetrio_replays"].flatMap(unpacked);
    for (const input of inputs.filter((_, i) => i % INPUTS === 0)) {
      const file = join(folder, "input");
      writeFileSync(file, input);
      await assertSame(file, { nodes: LEAST_NODES, depth: 1 });
    }
  });
}, ["chromium"]);

describeInBrowsers("a pool of reviews", (frontend) => {
  const OPTIONS = { nodes: LEAST_NODES };
  const bytes = readFileSync(GAME);

  test("reports what is judged in the order of the moves, and the JSON of the program", async () => {
    const program = await programName();
    const { json } = await programReview(GAME, OPTIONS);
    const found = await poolReview(frontend.page, bytes, { ...OPTIONS, program }, 2);
    assert.ok(found.json === json, "another review");
    assert.deepEqual(found.failures, []);
    const { sides } = JSON.parse(json).games[0].rounds[0];
    const [first, second] = sides.map(({ moves }) => moves.length);
    assert.ok(found.moves.every(([one, other]) => other === 0 || one === first), `a gap: ${found.moves}`);
    assert.deepEqual(found.moves.at(-1), [first, second]);
    assert.equal(found.rounds.length, 1);
    const grades = (moves) => moves.map(({ grade }) => grade);
    found.data.rounds[0].sides.forEach(({ moves }, side) => assert.deepEqual(grades(moves), grades(sides[side].moves)));
    const { done, moves, secondsLeft } = found.progress.at(-1);
    assert.deepEqual([done, moves, secondsLeft], [first + second, first + second, 0]);
    assert.equal(found.progress[0].secondsLeft, null);
  });

  test("computes nothing while it is paused, and goes on", async () => {
    const found = await poolReview(frontend.page, bytes, OPTIONS, 2, { pauseAt: 10 });
    const [before, after] = found.paused;
    // Those that were at work, and those on their way.
    assert.ok(after - before <= 4, `${after - before} moves were judged in the pause`);
    assert.equal(found.progress.at(-1).done, found.progress[0].moves);
  });

  test("says in a sentence what cannot be read", async () => {
    const found = await poolReview(frontend.page, Buffer.from("{}"), OPTIONS, 2);
    const { sentence } = await programReview(at("other-12"), OPTIONS);
    assert.deepEqual(found.failures, [[sentence, false]]);
  });
});

describeInBrowsers("a pool of reviews whose workers fail", (frontend) => {
  const OPTIONS = { nodes: LEAST_NODES, depth: 1 };
  const bytes = readFileSync(GAME);
  const JUDGE = "const report = review.judge(current);";

  /** Lets some workers trap at a move: `traps` is given how many workers were started before, the first of which makes the reports. */
  async function withTraps(traps, begin) {
    let workers = 0;
    await frontend.page.route("**/review/worker.js", async (route) => {
      const script = await (await route.fetch()).text();
      assert.ok(script.includes(JUDGE));
      const trap = `if (current === 5) throw new WebAssembly.RuntimeError("unreachable");${JUDGE}`;
      const body = traps(workers) ? script.replace(JUDGE, trap) : script;
      workers += 1;
      await route.fulfill({ contentType: "text/javascript", body });
    });
    try {
      return await begin();
    } finally {
      await frontend.page.unroute("**/review/worker.js");
    }
  }

  test("one that fails is replaced, and the review is complete", async () => {
    const program = await programName();
    const found = await withTraps((worker) => worker <= 1, () => poolReview(frontend.page, bytes, { ...OPTIONS, program }, 1));
    assert.deepEqual(found.failures, [["A worker of the review has failed (unreachable). Another one has taken its place.", true]]);
    assert.ok(found.json === (await programReview(GAME, OPTIONS)).json, "another review");
  });

  test("two that fail at the same move end the review", async () => {
    const found = await withTraps(() => true, () => poolReview(frontend.page, bytes, OPTIONS, 2));
    const [last, goesOn] = found.failures.at(-1);
    assert.equal(last, "Move 6 of the game cannot be judged: two workers have failed at it (unreachable).");
    assert.equal(goesOn, false);
  });
}, ["chromium"]);

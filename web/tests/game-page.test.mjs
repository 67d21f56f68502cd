// The page of a game, as `arena --html` and `replay --html` write it: it shows the data of the replay.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchChromium } from "./browser.mjs";
import { LONG } from "./page.mjs";
import { runProgram } from "./reviews.mjs";

describe("the page of a game", { timeout: LONG }, () => {
  let browser, folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "landfall-game-page-"));
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Plays a short game of two bots; resolves to the lines of its replay, and its page. */
  async function smallGame(preset) {
    const path = join(folder, preset);
    await runProgram(
      "arena", "landfall", "landfall --memory 8", "--games", "1", "--replays", path, "--html", path,
      "--clock", "nodes", "30", "--preset", preset,
    );
    const lines = (await readFile(join(path, "000000.jsonl"), "utf8")).trimEnd().split("\n").map((line) => JSON.parse(line));
    return { lines, moves: lines.filter(({ move }) => move), file: join(path, "000000.html") };
  }

  /** Opens a file; its time is moved by the test alone. `close` checks that the console was quiet. */
  async function open(file) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.clock.install({ time: 0 });
    await page.goto(pathToFileURL(file).href);
    await page.clock.pauseAt(60_000);
    const close = async () => {
      assert.deepEqual(complaints, []);
      await context.close();
    };
    return { page, close };
  }

  const state = (page) => page.evaluate(() => window.eval("pageState()"));
  const press = async (page, ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return state(page);
  };
  const click = async (page, ...buttons) => {
    for (const button of buttons) await page.click(`#${button}`);
    return state(page);
  };
  const seek = async (page, frame) => {
    await page.fill("#seek", `${frame}`);
    return state(page);
  };
  const pass = async (page, milliseconds) => {
    await page.clock.runFor(milliseconds);
    return state(page);
  };
  /** Checks that frames of 1/60 s have passed, but for one of the browser's frames. */
  const hasPassed = ({ frame }, frames, speed = 1) => assert.ok(Math.abs(frame - frames) <= 2 * speed, `${frame} frames in place of ${frames}`);

  test("it ends with the boards of the replay", async () => {
    const { lines, moves, file } = await smallGame("ppt");
    const { page, close } = await open(file);
    const { sides, moment, moments, slider, length, charts } = await press(page, "End");
    assert.deepEqual([moment, slider], [moments - 1, length]);
    for (const [seat, side] of sides.entries()) {
      const own = moves.filter(({ s }) => s === seat);
      const sum = (name) => own.reduce((all, line) => all + (line[name] ?? 0), 0);
      const { depth, nodes, extra } = own.at(-1).info;
      assert.deepEqual(side.board, lines.at(-1).boards[seat], `seat ${seat}`);
      assert.deepEqual([side.pieces, side.lines, side.sent], [own.length, sum("lines"), sum("sent")]);
      assert.deepEqual([side.depth, side.nodes, `value ${side.score}`], [depth, nodes, extra]);
      assert.equal(side.queue.length, 5);
    }
    for (const chart of ["attack per minute", "depth", "nodes per move", "reported value", "stack height"]) {
      assert.ok(charts.includes(chart), `${chart}: ${charts}`);
    }
    await close();
  });

  test("the hold follows from the moves, and the waiting garbage is that of the next move", async () => {
    const { lines, moves, file } = await smallGame("guideline");
    const { page, close } = await open(file);
    // Without a hold, the first piece of the queue is played.
    const [first] = moves.filter(({ s }) => s === 0);
    const [dealt] = lines[0].queues[0];
    const [side] = (await seek(page, first.locks)).sides;
    assert.deepEqual([side.hold, side.pieces], [first.move[0] === dealt ? null : dealt, 1]);
    const hit = moves.find(({ waiting }) => waiting > 0);
    assert.equal((await seek(page, hit.f)).sides[hit.s].waiting, hit.waiting);
    await close();
  });

  test("a game of the league: packets one by one, also after the opener phase, and the surge of the chain", async () => {
    const { lines, moves, file } = await smallGame("tetrio-s2");
    assert.equal(lines[0].garbage.opener, 14);
    assert.deepEqual(lines[0].surge, { at: 4, base: 3 });
    const { page, close } = await open(file);
    const waits = moves.filter(({ packets_waiting: packets }) => packets?.length > 0);
    for (const { f, s, packets_waiting: packets } of [waits[0], waits.at(-1)]) {
      assert.deepEqual((await seek(page, f)).sides[s].packets, packets);
    }
    const longest = moves.reduce((one, other) => ((other.chain ?? 0) > (one.chain ?? 0) ? other : one));
    const { chain, surge } = (await seek(page, longest.locks)).sides[longest.s];
    assert.deepEqual([chain, surge], [longest.chain, longest.chain > 4 ? longest.chain - 1 : 0]);
    await close();
  });

  test("keys, buttons and the slider move through the game", async () => {
    const { file } = await smallGame("tetrio");
    const { page, close } = await open(file);
    const begun = await state(page);
    assert.deepEqual([begun.frame, begun.moment, begun.playing, begun.sides[0].board], [0, 0, false, []]);
    // Three on and one back are two on, by keys and by buttons.
    const byKeys = await press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft");
    assert.equal(byKeys.moment, 2);
    assert.deepEqual(await press(page, "Home"), begun);
    assert.deepEqual(await click(page, "on", "on", "on", "back"), byKeys);
    assert.equal((await press(page, "Home", "PageDown", "PageUp", "ArrowRight")).moment, 1);
    const over = await press(page, "End");
    assert.deepEqual(await click(page, "first", "last"), over);
    const sought = await seek(page, 400);
    assert.deepEqual([sought.frame, sought.slider], [400, 400]);
    await seek(page, 300);
    assert.deepEqual(await seek(page, 400), sought);
    await close();
  });

  test("time passes while it plays, and as fast as it is set", async () => {
    const { file } = await smallGame("pason");
    const { page, close } = await open(file);
    const begun = await state(page);
    assert.deepEqual(await pass(page, 5000), begun, "it does not play");
    await click(page, "play");
    hasPassed(await pass(page, 5000), 300);
    await click(page, "play");
    const paused = await state(page);
    assert.equal(paused.playing, false);
    assert.deepEqual(await pass(page, 1000), paused);
    await press(page, "Home", "+", "=", "-", " ");
    hasPassed(await pass(page, 1000), 120, 2);
    await press(page, "+", "+", "+");
    const over = await pass(page, (1000 * begun.length) / 60 / 16 + 1000);
    assert.deepEqual([over.frame, over.playing], [over.length, false]);
    await page.click("#play");
    const again = await state(page);
    assert.deepEqual([again.frame, again.playing], [0, true], "it plays again");
    await close();
  });

  test("sizes and seats are data: one seat, a wide and high board, any cells, solid rows, hostile names", async () => {
    const name = "<img src=x onerror=alert(1)></script>&";
    const lines = [
      { replay: 2, preset: "dropblox", seats: [name], board: { columns: 3, rows: 4 } },
      { f: 10, s: 0, garbage: ["###", "x.x"] },
      { f: 20, s: 0, cells: [[1, 0], [1, 2], [0, 2]], block: "a", lines: 1 },
      { f: 30, s: 0, cells: [[2, 1], [2, 2]], block: "b", info: { score: 12.5 } },
      { f: 40, winner: null, ends: ["top_out"], boards: [[]] },
    ];
    const replay = join(folder, "solo.jsonl");
    await writeFile(replay, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await runProgram("replay", replay, "--html", folder);
    const { page, close } = await open(join(folder, "solo.html"));
    // Rows come up one under the other; solid ones stay.
    for (const [frame, board] of [[10, ["###", "x.x"]], [20, ["aa.", "###"]], [30, ["..b", "###"]]]) {
      const { sides, length } = await seek(page, frame);
      assert.deepEqual([sides.map((side) => side.board), length], [[board], 40], `frame ${frame}`);
    }
    assert.equal((await press(page, "End")).sides[0].score, 12.5);
    assert.ok(!(await page.content()).includes("<img"), "a name became markup");
    assert.match(await page.textContent("#title"), /topped out/);
    await close();
    const index = await open(join(folder, "index.html"));
    const content = await index.page.content();
    assert.ok(content.includes('<a href="solo.html">solo</a>') && !content.includes("<img"));
    await index.close();
  });
});

// Training: positions are asked, answered by keys and touch, judged, kept, and come again.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { BROWSERS, serve } from "./browser.mjs";
import { LONG, assertQuiet, browserAndServer, closePage, layer, openPage, rows, violationsInBothSchemes } from "./page.mjs";
import { until } from "./review-page.mjs";

/** The open well of a TETRIS: the I belongs there. */
const WELL = [".GGGGGGGGG", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG."];

/** Makes the positions of the page in the page: the well, with a piece laid over it. */
async function lineOfWell(page, queue = "IOSZTLJ") {
  return page.evaluate(async ([rows, queue]) => {
    const { TurnGame } = await import("/engine.js");
    const { toLink } = await import("/position-link.js");
    const board = rows.map((row) => [...row].map((cell) => (cell === "." ? null : cell)));
    const start = { hold: null, queue: [...queue], combo: 0, back_to_back: false, board };
    const link = toLink(new TurnGame({ rules: "guideline", start }));
    return `${link}\tI north 4 5 none\thole`;
  }, [WELL, queue]);
}

/** Opens Train with some positions in place of those of the page. */
async function openTrain(browser, origin, options = {}) {
  const opened = await openPage(browser, origin, "#play", options);
  const line = await lineOfWell(opened.page, options.queue);
  await opened.page.route("**/train/puzzles.txt", async (route) => {
    await new Promise((done) => setTimeout(done, options.delay ?? 0));
    await route.fulfill({ contentType: "text/plain", body: `${line}\n` });
  });
  await goToTrain(opened.page);
  return opened;
}

async function goToTrain(page) {
  await page.click("nav [data-mode=train]");
  await isAsked(page);
}

const question = (page) => page.textContent("#train-question");
const isAsked = (page) => page.waitForFunction(() => /^Find the best move/.test(document.querySelector("#train-question").textContent));
const isAnswered = (page) => page.waitForSelector("#train-result:not([hidden])");
const verdict = (page) => page.textContent("#train-verdict");
const viewerText = (page, id) => page.evaluate((id) => document.querySelector("#train-viewer").shadowRoot.getElementById(id).textContent, id);
const figuresOf = (page) => page.evaluate(() => [...document.querySelectorAll("#train-figures dd")].map((figure) => figure.textContent));

/** Presses keys one after the other. */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** The keys that bring the I upright to the right wall, and drop it. */
const INTO_THE_WELL = ["ArrowUp", ...Array(5).fill("ArrowRight"), "Space"];

describe("training in the page", { timeout: LONG }, () => {
  const held = browserAndServer();

  test("the right move, with the visitor's keys: what was wrong in the game is shown, and the answer is kept", async () => {
    const opened = await openTrain(held.browser, held.server.origin, { queue: "IJLSZTO" });
    const { page } = opened;
    assert.deepEqual(await rows(page), WELL);
    assert.deepEqual(await figuresOf(page), ["0", "1", "–"]);
    await press(page, ...INTO_THE_WELL);
    await isAnswered(page);
    assert.match(await verdict(page), /^Right/);
    assert.match(await viewerText(page, "grade-name"), /Inaccuracy|Mistake|Blunder/);
    assert.match(await viewerText(page, "comment"), /garbage fewer cleared/);
    assert.match(await page.textContent("#train-source"), /comes again tomorrow/);
    await press(page, "n");
    assert.match(await question(page), /^Nothing is due. The next position comes tomorrow/);
    assert.deepEqual(await figuresOf(page), ["0", "0", "1 of 1"]);
    await page.reload();
    await page.waitForFunction(() => /^Nothing is due/.test(document.querySelector("#train-question").textContent));
    assert.equal(await page.textContent("#train-weeks li b"), "1 of 1 right");
    await page.click("#train-practise");
    await isAsked(page);
    await press(page, ...INTO_THE_WELL);
    await isAnswered(page);
    await page.click("#train-next");
    assert.deepEqual(await figuresOf(page), ["0", "0", "1 of 1"], "practice does not count");
    await closePage(opened, held.server.origin, { mayShift: true });
  });

  test("a wrong move: why, and the better one; another try does not count", async () => {
    const opened = await openTrain(held.browser, held.server.origin);
    const { page } = opened;
    await press(page, "Space");
    await isAnswered(page);
    assert.equal(await verdict(page), "Not the best move");
    assert.ok((await viewerText(page, "comment")).length > 10);
    await page.click("#train-again");
    await isAsked(page);
    await press(page, ...INTO_THE_WELL);
    await isAnswered(page);
    assert.match(await verdict(page), /^Right/);
    await page.click("#train-next");
    assert.deepEqual(await figuresOf(page), ["0", "0", "0 of 1"]);
    await closePage(opened, held.server.origin, { mayShift: true });
  });

  test("three pieces in a row, a piece that was turned wrong, and what is shown on request", async () => {
    const opened = await openTrain(held.browser, held.server.origin);
    const { page } = opened;
    await page.click("#train-pieces [value='3']");
    await isAsked(page);
    const before = await layer(page, "active");
    await press(page, "ArrowUp", "ArrowLeft");
    // It is drawn in the next frame.
    const isThere = async () => String(await layer(page, "active")) === String(before);
    while (await isThere()) await page.waitForTimeout(20);
    // The key of a new game starts over.
    await press(page, "r");
    while (!await isThere()) await page.waitForTimeout(20);
    await press(page, ...INTO_THE_WELL);
    await page.waitForFunction(() => document.querySelector("#train-question").textContent.startsWith("Right. Go on. Piece 2 of 3."));
    assert.deepEqual(await rows(page), WELL.slice(0, 1));
    assert.equal(await page.isEnabled("#train-show"), false, "no move of a game is known here");
    await page.click("#train-reset");
    assert.deepEqual(await rows(page), WELL.slice(0, 1), "the position after the first piece");
    await closePage(opened, held.server.origin, { mayShift: true });
  });

  test("an answer waits for the mode, and takes no keys of the piece when it is shown again", async () => {
    const opened = await openTrain(held.browser, held.server.origin);
    const { page } = opened;
    await press(page, "Space");
    await page.click("nav [data-mode=play]");
    await page.waitForFunction(() => document.body.dataset.mode === "play");
    // Longer than the move is judged.
    await page.waitForTimeout(1500);
    assert.equal(await page.isVisible("#train-result"), false);
    assert.equal(await page.isVisible("#boards"), true);
    await page.click("nav [data-mode=train]");
    await isAnswered(page);
    await page.click("#train-analyse");
    await page.waitForFunction(() => location.hash.startsWith("#analyse?"));
    await page.goBack();
    await isAnswered(page);
    const shown = await verdict(page);
    // It would drop the piece of the question.
    await page.evaluate(() => document.activeElement.blur());
    await press(page, "Space");
    await page.waitForTimeout(1000);
    assert.equal(await verdict(page), shown);
    await page.click("#train-next");
    assert.deepEqual(await figuresOf(page), ["0", "0", "0 of 1"]);
    await closePage(opened, held.server.origin, { mayShift: true });
  });

  test("mistakes of a reviewed game are checked and asked, and lead to their move and back", async () => {
    const opened = await openPage(held.browser, held.server.origin, "#play");
    const { page } = opened;
    // A position of the page, as a game of one move.
    const log = await page.evaluate(async () => {
      const [{ loadSet }, { GameLog }, { ruleset }] = await Promise.all([import("/train/set.js"), import("/game-log.js"), import("/engine.js")]);
      const [puzzle] = await loadSet();
      const log = new GameLog(ruleset(puzzle.rules).rules, puzzle.start);
      log.add(puzzle.played, null);
      return log.text;
    });
    await page.click("nav [data-mode=review]");
    await page.waitForSelector("#review:not([hidden])");
    await page.fill("#review-text", log);
    await page.click("#review-paste button");
    await page.evaluate(() => {
      window.said = [];
      const question = document.querySelector("#train-question");
      new MutationObserver(() => window.said.push(question.textContent)).observe(question, { childList: true });
    });
    await page.click("#review-train");
    await isAsked(page);
    assert.match((await page.evaluate(() => window.said))[0], /^The mistakes of your games are being checked/);
    assert.equal(await page.isChecked("#train-source-kind [value=own]"), true);
    assert.match(await page.textContent("#train-kinds"), /1 · 100 %/);
    await page.click("#train-show");
    await isAnswered(page);
    assert.match(await page.textContent("#train-source"), /^Pasted log, move 1/);
    await page.click("#train-source");
    await page.waitForSelector("#review-viewer:not([hidden])");
    // The answer is there again.
    await page.goBack();
    await isAnswered(page);
    await page.click("#train-analyse");
    await page.waitForFunction(() => location.hash.startsWith("#analyse?"));
    await page.goBack();
    await isAnswered(page);
    await page.click("#train-next");
    await page.click("#train-delete");
    await page.click("#train-confirm button[value=delete]");
    await isAsked(page);
    assert.equal(await page.textContent("#train-search"), "");
    await closePage(opened, held.server.origin, { mayShift: true });
  });

  for (const viewport of [{ width: 320, height: 640 }, { width: 390, height: 844 }, { width: 1920, height: 1080 }]) {
    test(`${viewport.width} px: question and answer without violations, nothing too wide`, async () => {
      // Later than a shift is taken for one that was asked for.
      const opened = await openTrain(held.browser, held.server.origin, { viewport, delay: 1000 });
      const { page } = opened;
      const check = async (what) => {
        assert.deepEqual(await violationsInBothSchemes(page), [], what);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${what}: ${wide} px too wide`);
      };
      await check("question");
      await assertQuiet(opened, held.server.origin);
      await page.click("#train-show");
      await isAnswered(page);
      await check("answer");
      await closePage(opened, held.server.origin, { mayShift: true });
    });
  }

  test("by touch: a piece is turned, moved and dropped", async () => {
    const opened = await openTrain(held.browser, held.server.origin, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page } = opened;
    await page.tap("#train-touch [data-key=clockwise]");
    for (let i = 0; i < 5; i += 1) await page.tap("#train-touch [data-key=right]");
    await page.tap("#train-touch [data-key=hard_drop]");
    await isAnswered(page);
    assert.match(await verdict(page), /^Right/);
    await closePage(opened, held.server.origin, { mayShift: true });
  });

  test("positions that cannot be loaded, and storage that is forbidden, are said in a sentence", async () => {
    const forbid = () => { Object.defineProperty(window, "indexedDB", { get() { throw new Error("forbidden here"); } }); };
    const opened = await openTrain(held.browser, held.server.origin, { before: forbid });
    const { page } = opened;
    await page.click("#train-show");
    await isAnswered(page);
    await page.click("#train-next");
    assert.match(await page.textContent("#train-search"), /stores nothing.*your training is lost/);
    assert.deepEqual(await figuresOf(page), ["0", "0", "0 of 1"], "it lasts until the page is closed");
    await closePage(opened, held.server.origin, { mayShift: true });
    const broken = await openPage(held.browser, held.server.origin, "#play");
    await broken.page.route("**/train/puzzles.txt", (route) => route.fulfill({ status: 500, body: "" }));
    await broken.page.click("nav [data-mode=train]");
    await broken.page.waitForSelector("#failure:not([hidden])");
    assert.match(await broken.page.textContent("#failure span"), /^The positions of the page could not be loaded: the server answers 500/);
    await broken.page.unroute("**/train/puzzles.txt");
    await broken.page.click("#failure button");
    await isAsked(broken.page);
    await broken.context.close();
  });
});

describe("training in Firefox", { timeout: LONG }, () => {
  let browser, server;
  before(async () => { [browser, server] = [await BROWSERS.firefox(), await serve()]; });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  test("a position of the page is asked, answered and kept over a reload", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/#train`);
    const asked = () => until(page, () => /^Find the best move/.test(document.querySelector("#train-question").textContent));
    await asked();
    const fresh = Number((await figuresOf(page))[1]);
    assert.ok(fresh >= 500, `${fresh} positions`);
    await page.keyboard.press(" ");
    await until(page, () => document.querySelector("#train-result").checkVisibility());
    await page.keyboard.press("n");
    await asked();
    assert.equal(Number((await figuresOf(page))[1]), fresh - 1);
    await page.reload();
    await asked();
    assert.equal(Number((await figuresOf(page))[1]), fresh - 1);
  });
});

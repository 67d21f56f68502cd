// Games stay as they were while other modes are shown, and over a reload.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, browserAndServer, closePage, cover, figure, figureReaches, openPage, rows } from "./page.mjs";

describe("games that are kept", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened;

  async function open(hash, options) {
    opened = await openPage(held.browser, held.server.origin, hash, options);
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  async function mode(name) {
    await opened.page.click(`nav [data-mode=${name}]`);
    await opened.page.waitForSelector(`#${name}:not([hidden])`);
  }

  async function reload() {
    await opened.page.reload();
    await opened.page.waitForSelector("main:not([hidden])");
    // Boards are drawn in the next frame.
    await opened.page.waitForFunction(() => [...document.querySelectorAll(".board")]
      .every((board) => !board.checkVisibility() || board.querySelector(".cells rect")));
  }

  /** All that a reload must not change: boards, garbage, hold, next pieces, figures. */
  const seen = async (page, list) => ({
    boards: [await rows(page), await rows(page, 1)],
    garbage: await page.$$eval(".garbage rect", (bars) => bars.map((bar) => bar.getAttribute("height"))),
    pieces: await page.$$eval(".side .visually-hidden", (texts) => texts.map(({ textContent }) => textContent)),
    figures: await Promise.all(["pieces", "lines", "attack"].map((key) => figure(page, list, key))),
  });

  /** Starts a game, moves pieces by keys, and pauses. */
  async function playSome(page) {
    await page.click("#play-start");
    await page.waitForFunction(() => document.querySelector(".active .cell"));
    for (const key of ["ArrowLeft", "Space", "KeyC", "ArrowUp", "Space", "ArrowRight", "Space", "KeyX", "ArrowLeft"]) await page.keyboard.press(key);
    await figureReaches(page, "play-figures", "pieces", 3);
    await page.keyboard.press("Escape");
    assert.equal(await cover(page), "Paused");
  }

  test("a game by keys is paused over a reload, and goes on", async () => {
    const page = await open("#play");
    await playSome(page);
    const before = await seen(page, "play-figures");
    assert.notDeepEqual(before.boards[0], []);
    await reload();
    assert.equal(await cover(page), "Paused");
    assert.deepEqual(await seen(page, "play-figures"), before);
    await page.keyboard.press("Escape");
    assert.equal(await cover(page), "");
    await page.keyboard.press("Space");
    await figureReaches(page, "play-figures", "pieces", 4);
    // All pieces are reviewed, those from before the reload too.
    await page.click("#play-review");
    await page.waitForSelector("#review-viewer:not([hidden])");
    await page.waitForFunction(() => indexedDB.databases().then((all) => all.length > 0));
    const text = await page.evaluate(() => new Promise((done) => {
      const request = indexedDB.open("landfall");
      request.onsuccess = () => {
        const all = request.result.transaction("contents").objectStore("contents").getAll();
        all.onsuccess = () => new Response(Object.values(all.result[0]).find((value) => typeof value !== "string")).text().then(done);
      };
    }));
    assert.equal(text.match(/"type":"play"/g)?.length, 4);
    await opened.context.close();
  });

  test("a game that runs is paused when the page is loaded again", async () => {
    const page = await open("#play");
    await page.click("#play-start");
    await page.keyboard.press("Space");
    await figureReaches(page, "play-figures", "pieces", 1);
    const before = await rows(page);
    await reload();
    assert.equal(await cover(page), "Paused");
    assert.deepEqual(await rows(page), before);
    // Another ruleset begins a new game: the old one does not come back.
    await page.selectOption("#play-rules", "tetrio-s2");
    await reload();
    assert.match(await cover(page), /^Press Start/);
    assert.deepEqual(await rows(page), []);
    await close();
  });

  test("a game that is over stays over", async () => {
    const page = await open("#play");
    await page.click("#play-start");
    for (let piece = 0; piece < 30 && !(await cover(page)); piece++) await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".overlay").textContent.startsWith("Game over"));
    const [text, before] = [await cover(page), await seen(page, "play-figures")];
    await reload();
    assert.equal(await cover(page), text);
    assert.deepEqual(await seen(page, "play-figures"), before);
    assert.ok(await page.isEnabled("#play-review"));
    await page.click("#play-start");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector("#play-figures [data-figure=pieces]").textContent === "1");
    await close();
  });

  test("a match is kept on both boards, with the garbage, and goes on", async () => {
    const page = await open("#play", { settings: { play: { kind: "bot", speed: 8 } } });
    await page.click("#play-start");
    await page.waitForFunction(() => Number(document.querySelector(".garbage rect").getAttribute("height")) > 0);
    await page.keyboard.press("Space");
    await page.keyboard.press("Escape");
    assert.equal(await cover(page), "Paused");
    // The last answer of the bot may come after the pause.
    await page.waitForTimeout(500);
    const before = await seen(page, "play-figures");
    await reload();
    assert.deepEqual(await seen(page, "play-figures"), before);
    const pieces = Number(await figure(page, "play-figures", "pieces"));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".overlay").hidden);
    await page.keyboard.press("Space");
    await figureReaches(page, "play-figures", "pieces", pieces + 1);
    await page.waitForFunction(([before]) => document.querySelectorAll(".side")[1].querySelector(".next .visually-hidden").textContent !== before, [before.pieces[3]]);
    await close();
  });

  test("a kept game that cannot be read is a new one", async () => {
    const before = () => {
      for (const name of ["play", "watch"]) sessionStorage.setItem(`landfall-${name}`, '{"rules":"guideline","run":7}');
    };
    const page = await open("#play", { before });
    assert.match(await cover(page), /^Press Start/);
    await mode("watch");
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 1);
    await close();
  });

  test("a game that is watched stays over a reload", async () => {
    const page = await open("#watch");
    for (let pieces = 1; pieces <= 3; pieces++) {
      await page.click("#watch-step");
      await figureReaches(page, "watch-figures", "pieces", pieces);
    }
    const seed = await page.inputValue("#watch-seed");
    const before = await rows(page);
    await reload();
    assert.deepEqual(await rows(page), before);
    assert.equal(await page.inputValue("#watch-seed"), seed);
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 4);
    await close();
  });

  test("a game that is watched pauses in other modes, and goes on", async () => {
    const page = await open("#watch", { settings: { watchSpeed: 8 } });
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 2);
    await mode("play");
    // A last answer may come.
    await page.waitForTimeout(300);
    const pieces = await figure(page, "watch-figures", "pieces");
    await page.waitForTimeout(500);
    assert.equal(await figure(page, "watch-figures", "pieces"), pieces);
    await page.goBack();
    await page.waitForSelector("#watch:not([hidden])");
    assert.equal(await page.textContent("#watch-run"), "Pause");
    await figureReaches(page, "watch-figures", "pieces", Number(pieces) + 3);
    await close();
  });

  test("what is on the boards of Any bot stays when its game is over", async () => {
    const page = await open("#bots", { settings: { bots: { kind: "watch", speed: 8 } } });
    await page.fill("#bots-url", `${held.server.origin}/landfall-worker.js`);
    await page.click("#bots-start");
    await figureReaches(page, "bots-figures", "pieces0", 3);
    await mode("watch");
    await mode("bots");
    await figureReaches(page, "bots-figures", "pieces0", Number(await figure(page, "bots-figures", "pieces0")) + 2);
    await page.click("#bots-stop");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const before = await rows(page);
    await mode("watch");
    await mode("bots");
    assert.deepEqual(await rows(page), before);
    assert.equal(await page.textContent("#bots-status"), "Stopped.");
    await opened.context.close();
  });
});

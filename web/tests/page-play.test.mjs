// Playing in the page: keys in time, handling that is kept, hints, a match against the bot.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, browserAndServer, closePage, figure, figureReaches, layer, layerHas, openPage, rows } from "./page.mjs";

describe("play", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened;

  async function open(options) {
    opened = await openPage(held.browser, held.server.origin, "#play", options);
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  /** Opens a game whose clock is moved by `waitUntil` alone. */
  async function openTimed(handling) {
    const page = await open({ clock: true, settings: { handling } });
    await page.clock.pauseAt(60_000);
    await page.click("#play-start");
    await page.clock.runFor(100);
    const origin = await page.evaluate(() => performance.now());
    const key = (type, code, time) => page.evaluate(([type, code, time]) => {
      const event = new KeyboardEvent(type, { code, key: code, bubbles: true, cancelable: true });
      Object.defineProperty(event, "timeStamp", { value: time });
      dispatchEvent(event);
    }, [type, code, origin + time]);
    let now = 0;
    /** Moves the clock to a number of milliseconds after the beginning of the game. */
    const waitUntil = async (time) => {
      await page.clock.runFor(time - now);
      now = time;
    };
    const column = async () => Math.min(...(await layer(page, "active")).map((cell) => Number(cell.split(",")[0])));
    return { page, key, waitUntil, column };
  }

  test("a held key moves at once, after DAS, and then at every ARR", async () => {
    const { key, waitUntil, column } = await openTimed({ das: 200, arr: 100, dcd: 0, sdf: 20 });
    await waitUntil(50);
    const begin = await column();
    await key("keydown", "ArrowLeft", 100);
    const moved = [];
    for (const time of [150, 280, 340, 380, 440]) {
      await waitUntil(time);
      moved.push(begin - (await column()));
    }
    assert.deepEqual(moved, [1, 1, 2, 2, 3]);
    await key("keyup", "ArrowLeft", 450);
    await waitUntil(700);
    assert.equal(begin - (await column()), 3);
    await close();
  });

  test("ARR 0 goes to the wall when DAS is over, by the times of the events", async () => {
    const { key, waitUntil, column } = await openTimed({ das: 100, arr: 0, dcd: 0, sdf: 20 });
    await waitUntil(50);
    const begin = await column();
    await key("keydown", "ArrowLeft", 60);
    await waitUntil(140);
    assert.equal(begin - (await column()), 1);
    await waitUntil(190);
    assert.equal(await column(), 0);
    await close();
  });

  test("a tap that is over before it is drawn counts, and repeats of the system do not", async () => {
    const { page, key, waitUntil, column } = await openTimed({ das: 100, arr: 0, dcd: 0, sdf: 20 });
    await waitUntil(50);
    const begin = await column();
    await key("keydown", "ArrowRight", 51);
    await key("keyup", "ArrowRight", 52);
    await page.evaluate(() => {
      dispatchEvent(new KeyboardEvent("keydown", { code: "ArrowRight", repeat: true, cancelable: true }));
    });
    await waitUntil(400);
    assert.equal((await column()) - begin, 1);
    await close();
  });

  test("keys place pieces, hold, and drop where the ghost is", async () => {
    const { page, key, waitUntil } = await openTimed({ das: 133, arr: 16, dcd: 0, sdf: 20 });
    await waitUntil(50);
    const ghost = await layer(page, "ghost");
    await key("keydown", "Space", 60);
    await key("keyup", "Space", 61);
    await waitUntil(100);
    assert.equal(await figure(page, "play-figures", "pieces"), "1");
    const filled = (await rows(page)).flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "." ? [] : [`${x},${y}`])));
    assert.deepEqual(filled, ghost);
    await key("keydown", "KeyC", 120);
    await waitUntil(200);
    assert.match(await page.textContent(".hold .visually-hidden"), /^[IOTLJSZ]$/);
    await close();
  });

  test("after a choice by the mouse the keys are the game's", async () => {
    const page = await open({ settings: { play: { kind: "bot" } } });
    await page.click("#play-kind label:has([value=alone])");
    await page.keyboard.press("r");
    await page.waitForFunction(() => "playing" in document.body.dataset);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.isChecked("#play-kind [value=alone]"), true);
    await close();
  });

  test("handling and keys are kept", async () => {
    const page = await open();
    await page.click("#handling summary");
    await page.locator("#handling-das").fill("90");
    await page.getByRole("button", { name: /^Hard drop, key 1/ }).click();
    await page.keyboard.press("KeyW");
    await page.reload();
    await page.waitForSelector("main:not([hidden])");
    await page.click("#handling summary");
    assert.equal(await page.inputValue("#handling-das"), "90");
    await page.click("#play-start");
    await page.keyboard.press("KeyW");
    await figureReaches(page, "play-figures", "pieces", 1);
    await close();
  });

  test("touch moves and drops", async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.tap("#play-start");
    await page.waitForSelector("#touch [data-key=left]");
    assert.ok(await page.evaluate(() => {
      const button = document.querySelector("#play-pause");
      const { x, y, width, height } = button.getBoundingClientRect();
      return [0.1, 0.9].every((part) => document.elementFromPoint(x + width / 2, y + part * height) === button);
    }), "the touch bar does not cover Pause");
    const begin = await layer(page, "ghost");
    await page.tap("#touch [data-key=left]");
    await page.waitForFunction((begin) => {
      const square = document.querySelector(".ghost .cell");
      return square && Math.floor(square.getAttribute("x")) < begin;
    }, Math.max(...begin.map((cell) => Number(cell.split(",")[0]))));
    await page.tap("#touch [data-key=hard_drop]");
    await figureReaches(page, "play-figures", "pieces", 1);
    await close();
  });

  test("a drag on the board moves the piece by as many columns, a tap turns it", async () => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    // Its first piece is no O, which would look the same when it is turned.
    await page.fill("#play-seed", "7");
    await page.keyboard.press("Enter");
    await page.tap("#play-start");
    await page.waitForFunction(() => document.querySelector(".active .cell:not(.O)"));
    const session = await opened.context.newCDPSession(page);
    const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const { x, y, width } = await page.locator(".board").first().boundingBox();
    const [middle, column] = [x + width / 2, width / 10];
    const ghost = async () => (await layer(page, "ghost")).map((cell) => Number(cell.split(",")[0])).sort((a, b) => a - b);
    const begin = await ghost();
    await touch("touchStart", { x: middle, y: y + 200 });
    for (const moved of [1.2, 2.3]) await touch("touchMove", { x: middle - moved * column, y: y + 200 });
    await touch("touchEnd");
    const wanted = begin.map((x) => x - 2);
    await page.waitForFunction((wanted) => {
      const columns = [...document.querySelectorAll(".ghost .cell")].map((square) => Math.floor(square.getAttribute("x")));
      return columns.sort((a, b) => a - b).join() === wanted;
    }, wanted.join());
    const before = (await layer(page, "ghost")).join(" ");
    await touch("touchStart", { x: x + width - 5, y: y + 200 });
    await touch("touchEnd");
    await page.waitForFunction((before) => {
      const cells = [...document.querySelectorAll(".ghost .cell")].map((square) => [Math.floor(square.getAttribute("x")), 21 - Math.floor(square.getAttribute("y"))]);
      return cells.sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(String).join(" ") !== before;
    }, before);
    assert.equal(await figure(page, "play-figures", "pieces"), "0");
    await close();
  });

  test("hints show the best move, and say what a piece lost against it", async () => {
    const page = await open({ settings: { play: { kind: "hints", speed: 2 } } });
    await page.click("#play-start");
    for (let piece = 1; piece <= 3; piece++) {
      await page.waitForSelector("#play[data-hint]:not([data-hint=''])");
      await layerHas(page, "hint", 4);
      await page.keyboard.press("Space");
      await page.waitForFunction((count) => [...document.querySelectorAll("#play-losses li")].filter((item) => item.textContent).length === count, piece);
      assert.match(await page.textContent("#play-verdict"), /: the best move\.$| lost \d+\.\d\d lines; best was /);
    }
    await close();
  });

  test("the bot plays against a visitor who only stacks, and wins", async () => {
    const page = await open({ settings: { play: { kind: "bot", speed: 8 } } });
    await page.click("#play-start");
    await page.waitForFunction(() => document.querySelector(".side:nth-child(2) .cells .cell"));
    for (let piece = 0; piece < 30; piece++) await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector(".side .overlay")?.textContent.startsWith("You lost"));
    await close();
  });

  test("it pauses when another window has the keys", async () => {
    const page = await open();
    await page.click("#play-start");
    await page.waitForFunction(() => document.querySelector(".active .cell"));
    await page.evaluate(() => dispatchEvent(new Event("blur")));
    assert.equal(await page.textContent(".side .overlay"), "Paused");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".side:first-child .overlay", { state: "hidden" });
    await close();
  });
});

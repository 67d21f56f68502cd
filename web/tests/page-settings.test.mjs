// Stored settings: each value is used only within its limits, and tabs do not undo each other.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, browserAndServer, closePage, cover, layer, openPage, storedItems } from "./page.mjs";

const DEFAULT_HANDLING = { das: "133", arr: "16", dcd: "0", sdf: "20" };

/** Items without a valid setting; with some of these values no game could be played. */
const NONSENSE = [
  storedItems({ handling: { das: "{", arr: "", dcd: null, sdf: [] } }),
  [["landfall.handling.das", "-5"], ["landfall.handling.arr", "-0.001"], ["landfall.handling.dcd", "1e308"], ["landfall.handling.sdf", "4"]],
  [["landfall.handling.das", "{"], ["landfall.keys.left.0", ""], ["landfall.keys.hold.1", "\u0000"], ["landfall", '{"watchSpeed":1}']],
  storedItems({
    rules: "chess", watchSpeed: 1.5, play: { kind: "chess", speed: -1 }, bots: { kind: null, speed: 10, url: 5 },
    keys: { left: "ArrowLeft", hold: [["KeyC"]] },
  }),
];

describe("settings", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened;

  async function open(hash, settings) {
    opened = await openPage(held.browser, held.server.origin, hash, { settings, hidden: true });
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  const handling = (page) => page.evaluate(() => Object.fromEntries(
    ["das", "arr", "dcd", "sdf"].map((name) => [name, document.getElementById(`handling-${name}`).value])));
  const keys = (page) => page.$$eval("#keys button", (buttons) => buttons.map((button) => button.textContent));
  const stored = (page, item) => page.evaluate((item) => JSON.parse(localStorage.getItem(`landfall.${item}`)), item);

  /** Waits until a page finds a value in the storage: tabs may be processes, which learn a little later of it. */
  const waitForItem = (page, item, value) => page.waitForFunction(
    ([item, text]) => localStorage.getItem(`landfall.${item}`) === text, [item, JSON.stringify(value)]);

  const waitForHandling = (page, name, value) => page.waitForFunction(
    ([name, value]) => document.querySelector(`#handling-${name}`).value === value, [name, value]);

  /** Checks that a game can be played: a key drops a piece. */
  async function assertPlayable(page, what) {
    // A game that was begun before is kept.
    assert.match(await cover(page), /^(Press Start|Paused)/, what);
    assert.equal((await layer(page, "ghost")).length, 4, what);
    await page.click("#play-start");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector("#play-figures [data-figure=pieces]").textContent === "1");
  }

  test("nonsense in the storage is ignored", async () => {
    const page = await open("#play");
    const usual = { keys: await keys(page), speed: await page.textContent("#play-speed-text") };
    for (const items of NONSENSE) {
      await page.evaluate((items) => {
        localStorage.clear();
        for (const [name, text] of items) localStorage.setItem(name, text);
      }, items);
      await page.reload();
      await page.waitForSelector("main:not([hidden])");
      const what = JSON.stringify(items).slice(0, 80);
      assert.deepEqual(await handling(page), DEFAULT_HANDLING, what);
      assert.deepEqual(await keys(page), usual.keys, what);
      assert.equal(await page.textContent("#play-speed-text"), usual.speed, what);
      assert.equal(await page.textContent("#watch-speed-text"), "2 pieces/s", what);
      assert.ok(await page.isChecked("#play-kind [value=alone]"), what);
      assert.ok(await page.isChecked("#bots-kind [value=match]"), what);
      assert.equal(await page.inputValue("#bots-url"), "", what);
      await assertPlayable(page, what);
    }
    await close();
  });

  test("a broken value leaves the others", async () => {
    const page = await open("#play", {
      handling: { das: -5, arr: 33, dcd: "x", sdf: 41 },
      keys: { left: ["KeyJ", 5], hold: [null, "KeyH"] },
      watchSpeed: 99, play: { kind: "hints", speed: null }, bots: { url: "https://example.org/bot.js", speed: 1, kind: 3 },
    });
    assert.deepEqual(await handling(page), { das: "133", arr: "33", dcd: "0", sdf: "41" });
    const shown = await keys(page);
    assert.deepEqual(shown.slice(0, 2), ["J", "none"], "left");
    assert.deepEqual(shown.slice(14, 16), ["C", "H"], "hold");
    assert.ok(await page.isChecked("#play-kind [value=hints]"));
    assert.equal(await page.inputValue("#bots-url"), "https://example.org/bot.js");
    assert.equal(await page.textContent("#bots-speed-text"), "1 pieces/s");
    await close();
  });

  test("a key that is stored for two things does the first", async () => {
    const page = await open("#play", { keys: { left: ["KeyA", ""], half_turn: ["KeyA", "KeyA"] } });
    const shown = await keys(page);
    assert.deepEqual([shown[0], ...shown.slice(12, 14)], ["A", "none", "none"]);
    await close();
  });

  test("what is changed in one tab is not undone by another", async () => {
    const first = await open("#play");
    const second = await opened.context.newPage();
    await second.goto(`${held.server.origin}/#watch`);
    await second.waitForSelector("main:not([hidden])");
    await first.click("#handling summary");
    await first.locator("#handling-das").fill("90");
    await first.getByRole("button", { name: /^Hard drop, key 1/ }).click();
    await first.keyboard.press("KeyW");
    await second.locator("#watch-speed").fill("7");
    await waitForHandling(second, "das", "90");
    await second.waitForFunction(() => document.querySelectorAll("#keys button")[6].textContent === "W");
    for (const tab of [first, second]) {
      for (const [item, value] of [["handling.das", 90], ["keys.hard_drop.0", "KeyW"], ["watchSpeed", 7]]) await waitForItem(tab, item, value);
    }
    // The first tab keeps the speed that the second has stored.
    await first.locator("#handling-arr").fill("5");
    await waitForHandling(second, "arr", "5");
    assert.equal(await stored(second, "watchSpeed"), 7);
    assert.equal(await stored(second, "handling.das"), 90);
    await first.reload();
    await first.waitForSelector("main:not([hidden])");
    assert.deepEqual(await handling(first), { ...DEFAULT_HANDLING, das: "90", arr: "5" });
    await close();
  });

  test("tabs that know nothing of each other's changes do not undo them", async () => {
    const first = await open("#play");
    const second = await opened.context.newPage();
    // What another tab stores is seen neither in events nor in the storage.
    await second.addInitScript(() => {
      addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
      const items = new Map(Object.entries(localStorage));
      Storage.prototype.getItem = (name) => items.get(name) ?? null;
    });
    await second.goto(`${held.server.origin}/#play`);
    await second.waitForSelector("main:not([hidden])");
    for (const [page, name, value] of [[first, "das", "90"], [second, "arr", "5"], [first, "sdf", "30"], [second, "dcd", "9"]]) {
      await page.evaluate(([name, value]) => {
        const input = document.getElementById(`handling-${name}`);
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }, [name, value]);
    }
    for (const [name, value] of Object.entries({ das: 90, arr: 5, dcd: 9, sdf: 30 })) await waitForItem(first, `handling.${name}`, value);
    await close();
  });

  test("a game of one tab uses the handling of another, and continues", async () => {
    const first = await open("#play");
    await first.click("#play-start");
    await first.waitForFunction(() => document.querySelector(".active .cell"));
    const second = await opened.context.newPage();
    await second.goto(`${held.server.origin}/#play`);
    await second.waitForSelector("main:not([hidden])");
    await second.click("#handling summary");
    await second.locator("#handling-das").fill("50");
    await second.check("#play-kind [value=hints]", { force: true });
    await waitForHandling(first, "das", "50");
    assert.ok(await first.isChecked("#play-kind [value=alone]"), "the kind of a game is its tab's own");
    await first.bringToFront();
    if ((await cover(first)) === "Paused") await first.keyboard.press("Escape");
    await first.keyboard.press("Space");
    await first.waitForFunction(() => document.querySelector("#play-figures [data-figure=pieces]").textContent === "1");
    await waitForItem(first, "play.kind", "hints");
    await close();
  });

  test("a page without storage can be played", async () => {
    const context = await held.browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } });
    });
    await page.goto(`${held.server.origin}/#play`);
    await page.waitForSelector("main:not([hidden])");
    await page.click("#handling summary");
    await page.locator("#handling-das").fill("90");
    await assertPlayable(page, "no storage");
    await context.close();
  });
});

// Messages between two frames are painted once. The test holds the frames, so that many messages
// fall between two of them on any machine.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, browserAndServer, closePage, figure, openPage } from "./page.mjs";

/** Counts the messages of workers by type, and holds the frames while `window.held` is an array. */
function holdFrames() {
  window.messageCounts = {};
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data: { type } }) => { window.messageCounts[type] = (window.messageCounts[type] ?? 0) + 1; });
    }
  };
  const inFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (paint) => {
    if (!window.held) return inFrame(paint);
    // No request is number 0.
    return window.held.push(paint);
  };
  const cancel = window.cancelAnimationFrame.bind(window);
  window.cancelAnimationFrame = (request) => {
    if (window.held) delete window.held[request - 1];
    else cancel(request);
  };
}

describe("painting", { timeout: LONG }, () => {
  const held = browserAndServer();

  /** Opens a page, holds its frames, begins, and waits for a number of messages of a type. */
  async function collect(hash, settings, begin, type, count, watched) {
    const opened = await openPage(held.browser, held.server.origin, hash, { settings, before: holdFrames });
    const { page } = opened;
    // The bot is up.
    if (hash === "#watch") await page.waitForFunction(() => document.querySelector("[data-figure=nodes]").textContent === "0");
    await page.evaluate((watched) => {
      window.held = [];
      window.changes = 0;
      const observer = new MutationObserver((records) => { window.changes += records.length; });
      for (const node of document.querySelectorAll(watched)) observer.observe(node, { subtree: true, childList: true, attributes: true, characterData: true });
    }, watched);
    await begin(page);
    await page.waitForFunction(([type, count]) => (window.messageCounts[type] ?? 0) >= count, [type, count], { polling: 50 });
    return opened;
  }

  /** Paints one frame; returns the numbers of changes before it and in it. */
  const paintFrame = (page) => page.evaluate(async () => {
    const before = window.changes;
    const frame = window.held.splice(0);
    for (const paint of frame) paint?.(performance.now());
    await null;
    return { before, painted: window.changes - before };
  });

  test("Watch at full speed paints many pieces in one frame once", async () => {
    const opened = await collect("#watch", { watchSpeed: 9 }, (page) => page.evaluate(() => document.querySelector("#watch-run").click()), "suggestion", 20, ".cells, .next, #watch-figures, #watch-line");
    const { before, painted } = await paintFrame(opened.page);
    assert.equal(before, 0, "changes between two frames");
    assert.ok(painted > 0);
    assert.ok(Number(await figure(opened.page, "watch-figures", "pieces")) >= 19);
    await closePage(opened, held.server.origin);
  });

  test("Analyse paints many answers in one frame once", async () => {
    const opened = await collect("#analyse", undefined, () => {}, "analysis", 8, "#nothing");
    const { page } = opened;
    const shown = () => page.textContent("#lines");
    await page.evaluate(() => {
      window.changes = 0;
      window.messageCounts = {};
      const observer = new MutationObserver((records) => { window.changes += records.length; });
      for (const id of ["lines", "analyse-search"]) observer.observe(document.getElementById(id), { subtree: true, childList: true, attributes: true, characterData: true });
    });
    await page.waitForFunction(() => window.messageCounts.analysis >= 8, null, { polling: 50 });
    const { before, painted } = await paintFrame(page);
    assert.equal(before, 0, "changes between two frames");
    assert.ok(painted > 0);
    assert.notEqual(await shown(), "");
    await closePage(opened, held.server.origin);
  });

  test("Play against the bot paints its pieces once a frame", async () => {
    const settings = { play: { kind: "bot", speed: 9 } };
    const opened = await collect("#play", settings, (page) => page.evaluate(() => document.querySelector("#play-start").click()), "suggestion", 20, ".side:nth-of-type(2) .cells, .side:nth-of-type(2) .next");
    const { before, painted } = await paintFrame(opened.page);
    assert.equal(before, 0, "changes between two frames");
    assert.ok(painted > 0);
    await closePage(opened, held.server.origin);
  });
});

// Bots of other sites in the page: good ones play, hostile ones lose and leave the page usable.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launchChromium, serve } from "./browser.mjs";
import { LONG, figureReaches, openPage } from "./page.mjs";

describe("bots of other sites", { timeout: LONG }, () => {
  let browser, server, elsewhere;

  before(async () => {
    server = await serve();
    elsewhere = await serve();
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await elsewhere?.close();
  });

  async function open(settings = { kind: "match", speed: 8 }) {
    const { page } = await openPage(browser, server.origin, "#bots", { settings: { bots: settings } });
    return page;
  }

  /** Gives the bot time on a busy machine: these tests are not about its speed. */
  async function beGenerous(page) {
    await page.selectOption("#bots-limit", "20");
  }

  async function start(page, file) {
    await page.fill("#bots-url", `${elsewhere.origin}/${file}`);
    await page.click("#bots-start");
  }

  /** Waits until the page says something that matches, and returns it. */
  async function said(page, pattern) {
    await page.waitForFunction(
      ([source]) => new RegExp(source).test(document.querySelector("#bots-said").textContent),
      [pattern.source],
    );
    return page.textContent("#bots-said");
  }

  test("one of another origin is watched", async () => {
    const page = await open({ kind: "watch", speed: 8 });
    await beGenerous(page);
    await start(page, "landfall-worker.js");
    await figureReaches(page, "bots-figures", "pieces0", 10);
    assert.equal(await page.textContent(".side h2"), "landfall");
    await page.context().close();
  });

  // At an easy pace: at ten pieces a second a busy machine leaves one of them too little to think, and
  // it has lost after 14.
  test("landfall plays against it, garbage both ways", async () => {
    const page = await open({ kind: "match", speed: 4 });
    await beGenerous(page);
    await start(page, "landfall-worker.js");
    await figureReaches(page, "bots-figures", "pieces0", 20);
    await figureReaches(page, "bots-figures", "pieces1", 20);
    await page.waitForFunction(() => document.querySelector(".cells .G"));
    await page.context().close();
  });

  // At one piece a second: a fast game may be over before the click.
  test("a match is stopped", async () => {
    const page = await open({ kind: "match", speed: 1 });
    await beGenerous(page);
    await start(page, "landfall-worker.js");
    await figureReaches(page, "bots-figures", "pieces0", 1);
    await page.click("#bots-stop");
    assert.equal(await page.textContent("#bots-said"), "Stopped.");
    await page.context().close();
  });

  const HOSTILE = [
    ["garbage.js", /no message of the protocol|too large/],
    ["illegal.js", /illegal named no legal move: /],
    ["flood.js", /sent too many messages/],
    ["huge.js", /too large/],
    ["missing.js", /could not be loaded/],
  ];

  for (const [file, reason] of HOSTILE) {
    test(`${file} loses with the reason, and the page goes on`, async () => {
      const page = await open();
      await beGenerous(page);
      await start(page, `tests/foreign/${file}`);
      await said(page, reason);
      await start(page, "landfall-worker.js");
      await figureReaches(page, "bots-figures", "pieces0", 3);
      await page.click("nav [data-mode=watch]");
      await page.click("#watch-step");
      await figureReaches(page, "watch-figures", "pieces", 1);
      await page.context().close();
    });
  }

  test("a silent one loses after the time limit, a busy one too", async () => {
    const page = await open();
    await page.selectOption("#bots-limit", "1");
    await start(page, "tests/foreign/silent.js");
    const why = await said(page, /did not answer/);
    assert.match(why, /silent did not answer within 1 second\./);
    await page.context().close();
  });

  test("loading does not count as an answer", async () => {
    const page = await open();
    await page.selectOption("#bots-limit", "1");
    await start(page, "tests/foreign/slow-loading.js");
    assert.match(await said(page, /did not answer/), /^slow-loading did not answer within 1 second\./);
    await page.context().close();
  });

  test("it reaches nothing of the page", async () => {
    const page = await open({ kind: "watch", speed: 0 });
    await beGenerous(page);
    await start(page, "tests/foreign/curious.js");
    await said(page, /plays\.$/);
    assert.equal(await page.textContent(".side h2"), "reached nothing");
    await page.context().close();
  });

  test("what is no address is said so", async () => {
    const page = await open();
    await page.fill("#bots-url", "javascript:alert(1)");
    await page.click("#bots-start");
    await said(page, /not the address of a script/);
    await page.context().close();
  });
});

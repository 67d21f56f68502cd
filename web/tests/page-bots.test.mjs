// Bots of other sites in the page: good ones play, broken and hostile ones lose, and the page stays usable.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launchChromium, serve } from "./browser.mjs";
import { LONG, figureReaches, openPage } from "./page.mjs";

describe("bots of other sites", { timeout: LONG }, () => {
  let browser, server, elsewhere, opened, page;

  before(async () => {
    server = await serve();
    elsewhere = await serve();
    browser = await launchChromium();
    await open();
  });

  after(async () => {
    await browser?.close();
    await server?.close();
    await elsewhere?.close();
  });

  // One page plays them all: a bot of another site must leave it usable.
  async function open() {
    opened = await openPage(browser, server.origin, "#bots");
    page = opened.page;
  }

  /** Starts a bot: what game, the setting of the speed, and the seconds that it may take for a move. */
  async function start(file, { kind = "match", speed = 8, limit = 20 } = {}) {
    await page.locator(`#bots-kind [value=${kind}]`).check({ force: true });
    await page.locator("#bots-speed").fill(String(speed));
    // These tests are not about the speed of a bot: it has time on a busy machine.
    await page.selectOption("#bots-limit", String(limit));
    await page.fill("#bots-url", file.includes(":") ? file : `${elsewhere.origin}/${file}`);
    await page.click("#bots-start");
  }

  /** Waits until the page says something that matches, and returns it. */
  async function statusMatching(pattern) {
    await page.waitForFunction(
      ([source]) => new RegExp(source).test(document.querySelector("#bots-status").textContent),
      [pattern.source],
    );
    return page.textContent("#bots-status");
  }

  test("one of another origin is watched", async () => {
    await start("landfall-worker.js", { kind: "watch" });
    await figureReaches(page, "bots-figures", "pieces0", 10);
    assert.equal(await page.textContent(".side h2"), "landfall");
  });

  // At an easy speed: at ten pieces/s a busy machine leaves one of them too little to think, and it
  // has lost after 14.
  test("landfall plays against it, garbage both ways", async () => {
    await start("landfall-worker.js", { speed: 4 });
    await figureReaches(page, "bots-figures", "pieces0", 10);
    await figureReaches(page, "bots-figures", "pieces1", 10);
    await page.waitForFunction(() => document.querySelector(".cells .G"), null, { polling: 100 });
  });

  // At one piece/s: a fast game may be over before the click.
  test("a match is stopped", async () => {
    await start("landfall-worker.js", { speed: 1 });
    await figureReaches(page, "bots-figures", "pieces0", 1);
    await page.click("#bots-stop");
    assert.equal(await page.textContent("#bots-status"), "Stopped.");
  });

  const HOSTILE = [
    ["garbage.js", /no message of the protocol|too large/],
    ["illegal.js", /illegal named no legal move: /],
    ["flood.js", /sent too many messages/],
    ["huge.js", /too large/],
    ["missing.js", /could not be loaded: .*importScripts|could not be loaded: NetworkError/],
    ["throwing.js", /has stopped: .*(boom|Script error)/],
  ];

  for (const [file, reason] of HOSTILE) {
    test(`${file} loses with the reason, and the page still works`, async () => {
      await start(`tests/foreign/${file}`);
      await statusMatching(reason);
      await start("landfall-worker.js");
      await figureReaches(page, "bots-figures", "pieces0", 3);
    });
  }

  test("one that is silent and busy loses after the time limit", async () => {
    await start("tests/foreign/silent.js", { limit: 1 });
    assert.match(await statusMatching(/did not answer/), /^silent did not answer within 1 second\./);
  });

  test("loading does not count as an answer", async () => {
    await start("tests/foreign/slow-loading.js", { limit: 1 });
    assert.match(await statusMatching(/slow-loading did not answer/), /^slow-loading did not answer within 1 second\./);
  });

  test("it reaches nothing of the page", async () => {
    await start("tests/foreign/curious.js", { kind: "watch", speed: 0 });
    await statusMatching(/plays\.$/);
    assert.equal(await page.textContent(".side h2"), "reached nothing");
  });

  test("a text that is no address is refused in a sentence", async () => {
    await start("javascript:alert(1)");
    await statusMatching(/not the address of a script/);
  });

  test("after all of them the page watches landfall", async () => {
    await page.click("nav [data-mode=watch]");
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 1);
  });
});

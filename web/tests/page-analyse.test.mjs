// Analysing in the page: lines that deepen, painting, steps, texts and links in both directions.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, browserAndServer, closePage, layerHas, openPage, rows } from "./page.mjs";

describe("analyse", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened;

  async function open(hash = "#analyse", options) {
    opened = await openPage(held.browser, held.server.origin, hash, options);
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  const lines = (page) => page.waitForFunction(() => document.querySelector("#lines .chip:not([hidden])"));
  const current = (page) => page.evaluate(() => [...document.querySelectorAll("#timeline button")].findIndex((button) => button.ariaCurrent));

  /** Paints a cell by the mouse. */
  async function paint(page, x, y) {
    const box = await page.locator(".board").first().boundingBox();
    const cell = box.width / 10;
    await page.mouse.click(box.x + (x + 0.5) * cell, box.y + (21.5 - y) * cell);
  }

  test("best moves come with values and lines, and deepen", async () => {
    const page = await open();
    await lines(page);
    const values = await page.$$eval("#lines .value", (all) => all.map((value) => value.textContent));
    assert.equal(values.length, 5);
    for (const value of values) assert.match(value, /^[+−]\d+\.\d\d$/);
    const nodes = () => page.textContent("#analyse-search");
    const first = await nodes();
    await page.waitForFunction((first) => document.querySelector("#analyse-search").textContent !== first, first);
    assert.match(await nodes(), /Depth \d+ · [\d.]+( [kM])? nodes/);
    await close();
  });

  test("space plays the best move, arrows step, Home and End go to the ends", async () => {
    const page = await open();
    for (let move = 1; move <= 3; move++) {
      await lines(page);
      await page.keyboard.press("Space");
      await page.waitForFunction((count) => document.querySelectorAll("#timeline button").length === count, move + 1);
    }
    const whole = await rows(page);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await current(page), 2);
    await page.keyboard.press("Home");
    assert.deepEqual(await rows(page), []);
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(page), 1);
    await page.keyboard.press("End");
    assert.deepEqual(await rows(page), whole);
    await close();
  });

  test("the best move is on the board, and gives way to a line that is pointed at", async () => {
    const page = await open();
    await page.waitForFunction(() => document.querySelector(".hint .cell:not(.none)"));
    await lines(page);
    await page.click("#analyse .switch");
    await layerHas(page, "hint", 4);
    await page.locator("#lines .chip").nth(1).hover();
    await layerHas(page, "line", 8);
    await layerHas(page, "hint", 0);
    await page.mouse.move(0, 0);
    await layerHas(page, "hint", 4);
    await page.keyboard.press("Home");
    await close();
  });

  test("another move from an earlier position is a variation, and a reload keeps all", async () => {
    const page = await open("#analyse", { hidden: true });
    const edits = async (...edits) => {
      for (const edit of edits) await page.click(edit);
    };
    const texts = () => page.$$eval("#timeline li", (items) => items.map((item) => [...item.querySelectorAll("button")].map((button) => button.textContent + (button.ariaCurrent ? "*" : ""))));
    await page.getByRole("radio", { name: "Garbage" }).check();
    await paint(page, 0, 0);
    await edits("#board-mirror", "#board-mirror", "[data-step=back]", "[data-step=back]", "#board-clear");
    const whole = [["Start"], ["Paint"], ["Clear*", "Mirror"]];
    assert.deepEqual(await texts(), whole);
    await edits("#timeline .variations button");
    assert.deepEqual(await texts(), [["Start"], ["Paint"], ["Mirror*", "Clear"], ["Mirror"]]);
    assert.deepEqual(await rows(page), [".........G"]);
    await page.locator("#timeline").focus();
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await texts(), whole);
    // The same edit again is the same position.
    await edits("[data-step=back]", "#board-clear");
    assert.deepEqual(await texts(), whole);
    await page.reload();
    await page.waitForSelector("#timeline button");
    assert.deepEqual(await texts(), whole);
    await edits("#timeline .variations button", "[data-step=last]");
    assert.deepEqual(await rows(page), ["G........."]);
    await close();
  });

  test("kept positions that are broken are left out", async () => {
    const before = () => sessionStorage.setItem("landfall-analysis", '{"positions":[{"link":"d=nonsense"}],"current":7}');
    const page = await open("#analyse", { hidden: true, before });
    assert.equal(await current(page), 0);
    await close();
  });

  test("pointing at a line shows it, a click plays it", async () => {
    const page = await open();
    await lines(page);
    await page.click("#analyse .switch");
    const chip = page.locator("#lines li").first().locator(".chip").nth(2);
    await chip.hover();
    await layerHas(page, "line", 12);
    await chip.click();
    assert.equal(await current(page), 3);
    await close();
  });

  test("a step changes two entries of a long timeline, not the list", async () => {
    const page = await open("#analyse", { hidden: true });
    await page.evaluate(() => { for (let entry = 0; entry < 60; entry++) document.querySelector("#board-mirror").click(); });
    const changed = await page.evaluate(async () => {
      const list = document.querySelector("#timeline");
      const observer = new MutationObserver(() => {});
      observer.observe(list, { childList: true, subtree: true, attributes: true });
      document.querySelector("[data-step=back]").click();
      return observer.takeRecords().map(({ type, attributeName }) => attributeName ?? type);
    });
    assert.deepEqual(changed, ["aria-current", "aria-current"]);
    await close();
  });

  test("painting can be undone and redone", async () => {
    const page = await open("#analyse", { hidden: true });
    await page.getByRole("radio", { name: "Garbage" }).check();
    await paint(page, 0, 0);
    await paint(page, 1, 0);
    assert.deepEqual(await rows(page), ["GG........"]);
    await page.check("#paint-rows");
    await paint(page, 4, 1);
    assert.deepEqual(await rows(page), ["GG........", "GGGG.GGGGG"]);
    await page.getByRole("button", { name: "Step back, undo" }).click();
    assert.deepEqual(await rows(page), ["GG........"]);
    await page.getByRole("button", { name: "First position" }).click();
    assert.deepEqual(await rows(page), []);
    await page.getByRole("button", { name: "Last position" }).click();
    assert.deepEqual(await rows(page), ["GG........", "GGGG.GGGGG"]);
    await page.keyboard.press("Control+z");
    assert.deepEqual(await rows(page), ["GG........"]);
    await page.keyboard.press("Control+y");
    await page.click("#board-mirror");
    assert.deepEqual(await rows(page), ["........GG", "GGGGG.GGGG"]);
    await close();
  });

  test("the board is painted by keys alone", async () => {
    const page = await open("#analyse", { hidden: true });
    await page.locator(".board").first().focus();
    for (const key of ["t", "ArrowUp", "ArrowLeft", "Enter", "g", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.deepEqual(await rows(page), ["...TG....."]);
    await close();
  });

  test("pointing at the board finds a placement of the piece, a click plays it", async () => {
    const page = await open("#analyse", { hidden: true });
    await page.fill("#position-queue", "OTSZ");
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: "Place" }).check();
    await paint(page, 4, 1);
    const placed = await rows(page);
    assert.equal(placed.length, 2);
    assert.match(placed[1], /OO/);
    await close();
  });

  test("a position survives the address, as do queue, hold, counters and ruleset", async () => {
    const page = await open("#analyse", { hidden: true });
    await page.selectOption("#position-rules", { index: 1 });
    await page.getByRole("radio", { name: "S", exact: true }).check();
    await paint(page, 2, 0);
    await page.fill("#position-queue", "tszoil");
    await page.keyboard.press("Enter");
    await page.selectOption("#position-hold", "J");
    await page.fill("#position-combo", "3");
    await page.keyboard.press("Enter");
    await page.fill("#position-b2b", "1");
    await page.keyboard.press("Enter");
    const rules = await page.inputValue("#position-rules");
    const url = page.url();
    assert.match(url, /#analyse\?d=v115@/);
    await close();

    const again = await open(new URL(url).hash, { hidden: true });
    assert.deepEqual(await rows(again), ["..S......."]);
    assert.equal(await again.inputValue("#position-queue"), "TSZOIL");
    assert.equal(await again.inputValue("#position-hold"), "J");
    assert.equal(await again.inputValue("#position-combo"), "3");
    assert.equal(await again.inputValue("#position-b2b"), "1");
    assert.equal(await again.inputValue("#position-rules"), rules);
    assert.equal(again.url(), url);
    await close();
  });

  test("fumens and TBP starts are copied and pasted", async () => {
    const page = await open("#analyse", { hidden: true, permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("radio", { name: "L", exact: true }).check();
    await paint(page, 7, 0);
    const queue = await page.inputValue("#position-queue");
    const copied = async (button) => {
      await page.click(button);
      await page.waitForFunction(() => document.querySelector("#exchange-status").textContent.endsWith("copied."));
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const fumen = await copied("#copy-fumen");
    assert.match(fumen, /^v115@/);
    const start = await copied("#copy-start");
    assert.equal(JSON.parse(start).type, "start");
    for (const text of [fumen, start, `https://fumen.zui.jp/?${fumen}`]) {
      await page.click("#board-clear");
      assert.deepEqual(await rows(page), []);
      await page.fill("#exchange-text", text);
      await page.keyboard.press("Enter");
      assert.equal((await rows(page)).length, 1, text);
      assert.match((await rows(page))[0], /^\.{7}[LG]\.\.$/);
    }
    assert.equal(await page.inputValue("#position-queue"), queue);
    // The second is as a replay of TETR.IO begins.
    for (const text of ["nonsense", '{"id":null,"gamemode":"league","replay":{"rounds":[]}}', '{"type":"play"}']) {
      await page.fill("#exchange-text", text);
      await page.keyboard.press("Enter");
      assert.equal(await page.textContent("#exchange-status"), "This is neither a fumen nor a TBP start nor a link with a position.");
    }
    await page.fill("#exchange-text", '{"type":"start"}');
    await page.keyboard.press("Enter");
    assert.match(await page.textContent("#exchange-status"), /`start.board` is missing/);
    await close();
  });

  test("fumens are read from links and messages, and a note names further ones", async () => {
    const page = await open("#analyse", { hidden: true });
    const load = async (text) => {
      await page.click("#board-clear");
      await page.fill("#exchange-text", text);
      await page.keyboard.press("Enter");
      return page.textContent("#exchange-status");
    };
    const opening = "v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA";
    const known = "v115@9gQ4EeAtBewhR4CeBtBewhg0Q4CeAtglRpwhi0Aeil?RpwhJeAgWSANxiSASowNE1oo2AzyBUAT5AAA";
    const link = `https://example.org/#analyse?${new URLSearchParams({ d: known, q: "IOT", rules: "guideline" })}`;
    for (const text of [
      encodeURIComponent(known), `https://fumen.zui.jp/?${known}&lang=en`, `[it](https://fumen.zui.jp/?${known})`,
      `<https://fumen.zui.jp/?${known}>`, `Do you know \`${known}\`? It is good.`, link, `Look (${link}), nice.`,
    ]) {
      assert.equal(await load(text), "", text);
      assert.deepEqual((await rows(page)).reverse(), ["S.....Z..I", "SS...ZZ..I", "JS...ZLOOI", "JJJ.LLLOOI"], text);
    }
    assert.equal(await page.inputValue("#position-queue"), "IOT");
    assert.match(await load(`${known} and ${opening}`), /2 fumens/);
    assert.equal((await rows(page)).length, 4);
    for (const [text, reason] of [
      ["v115@vhAA!gH", /'!' as character 5/], ["http://fumen.zui.jp/?v105@7eAA4G", /version 105/],
      [`${known} v115@vhA`, /fumen 2 of 2: .* page 1/],
    ]) assert.match(await load(text), reason);
    await page.fill("#exchange-text", "");
    await close();
  });

  test("a fumen of several pages is a line of positions with comments, in and out", async () => {
    const page = await open("#analyse", { hidden: true, permissions: ["clipboard-read", "clipboard-write"] });
    const load = async (text) => {
      await page.fill("#exchange-text", text);
      await page.keyboard.press("Enter");
      assert.equal(await page.textContent("#exchange-status"), "");
      await page.locator("#timeline").focus();
    };
    /** Steps through the positions from the one that is shown; returns boards, queues and comments. */
    const read = async () => {
      const pages = [];
      for (;;) {
        pages.push([await rows(page), await page.inputValue("#position-queue"), await page.inputValue("#position-hold"), await page.inputValue("#position-comment")]);
        if (await page.isDisabled("[data-step=forward]")) return pages;
        await page.click("[data-step=forward]");
      }
    };
    await load("v115@vhGRQYHAvItJEJmhCAUmBKpBvsBTtBGhBFqQPAUEzP?EJG98AQmqhECDdCA");
    assert.equal(await page.textContent("#timeline [aria-current]"), "Page 1");
    const given = await read();
    assert.equal(given.length, 7);
    assert.equal(given[0][0].length, 0);
    assert.ok(given[6][0].length > 0);
    await page.fill("#position-comment", "the last one; don't #Q=");
    await page.click("[data-step=back]");
    assert.equal(await page.inputValue("#position-comment"), given[5][3]);
    await page.fill("#position-comment", "vor dem Ende");
    await page.click("#copy-pages");
    await page.waitForFunction(() => document.querySelector("#exchange-status").textContent === "The fumen of 7 pages copied.");
    const fumen = await page.evaluate(() => navigator.clipboard.readText());
    await load(fumen);
    const again = await read();
    given[5][3] = "vor dem Ende";
    given[6][3] = "the last one; don't #Q=";
    assert.deepEqual(again, given);
    // Comments stay over a reload.
    await page.reload();
    await page.waitForSelector("main:not([hidden])");
    assert.equal(await page.inputValue("#position-comment"), "the last one; don't #Q=");
    await close();
  });
});

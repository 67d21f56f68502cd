// Fields: usual ways of writing are accepted, anything else is answered with a sentence below the field.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, browserAndServer, closePage, figureReaches, goTo, isInWindow, openPage } from "./page.mjs";

const NO_COUNT = "is no count: it must be a whole number from 0 to 65535.";
const NO_PIECE = "is no piece: the pieces are I, O, T, L, J, S and Z.";
const NO_SEED = "is no seed: it must be a whole number from 0 to 4294967295, or empty for a random one.";

describe("fields", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened;

  async function open(hash, options) {
    opened = await openPage(held.browser, held.server.origin, hash, { hidden: true, ...options });
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  async function enter(page, field, text) {
    await page.fill(field, text);
    await page.keyboard.press("Enter");
  }

  /** Returns the sentence below the fields of a mode; empty without one. */
  const wrong = (page, mode) => page.evaluate((mode) => {
    const sentence = document.querySelector(`#${mode} .wrong`);
    return sentence && !sentence.hidden ? sentence.textContent : "";
  }, mode);
  const isInvalid = (page, field) => page.evaluate((field) => document.querySelector(field).ariaInvalid === "true", field);

  test("a text that is no counter is answered within the window, at each size", async () => {
    const page = await open("#analyse?q=TI");
    const address = page.url();
    const check = async (text, [field, name]) => {
      await enter(page, field, text);
      assert.equal(await wrong(page, "analyse"), `${name}: ${JSON.stringify(text)} ${NO_COUNT}`);
      assert.ok(await isInWindow(page, "#analyse .wrong"), text);
      assert.ok(await isInvalid(page, field));
      await enter(page, field, "0");
      assert.equal(await wrong(page, "analyse"), "");
    };
    const combo = ["#position-combo", "Combo"];
    const backToBack = ["#position-b2b", "B2B"];
    for (const text of ["1e99", "1.5", "65536", "three", "NaN", "--", "Infinity"]) await check(text, combo);
    for (const [width, height] of [[1280, 800], [844, 390], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await check("-5", combo);
      await check("-5", backToBack);
    }
    assert.equal(page.url(), address);
    await close();
  });

  test("counters are whole numbers, and an empty field is 0", async () => {
    const page = await open("#analyse?q=TI&rules=tetrio-s2");
    for (const [text, shown] of [["7", "7"], [" 12 ", "12"], ["", "0"], ["65535", "65535"]]) {
      for (const field of ["#position-combo", "#position-b2b"]) {
        await enter(page, field, text);
        assert.equal(await page.inputValue(field), shown);
        assert.equal(await wrong(page, "analyse"), "");
      }
    }
    assert.match(page.url(), /combo=65535&b2b=65535/);
    await close();
  });

  test("queues are read as people write them", async () => {
    const page = await open("#analyse?q=S");
    for (const text of ["T I O", "[TIO]", "t,i,o", '["T","I","O"]', " tio "]) {
      await enter(page, "#position-queue", text);
      assert.equal(await wrong(page, "analyse"), "", text);
      assert.equal(await page.inputValue("#position-queue"), "TIO", text);
      assert.match(page.url(), /q=TIO&/, text);
      await enter(page, "#position-queue", "S");
    }
    const long = "T I O S Z L J ".repeat(14);
    await enter(page, "#position-queue", long);
    assert.equal((await page.inputValue("#position-queue")).length, 98, "nothing is cut");
    await close();
  });

  test("a text that is no queue is answered below the field, until the next position", async () => {
    const page = await open("#analyse?q=TI");
    await enter(page, "#position-queue", "TXI");
    assert.equal(await wrong(page, "analyse"), `Queue: 'X' ${NO_PIECE}`);
    assert.ok(await isInWindow(page, "#analyse .wrong"));
    await enter(page, "#position-combo", "-5");
    assert.equal(await wrong(page, "analyse"), `Queue: 'X' ${NO_PIECE} Combo: "-5" ${NO_COUNT}`);
    await enter(page, "#position-queue", "T".repeat(101));
    assert.match(await wrong(page, "analyse"), /^Queue: the queue has 101 pieces, at most 100 are kept\. Combo: /);
    assert.match(page.url(), /q=TI&/, "the position stays");
    await page.click("#board-clear");
    assert.equal(await wrong(page, "analyse"), "");
    assert.equal(await page.inputValue("#position-queue"), "TI");
    assert.equal(await page.inputValue("#position-combo"), "0");
    await page.evaluate(() => { for (let dealt = 0; dealt < 17; dealt++) document.querySelector("#board-deal").click(); });
    assert.match(await wrong(page, "analyse"), /^Deal: the queue has 10\d pieces, at most 100 are kept\.$/);
    await close();
  });

  test("a text that is no seed is answered below the field", async () => {
    const page = await open("#watch", { settings: { bots: { url: "https://example.invalid/bot.js" } } });
    await page.route("**/example.invalid/**", (route) => route.abort());
    const texts = ["abc", "-1", "1.5", "4294967296", "123456789012", "1e99"];
    for (const [mode, act, wrongTexts] of [["watch", null, texts], ["play", null, ["abc"]], ["bots", "#bots-start", ["-1"]]]) {
      if (mode !== "watch") await goTo(page, `#${mode}`);
      for (const text of wrongTexts) {
        await enter(page, `#${mode}-seed`, text);
        if (act) await page.click(act);
        assert.equal(await wrong(page, mode), `Seed: ${JSON.stringify(text)} ${NO_SEED}`, mode);
        assert.ok(await isInvalid(page, `#${mode}-seed`));
        assert.ok(await isInWindow(page, `#${mode} .wrong`));
      }
      await page.fill(`#${mode}-seed`, "4294967295");
      await page.keyboard.press("Enter");
      if (act) await page.click(act);
      assert.equal(await wrong(page, mode), "", mode);
    }
    await opened.context.close();
  });

  test("the failure of a bot that sends no moves is shown in plain words", async () => {
    const page = await open("#bots", { hidden: false, settings: { bots: { kind: "watch", speed: 8 } } });
    await page.fill("#bots-url", `${held.server.origin}/tests/foreign/shapeless.js`);
    await page.selectOption("#bots-limit", "20");
    await page.click("#bots-start");
    await page.waitForFunction(() => document.querySelector("#bots-status").textContent.includes("no legal move"));
    assert.equal(
      await page.textContent("#bots-status"),
      "shapeless named no legal move: `move.location.orientation` is \"up\": it must be north, east, south or west. It loses the game.",
    );
    await opened.context.close();
  });

  test("the game that is watched continues after a wrong seed", async () => {
    const page = await open("#watch", { hidden: false });
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 1);
    await enter(page, "#watch-seed", "abc");
    assert.equal(await page.textContent("#watch-figures [data-figure=pieces]"), "1");
    await page.click("#watch-new");
    assert.equal(await wrong(page, "watch"), "");
    assert.match(await page.inputValue("#watch-seed"), /^\d+$/);
    await close();
  });
});

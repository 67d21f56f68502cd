// Where the system forces colours, all that a colour says is visible: by the pixels of screenshots.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LONG, assertQuiet, browserAndServer, colorsOf, openPage } from "./page.mjs";

const PIECES = [..."IOTLJSZ"];

describe("forced colours", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened, decoder;

  async function open(hash, colorScheme, settings) {
    opened = await openPage(held.browser, held.server.origin, hash, { colorScheme, forcedColors: "active", settings });
    decoder = await held.browser.newPage();
    return opened.page;
  }

  async function close() {
    await assertQuiet(opened, held.server.origin);
    await decoder.context().close();
    await opened.context.close();
  }

  const colors = (locator) => colorsOf(decoder, locator);

  /** Checks that an element is filled with another colour than its neighbour. */
  async function assertDistinct(page, chosen, other) {
    const [[first], [second]] = [await colors(page.locator(chosen).first()), await colors(page.locator(other).first())];
    assert.notEqual(first, second, `${chosen} looks like ${other}`);
  }

  /** Checks that what has the focus after Tab has an outline. */
  async function assertFocusShown(page) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { activeElement: focused } = document;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused.matches(".segments input") ? focused.nextElementSibling : focused);
      return `${outlineStyle} ${outlineWidth}`;
    });
    assert.equal(outline, "solid 3px");
  }

  /** Returns the colours of the pieces and of garbage as the page names them. */
  const pieceColors = (page) => page.evaluate((letters) => {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(letters.map((letter) => [letter, style.getPropertyValue(`--${letter}`).trim()]));
  }, [...PIECES, "G"]);

  for (const colorScheme of ["light", "dark"]) {
    test(`the mode, ${colorScheme}`, async () => {
      for (const mode of ["watch", "play", "analyse", "bots"]) {
        const page = await open(`#${mode}`, colorScheme);
        await assertDistinct(page, "nav [aria-current]", "nav a:not([aria-current])");
        await close();
      }
    });

    test(`choices and buttons of Watch, Play and Any bot, ${colorScheme}`, async () => {
      const page = await open("#play", colorScheme);
      await assertDistinct(page, "#play-kind :checked + span", "#play-kind input:not(:checked) + span");
      await assertDistinct(page, "#play-start", "#play-analyse");
      for (let pressed = 0; pressed < 6; pressed++) await assertFocusShown(page);
      await page.click("#handling summary");
      await page.click("#keys button");
      await assertDistinct(page, "#keys .listening", "#keys button:not(.listening)");
      await page.click("nav [data-mode=bots]");
      await assertDistinct(page, "#bots-kind :checked + span", "#bots-kind input:not(:checked) + span");
      await page.click("nav [data-mode=watch]");
      await assertDistinct(page, "#watch-run", "#watch-step");
      await close();
    });

    test(`choices of Analyse, ${colorScheme}`, async () => {
      const page = await open("#analyse?q=TIOSZLJ", colorScheme);
      await assertDistinct(page, "#palette :checked + .swatch", "#palette [value='.'] + .swatch");
      await page.click("#board-mirror");
      await page.click("#board-mirror");
      await assertDistinct(page, "#timeline [aria-current]", "#timeline button:not([aria-current])");
      const [on] = await colors(page.locator("#analyse-on"));
      await page.click("#analyse .switch");
      const [off, knob] = await colors(page.locator("#analyse-on"));
      assert.notEqual(on, off, "the switch looks the same when it is off");
      assert.notEqual(off, knob, "the switch shows nothing");
      await page.fill("#position-combo", "-5");
      await page.keyboard.press("Enter");
      const border = (id) => page.evaluate((id) => getComputedStyle(document.getElementById(id)).borderTopStyle, id);
      assert.notEqual(await border("position-combo"), await border("position-b2b"), "a wrong field looks right");
      await close();
    });

    test(`pieces keep their colours, ${colorScheme}`, async () => {
      const page = await open(`#analyse?q=${PIECES.join("")}`, colorScheme);
      const wanted = await pieceColors(page);
      assert.equal(new Set(Object.values(wanted)).size, 8);
      for (const [letter, color] of Object.entries(wanted)) {
        const swatch = page.locator(`#palette [value=${letter}] + .swatch`);
        assert.ok((await colors(swatch)).slice(0, 4).includes(color), `the swatch of ${letter}`);
      }
      const next = await colors(page.locator(".next").first());
      for (const letter of PIECES.slice(1, 6)) assert.ok(next.includes(wanted[letter]), `${letter} among the next`);
      await page.waitForFunction(() => document.querySelector("#lines .chip:not([hidden])"));
      await page.keyboard.press("Space");
      await page.waitForFunction(() => document.querySelectorAll("#timeline button").length === 2);
      const move = page.locator("#timeline [aria-current]");
      const letter = (await move.textContent())[0];
      assert.ok((await colors(move)).includes(wanted[letter]), "a move of the timeline");
      assert.ok((await colors(page.locator(".board").first())).includes(wanted[letter]), "the piece on the board");
      await close();
    });
  }
});

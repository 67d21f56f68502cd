// Where the system forces colours, all that a colour says is visible: by the pixels of pictures.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { LONG, browserAndServer, closePage, colorsOf, goTo, openPage, themeColor } from "./page.mjs";

const PIECES = [..."IOTLJSZ"];
/** All of the controls at once. */
const WINDOW = { width: 1280, height: 1500 };

describe("forced colours", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened, decoder;
  before(async () => { decoder = await held.browser.newPage(); });
  after(() => decoder?.context().close());

  async function open(hash, options) {
    opened = await openPage(held.browser, held.server.origin, hash, { forcedColors: "active", viewport: WINDOW, ...options });
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  /** Returns the colours of elements by their selectors, a list for each. */
  const colors = (page, selectors) => colorsOf(decoder, page, ...selectors.map((selector) => page.locator(selector)));

  /** Checks of pairs of elements that the two are filled with different colours. */
  async function assertDistinct(page, ...pairs) {
    const found = await colors(page, pairs.flat());
    pairs.forEach(([chosen, other], i) => assert.notEqual(found[2 * i][0], found[2 * i + 1][0], `${chosen} looks like ${other}`));
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
  const pieceColors = async (page) => {
    const colors = [];
    for (const letter of [...PIECES, "G"]) colors.push([letter, await themeColor(page, letter)]);
    return Object.fromEntries(colors);
  };

  const MODE = ["nav [aria-current]", "nav a:not([aria-current])"];

  for (const colorScheme of ["light", "dark"]) {
    test(`the mode, choices and buttons, ${colorScheme}`, async () => {
      const page = await open("#play", { colorScheme, hidden: true });
      await assertDistinct(page, MODE, ["#play-kind :checked + span", "#play-kind input:not(:checked) + span"], ["#play-start", "#play-analyse"]);
      for (let pressed = 0; pressed < 6; pressed++) await assertFocusShown(page);
      await page.click("#handling summary");
      await page.click("#keys button");
      await assertDistinct(page, ["#keys .listening", "#keys button:not(.listening)"]);
      await goTo(page, "#bots");
      await assertDistinct(page, MODE, ["#bots-kind :checked + span", "#bots-kind input:not(:checked) + span"]);
      await goTo(page, "#watch");
      await assertDistinct(page, MODE, ["#watch-run", "#watch-step"]);
      await goTo(page, "#analyse");
      await assertDistinct(page, MODE);
      await close();
    });

    test(`Analyse, ${colorScheme}: pieces keep their colours, choices are visible`, async () => {
      const page = await open(`#analyse?q=${PIECES.join("")}`, { colorScheme });
      const wanted = await pieceColors(page);
      assert.equal(new Set(Object.values(wanted)).size, 8);
      await page.waitForFunction(() => document.querySelector("#lines .chip:not([hidden])"));
      const swatches = Object.keys(wanted).map((letter) => `#palette [value=${letter}] + .swatch`);
      const [next, on, ...found] = await colors(page, [".next", "#analyse-on", ...swatches]);
      Object.entries(wanted).forEach(([letter, color], i) => {
        assert.ok(found[i].slice(0, 4).includes(color), `the swatch of ${letter}`);
      });
      for (const letter of PIECES.slice(1, 6)) assert.ok(next.includes(wanted[letter]), `${letter} among the next`);
      await page.keyboard.press("Space");
      await page.waitForFunction(() => document.querySelectorAll("#timeline button").length === 2);
      const letter = (await page.textContent("#timeline [aria-current]"))[0];
      await page.click("#analyse .switch");
      const [move, board, off] = await colors(page, ["#timeline [aria-current]", ".board", "#analyse-on"]);
      assert.ok(move.includes(wanted[letter]), "a move of the timeline");
      assert.ok(board.includes(wanted[letter]), "the piece on the board");
      assert.notEqual(on[0], off[0], "the switch looks the same when it is off");
      assert.notEqual(off[0], off[1], "the switch shows nothing");
      for (let edited = 0; edited < 2; edited++) await page.click("#board-mirror");
      await page.fill("#position-combo", "-5");
      await page.keyboard.press("Enter");
      await assertDistinct(page,
        ["#palette :checked + .swatch", "#palette [value='.'] + .swatch"],
        ["#timeline .edit[aria-current]", "#timeline .edit:not([aria-current])"]);
      const border = (id) => page.evaluate((id) => getComputedStyle(document.getElementById(id)).borderTopStyle, id);
      assert.notEqual(await border("position-combo"), await border("position-b2b"), "a wrong field looks right");
      await close();
    });
  }
});

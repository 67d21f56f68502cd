// Broken links: the address stays, and a sentence over the board names the error.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { LONG, browserAndServer, closePage, cover, goTo, isInWindow, openPage, rows } from "./page.mjs";

/** A fumen of an empty page. */
const EMPTY = "v115@vhAAgH";
const NO_COUNT = "is no count: it must be a whole number from 0 to 65535.";
const NO_PIECE = "is no piece: the pieces are I, O, T, L, J, S and Z.";

/** Broken links with their sentences. */
const BROKEN = {
  "#chess": 'The link names no mode of this page: "chess".',
  "#analyse?d=v115@AgWZAFLDmClc&q=TIO": /^The link is broken at d=v115@AgWZAFLDmClc: .*fumen/,
  "#analyse?d=": /^The link is broken at d=: there is no fumen in the text/,
  "#analyse?d=hello": /^The link is broken at d=hello: there is no fumen in the text/,
  [`#analyse?d=${EMPTY}&q=XYZ`]: `The link is broken at q=XYZ: 'X' ${NO_PIECE}`,
  "#analyse?q=XYZ": `The link is broken at q=XYZ: 'X' ${NO_PIECE}`,
  [`#analyse?d=${EMPTY}&q=${"T".repeat(101)}`]: /^The link is broken at q=T{40}…: the queue has 101 pieces, at most 100 are kept\.$/,
  [`#analyse?d=${EMPTY}&hold=QQ`]: `The link is broken at hold=QQ: 'Q' ${NO_PIECE}`,
  [`#analyse?d=${EMPTY}&hold=TT`]: "The link is broken at hold=TT: these are 2 pieces: the hold is one piece, or empty.",
  [`#analyse?d=${EMPTY}&combo=-5`]: `The link is broken at combo=-5: "-5" ${NO_COUNT}`,
  [`#analyse?d=${EMPTY}&combo=many`]: `The link is broken at combo=many: "many" ${NO_COUNT}`,
  [`#analyse?d=${EMPTY}&b2b=1e99`]: `The link is broken at b2b=1e99: "1e99" ${NO_COUNT}`,
  [`#analyse?d=${EMPTY}&b2b=1.5`]: `The link is broken at b2b=1.5: "1.5" ${NO_COUNT}`,
  [`#analyse?d=${EMPTY}&rules=chess`]: /^The link is broken at rules=chess: there is no such ruleset, there are guideline, /,
  "#analyse?position=5": "The link holds no position: it has none of d, q, hold, combo, b2b and rules.",
  "#watch?seed=5": 'The link has "seed=5" after the question mark: only links of Analyse and Review have something there.',
  "#play?seed=5": 'The link has "seed=5" after the question mark: only links of Analyse and Review have something there.',
  "#bots?url=5": 'The link has "url=5" after the question mark: only links of Analyse and Review have something there.',
};

describe("links", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened;

  async function open(hash, options) {
    opened = await openPage(held.browser, held.server.origin, hash, { hidden: true, ...options });
    return opened.page;
  }

  const close = () => closePage(opened, held.server.origin);

  async function assertNoPosition(page) {
    assert.deepEqual(await rows(page), [], "no position is made up");
    assert.equal(await page.inputValue("#position-queue"), "", "no pieces are made up");
  }

  // One page follows all of them, from its first address on: no position is ever shown.
  describe("a broken link stays in the address, and a sentence names the error", () => {
    let page;
    before(async () => { page = await open("#chess"); });
    after(close);

    for (const [hash, sentence] of Object.entries(BROKEN)) {
      test(hash.slice(0, 60), async () => {
        if (new URL(page.url()).hash !== hash) await goTo(page, hash);
        const shown = await cover(page);
        if (sentence instanceof RegExp) assert.match(shown, sentence);
        else assert.equal(shown, sentence);
        assert.equal(new URL(page.url()).hash, hash);
        if (hash.startsWith("#analyse")) await assertNoPosition(page);
      });
    }
  });

  for (const hash of ["#chess", "#analyse?d=hello", "#analyse?q=XYZ", "#play?seed=5"]) {
    test(`a broken link that is opened first: ${hash}`, async () => {
      const page = await open(hash);
      const sentence = BROKEN[hash];
      const shown = await cover(page);
      if (sentence instanceof RegExp) assert.match(shown, sentence);
      else assert.equal(shown, sentence);
      if (hash.startsWith("#analyse")) await assertNoPosition(page);
      await close();
    });
  }

  test("a broken link is answered within the window, at each size, when it is opened first", async () => {
    const [first, ...others] = [[390, 844], [844, 390], [1280, 800]].map(([width, height]) => ({ width, height }));
    const page = await open(`#analyse?d=${EMPTY}&rules=chess`, { viewport: first });
    assert.notEqual(await cover(page), "");
    await assertNoPosition(page);
    assert.ok(await isInWindow(page, ".overlay"));
    for (const size of others) {
      await page.setViewportSize(size);
      assert.ok(await isInWindow(page, ".overlay"), `${size.width}x${size.height}`);
    }
    await close();
  });

  test("a broken link leaves the position that is shown, and Back leads to its address", async () => {
    const page = await open(`#analyse?d=${EMPTY}&q=TIO`);
    const address = page.url();
    await page.evaluate(() => { location.hash = "#analyse?q=X"; });
    await page.waitForSelector(".overlay.sentence:not([hidden])");
    assert.equal(new URL(page.url()).hash, "#analyse?q=X");
    assert.equal(await page.inputValue("#position-queue"), "TIO");
    await page.goBack();
    await page.waitForSelector(".overlay", { state: "hidden" });
    assert.equal(page.url(), address);
    await close();
  });

  test("a position that is made after a broken link has an address again", async () => {
    const page = await open("#analyse?q=X", { hidden: false });
    await page.fill("#position-queue", "TIO");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".overlay", { state: "hidden" });
    assert.match(new URL(page.url()).hash, /^#analyse\?d=v115@.*q=TIO/);
    await page.waitForFunction(() => document.querySelector("#lines .chip:not([hidden])"));
    await close();
  });

  test("the link to the controls leads there and keeps the mode", async () => {
    const page = await open("#analyse?q=TIO");
    const address = page.url();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "tools");
    assert.equal(page.url(), address);
    assert.equal(await cover(page), "");
    assert.ok(await page.isVisible("#analyse"));
    await close();
  });

  test("links as people write them are followed", async () => {
    const page = await open("#analyse?q=S");
    for (const hash of ["#analyse?q=T I O", "#analyse?q=[TIO]&combo=", "#analyse?q=t,i,o"]) {
      await goTo(page, "#analyse?q=S");
      await goTo(page, hash);
      assert.equal(await cover(page), "", hash);
      assert.equal(await page.inputValue("#position-queue"), "TIO", hash);
    }
    await close();
  });

  // A plus sign is a digit of fumens; in the address it may stand for a blank.
  test("a fumen with a plus sign is read whole", async () => {
    const page = await open("#analyse");
    const fumen = await page.evaluate(async () => {
      const { TurnGame } = await import("./engine.js");
      for (let seed = 0; seed < 500; seed++) {
        const text = new TurnGame({ rules: "guideline", seed, previews: 6 }).fumen();
        if (text.includes("+")) return text;
      }
      return "";
    });
    assert.match(fumen, /\+/);
    await goTo(page, `#analyse?d=${fumen}`);
    assert.equal(await cover(page), "");
    assert.equal((await page.inputValue("#position-queue")).length, 7);
    await close();
  });
});

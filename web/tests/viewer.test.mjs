// The viewer of reviews in a shadow tree of another page, with the data of a page of `npm run pages`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { launchChromium, serve } from "./browser.mjs";
import { LONG, violations } from "./page.mjs";

const MATCH = readFileSync(new URL("../../target/review-pages/match.html", import.meta.url), "utf8");
const scripts = [...MATCH.matchAll(/<script type="application\/json"[^>]*>\n(.*?)<\/script>/gs)].map(([, text]) => text);
const [DATA, ROUNDS] = [JSON.parse(scripts[0]), scripts.slice(1)];

/** Returns the data of the review with the first moves of each side alone. */
function prefix(moves) {
  const data = structuredClone(DATA);
  for (const { sides } of data.rounds) for (const side of sides) side.moves.splice(moves);
  return data;
}

/** Counts listeners that are not in a shadow tree, while they can be called. */
function watchListeners() {
  window.listeners = [];
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, what, options) {
    const outside = !(this instanceof AbortSignal) && !(this instanceof Node && this.getRootNode() instanceof ShadowRoot) && !(this instanceof Element && !this.isConnected);
    if (outside) window.listeners.push({ place: this, type, what, signal: options?.signal });
    addEventListener.call(this, type, what, options);
  };
  EventTarget.prototype.removeEventListener = function (type, what, options) {
    window.listeners = window.listeners.filter((one) => one.place !== this || one.type !== type || one.what !== what);
    removeEventListener.call(this, type, what, options);
  };
  window.living = () => window.listeners.filter(({ signal }) => !signal?.aborted).map(({ place, type }) => `${place.constructor.name} ${type}`);
}

/** Puts the viewer into a shadow tree of a page that has the same ids. */
async function setUp([data, rounds]) {
  document.body.innerHTML = "<main><h1>A page</h1><p id='comment'>own</p><p id='round'>own</p><div id='host'></div></main>";
  const [viewer, parts, styles] = await Promise.all([
    import("/viewer/review.js"),
    fetch("/viewer/review.html").then((answer) => answer.text()),
    fetch("/viewer/review.css").then((answer) => answer.text()),
  ]);
  const sheet = new CSSStyleSheet();
  await sheet.replace(styles);
  const root = document.getElementById("host").attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(document.createRange().createContextualFragment(parts));
  Object.assign(window, { viewer, root, moves: [], analysed: [] });
  window.open = (data, rounds) => viewer.openReview(root, data, rounds, {
    onMove: (move) => window.moves.push(move), onAnalyse: (move) => window.analysed.push(move),
  });
  document.onkeydown = (event) => { if (viewer.onKey(event)) event.preventDefault(); };
  window.open(data, rounds);
}

describe("viewer", { timeout: LONG }, () => {
  let browser, server, page, complaints;
  before(async () => { [browser, server] = [await launchChromium(), await serve()]; });
  after(async () => { await browser?.close(); await server?.close(); });
  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(`${server.origin}/tests/viewer.html`);
    await page.evaluate(watchListeners);
    await page.evaluate(setUp, [prefix(12), ROUNDS]);
  });
  afterEach(async () => {
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  const state = () => page.evaluate(() => window.viewer.pageState());
  const update = (data) => page.evaluate(([data, rounds]) => window.viewer.updateReview(data, rounds), [data, ROUNDS]);

  test("it has its look in a shadow tree, without inline styles and scripts", async () => {
    const colors = await page.evaluate(() => [...window.root.querySelectorAll(".game, .primary")].map((part) => getComputedStyle(part).backgroundColor));
    assert.equal(colors[1], "rgb(11, 107, 100)", "the accent");
    assert.ok(await page.locator("#host .judged .board").evaluate((board) => {
      const { width, height } = board.getBoundingClientRect();
      return width > 100 && height > 200;
    }));
    assert.deepEqual(await violations(page), []);
  });

  test("it follows the scheme of the page", async () => {
    const groundBecomes = (color) => page.waitForFunction((color) => {
      const ground = window.root.querySelector(".judged .board .ground");
      return getComputedStyle(ground).fill === color;
    }, color);
    await groundBecomes("rgb(251, 250, 247)");
    await page.emulateMedia({ colorScheme: "dark" });
    await groundBecomes("rgb(16, 18, 22)");
  });

  test("more moves keep round, side, move, line and try", async () => {
    // A move that can be tried again.
    const move = DATA.rounds[1].sides.find(({ seat }) => seat === 1).moves.findIndex(({ others }) => others);
    assert.ok(move >= 0 && move < 12);
    await page.evaluate((move) => window.viewer.showMove({ round: 1, seat: 1, move }), move);
    await page.keyboard.press("l");
    await page.keyboard.press("l");
    await page.locator("#host #worst button, #host #players button").first().focus();
    const before = await state();
    assert.deepEqual([before.round, before.seat, before.move, before.line?.step], [1, 1, move, 2]);
    await update(prefix(20));
    assert.deepEqual(await state(), { ...before, moves: 20 });
    assert.equal(await page.evaluate(() => window.root.activeElement.type), "button", "the focus stays");
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await page.keyboard.press("ArrowLeft");
    const { trying, chosen } = await state();
    assert.equal(trying, true);
    await update(DATA);
    const after = await state();
    assert.deepEqual([after.trying, after.chosen, after.moves > 20], [true, chosen, true]);
  });

  test("the first mistake is shown once it is judged, unless somebody went elsewhere", async () => {
    const open = () => page.evaluate(([data, rounds]) => window.open(data, rounds), [prefix(0), ROUNDS]);
    await open();
    assert.equal((await state()).move, 0);
    await update(DATA);
    const { move, grade } = await state();
    assert.ok(move > 0 && ["mistake", "blunder"].includes(grade), `${move} ${grade}`);
    await open();
    await page.keyboard.press("ArrowLeft");
    await update(DATA);
    assert.equal((await state()).move, 0);
  });

  test("rounds that come later are listed", async () => {
    const data = prefix(12);
    data.rounds.splice(1);
    await page.evaluate(([data, rounds]) => window.open(data, rounds), [data, ROUNDS.slice(0, 1)]);
    assert.equal(await page.locator("#host #round option").count(), 1);
    await update(DATA);
    assert.equal(await page.locator("#host #round option").count(), 3);
  });

  test("the page is told of moves and of positions to analyse", async () => {
    await page.evaluate(() => window.viewer.showMove({ round: 0, seat: 1, move: 3 }));
    await page.keyboard.press("ArrowRight");
    await page.locator("#host #analyse").click();
    const [moves, analysed] = await page.evaluate(() => [window.moves, window.analysed]);
    assert.deepEqual(moves.slice(-2), [{ round: 0, seat: 1, move: 3 }, { round: 0, seat: 1, move: 4 }]);
    assert.deepEqual(analysed, [{ round: 0, seat: 1, move: 4 }]);
    await page.evaluate(() => window.viewer.showMove({ round: 9, seat: 7, move: 999 }));
    const { round, move, moves: all } = await state();
    assert.deepEqual([round, move], [0, all], "the nearest");
  });

  test("keys are the page's: the viewer says which it used", async () => {
    const used = (key, more = {}) => page.evaluate(([key, more]) => {
      let used = null;
      const event = new KeyboardEvent("keydown", { key, ...more });
      document.body.addEventListener("keydown", (event) => { used = window.viewer.onKey(event); }, { once: true });
      document.body.dispatchEvent(event);
      return used;
    }, [key, more]);
    assert.deepEqual([await used("n"), await used("1"), await used("t"), await used("n", { ctrlKey: true })], [true, false, false, false]);
    await page.locator("#host #speed").focus();
    const { move } = await state();
    await page.keyboard.press("n");
    assert.equal((await state()).move, move, "a select keeps its keys");
  });

  test("closed, it leaves no listener and no id of the page was touched", async () => {
    await page.keyboard.press(" ");
    assert.ok((await page.evaluate(() => window.living())).length > 0);
    await page.evaluate(() => window.viewer.closeReview());
    assert.deepEqual(await page.evaluate(() => window.living()), []);
    const { frame, playing } = await state();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual([(await state()).frame, playing], [frame, false], "it does not go on");
    assert.deepEqual(await page.evaluate(() => ["comment", "round"].map((id) => document.getElementById(id).textContent)), ["own", "own"]);
    await page.keyboard.press("n");
    assert.equal((await state()).frame, frame, "keys do nothing");
    // Each button acts once after it is opened again.
    await page.evaluate(([data, rounds]) => window.open(data, rounds), [DATA, ROUNDS]);
    await page.evaluate(() => window.viewer.showMove({ round: 0, seat: 0, move: 0 }));
    await page.locator("#host #on").click();
    assert.equal((await state()).move, 1);
    assert.equal(await page.locator("#host #speed option").count(), 7);
  });
});

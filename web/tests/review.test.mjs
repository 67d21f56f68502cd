// The page of a review: `npm run pages` writes the pages that are looked at, with made-up losses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium } from "./browser.mjs";
import { LONG, colorsOf, observe, themeColor, violations, violationsInBothSchemes } from "./page.mjs";

const FOLDER = new URL("../../target/review-pages/", import.meta.url);
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

describe("review", { timeout: LONG }, () => {
  let browser;
  before(async () => { browser = await launchChromium(); });
  after(() => browser?.close());

  /** Opens a page; `close` checks that it had no requests, no messages of the console and no layout shifts. */
  async function open(name, options = {}) {
    const context = await browser.newContext({ viewport: SIZES.desktop, ...options });
    const page = await context.newPage();
    const complaints = [];
    const requests = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    context.on("request", (request) => requests.push(request.url()));
    await page.addInitScript(observe);
    const url = new URL(name, FOLDER);
    await page.goto(url.href);
    const close = async () => {
      assert.deepEqual(complaints, []);
      assert.deepEqual(requests, [url.href.replace(url.hash, "")]);
      assert.deepEqual(await page.evaluate(() => window.shifts), [], "layout shifts");
      await context.close();
    };
    return { page, close };
  }

  const state = (page) => page.evaluate(() => window.eval("pageState()"));
  const press = async (page, ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** The numbers of the moves that keys jump to, from 0, as the page's data has them. */
  const mistakes = (page) => page.evaluate(() => window.eval("mistakesOf(side()).map(move => move.index)"));
  const worst = (page) => page.evaluate(() => window.eval("worstOf(side()).map(move => move.index)"));

  for (const colorScheme of ["light", "dark"]) {
    test(`forced colours, ${colorScheme}: what is chosen, grades and pieces are visible`, async () => {
      const { page, close } = await open("match.html", { colorScheme, forcedColors: "active", viewport: { width: 1280, height: 1500 } });
      const decoder = await browser.newPage();
      await press(page, "w");
      const chip = "#lines .chip:visible";
      const selectors = ["#players [aria-pressed=true]", "#players [aria-pressed=false]", ".worst-move[aria-current]", ".worst-move:not([aria-current])", "#grade-sign", chip];
      const [chosen, other, current, another, grade, piece] = await colorsOf(decoder, page, ...selectors.map((selector) => page.locator(selector)));
      assert.notEqual(chosen[0], other[0], "the player who is looked at");
      assert.notEqual(current[0], another[0], "the move that is shown");
      assert.equal(grade[0], await themeColor(page, "grade-blunder"));
      const letter = (await page.locator(chip).first().textContent())[0];
      assert.ok(piece.slice(0, 4).includes(await themeColor(page, letter)), "the piece of a move");
      await decoder.context().close();
      await close();
    });
  }

  for (const [name, keys] of [["match.html", [[], ["w", "f"]]], ["alone.html", [[]]], ["lines.html", [[]]], ["hostile.html", [[]]], ["summary.html", [[]]]]) {
    test(`${name}: accessible at each size and in both colour schemes, and not too wide`, async () => {
      const { page, close } = await open(name, { viewport: SIZES.phone, colorScheme: "light" });
      for (const pressed of keys) {
        await press(page, ...pressed);
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          assert.deepEqual(await violationsInBothSchemes(page), [], `${size}, keys ${pressed}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${size}: ${wide} px too wide`);
        }
      }
      await close();
    });
  }

  // On a slow machine a page is shown while it is loaded.
  test("a page that loads line by line has no layout shifts", async () => {
    // Frames take most of the time: all pages come at once.
    await Promise.all(["match.html", "alone.html", "lines.html", "hostile.html", "summary.html"].map(async (name) => {
      const context = await browser.newContext({ viewport: SIZES.desktop });
      const page = await context.newPage();
      await page.addInitScript(observe);
      await page.goto("about:blank");
      const text = readFileSync(new URL(name, FOLDER), "utf8");
      const body = text.indexOf("<body");
      const script = text.includes("<script") ? text.indexOf("<script") : text.length;
      const parts = [text.slice(0, body), ...text.slice(body, script).split(/(?<=\n)/), text.slice(script)];
      await page.evaluate(async (parts) => {
        const shown = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        document.open();
        for (const part of parts) {
          document.write(part);
          await shown();
        }
        document.close();
        await shown();
      }, parts);
      assert.deepEqual(await page.evaluate(() => window.shifts), [], name);
      await context.close();
    }));
  });

  test("N and P go from mistake to mistake, and around", async () => {
    const { page, close } = await open("match.html");
    const all = await mistakes(page);
    assert.ok(all.length > 2);
    assert.equal((await state(page)).move, all[0], "it begins with the first");
    for (const index of [...all.slice(1), all[0]]) {
      await press(page, "n");
      assert.equal((await state(page)).move, index);
    }
    await press(page, "p");
    assert.equal((await state(page)).move, all.at(-1));
    await page.click("#next");
    assert.equal((await state(page)).move, all[0]);
    await close();
  });

  test("the board of each seat shows its stack", async () => {
    const { page, close } = await open("match.html");
    await press(page, "End");
    const stacks = await page.$$eval(".board", (boards) => boards.map((board) => board.querySelectorAll(".cells .cell").length));
    const { board } = await state(page);
    assert.equal(stacks[0], board.join("").replaceAll(".", "").length);
    assert.ok(stacks.every((cells) => cells > 0), `${stacks}`);
    await close();
  });

  test("arrows go by the moves of the side, Home and End to the ends", async () => {
    const { page, close } = await open("match.html");
    await press(page, "Home", "ArrowRight", "ArrowRight", "ArrowLeft");
    assert.equal((await state(page)).move, 1);
    await press(page, "End");
    const { move, moves } = await state(page);
    assert.equal(move, moves);
    assert.equal(await page.textContent("#grade-name"), "The end");
    await press(page, "ArrowLeft");
    assert.equal((await state(page)).move, moves - 1);
    await close();
  });

  test("the list has the worst first, and leads to each", async () => {
    const { page, close } = await open("match.html");
    const order = await worst(page);
    const losses = await page.$$eval(".worst-move .amount", (all) => all.map(({ textContent }) => (textContent === "the game" ? Infinity : parseFloat(textContent))));
    assert.deepEqual(losses, losses.toSorted((a, b) => b - a));
    await page.click(".worst-move >> nth=1");
    assert.equal((await state(page)).move, order[1]);
    assert.equal(await page.getAttribute(".worst-move >> nth=1", "aria-current"), "true");
    await press(page, "w");
    assert.equal((await state(page)).move, order[0]);
    await close();
  });

  /** Brings the piece of a try to the best move by keys. */
  async function bringToBest(page) {
    const target = await page.evaluate(() => window.eval("[shown.trial.move.best.at.hold, formOf(shown.trial.move.best.at.cells), ...corner(shown.trial.move.best.at.cells)]"));
    const chosen = () => page.evaluate(() => window.eval("[shown.trial.hold, shown.trial.chosen.form, ...shown.trial.chosen.corner]"));
    const [hold, form, x, y] = target;
    if ((await chosen())[0] !== hold) await press(page, "c");
    for (let turns = 0; (await chosen())[1] !== form; turns++) {
      assert.ok(turns < 4);
      await press(page, "ArrowUp");
    }
    for (let steps = 0; (await chosen())[2] !== x; steps++) {
      assert.ok(steps < 20);
      await press(page, (await chosen())[2] < x ? "ArrowRight" : "ArrowLeft");
    }
    for (let steps = 0; (await chosen())[3] !== y; steps++) {
      assert.ok(steps < 10);
      await press(page, "ArrowDown");
    }
  }

  test("a better move is looked for by keys, judged, and found", async () => {
    const { page, close } = await open("match.html");
    for (const index of (await mistakes(page)).slice(0, 5)) {
      await page.evaluate((index) => window.eval(`act(() => jumpTo(${index}))`), index);
      await press(page, "f");
      assert.equal(await page.isVisible("#lines"), false, "the best line is hidden");
      await press(page, "ArrowLeft", "Space");
      assert.match((await state(page)).comment, /lose|lost|best/);
      if ((await state(page)).trying) {
        await bringToBest(page);
        await press(page, "Space");
      }
      const { trying, comment, move } = await state(page);
      assert.deepEqual([trying, move], [false, index]);
      assert.match(comment, /^That is (as good as )?the best move\./);
      assert.equal(await page.isVisible("#row-best"), true);
    }
    await close();
  });

  test("Escape shows the best move", async () => {
    const { page, close } = await open("match.html");
    await press(page, "w", "f", "Escape");
    assert.equal((await state(page)).trying, false);
    assert.equal(await page.isVisible("#row-best"), true);
    await close();
  });

  test("a finger brings the piece to a place, a tap on it turns it", async () => {
    const { page, close } = await open("match.html", { viewport: SIZES.phone, hasTouch: true, isMobile: true });
    await press(page, "w");
    await page.tap("#try");
    const isUncovered = (key) => {
      const { x, y, width, height } = key.getBoundingClientRect();
      return key.contains(document.elementFromPoint(x + width / 2, y + height - 1));
    };
    assert.ok(await page.locator("[data-try=drop]").evaluate(isUncovered), "the keys are on the first screen");
    const box = await page.locator(".judged .board").boundingBox();
    const at = (x, y) => [box.x + (x + 0.5) * box.width / 10, box.y + box.height - (y + 0.5) * box.width / 10];
    await page.touchscreen.tap(...at(8, 10));
    const right = (await state(page)).chosen;
    assert.ok(Math.max(...right.map(([x]) => x)) >= 8, `${right}`);
    await page.touchscreen.tap(...at(0, 10));
    const left = (await state(page)).chosen;
    assert.equal(Math.min(...left.map(([x]) => x)), 0, `${left}`);
    const form = () => page.evaluate(() => window.eval("shown.trial.chosen.form"));
    const before = await form();
    await page.touchscreen.tap(...at(...left[0]));
    assert.notEqual(await form(), before);
    await page.tap("[data-try=drop]");
    assert.match((await state(page)).comment, /lose|lost|best/);
    await close();
  });

  test("lines are stepped through by keys and by their pieces", async () => {
    const { page, close } = await open("match.html");
    await press(page, "w");
    const before = await state(page);
    await press(page, "l");
    assert.deepEqual((await state(page)).board, before.board, "the first move lies over the same board");
    await press(page, "l", "l");
    assert.deepEqual((await state(page)).line, { which: "best", step: 3 });
    assert.notDeepEqual((await state(page)).board, before.board);
    await page.click("#row-played .chip >> nth=1");
    assert.deepEqual((await state(page)).line, { which: "played", step: 2 });
    await press(page, "Escape");
    assert.deepEqual((await state(page)).board, before.board);
    await close();
  });

  test("both lines are stepped through by buttons, to the board at their end", async () => {
    const { page, close } = await open("match.html");
    await press(page, "w");
    const before = await state(page);
    for (const which of ["best", "played"]) {
      const forward = page.locator(`#row-${which} [data-by="1"]`);
      const chips = await page.locator(`#row-${which} .chip`).count();
      for (let step = 1; step <= chips; step++) {
        await forward.click();
        assert.deepEqual((await state(page)).line, { which, step });
      }
      const end = await state(page);
      assert.notDeepEqual(end.board, before.board);
      assert.equal(await page.textContent(`#row-${which} .label`), "the end");
      // As many pieces as were placed have left the queue and the hold.
      const pieces = ({ hold, queue }) => queue.length + (hold ? 1 : 0);
      assert.equal(pieces(before) - pieces(end), chips - 1);
      await forward.click();
      assert.deepEqual(await state(page), end, "there is nothing after the end");
    }
    await press(page, "k");
    assert.equal((await state(page)).line.which, "best");
    await page.click('#row-best [data-by="-1"]');
    await press(page, "j");
    const chips = await page.locator("#row-best .chip").count();
    assert.equal((await state(page)).line.step, chips - 2);
    await press(page, "Escape");
    assert.deepEqual((await state(page)).board, before.board);
    await close();
  });

  test("rounds and players are switched, and the player stays the same over rounds", async () => {
    const { page, close } = await open("match.html");
    await press(page, "s");
    assert.equal(await page.textContent("#players [aria-pressed=true]").then((text) => text.slice(0, 8)), "Player 2");
    await page.selectOption("#round", { value: "1" });
    const second = await state(page);
    assert.deepEqual([second.round, second.seat], [1, 0], "the seats are changed in the second round");
    assert.match(await page.textContent("#players [aria-pressed=true]"), /^Player 2/);
    await press(page, "]", "]");
    assert.equal((await state(page)).round, 0);
    await page.selectOption("#scope", "all");
    assert.equal(await page.locator("#tables table").count(), 2);
    await close();
  });

  test("at each move the page stands as the position that was judged", async () => {
    const { page, close } = await open("match.html");
    for (const seat of [0, 1]) {
      if (seat === 1) await press(page, "s");
      const { moves } = await state(page);
      const wrong = await page.evaluate(() => window.eval(`side().moves.filter(move => {
        jumpTo(move.index);
        const seen = seenAt(move, shown.seat);
        const filled = (x, y) => (seen.rows[y]?.[x] ?? ".") !== ".";
        const rests = move.played.at.cells.some(([x, y]) => y === 0 || filled(x, y - 1));
        const free = [move.played.at, move.best.at].every(at => at.cells.every(([x, y]) => !filled(x, y)));
        const known = [seen.queue[0], seen.hold ?? seen.queue[1]].includes(move.played.at.piece);
        return current() !== move.index || !rests || !free || !known;
      }).map(move => move.index)`));
      assert.ok(moves > 20);
      assert.deepEqual(wrong, []);
    }
    await close();
  });

  test("a game for lines is judged by time, and its page names no lines sent", async () => {
    const { page, close } = await open("lines.html");
    assert.match(await page.locator("#notes").innerText(), /^Judged by time, not by lines sent: \d+ of 40 lines in .* keys too many/);
    assert.match(await page.locator("#comment").innerText(), /4 keys, 3 are enough/);
    assert.match(await page.locator("#loss").innerText(), /points?$|the game$/);
    assert.doesNotMatch(await page.locator(".figures").innerText(), /sent|apm|b2b/);
    for (const place of ["#charts", "#tables"]) assert.doesNotMatch(await page.locator(place).innerText(), /attack/, place);
    await page.locator("details > summary").click();
    assert.match(await page.locator("#meaning").innerText(), /weights for 40 lines/);
    await close();
    const duel = await open("alone.html");
    assert.match(await duel.page.locator(".figures").innerText(), /sent.*apm/s);
    assert.match(await duel.page.locator("#tables").innerText(), /attack per piece/);
    await duel.close();
  });

  test("names and reasons are only text, and a stopped side says why", async () => {
    const { page, close } = await open("hostile.html");
    const top = (selector) => page.locator(selector).evaluate((part) => part.getBoundingClientRect().top);
    const bottom = await page.locator(".judged .board").evaluate((part) => part.getBoundingClientRect().bottom);
    assert.ok(await top("#trust") > 0 && bottom <= await top("footer"), "the note leaves room for the whole board");
    assert.equal(await page.evaluate(() => window.broken), undefined);
    assert.equal(await page.locator("main img, main script").count(), 0);
    assert.match(await page.textContent("#players"), /<\/script><img src=x/);
    assert.match(await page.textContent("#trust"), /^Reviewed up to move 20, .*<i>pieces placed<\/i>: 20 instead of 50\. 30 more are left out\.$/);
    await press(page, "s");
    assert.equal(await page.textContent("#trust"), "The file has nothing to check these moves against.");
    await press(page, "]");
    assert.equal(await page.isVisible("#trust"), false);
    await close();
  });

  test("the help lists the keys and is closed by Escape", async () => {
    const { page, close } = await open("match.html");
    await press(page, "?");
    assert.match(await page.textContent("#help"), /next mistake/);
    assert.deepEqual(await violations(page), []);
    await press(page, "Escape");
    assert.equal(await page.isVisible("#help"), false);
    await close();
  });

  test("it plays, and stops where the game ends", async () => {
    const { page, close } = await open("alone.html");
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await press(page, "Home", " ");
    await page.clock.runFor(2000);
    const { frame, playing } = await state(page);
    assert.ok(playing && Math.abs(frame - 120) <= 2, `${frame}`);
    await press(page, "+", "+", "+", "+");
    await page.clock.runFor(60_000);
    assert.equal((await state(page)).playing, false);
    // Verdicts of other lengths come and go while it plays.
    await page.evaluate(() => { window.shifts = []; });
    await close();
  });
});

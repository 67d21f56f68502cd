// Reviews in the page: files come in, are judged, kept, shown, linked and deleted.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { BROWSERS, serve } from "./browser.mjs";
import { LONG, browserAndServer, closePage, goTo, laterFilesAreKept, openPage, rows, setHidden, violationsInBothSchemes } from "./page.mjs";
import { GAME, SECOND_GAME, drop, games, hash, isDone, paste, rowIs, until, viewer, viewerIsOpen } from "./review-page.mjs";

/** A fumen of two pages: one piece is placed. */
const FUMEN = "v115@vhHSSYgAFLDmClcJSAVDEHBEooRBMoAVBvHMMCqujx?CvSltCzrBXoBxuB2pB0fBVnBAAA";

/** Files that are no games, by name; each ends in a sentence that has the words. */
const ODD_FILES = {
  "empty.ttrm": ["", "is empty"],
  "packed.ttrm": ["\x1f\x8b\x08\0\0\0\0\0", "gzip"],
  "page.html": ["<!DOCTYPE html>\n<html>", "HTML"],
  "deep.json": [`{"a":${"[".repeat(200_000)}`, "no game that is known"],
  "null.json": ["null", "no game that is known"],
  "<img src=x onerror=alert(1)>.ttr": ["O T J\nL S Z", "no game that is known"],
};

describe("review in the page", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened, folder;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "landfall-review-"));
    for (const [name, [text]] of Object.entries(ODD_FILES)) writeFileSync(join(folder, name.replaceAll("/", "")), text, "latin1");
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Opens the page with the least depth. */
  async function open(address = "#review", options = {}) {
    opened = await openPage(held.browser, held.server.origin, address, { settings: { review: { depth: "quick" } }, ...options });
    if (address.startsWith("#review")) await opened.page.waitForSelector("#review");
    return opened.page;
  }

  async function close() {
    await closePage(opened, held.server.origin, { mayShift: true });
  }

  /** Opens the page with a review that is done. */
  async function openDone(options) {
    const page = await open("#review", options);
    await page.setInputFiles("#review-files", GAME);
    await viewerIsOpen(page);
    await isDone(page);
    return page;
  }

  test("a file that is dropped in any mode is reviewed", async () => {
    const page = await open();
    for (const mode of ["watch", "play", "analyse", "bots", "train", "review"]) {
      await goTo(page, `#${mode}`);
      await until(page, (mode) => document.body.dataset.mode === mode, mode);
      await drop(page, GAME);
      await until(page, () => /^#review\?game=[0-9a-f]{12}/.test(location.hash));
      await until(page, () => document.querySelector("#review-name").textContent === "arena-tetrio-s2.jsonl");
    }
    await close();
  });

  test("a dropped file is judged, and its worst moves are shown meanwhile", async () => {
    const page = await open();
    await drop(page, GAME);
    await viewerIsOpen(page);
    await isDone(page);
    const { moves } = await viewer(page);
    assert.ok(moves > 10);
    await until(page, () => sessionStorage.getItem("landfall-reviewing") === "[]");
    await close();
  });

  test("several files are chosen; a broken one says why, and the others go on", async () => {
    const page = await open();
    const odd = Object.keys(ODD_FILES);
    await page.setInputFiles("#review-files", [GAME, ...odd.map((name) => join(folder, name)), SECOND_GAME]);
    for (const name of ["arena-tetrio-s2.jsonl", "arena-ppt.jsonl"]) await rowIs(page, name, "done");
    assert.equal(await hash(page), "#review");
    assert.deepEqual((await games(page)).map(([name]) => name), ["arena-tetrio-s2.jsonl", ...odd, "arena-ppt.jsonl"]);
    for (const [name, [, words]] of Object.entries(ODD_FILES)) {
      const text = await page.locator(".game-row", { hasText: name }).locator(".wrong").textContent();
      assert.ok(text.includes(words), `${name}: ${text}`);
    }
    await page.locator(".game-row a", { hasText: "arena-ppt" }).click();
    await viewerIsOpen(page);
    await close();
  });

  test("fumens and logs are pasted, by keys or into the field", async () => {
    const page = await open();
    await paste(page, FUMEN);
    await viewerIsOpen(page);
    assert.equal(await page.textContent("#review-name"), "Pasted fumen");
    await page.click("#review-game a.button");
    await paste(page, readFileSync(SECOND_GAME, "utf8"));
    await viewerIsOpen(page);
    await page.click("#review-game a.button");
    await page.fill("#review-text", "O T J");
    await page.click("#review-paste button");
    await until(page, () => document.querySelector("#review-status").textContent.includes("no game that is known"));
    await close();
  });

  test("keys go through the viewer, and the address follows", async () => {
    const page = await openDone();
    await page.keyboard.press("Home");
    assert.equal((await viewer(page)).move, 0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal((await viewer(page)).move, 2);
    await until(page, () => location.hash.endsWith("&move=2"));
    await page.keyboard.press("w");
    const { move } = await viewer(page);
    await until(page, (move) => location.hash.endsWith(`&move=${move}`), move);
    const address = page.url();
    // A link leads there, in another tab too.
    const tab = await opened.context.newPage();
    await tab.goto(address);
    await viewerIsOpen(tab);
    await until(tab, async (move) => (await import("/viewer/review.js")).pageState().move === move, move);
    await tab.close();
    await close();
  });

  test("a move is analysed as the same position, and Back returns to it", async () => {
    const page = await openDone({ hidden: false });
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    const seen = await viewer(page);
    await page.locator("#review-viewer #analyse").click();
    await until(page, () => location.hash.startsWith("#analyse?"));
    assert.equal(await page.inputValue("#position-queue"), seen.queue.join(""));
    assert.equal(await page.inputValue("#position-hold"), seen.hold ?? "");
    assert.equal(await page.inputValue("#position-rules"), "tetrio-s2");
    const drawn = seen.board.toReversed().map((row) => row.replaceAll("#", "G"));
    while (drawn.length && drawn.at(-1) === "..........") drawn.pop();
    assert.deepEqual(await rows(page), drawn);
    await page.goBack();
    await viewerIsOpen(page);
    await until(page, async () => (await import("/viewer/review.js")).pageState().move === 5);
    await close();
  });

  test("a review is paused, goes on in other modes, and is stopped and continued", async () => {
    const page = await open("#review", { settings: { review: { depth: "deep" } } });
    await drop(page, GAME);
    await until(page, () => document.querySelector("#review-bar").value > 0);
    await page.click("#review-pause");
    await until(page, () => document.querySelector("#review-status").textContent.startsWith("Paused at "));
    // What is being judged may still come.
    await page.waitForTimeout(1500);
    const at = await page.evaluate(() => document.querySelector("#review-bar").value);
    await page.waitForTimeout(1500);
    assert.equal(await page.evaluate(() => document.querySelector("#review-bar").value), at);
    await page.click("#review-stop");
    await until(page, () => document.querySelector("#review-status").textContent.startsWith("Stopped at "));
    await page.click("#review-again");
    await until(page, () => / of \d+ moves|^Done/.test(document.querySelector("#review-status").textContent));
    await page.keyboard.press("6");
    await until(page, () => document.body.dataset.mode === "bots");
    await until(page, () => sessionStorage.getItem("landfall-reviewing") === "[]");
    await page.keyboard.press("4");
    await until(page, (at) => document.querySelector("#review-bar").value > at, at);
    await viewerIsOpen(page);
    await isDone(page);
    await close();
  });

  test("a reload goes on from the moves that were judged", async () => {
    const page = await open("#review", { settings: { review: { depth: "deep" } } });
    await drop(page, GAME);
    await until(page, () => new Promise((done) => {
      const request = indexedDB.open("landfall");
      request.onsuccess = () => {
        const count = request.result.transaction("judged").objectStore("judged").count();
        count.onsuccess = () => { request.result.close(); done(count.result > 0); };
      };
    }));
    await page.reload();
    await until(page, () => Number(document.querySelector("#review-bar")?.value) > 0 || document.querySelector("#review-progress")?.hidden);
    await viewerIsOpen(page);
    await close();
  });

  test("a finished review is opened after a reload, without a network too, and deleted", async () => {
    const page = await openDone();
    await page.goto(`${held.server.origin}/#review`);
    await page.reload();
    await rowIs(page, "arena-tetrio-s2.jsonl", "done");
    assert.match(await page.innerText(".game-players"), /Player 1 \d+\.\d %\s+Player 2 \d+\.\d %/);
    await page.click(".game-row a");
    await viewerIsOpen(page);
    await page.click("#review-game a.button");
    await page.click(".game-row .quiet");
    await page.waitForSelector(".game-row", { state: "detached" });
    await page.click("#review-told button");
    await rowIs(page, "arena-tetrio-s2.jsonl", "done");
    await page.click("#review-delete-all");
    await page.click("#review-confirm [value=delete]");
    await page.waitForSelector(".game-row", { state: "detached" });
    // The list changes first, then what is kept.
    await until(page, async () => !(await (await import("./review/store.js")).readGames()).length);
    await page.reload();
    await page.waitForSelector("#review-start");
    assert.deepEqual(await games(page), []);
    await close();
  });

  test("two tabs have the same games", async () => {
    const page = await openDone();
    const tab = await opened.context.newPage();
    await tab.goto(`${held.server.origin}/#review`);
    await rowIs(tab, "arena-tetrio-s2.jsonl", "done");
    await tab.setInputFiles("#review-files", SECOND_GAME);
    await isDone(tab);
    await page.click("#review-game a.button");
    await rowIs(page, "arena-ppt.jsonl", "done");
    await page.locator(".game-row", { hasText: "arena-ppt" }).locator(".quiet").click();
    await tab.click("#review-game a.button");
    await until(tab, () => document.querySelectorAll(".game-row").length === 1);
    assert.deepEqual(await games(tab), [["arena-tetrio-s2.jsonl", "done"]]);
    await tab.close();
    await close();
  });

  test("what two tabs judge of one game is put together, and what is done stays done", async () => {
    const page = await open();
    const kept = await page.evaluate(async () => {
      const store = await import("./review/store.js");
      const game = { id: "both", name: "both", added: 0, state: "waiting", done: 0, moves: 3, players: [] };
      await store.addGame(game, { id: "both", bytes: new Uint8Array(1), data: null, rounds: [], json: "" }, ["0", "1"]);
      await store.updateGame(game, null, { from: 1, texts: ["1", "2"] });
      await store.updateGame(game, null, { from: 5, texts: ["5"] });
      await store.updateGame({ ...game, state: "done" }, null, { from: 3, texts: [] });
      await store.updateGame({ ...game, state: "stopped" }, null, { from: 3, texts: [] });
      // What cannot be kept is not kept in part.
      await store.addGame({ ...game, id: "half" }, undefined, []).catch(() => {});
      return [await store.readJudged("both"), (await store.readGames()).map(({ id, state }) => `${id} ${state}`)];
    });
    assert.deepEqual(kept, [["0", "1", "2"], ["both done"]]);
    await close();
  });

  test("reviews are exported as one file, and added from it", async () => {
    const page = await openDone();
    const saved = async (button) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return path;
    };
    const review = JSON.parse(readFileSync(await saved("#review-save"), "utf8"));
    assert.equal(review.games[0].rounds[0].sides.length, 2);
    await page.click("#review-game a.button");
    const archive = await saved("#review-export");
    await page.click("#review-delete-all");
    await page.click("#review-confirm [value=delete]");
    await page.waitForSelector(".game-row", { state: "detached" });
    await page.setInputFiles("#review-files", archive);
    await rowIs(page, "arena-tetrio-s2.jsonl", "done");
    await page.click(".game-row a");
    await viewerIsOpen(page);
    await page.click("#review-game a.button");
    writeFileSync(archive, `${readFileSync(archive, "utf8").split("\n")[0]}\n{"game":{"id":"0123456789ab"}}\n`);
    await page.setInputFiles("#review-files", archive);
    await until(page, () => document.querySelector("#review-notice").textContent.startsWith("Line 2 of the file of reviews cannot be read: "));
    await close();
  });

  test("where the browser stores nothing, a sentence says so, and the review is shown", async () => {
    const page = await open("#review", { before: () => {
      Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });
    } });
    await page.setInputFiles("#review-files", GAME);
    await viewerIsOpen(page);
    await isDone(page);
    await page.click("#review-game a.button");
    assert.match(await page.textContent("#review-problem"), /^This browser stores nothing for the page \(The operation is insecure\.\)/);
    await page.click(".game-row a");
    await viewerIsOpen(page);
    await close();
  });

  test("links to games that are not here, and broken ones, are answered", async () => {
    const page = await open("#review?game=nothing");
    await until(page, () => document.querySelector("#review-notice").textContent.startsWith("This browser keeps no game nothing"));
    await page.goto(`${held.server.origin}/#review?game=1&round=x`);
    await until(page, () => document.querySelector("#review-notice").textContent === "The link is broken at round=x: it must be a whole number.");
    await page.goto(`${held.server.origin}/#review?move=1`);
    await until(page, () => document.querySelector("#review-notice").textContent.startsWith("The link names no game"));
    await close();
  });

  test("a hidden tab judges on, and shows the result when it is seen again", async () => {
    const page = await open();
    await setHidden(page, true);
    await page.setInputFiles("#review-files", GAME);
    await until(page, () => sessionStorage.getItem("landfall-reviewing")?.length > 4);
    await until(page, () => sessionStorage.getItem("landfall-reviewing") === "[]");
    assert.equal(await page.isVisible("#review-viewer"), false);
    await setHidden(page, false);
    await viewerIsOpen(page);
    await close();
  });

  test("a game that was watched is reviewed with one tap", async () => {
    const page = await open("#watch", { settings: { watchSpeed: 8, review: { depth: "quick" } } });
    await page.click("#watch-run");
    await until(page, () => Number(document.querySelector("#watch-figures [data-figure=pieces]").textContent) >= 10);
    await page.click("#watch-review");
    await viewerIsOpen(page);
    assert.equal(await page.textContent("#review-name"), "Game of landfall");
    await close();
  });

  for (const [size, viewport] of Object.entries({ phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } })) {
    test(`the list and a review are accessible in both schemes, ${size}`, async () => {
      const page = await open("#review", { viewport, colorScheme: "light" });
      assert.deepEqual(await violationsInBothSchemes(page), [], "the first screen");
      await page.setInputFiles("#review-files", [GAME, join(folder, "null.json")]);
      await rowIs(page, "arena-tetrio-s2.jsonl", "done");
      await page.click("#review-options summary");
      assert.deepEqual(await violationsInBothSchemes(page), [], "the list");
      await page.click(".game-row[data-state=done] a");
      await viewerIsOpen(page);
      assert.deepEqual(await violationsInBothSchemes(page), [], "a review");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);
      await close();
    });
  }

  test("without a network a review is made once the parts were loaded", async () => {
    const own = await serve();
    const openedThere = await openPage(held.browser, own.origin, "#review", { serviceWorker: true, settings: { review: { depth: "quick" } } });
    const { page, context } = openedThere;
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    // The mode is shown once its script listens to the picker.
    await page.waitForSelector("#review");
    await page.setInputFiles("#review-files", GAME);
    await viewerIsOpen(page);
    await isDone(page);
    await laterFilesAreKept(page);
    await own.close();
    await page.reload();
    await viewerIsOpen(page);
    await page.click("#review-game a.button");
    await page.setInputFiles("#review-files", SECOND_GAME);
    await viewerIsOpen(page);
    await isDone(page);
    await context.close();
  });
});

// As a system posts what another app shares with the installed page.
describe("what is shared with the page", { timeout: LONG }, () => {
  const held = browserAndServer();
  let page, context;

  before(async () => {
    ({ page, context } = await openPage(held.browser, held.server.origin, "#watch", { serviceWorker: true, settings: { review: { depth: "quick" } } }));
    await page.evaluate(() => navigator.serviceWorker.ready);
  });

  after(() => context?.close());

  /** Posts a form as the manifest describes it; returns the page that opens. */
  async function share(files, texts) {
    const { action, method, enctype, params } = JSON.parse(await page.evaluate(async () => (await fetch("manifest.webmanifest")).text())).share_target;
    const other = await context.newPage();
    const fields = Object.entries(texts).map(([name, text]) => `<input name="${params[name]}" value="${text}">`).join("");
    await other.setContent(`<form action="${held.server.origin}/${action}" method="${method}" enctype="${enctype}">${fields}<input type="file" multiple name="${params.files[0].name}"><button></button></form>`);
    await other.setInputFiles("[type=file]", files);
    await other.click("button");
    await other.waitForSelector("#review");
    return other;
  }

  test("files are reviewed, once", async () => {
    const other = await share([GAME, SECOND_GAME], {});
    await rowIs(other, "arena-tetrio-s2.jsonl", "done");
    await rowIs(other, "arena-ppt.jsonl", "done");
    assert.equal(other.url(), `${held.server.origin}/#review`);
    assert.deepEqual(await other.evaluate(() => caches.keys().then((names) => names.filter((name) => name.includes("shared")))), []);
    await other.close();
  });

  test("a text is reviewed", async () => {
    const other = await share([], { text: `Look: https://fumen.zui.jp/?${FUMEN}` });
    await viewerIsOpen(other);
    assert.equal(await other.textContent("#review-name"), "Pasted fumen");
    await other.close();
  });
});

// What depends on the browser, with what pages of Puppeteer have.
describe("review in Firefox", { timeout: LONG }, () => {
  let browser, server, page;

  before(async () => {
    server = await serve();
    browser = await BROWSERS.firefox();
    page = await browser.newPage();
    await page.goto(`${server.origin}/#watch`);
    await until(page, () => document.body.dataset.mode === "watch");
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  test("a dropped file is judged, kept over a reload, followed by keys, and deleted", async () => {
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "game.jsonl"));
      for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }, readFileSync(GAME, "utf8"));
    await viewerIsOpen(page);
    await isDone(page);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.equal((await viewer(page)).move, 1);
    await until(page, () => location.hash.endsWith("&move=1"));
    await page.reload();
    await viewerIsOpen(page);
    await until(page, async () => (await import("/viewer/review.js")).pageState().move === 1);
    await page.click("#review-game a.button");
    await page.click(".game-row .quiet");
    await until(page, () => document.querySelectorAll(".game-row").length === 0);
  });

  test("files are chosen, one of them broken", async () => {
    await page.goto(`${server.origin}/#review`);
    await until(page, () => document.querySelector("#review").checkVisibility());
    const picker = await page.$("#review-files");
    await picker.uploadFile(SECOND_GAME, new URL("../package.json", import.meta.url).pathname);
    await rowIs(page, "arena-ppt.jsonl", "done");
    await rowIs(page, "package.json", "unreadable");
  });
});

// Reviews in the page when something fails or changes: loading, storage, another build, deleted games.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { DIST, serve } from "./browser.mjs";
import { LONG, browserAndServer, closePage, laterFilesAreKept, openPage } from "./page.mjs";
import { GAME, SECOND_GAME, drop, games, hash, isDone, rowIs, until, viewerIsOpen } from "./review-page.mjs";

const NAME = "arena-tetrio-s2.jsonl";
const QUICK = { review: { depth: "quick" } };

/** How many moves are judged, as the bar shows. */
const judged = (page) => page.evaluate(() => document.querySelector("#review-bar").value);
const status = (page) => page.textContent("#review-status");
const isJudging = (page, more = 0) => until(page, (more) => document.querySelector("#review-bar").value > more, more);

/** Makes the store refuse whatever is put into it while `window.isFull`. */
function fillStorage() {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...what) {
    if (window.isFull) throw new DOMException("Full.", "QuotaExceededError");
    return put.apply(this, what);
  };
}

describe("faults of reviews in the page", { timeout: LONG }, () => {
  const held = browserAndServer();
  let opened, folder;

  before(() => { folder = mkdtempSync(join(tmpdir(), "landfall-faults-")); });
  after(() => rmSync(folder, { recursive: true }));

  async function open(options = {}) {
    opened = await openPage(held.browser, held.server.origin, "#review", { settings: QUICK, ...options });
    await opened.page.waitForSelector("#review");
    return opened.page;
  }

  async function close() {
    await closePage(opened, held.server.origin, { mayShift: true });
  }

  test("a review that failed goes on from the moves that were judged", async () => {
    const page = await open({ settings: { review: { depth: "deep" } }, before: () => {
      const { Worker } = window;
      window.Worker = class extends Worker {
        constructor(...what) {
          super(...what);
          if (window.isBroken) setTimeout(() => this.onmessage({ data: { type: "failed", message: "broken", number: null } }));
        }
      };
    } });
    await drop(page, GAME);
    await isJudging(page, 2);
    await page.click("#review-stop");
    await until(page, () => document.querySelector("#review-status").textContent.startsWith("Stopped at "));
    const at = await judged(page);
    await page.evaluate(() => { window.isBroken = true; });
    await page.click("#review-again");
    await until(page, () => document.querySelector("#review-status").textContent.includes("Broken"));
    await page.evaluate(() => { window.isBroken = false; });
    await page.click("#review-again");
    await until(page, () => / of \d+ moves/.test(document.querySelector("#review-status").textContent));
    assert.ok(await judged(page) >= at, `it began at ${await judged(page)}, and ${at} were judged`);
    await close();
  });

  test("what the storage refused is kept when there is room", async () => {
    const page = await open({ before: fillStorage });
    await page.setInputFiles("#review-files", SECOND_GAME);
    await viewerIsOpen(page);
    await isDone(page);
    await page.click("#review-game a.button");
    await page.evaluate(() => { window.isFull = true; });
    await page.setInputFiles("#review-files", GAME);
    await viewerIsOpen(page);
    await isDone(page);
    await page.click("#review-game a.button");
    await until(page, () => document.querySelector("#review-problem").textContent.startsWith("The storage of this browser is full"));
    await page.evaluate(() => { window.isFull = false; });
    await page.locator(".game-row", { hasText: "arena-ppt" }).locator(".quiet").click();
    await page.waitForSelector("#review-problem", { state: "hidden" });
    await page.reload();
    await rowIs(page, NAME, "done");
    await page.click(".game-row a");
    await viewerIsOpen(page);
    await close();
  });

  test("games that change while they are read keep their changes", async () => {
    const page = await open();
    const seen = await page.evaluate(async () => {
      const { Library } = await import("./review/library.js");
      const { emptyGame } = await import("./review/game.js");
      const library = new Library();
      await library.ready;
      const { game, content } = emptyGame({ id: "aaaaaaaaaaaa", name: "a", options: {}, error: "", added: 0, state: "waiting" }, new Uint8Array(1));
      await library.add(game, content);
      // It changes after the store began to read.
      const { getAll } = IDBObjectStore.prototype;
      let updated;
      const wasRead = new Promise((done) => {
        IDBObjectStore.prototype.getAll = function (...what) {
          IDBObjectStore.prototype.getAll = getAll;
          const request = getAll.apply(this, what);
          updated = library.update({ ...game, done: 5 }, content, [], { from: 0, whole: false });
          request.addEventListener("success", () => setTimeout(done));
          return request;
        };
      });
      new BroadcastChannel("landfall-reviews").postMessage("changed");
      await wasRead;
      await updated;
      const { done } = library.game(game.id);
      // It is deleted while a change is refused.
      const { put } = IDBObjectStore.prototype;
      let deleted;
      IDBObjectStore.prototype.put = function () {
        IDBObjectStore.prototype.put = put;
        deleted = library.delete([game.id]);
        throw new DOMException("Full.", "QuotaExceededError");
      };
      const isThere = await library.update({ ...game, done: 6 }, content, [], { from: 0, whole: false });
      await deleted;
      return { done, isThere, games: library.games.length, content: await library.content(game.id) };
    });
    assert.deepEqual(seen, { done: 5, isThere: false, games: 0, content: undefined });
    await close();
  });

  test("a new address stays when the old mode would change it before it is left", async () => {
    const page = await open();
    await page.setInputFiles("#review-files", GAME);
    await viewerIsOpen(page);
    await isDone(page);
    const afterReview = await page.evaluate(async () => {
      const later = window.setTimeout;
      let follow = null;
      window.setTimeout = (act, ...rest) => {
        if (rest[0] !== 150) return later(act, ...rest);
        follow = act;
        return 0;
      };
      dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      while (!follow) await new Promise((done) => requestAnimationFrame(done));
      window.setTimeout = later;
      location.hash = "analyse";
      follow();
      return location.hash;
    });
    assert.equal(afterReview, "#analyse");
    await until(page, () => location.hash.startsWith("#analyse?"));
    const afterAnalyse = await page.evaluate(() => {
      location.hash = "train";
      document.getElementById("board-mirror").click();
      return location.hash;
    });
    assert.equal(afterAnalyse, "#train");
    await close();
  });

  test("a file that is too large is not tried again", async () => {
    const page = await open();
    const large = join(folder, "large.ttrm");
    writeFileSync(large, Buffer.alloc(64 * 1024 * 1024 + 1));
    await drop(page, large);
    await rowIs(page, "large.ttrm", "unreadable");
    assert.match(await page.textContent(".game-row .wrong"), /^The file has 65 MiB/);
    assert.equal(await page.isVisible(".game-row button:has-text('Try again')"), false);
    await close();
  });

  test("undoing the deletion of a game that is reviewed goes on with it", async () => {
    const page = await open({ settings: { review: { depth: "deep" } } });
    await drop(page, GAME);
    await isJudging(page, 2);
    const at = await judged(page);
    await page.click("#review-game a.button");
    await page.click(".game-row .quiet");
    await page.waitForSelector(".game-row", { state: "detached" });
    await page.click("#review-told button");
    await page.click(".game-row a");
    await isJudging(page, at);
    assert.doesNotMatch(await status(page), /^Stopped/);
    await close();
  });

  test("a file that is in the list already is shown with a sentence", async () => {
    const page = await open();
    await drop(page, GAME);
    await isDone(page);
    const [address] = (await hash(page)).split("&");
    await page.click("#review-game a.button");
    await drop(page, GAME);
    await until(page, () => document.querySelector("#review-game-told").textContent === "arena-tetrio-s2.jsonl is in the list already.");
    assert.equal((await hash(page)).split("&")[0], address);
    await viewerIsOpen(page);
    await page.click("#review-game a.button");
    await page.setInputFiles("#review-files", [GAME, SECOND_GAME]);
    await until(page, () => document.querySelector("#review-told").textContent === "arena-tetrio-s2.jsonl is in the list already.");
    assert.deepEqual((await games(page)).length, 2);
    await close();
  });

  test("a review of an older format, or of a file of reviews, is made again of its moves", async () => {
    const page = await open();
    await page.setInputFiles("#review-files", GAME);
    await isDone(page);
    await until(page, async () => {
      const { readContent, readGames } = await import("./review/store.js");
      const [game] = await readGames();
      return game.state === "done" && Boolean((await readContent(game.id)).json);
    });
    const [id, json] = await page.evaluate(async () => {
      const { addGame, readContent, readGames, readJudged } = await import("./review/store.js");
      const [game] = await readGames();
      const content = await readContent(game.id);
      await addGame(game, { ...content, data: { players: "other" }, format: 0, json: "" }, await readJudged(game.id));
      return [game.id, content.json];
    });
    const isMadeAgain = () => until(page, async ([id, json]) => {
      const content = await (await import("./review/store.js")).readContent(id);
      return content?.json === json && content.data.players.length === 2;
    }, [id, json]);
    await page.reload();
    await viewerIsOpen(page);
    await isMadeAgain();
    await page.click("#review-game a.button");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#review-export")]);
    const archive = join(folder, "reviews.jsonl");
    await download.saveAs(archive);
    const line = JSON.parse(readFileSync(archive, "utf8").split("\n")[1]);
    assert.deepEqual(Object.keys(line), ["game", "file", "judged"]);
    await page.click(".game-row .quiet");
    await page.waitForSelector(".game-row", { state: "detached" });
    await page.setInputFiles("#review-files", archive);
    await rowIs(page, NAME, "done");
    await isMadeAgain();
    await close();
  });

  test("an open review goes on with its own build when the service worker is updated", async () => {
    const copy = join(folder, "dist");
    cpSync(DIST, copy, { recursive: true });
    const change = (name, from, to) => {
      const text = readFileSync(join(copy, name), "utf8");
      assert.ok(text.includes(from), name);
      writeFileSync(join(copy, name), text.replaceAll(from, to));
    };
    const own = await serve(copy);
    const there = await openPage(held.browser, own.origin, "#review", { serviceWorker: true, settings: { review: { depth: "deep" } } });
    const { page, context } = there;
    await page.waitForSelector("#review");
    await laterFilesAreKept(page);
    await drop(page, GAME);
    await isJudging(page, 2);
    await page.click("#review-pause");
    // Another build comes, in which the parts of a review speak otherwise.
    change("service-worker.js", 'CACHE = "landfall-', 'CACHE = "landfall-2-');
    change("index.html", "<head>", '<head><meta name="build" content="2">');
    change("review/worker.js", '"judged"', '"other"');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
      await registration.update();
      const installed = (async () => {
        while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
      })();
      await Promise.race([installed, changed]);
    });
    await page.click("#review-stop");
    await until(page, () => document.querySelector("#review-status").textContent.startsWith("Stopped at "));
    const at = await judged(page);
    await page.click("#review-again");
    await isJudging(page, at);
    // The next load has the other build.
    await page.reload();
    await until(page, () => Boolean(document.querySelector("meta[name=build]")));
    await context.close();
    await own.close();
  });
});

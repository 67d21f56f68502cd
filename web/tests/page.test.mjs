// The whole page: every mode is accessible, has no warnings and no layout shifts, and works without a network.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { serve } from "./browser.mjs";
import { LONG, assertQuiet, browserAndServer, closePage, figure, figureReaches, laterFilesAreKept, openPage, rows, setHidden, violations, violationsInBothSchemes } from "./page.mjs";
import { GAME, forgetShifts, isDone, viewerIsOpen } from "./review-page.mjs";

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** The smallest phone, and a desktop of which 200 % are shown. */
const NARROW_SIZES = { "320 px": { width: 320, height: 568 }, "200 %": { width: 640, height: 400 } };

/** What is done in each mode before it is looked at. */
const MODES = {
  watch: async (page) => {
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 2);
    await page.click("#watch-run");
  },
  play: async (page) => {
    await page.click("#handling summary");
    await page.click("#play-start");
    await page.waitForFunction(() => document.querySelector(".active .cell"));
  },
  analyse: async (page) => {
    await page.waitForSelector("#lines .chip:not([hidden])");
    // The search would take a core from the checks.
    await setHidden(page, true);
  },
  train: (page) => page.waitForFunction(() => document.querySelector("#train-question").textContent.startsWith("Find the best move")),
  bots: (page) => page.fill("#bots-url", "https://example.org/bot.js"),
  review: async (page) => {
    await page.waitForSelector("#review");
    await page.setInputFiles("#review-files", GAME);
    await viewerIsOpen(page);
    await isDone(page);
    await forgetShifts(page);
  },
  // A broken link, and a field with what it cannot take.
  "analyse?q=X": async (page) => {
    await page.waitForSelector(".overlay.sentence:not([hidden])");
    await page.fill("#position-combo", "-5");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".wrong:not([hidden])");
  },
};

/** Reviews end soon. */
const SETTINGS = { review: { depth: "quick" } };

async function assertFits(page, size) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${size}: ${wide} px too wide`);
  const beyond = await page.evaluate(() => {
    const tools = document.querySelector("#tools");
    const end = tools.getBoundingClientRect().right;
    return [...tools.querySelectorAll("button, select, input, output")]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > end)
      .map((part) => part.outerHTML);
  });
  assert.deepEqual(beyond, [], `${size}: beyond the edge of the panel`);
}

describe("page", { timeout: LONG }, () => {
  const held = browserAndServer();

  for (const [mode, prepare] of Object.entries(MODES)) {
    test(`${mode}, desktop: accessible in both colour schemes, steady, nothing from elsewhere`, async () => {
      const opened = await openPage(held.browser, held.server.origin, `#${mode}`, { viewport: SIZES.desktop, colorScheme: "light", settings: SETTINGS });
      await prepare(opened.page);
      assert.deepEqual(await violationsInBothSchemes(opened.page), []);
      await assertFits(opened.page, "desktop");
      await closePage(opened, held.server.origin);
    });

    test(`${mode}, small: the same on a phone, with 320 px and at 200 %, with reduced motion`, async () => {
      const opened = await openPage(held.browser, held.server.origin, `#${mode}`, {
        viewport: SIZES.phone, deviceScaleFactor: 2, reducedMotion: "reduce", colorScheme: "light", settings: SETTINGS,
      });
      const { page } = opened;
      await prepare(page);
      assert.deepEqual(await violationsInBothSchemes(page), [], "phone");
      await assertFits(page, "phone");
      for (const [size, viewport] of Object.entries(NARROW_SIZES)) {
        await page.setViewportSize(viewport);
        assert.deepEqual(await violations(page), [], size);
        await assertFits(page, size);
      }
      const moving = await page.evaluate(() => document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect.getComputedTiming().activeDuration > 1).length);
      assert.equal(moving, 0, "animations");
      await closePage(opened, held.server.origin);
    });
  }

  test("games are kept while other modes are shown, and go on after Back", async () => {
    const opened = await openPage(held.browser, held.server.origin, "#watch");
    const { page } = opened;
    const mode = async (name) => {
      await page.click(`nav [data-mode=${name}]`);
      await page.waitForSelector(`#${name}:not([hidden])`);
    };
    for (let pieces = 1; pieces <= 3; pieces++) {
      await page.click("#watch-step");
      await figureReaches(page, "watch-figures", "pieces", pieces);
    }
    const watched = await rows(page);
    await mode("play");
    await page.click("#play-start");
    await page.keyboard.press("Space");
    await figureReaches(page, "play-figures", "pieces", 1);
    const played = await rows(page);
    await mode("watch");
    assert.deepEqual(await rows(page), watched);
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 4);
    await page.goBack();
    await page.waitForSelector("#play:not([hidden])");
    assert.deepEqual(await rows(page), played);
    assert.equal(await page.textContent(".overlay:not([hidden])"), "Paused");
    await page.click("#play-pause");
    await page.keyboard.press("Space");
    await figureReaches(page, "play-figures", "pieces", 2);
    await closePage(opened, held.server.origin);
  });

  /** What is done in a mode, and the text that a button has after it. */
  const TEXTS = {
    watch: [["click", "#watch-run", "Pause"], ["click", "#watch-run", "Start"]],
    play: [["click", "#play-start", "Start again"], ["press", "#play-pause", "Resume"], ["press", "#play-pause", "Pause"]],
  };
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const [mode, steps] of Object.entries(TEXTS)) {
      test(`${mode}, ${size}: buttons and the last clear keep their places when a text changes`, async () => {
        const opened = await openPage(held.browser, held.server.origin, `#${mode}`, { viewport });
        const { page } = opened;
        const places = () => page.$$eval(`#${mode} .buttons button`, (buttons) => buttons.map((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return { x, y: y + scrollY, width, height };
        }));
        const before = await places();
        for (const [how, button, text] of steps) {
          await (how === "click" ? page.click(button) : page.keyboard.press("Escape"));
          await page.waitForFunction(([button, text]) => document.querySelector(button).textContent === text, [button, text]);
          assert.deepEqual(await places(), before, `${button} reads ${text}`);
        }
        const placeOf = (text) => page.evaluate((text) => {
          const place = document.querySelector(".side-clear");
          place.textContent = text;
          return place.getBoundingClientRect().x;
        }, text);
        assert.equal(await placeOf("+4 T-spin double"), await placeOf("1 line"), "the place of the last clear");
        await assertQuiet(opened, held.server.origin);
        await opened.context.close();
      });
    }
  }

  test("the help lists the keys and is closed by Escape", async () => {
    const opened = await openPage(held.browser, held.server.origin, "#analyse", { hidden: true });
    await opened.page.keyboard.press("?");
    await opened.page.waitForSelector("#help[open]");
    assert.deepEqual(await violations(opened.page), []);
    await opened.page.keyboard.press("Escape");
    await opened.page.waitForSelector("#help", { state: "hidden" });
    await opened.context.close();
  });

  test("watching counts pieces, attack, nodes and depth, and shows the line", async () => {
    const { page, context } = await openPage(held.browser, held.server.origin, "#watch", { settings: { watchSpeed: 8 } });
    await page.fill("#watch-seed", "7");
    await page.keyboard.press("Enter");
    await page.click("#watch-run");
    await figureReaches(page, "watch-figures", "pieces", 20);
    await page.click("#watch-run");
    await page.waitForFunction(() => document.querySelector("#watch-line .chip"));
    await page.waitForFunction(() => document.querySelectorAll(".line .cell").length >= 4);
    assert.match(await figure(page, "watch-figures", "nodes"), /^[\d.]+ [kM]$/);
    assert.match(await figure(page, "watch-figures", "depth"), /^\d+$/);
    assert.match(await figure(page, "watch-figures", "app"), /^\d\.\d\d$/);
    await page.click("#watch-step");
    await context.close();
  });

  test("one seed deals the same pieces again", async () => {
    const { page, context } = await openPage(held.browser, held.server.origin, "#watch");
    const dealt = async (seed) => {
      await page.fill("#watch-seed", seed);
      await page.keyboard.press("Enter");
      return page.textContent(".next .visually-hidden");
    };
    const first = await dealt("123");
    await dealt("124");
    assert.equal(await dealt("123"), first);
    await context.close();
  });

  test("the position that is watched can be analysed", async () => {
    const { page, context } = await openPage(held.browser, held.server.origin, "#watch");
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 1);
    await page.click("#watch-analyse");
    await page.waitForFunction(() => document.querySelector("#lines .chip:not([hidden])"));
    assert.match(page.url(), /#analyse\?d=v115@/);
    await context.close();
  });

  test("it works without a network once it was loaded", async () => {
    const own = await serve();
    const opened = await openPage(held.browser, own.origin, "#watch", { serviceWorker: true });
    const { page, context } = opened;
    await page.evaluate(() => navigator.serviceWorker.ready);
    await laterFilesAreKept(page);
    await assertQuiet(opened, own.origin);
    await own.close();
    await page.reload();
    await page.waitForSelector("main:not([hidden])");
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 1);
    const reviewed = await page.evaluate(async () => {
      const { ReviewPool } = await import(`${location.origin}/review/pool.js`);
      return new Promise((resolve) => {
        const ignore = () => {};
        const onFailure = ({ message }) => resolve(message);
        new ReviewPool({ onProgress: ignore, onReport: ignore, onFinished: ignore, onFailure }, 1).start(new Uint8Array(), {});
      });
    });
    assert.match(reviewed, /^the file is empty/);
    await context.close();
  });

  test("the failure of a bot is shown in a sentence with a button that tries again", async () => {
    const context = await held.browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const broken = (route) => route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken');" });
    await page.route("**/landfall-worker-fetch.js", broken);
    await page.goto(`${held.server.origin}/#watch`);
    await page.waitForSelector("#failure:not([hidden])");
    assert.match(await page.textContent("#failure span"), /could not be loaded or has stopped\.$/);
    await page.unroute("**/landfall-worker-fetch.js");
    await page.click("#failure button");
    await page.click("#watch-step");
    await figureReaches(page, "watch-figures", "pieces", 1);
    await context.close();
  });

  test("the failure of the engine in a position is shown with a report to copy", async () => {
    const context = await held.browser.newContext({ serviceWorkers: "block", viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    // Every search fails; the suggestions without one are played.
    const failing = `(() => {
      const Instance = WebAssembly.Instance;
      WebAssembly.Instance = function (module, imports) {
        const { exports } = new Instance(module, imports);
        return { exports: { ...exports, bot_think() { throw new WebAssembly.RuntimeError("unreachable"); } } };
      };
    })();`;
    await page.route("**/landfall-worker-fetch.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: failing + await response.text() });
    });
    await page.goto(`${held.server.origin}/#analyse?q=TIO`);
    await page.waitForSelector("#report:not([hidden])");
    assert.match(await page.textContent("#report span"), /^The engine failed 2 times in one position and does not search it any more/);
    // Without access to the clipboard the text itself is shown.
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("refused")); });
    await page.click("#report button >> nth=0");
    await page.waitForFunction(() => document.querySelector("#report span").textContent.includes('"queue":["T","I","O"]'));
    const { height } = await page.locator("#report").boundingBox();
    assert.ok(height < 844 / 2, `the report is ${height} px high`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");
    assert.deepEqual(await violations(page), []);
    await page.click("#report button >> nth=1");
    await page.waitForSelector("#report", { state: "hidden" });
    // The next position is searched again and fails again; the page still works.
    await page.fill("#position-queue", "SZL");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#report:not([hidden])");
    assert.equal(await page.isVisible("#failure"), false);
    await context.close();
  });

  test("a sentence says that the rules cannot be loaded", async () => {
    const context = await held.browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(`${held.server.origin}/`);
    await page.waitForSelector("#failure:not([hidden])");
    assert.match(await page.textContent("#failure span"), /^The rules could not be loaded: /);
    await context.close();
  });
});

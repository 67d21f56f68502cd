// Helpers of the tests of the page in Chromium: opening it, its requests, warnings and layout shifts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { LONG, launchChromium, serve } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export { LONG };

/** Returns an object that holds a `browser` and a `server` while the tests of a suite run. */
export function browserAndServer() {
  const held = {};
  before(async () => {
    held.server = await serve();
    held.browser = await launchChromium();
  });
  after(async () => {
    await held.browser?.close();
    await held.server?.close();
  });
  return held;
}

/** Returns the items of the storage for settings of the page: pairs of name and text. */
export const storedItems = (settings, path = "landfall") => Object.entries(settings).flatMap(([name, value]) => {
  const item = `${path}.${name}`;
  return typeof value === "object" && value !== null ? storedItems(value, item) : [[item, JSON.stringify(value)]];
});

/** Stores items before the page is opened for the first time. */
function keepItems(items) {
  if (items.length && !localStorage.length) for (const [name, text] of items) localStorage.setItem(name, text);
}

/** Records violations of a page's policy, and layout shifts that do not follow input. */
export function observe() {
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
  });
  // A change after input may be painted later than the half second that the browser allows for it.
  const asked = [];
  window.allowShifts = (from) => {
    const times = { from, to: Infinity };
    asked.push(times);
    requestAnimationFrame(() => requestAnimationFrame((frame) => { times.to = frame; }));
  };
  for (const type of ["keydown", "pointerdown", "click", "input", "change"]) {
    addEventListener(type, (event) => window.allowShifts(event.timeStamp), true);
  }
  const wasAsked = ({ startTime }) => asked.some(({ from, to }) => from <= startTime && startTime <= to);
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      if (!entry.hadRecentInput && !wasAsked(entry)) window.shifts.push(`${entry.value} ${moved}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Registers no service worker: each would fetch all files once more. */
function leaveOutServiceWorker() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register = () => new Promise(() => {});
}

/** Makes the page think that it is hidden. */
function hide() {
  Object.defineProperty(Document.prototype, "hidden", { get: () => true });
}

/**
 * Opens the page in a context of its own. `options` are those of a browser context, and `settings`
 * of the page; `clock` installs a clock that the test moves; `before` runs in it first.
 * `serviceWorker` registers the service worker. `hidden`: the bot never searches, for tests that
 * need no moves of it.
 */
export async function openPage(browser, origin, hash, { settings, clock, before, serviceWorker, hidden, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  context.on("request", (request) => requests.push(request.url()));
  if (before) await page.addInitScript(before);
  if (!serviceWorker) await page.addInitScript(leaveOutServiceWorker);
  if (hidden) await page.addInitScript(hide);
  await page.addInitScript(observe);
  await page.addInitScript(keepItems, storedItems(settings ?? {}));
  if (clock) await page.clock.install({ time: 0 });
  await page.goto(`${origin}/${hash}`);
  await page.waitForSelector("main:not([hidden])");
  return { context, page, complaints, requests };
}

/**
 * Checks that there were no warnings, foreign requests, violations or layout shifts. `mayShift`: what
 * comes in while a game is judged moves what is below.
 */
export async function assertQuiet({ page, complaints, requests }, origin, { mayShift = false } = {}) {
  assert.deepEqual(complaints, [], "messages of the console");
  const foreign = requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url));
  assert.deepEqual(foreign, [], "requests to others");
  assert.deepEqual(await page.evaluate(() => window.violations), [], "violations of the policy");
  if (!mayShift) assert.deepEqual(await page.evaluate(() => window.shifts), [], "layout shifts");
}

/** Checks a page as {@link assertQuiet}, and closes it with its context. */
export async function closePage(opened, origin, options) {
  await assertQuiet(opened, origin, options);
  await opened.context.close();
}

/** Returns the cells of a layer of a board, as "x,y", the board's left floor cell being 0,0. */
export function layer(page, name, side = 0) {
  return page.evaluate(([name, side]) => {
    const board = document.querySelectorAll(".board")[side];
    const squares = [...board.querySelectorAll(`.${name} .cell`)];
    const cell = (square) => [Math.floor(square.getAttribute("x")), 21 - Math.floor(square.getAttribute("y"))];
    return squares.map(cell).sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(String);
  }, [name, side]);
}

/** Waits until a layer of a board has so many cells. */
export const layerHas = (page, name, count) => page.waitForFunction(
  ([name, count]) => document.querySelectorAll(`.board .${name} .cell`).length === count,
  [name, count],
);

/** Returns the drawn rows of a board, the floor first, without empty rows above. */
export function rows(page, side = 0) {
  return page.evaluate((side) => {
    const squares = [...document.querySelectorAll(".board")[side].querySelectorAll(".cells rect")];
    const letters = squares.map((square) => square.getAttribute("class")?.split(" ")[1] ?? ".");
    const found = Array.from({ length: 22 }, (_, y) => letters.slice(10 * y, 10 * y + 10).join(""));
    while (found.length && found.at(-1) === "..........") found.pop();
    return found;
  }, side);
}

/** Returns what covers the board of a side; empty where nothing does. */
export const cover = (page, side = 0) => page.evaluate((side) => {
  const overlay = document.querySelectorAll(".overlay")[side];
  return overlay.hidden ? "" : overlay.textContent;
}, side);

/** Returns whether all of an element is within the window. */
export const isInWindow = (page, selector) => page.evaluate((selector) => {
  const { top, left, bottom, right } = document.querySelector(selector).getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}, selector);

/** Returns a figure of the page as text. */
export const figure = (page, list, key) => page.textContent(`#${list} [data-figure=${key}]`);

/** Waits until a figure is at least some number. An error says what the page shows instead. */
export async function figureReaches(page, list, key, least) {
  try {
    // By the clock: a page that draws nothing has no frames to look at.
    await page.waitForFunction(
      ([selector, least]) => Number(document.querySelector(selector).textContent) >= least,
      [`#${list} [data-figure=${key}]`, least],
      { polling: 100 },
    );
  } catch (cause) {
    const shown = await page.innerText("main");
    throw new Error(`${key} did not reach ${least}; the page shows:\n${shown}`, { cause });
  }
}

/** Returns a colour of a page's style sheet as "#rrggbb". */
export const themeColor = (page, name) => page.evaluate((name) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.forcedColorAdjust = "none";
  probe.style.color = `var(--${name})`;
  const parts = getComputedStyle(probe).color.match(/\d+/g);
  probe.remove();
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}, name);

/** Makes a page think that it is hidden, or visible: a browser without a screen hides no tab. */
export const setHidden = (page, hidden) => page.evaluate((hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}, hidden);

/** Goes to another address of the page by its fragment, and waits until the page has followed. */
export const goTo = (page, hash) => page.evaluate((hash) => new Promise((done) => {
  const from = performance.now();
  addEventListener("hashchange", () => {
    window.allowShifts(from);
    setTimeout(done);
  }, { once: true });
  location.hash = hash;
}), hash);

/**
 * Returns the violations that axe finds in a page, as texts of rule and elements.
 * @param {string[]} [rules] the rules that are checked; all of them by default
 */
export async function violations(page, rules) {
  // The policy of the page allows no other script, but does not apply to `evaluate`.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate((rules) => window.axe.run(document, {
    resultTypes: ["violations"], ...(rules && { runOnly: rules }),
  }), rules);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/**
 * Returns what axe finds in both colour schemes. The schemes differ in colours alone, so that the
 * other rules are checked in one of them.
 */
export async function violationsInBothSchemes(page) {
  const all = await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...all, ...dark.map((text) => `dark: ${text}`)];
}

/**
 * Takes one picture of the window and returns the colours of elements in it as "#rrggbb", a list
 * for each element, the most frequent first. `decoder` is any page that may show pictures.
 * @param {...import("playwright-core").Locator} locators of elements within the window
 */
export async function colorsOf(decoder, page, ...locators) {
  const boxes = await Promise.all(locators.map((locator) => locator.first().boundingBox()));
  const { width, height } = page.viewportSize();
  boxes.forEach((box, i) => {
    assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${locators[i]} is outside of the window`);
  });
  const picture = (await page.screenshot({ animations: "disabled" })).toString("base64");
  return decoder.evaluate(async ([picture, boxes]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return boxes.map(({ x, y, width, height }) => {
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const { data } = context.getImageData(left, top, Math.ceil(x + width) - left, Math.ceil(y + height) - top);
      const counts = new Map();
      for (let i = 0; i < data.length; i += 4) {
        const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => `#${color.toString(16).padStart(6, "0")}`);
    });
  }, [picture, boxes]);
}

/** Waits until the service worker keeps the files that are loaded when they are first used. */
export const laterFilesAreKept = (page) => page.evaluate(async () => {
  const script = await (await fetch("service-worker.js")).text();
  const [, list] = /LATER_FILES = \[(.*), \]/.exec(script);
  // One of two builds of each module is kept.
  const isKept = async (file) => Boolean(await caches.match(file) ?? await caches.match(file.replace(".wasm", "-simd.wasm")));
  const files = JSON.parse(`[${list}]`).filter((file) => !file.endsWith("-simd.wasm"));
  while (!(await Promise.all(files.map(isKept))).every(Boolean)) await new Promise((resolve) => setTimeout(resolve, 100));
});

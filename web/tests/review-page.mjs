// Helpers of the tests of reviews in the page: its files, what is given to it, and what it shows.
import { LONGEST_WAIT } from "./browser.mjs";

export const GAME = new URL("../../crates/replay/tests/files/arena-tetrio-s2.jsonl", import.meta.url).pathname;
export const SECOND_GAME = new URL("../../crates/replay/tests/files/arena-ppt.jsonl", import.meta.url).pathname;

/** What the viewer shows. */
export const viewer = (page) => page.evaluate(async () => (await import("/viewer/review.js")).pageState());
export const hash = (page) => page.evaluate(() => location.hash);
/** The states of the games in the list, by name. */
export const games = (page) => page.evaluate(() => [...document.querySelectorAll(".game-row")].map((row) => [row.querySelector(".game-name").textContent, row.dataset.state]));

/** Waits until a function of the page returns something true, in both kinds of browsers. */
export async function until(page, what, ...args) {
  const end = Date.now() + LONGEST_WAIT;
  for (;;) {
    // A reload ends what is evaluated.
    const answer = await page.evaluate(what, ...args).catch(() => false);
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`it did not happen: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

export const viewerIsOpen = (page) => until(page, () => !document.querySelector("#review-viewer").hidden);
export const isDone = (page) => until(page, () => !document.querySelector("#review-game").hidden && ["", "Done"].includes(document.querySelector("#review-status").textContent));
export const rowIs = (page, name, state) => until(page, ([name, state]) => [...document.querySelectorAll(".game-row")]
  .some((row) => row.dataset.state === state && row.querySelector(".game-name").textContent === name), [name, state]);

/**
 * Forgets the layout shifts of a review, once the last of them are told: what comes in while a game is
 * judged moves what is below.
 */
export const forgetShifts = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    window.shifts = [];
    done();
  }, 100)));
}));

/** Drops files on the page as a visitor does, as far as the browser does with them what it does. */
export async function drop(page, ...paths) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await session.detach();
}

/** Puts a text into the clipboard by keys, and pastes it outside of all fields. */
export async function paste(page, text) {
  await page.evaluate((text) => {
    const field = document.querySelector("#review-text");
    field.value = text;
    field.select();
    field.focus();
  }, text);
  for (const key of ["x", "v"]) {
    if (key === "v") await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.down("Control");
    await page.keyboard.press(key);
    await page.keyboard.up("Control");
  }
}

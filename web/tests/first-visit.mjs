// The first visit of the page: what is requested, how large it is, and when the page can be used.
import { gzipSync } from "node:zlib";

/** Notes when the page can be used: what it shows listens then. */
function noteInteractive() {
  new MutationObserver(() => {
    const main = document.querySelector("main");
    if (main && !main.hidden) window.interactiveAt ??= performance.now();
  }).observe(document, { attributes: true, childList: true, subtree: true });
}

/** Returns the bytes of a response as `landfall web` sends them: compressed where that makes them fewer. */
const sentBytes = (body) => Math.min(body.length, gzipSync(body, { level: 9 }).length);

/**
 * Visits the page for the first time, until the bot has shown a move of Watch.
 * @returns {Promise<{files: string[], bytes: number, interactive: number}>} the paths that were requested,
 *   their bytes as they are sent, and milliseconds until the page can be used
 */
export async function visitFirst(browser, origin) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const responses = [];
  context.on("response", (response) => responses.push(response));
  await page.addInitScript(noteInteractive);
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => window.interactiveAt);
  await page.click("#watch-step");
  await page.waitForFunction(() => Number(document.querySelector("#watch-figures [data-figure=pieces]").textContent) >= 1);
  const files = responses.map((response) => new URL(response.url()).pathname.slice(1));
  const bodies = await Promise.all(responses.map((response) => response.body()));
  // What the page and its worker both request comes once: the server says the second time that it is the same.
  const sizes = new Map(files.map((file, i) => [file, sentBytes(bodies[i])]));
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const interactive = await page.evaluate(() => window.interactiveAt);
  await context.close();
  return { files, bytes, interactive };
}

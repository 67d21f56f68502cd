// Browsers and servers for the tests. Chromium comes by Playwright, Firefox by Puppeteer; the tests
// use what pages of both have.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe } from "node:test";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";

/** The folder of what `web/build` made. */
export const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const TESTS = fileURLToPath(new URL(".", import.meta.url));

/**
 * Milliseconds after which a suite, or a wait within it, is given up. They only end what hangs: on a
 * busy machine the suites take several times as long as alone. A wait ends first, and says for what.
 */
export const LONG = 1_200_000;
export const LONGEST_WAIT = 300_000;

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

/**
 * Serves the built files, or a copy of them, and those of the tests under `/tests/`, on a loopback port
 * of its own. Resolves to its origin and a function that ends it.
 */
export async function serve(folder = DIST) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const file = path.startsWith("/tests/") ? join(TESTS, path.slice(7)) : join(folder, path);
    const found = existsSync(file) && statSync(file).isDirectory() ? join(file, "index.html") : file;
    if (!existsSync(found)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(found)] ?? "application/octet-stream" });
    createReadStream(found).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

// The first is Chromium without windows: with windows each context of a browser costs five times as much.
const CHROMIUM_PATHS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FIREFOX_PATHS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

function installed(variable, paths) {
  const path = process.env[variable] ?? paths.find(existsSync);
  if (path === undefined) {
    throw new Error(`no browser: set ${variable} to its program`);
  }
  return path;
}

/** Launches Chromium. */
export async function launchChromium() {
  const browser = await chromium.launch({
    executablePath: installed("CHROMIUM", CHROMIUM_PATHS),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(LONGEST_WAIT);
    return context;
  };
  return browser;
}

/** Launches Firefox. */
export function launchFirefox() {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: installed("FIREFOX", FIREFOX_PATHS),
    headless: true,
    protocolTimeout: LONGEST_WAIT,
  });
}

/** The browsers in which workers are tested. */
export const BROWSERS = { chromium: launchChromium, firefox: launchFirefox };

/**
 * Describes tests in each of some browsers. Their function gets an object that holds, while they
 * run, the `page` of a frontend and the `origin` that serves it; and the name of the browser.
 */
export function describeInBrowsers(name, tests, browserNames = Object.keys(BROWSERS)) {
  for (const browserName of browserNames) {
    describe(`${name} in ${browserName}`, { timeout: LONG }, () => {
      const frontend = {};
      let browser, server;

      before(async () => {
        server = await serve();
        browser = await BROWSERS[browserName]();
        frontend.origin = server.origin;
        frontend.page = await browser.newPage();
        await frontend.page.goto(`${server.origin}/tests/frontend.html`, { waitUntil: "load" });
      });

      after(async () => {
        await browser?.close();
        await server?.close();
      });

      tests(frontend, browserName);
    });
  }
}

/**
 * Searches the positions of `landfall bench` in a page of the server, a number of nodes each. Resolves
 * to what the module answers: nodes, checksum, milliseconds.
 */
export function benchInPage(page, module, nodes) {
  return page.evaluate(
    async ([module, nodes]) => {
      const { default: engine } = await import(`${location.origin}/landfall.js?${module}`);
      const bytes = await (await fetch(`/${module}`)).arrayBuffer();
      engine.initSync({ module: bytes });
      return JSON.parse(engine.bench(nodes));
    },
    [module, nodes],
  );
}

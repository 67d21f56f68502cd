// The search finds in browsers what it finds in the program: the checksum of `landfall bench`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { BROWSERS, benchInPage, serve } from "./browser.mjs";

const CHECKSUM = readFileSync(new URL("../../benches/checksum.txt", import.meta.url), "utf8").trim();

for (const [name, launch] of Object.entries(BROWSERS)) {
  describe(`bench in ${name}`, { timeout: 180_000 }, () => {
    let browser, server, page;

    before(async () => {
      server = await serve();
      browser = await launch();
      page = await browser.newPage();
      await page.goto(`${server.origin}/tests/frontend.html`, { waitUntil: "load" });
    });

    after(async () => {
      await browser?.close();
      await server?.close();
    });

    for (const module of ["landfall-simd.wasm", "landfall.wasm"]) {
      test(module, async () => {
        const { checksum } = await benchInPage(page, module, 200_000);
        assert.equal(checksum, CHECKSUM);
      });
    }
  });
}

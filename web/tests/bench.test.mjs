// The search finds in browsers what it finds in the program: the checksum of `landfall bench`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { benchInPage, describeInBrowsers } from "./browser.mjs";

const CHECKSUM = readFileSync(new URL("../../benches/checksum.txt", import.meta.url), "utf8").trim();

describeInBrowsers("bench", (frontend, browserName) => {
  // Each browser runs the module that it chooses; the other one is the same code in any of them.
  const modules = browserName === "chromium" ? ["landfall-simd.wasm", "landfall.wasm"] : ["landfall-simd.wasm"];
  for (const module of modules) {
    test(module, async () => {
      const { checksum } = await benchInPage(frontend.page, module, 200_000);
      assert.equal(checksum, CHECKSUM);
    });
  }
});

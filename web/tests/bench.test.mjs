// The search finds in browsers what it finds in the program: the checksum of `landfall bench`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { benchInPage, describeInBrowsers } from "./browser.mjs";

const CHECKSUM = readFileSync(new URL("../../benches/checksum.txt", import.meta.url), "utf8").trim();

describeInBrowsers("bench", (frontend) => {
  for (const module of ["landfall-simd.wasm", "landfall.wasm"]) {
    test(module, async () => {
      const { checksum } = await benchInPage(frontend.page, module, 200_000);
      assert.equal(checksum, CHECKSUM);
    });
  }
});

// The first visit of the page stays small, and what is used later is loaded later.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { visitFirst } from "./first-visit.mjs";
import { LONG, browserAndServer } from "./page.mjs";

/** The most compressed bytes of page and worker, and the most requests. */
const MOST_BYTES = 450_000;
const MOST_REQUESTS = 50;

describe("the first visit", { timeout: LONG }, () => {
  const held = browserAndServer();

  test("page and worker are small, and no part of a later mode is loaded", async () => {
    const { files, bytes } = await visitFirst(held.browser, held.server.origin);
    const later = files.filter((file) => file.includes("review") || file.startsWith("train/") || file === "mode-train.js");
    assert.deepEqual(later.filter((file) => file !== "reviewing.js"), []);
    assert.ok(files.length <= MOST_REQUESTS, `${files.length} requests, at most ${MOST_REQUESTS}: ${files.join(" ")}`);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes compressed, at most ${MOST_BYTES}: ${files.join(" ")}`);
  });
});

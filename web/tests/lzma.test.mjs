// Decompression, against what the tool of the build has packed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decompressLzma } from "../worker/lzma.js";
import { DIST } from "./browser.mjs";

const script = readFileSync(`${DIST}/landfall-worker.js`, "utf8");
const [, ends, text] = script.match(/plain: \[([\d, ]+)\], text: "([^"]+)"/);
const [begin, end] = ends.split(", ").map(Number);
const compressed = Buffer.from(text, "base64");

const isModule = (bytes) => WebAssembly.validate(bytes);

test("both modules come out whole", () => {
  const both = decompressLzma(compressed, end);
  assert.ok(isModule(both.subarray(0, begin)));
  assert.ok(isModule(both.subarray(begin)));
  // Headers of the format hold the length.
  assert.equal(compressed.readUInt32LE(5), end);
});

test("the first module comes out alone", () => {
  const first = decompressLzma(compressed, begin);
  assert.equal(first.length, begin);
  assert.ok(isModule(first));
});

test("a broken text ends, and gives no module", () => {
  const broken = Buffer.from(compressed);
  broken.fill(0xa5, 2000, 2100);
  assert.ok(!isModule(decompressLzma(broken, begin)));
  assert.equal(decompressLzma(compressed.subarray(0, 100), 5000).length, 5000);
});

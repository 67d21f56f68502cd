// Stored settings without a browser: whatever is in the storage, only values within their limits are used.
import assert from "node:assert/strict";
import { test } from "node:test";

/** Texts without a valid setting: the settings are those of the first visit. */
const NONSENSE = [
  "", "null", "7", "NaN", "[]", '"landfall"', "{", '{"handling":{"das":90', "\\u0000", "x".repeat(100_000),
  '{"handling":null,"keys":null,"play":null,"bots":null}',
  '{"handling":[],"keys":"ArrowLeft","play":7,"bots":true,"watchSpeed":{},"rules":[]}',
  '{"handling":{"das":-5,"arr":-0.001,"dcd":1e308,"sdf":4}}',
  '{"handling":{"das":1e308,"arr":100.5,"dcd":"5","sdf":1e999}}',
  '{"handling":{"das":"NaN","arr":true,"dcd":[],"sdf":{}}}',
  '{"keys":{"left":"ArrowLeft","right":[7,null],"hold":[["KeyC"]],"pause":{"0":5}}}',
  '{"watchSpeed":1.5,"play":{"kind":"chess","speed":-1},"bots":{"kind":null,"speed":10,"url":5}}',
  '{"rules":"chess","watchSpeed":1e308,"play":{"speed":"2"},"__proto__":{"handling":{"das":1}}}',
];

let opened = 0;

/** Returns the settings of a page that finds a text in the storage. */
async function settingsOf(text) {
  globalThis.localStorage = { getItem: () => text };
  globalThis.addEventListener = () => {};
  // Each query is a module of its own, which reads the storage.
  return (await import(`../page/settings.js?${opened++}`)).settings;
}

test("nonsense in the storage is ignored", async () => {
  const initial = await settingsOf(null);
  assert.deepEqual(initial.handling, { das: 133, arr: 16, dcd: 0, sdf: 20 });
  for (const text of NONSENSE) {
    // Only the engine knows the rulesets: the page uses the default in place of an unknown name.
    const settings = await settingsOf(text);
    if (settings.rules === "chess") settings.rules = "";
    assert.deepEqual(settings, initial, text.slice(0, 80));
  }
});

// Stored settings without a browser: whatever is in the storage, only values within their limits are used.
import assert from "node:assert/strict";
import { test } from "node:test";

/** Texts that are valid for no setting. */
const NO_VALUES = [
  "", "null", "NaN", "[]", "[7]", "{", "{}", '{"0":5}', '"landfall', "true", "\u0000", "-5", "-0.001", "1e308", "1e999", "x".repeat(100_000),
];

/** Texts that are valid for other settings than those with these names. */
const VALUES_OF_OTHERS = [
  ["handling.sdf", "4"], ["handling.das", '"5"'], ["handling.arr", "100.5"], ["keys.left.0", "7"], ["keys.pause.1", '["KeyC"]'],
  ["keys.left.0", `"${"A".repeat(31)}"`], ["watchSpeed", "1.5"], ["watchSpeed", "10"], ["play.kind", '"chess"'], ["play.speed", '"2"'],
  ["bots.kind", '"alone"'], ["bots.url", "5"], ["bots.url", `"${"a".repeat(2001)}"`], ["rules", "3"], ["__proto__.handling.das", "1"],
];

let opened = 0;

/** Returns the settings of a page whose storage holds `textOf(name)` for each item. */
async function settingsOf(textOf) {
  globalThis.localStorage = { getItem: (path) => textOf(path.replace(/^landfall\./, "")) };
  globalThis.addEventListener = () => {};
  // Each query is a module of its own, which reads the storage.
  return (await import(`../page/settings.js?${opened++}`)).settings;
}

test("nonsense in the storage is ignored", async () => {
  const initial = await settingsOf(() => null);
  assert.deepEqual(initial.handling, { das: 133, arr: 16, dcd: 0, sdf: 20 });
  for (const text of NO_VALUES) assert.deepEqual(await settingsOf(() => text), initial, text.slice(0, 80));
  for (const [item, text] of VALUES_OF_OTHERS) {
    assert.deepEqual(await settingsOf((name) => (name === item ? text : null)), initial, `${item}: ${text.slice(0, 80)}`);
  }
});

test("a valid value is used beside broken ones", async () => {
  const initial = await settingsOf(() => null);
  const settings = await settingsOf((name) => (name === "handling.das" ? "90" : "{"));
  assert.deepEqual(settings, { ...initial, handling: { ...initial.handling, das: 90 } });
});

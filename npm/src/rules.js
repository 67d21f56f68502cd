/**
 * The rules of the games, without a search: the module of landfall's page, which works in Node, too.
 */

import { wasmSource } from "#wasm";
import { hasSimd, loadEngine } from "./web/engine.js";

export { KeyGame, TurnGame, ruleset, rulesets } from "./web/engine.js";

let loaded = null;

export function init(source) {
  loaded ??= load(source).catch((error) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(source) {
  await loadEngine(source ?? (await wasmSource(hasSimd)));
}

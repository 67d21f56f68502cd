/**
 * The rules of the games, without a search: the module of landfall's page, which works in Node, too.
 */

import { wasmSource } from "#wasm";
import { once } from "./once.js";
import { hasSimd, loadEngine } from "./web/engine.js";

export { KeyGame, TurnGame, ruleset, rulesets } from "./web/engine.js";

const FILE = hasSimd ? "landfall-simd.wasm" : "landfall.wasm";

export const init = once(async (source) => loadEngine(source ?? (await wasmSource(FILE))));

/** Where Node has the module of the rules: its `fetch` reads no files. */

import { readFile } from "node:fs/promises";

/** Returns the bytes of the module. */
export function wasmSource(hasSimd) {
  const file = hasSimd ? "landfall-simd.wasm" : "landfall.wasm";
  return readFile(new URL(`./web/${file}`, import.meta.url));
}

/** Where Node has the modules: its `fetch` reads no files. */

import { readFile } from "node:fs/promises";

/** Returns the bytes of a module. */
export const wasmSource = (file) => readFile(new URL(`./web/${file}`, import.meta.url));

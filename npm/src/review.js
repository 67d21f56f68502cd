/**
 * Reviews of finished games, move by move on the calling thread. The package has only the module with
 * vector instructions, which all processors of Node's and browsers of today run.
 */

import { wasmSource } from "#wasm";
import { once } from "./once.js";
import { hasSimd } from "./web/engine.js";
import engine from "./web/review-engine.js";

const FILE = "landfall-review-simd.wasm";

export const init = once(async (source) => {
  if (!hasSimd) throw new Error("Reviews need 128-bit vector instructions of WebAssembly.");
  const ownModule = async () => (await wasmSource(FILE)) ?? new URL("./web/landfall-review-simd.wasm", import.meta.url);
  await engine({ module_or_path: source ?? (await ownModule()) });
});

export class Review {
  #review;
  #judged = 0;

  constructor(game, options = {}) {
    const bytes = typeof game === "string" ? new TextEncoder().encode(game) : game;
    this.#review = new engine.Review(bytes, JSON.stringify(options));
  }

  get moveCount() { return this.#review.move_count(); }

  *[Symbol.iterator]() {
    while (this.#judged < this.moveCount) {
      const report = this.#review.judge(this.#judged);
      this.#review.add(report);
      this.#judged += 1;
      yield JSON.parse(report);
    }
  }

  toJSON() { return JSON.parse(this.#review.json()); }

  free() { this.#review.free(); }
}

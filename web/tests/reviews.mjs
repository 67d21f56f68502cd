// Reviews of a file by the program and by the engine of the page, for tests and scripts.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const BUILD = process.env.LANDFALL_BUILD ?? "debug";
const PROGRAM = fileURLToPath(new URL(`../../target/${BUILD}/landfall`, import.meta.url));

/** The most bytes that the program may print. */
const MOST_BYTES = 1 << 30;

/** Runs the program; resolves to what it printed. */
export async function runProgram(...words) {
  return (await run(PROGRAM, words, { maxBuffer: MOST_BYTES })).stdout;
}

/** The fewest nodes that a position is searched with. */
export const LEAST_NODES = 20_000;

/**
 * Resolves to what the program says of a file: the JSON of its review, or the sentence of its error.
 * @param {{nodes: number, depth?: number, rules?: string, threads?: number}} options
 * @returns {Promise<{json?: string, sentence?: string}>}
 */
export async function programReview(file, { nodes, ...options }) {
  const limits = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const words = ["review", file, "--json", "-", "--nodes", String(nodes), ...limits];
  try {
    return { json: await runProgram(...words) };
  } catch (error) {
    const start = `landfall: error: ${file}: `;
    const line = (error.stderr ?? "").trimEnd().split("\n").at(-1);
    if (!line.startsWith(start)) throw error;
    return { sentence: line.slice(start.length) };
  }
}

/** Resolves to the name and version of the program, as reviews have it. */
export async function programName() {
  return (await runProgram("--version")).trim();
}

/** Resolves to what the engine says of the bytes of a file, in the main thread of a page of the server. */
export function engineReview(page, bytes, options) {
  return page.evaluate(
    async ([text, options]) => {
      const { default: engine } = await import(`${location.origin}/review/engine.js`);
      const module = async () => (await fetch("/review/landfall-review-simd.wasm")).arrayBuffer();
      window.reviewsReady ??= module().then((module) => engine.initSync({ module }));
      await window.reviewsReady;
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      let review;
      try {
        review = new engine.Review(bytes, JSON.stringify(options));
        for (let number = 0; number < review.move_count(); number += 1) review.add(review.judge(number));
        return { json: review.json() };
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        return { sentence: error.message };
      } finally {
        review?.free();
      }
    },
    [bytes.toString("base64"), options],
  );
}

/**
 * Reviews the bytes of a file in a page of the server with the pool. Resolves to its JSON, and to what the
 * callbacks got: `progress`; the `moves` of each report; `failures` with whether it goes on; the last `data`
 * and `rounds`.
 * @param {{pauseAt?: number}} steps number of judged moves at which it is paused for two seconds
 */
export function poolReview(page, bytes, options, workers, steps = {}) {
  return page.evaluate(
    async ([text, options, workers, { pauseAt }]) => {
      const { ReviewPool } = await import(`${location.origin}/review/pool.js`);
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const got = { progress: [], moves: [], failures: [] };
      const count = (data) => data.rounds.flatMap(({ sides }) => sides.map(({ moves }) => moves.length));
      // The tasks that bring the file here and the result away are none of the review.
      const inOwnTask = (then) => setTimeout(then);
      return new Promise((resolve) => {
        const end = (more) => {
          pool.stop();
          performance.mark("review-end");
          const { duration } = performance.measure("review", "review-begin", "review-end");
          inOwnTask(() => resolve({ ...got, ...more, seconds: duration / 1000 }));
        };
        const pool = new ReviewPool({
          onProgress: (progress) => {
            got.progress.push(progress);
            if (!(progress.done >= pauseAt)) return;
            pauseAt = Infinity;
            pool.pause();
            got.paused = [progress.done];
            setTimeout(() => {
              got.paused.push(got.progress.at(-1).done);
              pool.resume();
            }, 2000);
          },
          onReport: ({ data, rounds }) => {
            got.moves.push(count(data));
            Object.assign(got, { data, rounds });
          },
          onFinished: end,
          onFailure: ({ message }, goesOn) => {
            got.failures.push([message, goesOn]);
            if (!goesOn) end();
          },
        }, workers);
        inOwnTask(() => {
          performance.mark("review-begin");
          pool.start(bytes, options);
        });
      });
    },
    [bytes.toString("base64"), options, workers, steps],
  );
}

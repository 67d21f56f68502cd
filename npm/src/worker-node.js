/** Starts the bot on a thread of Node. */

import { Worker } from "node:worker_threads";

/**
 * @param {URLSearchParams} parameters of the worker
 * @param {string | URL | undefined} url of another worker than the package's
 * @param {{message: (message: object) => void, warning: (text: string) => void,
 *   failed: (why: string) => void, ended: () => void}} listeners
 */
export function startWorker(parameters, url, listeners) {
  const script = new URL(url ?? "./web/landfall-worker.js", import.meta.url).href;
  const worker = new Worker(new URL("./worker-thread.js", import.meta.url), {
    workerData: { script, search: `?${parameters}` },
  });
  worker.on("message", ({ message, warning }) => {
    if (warning === undefined) listeners.message(message);
    else listeners.warning(warning);
  });
  worker.on("error", (error) => listeners.failed(error.message));
  worker.on("exit", () => listeners.ended());
  return {
    post: (text) => worker.postMessage(text),
    /** The thread ends by itself when it has read `quit`. */
    quit() {},
    terminate: () => worker.terminate(),
  };
}

/** Starts the bot in a Web Worker. */

/** As `startWorker` of `worker-node.js`. */
export function startWorker(parameters, url, listeners) {
  // Bundlers find the file by this expression.
  const script = new URL(url ?? new URL("./web/landfall-worker.js", import.meta.url), location.href);
  for (const [name, value] of parameters) script.searchParams.set(name, value);
  const worker = new Worker(script);
  worker.onmessage = ({ data }) => listeners.message(data);
  worker.onerror = (event) => {
    event.preventDefault?.();
    worker.terminate();
    listeners.failed(event.message || `${script.href} could not be loaded`);
  };
  return {
    post: (text) => worker.postMessage(text),
    /** Nothing tells a page that a worker has ended. */
    quit: () => listeners.ended(),
    terminate: () => worker.terminate(),
  };
}

/**
 * What a thread of Node lacks of a Web Worker, as far as the script of the worker needs it. The
 * script is the same as in browsers.
 */

import { parentPort, workerData } from "node:worker_threads";

/**
 * Calls itself after the messages that wait. Node's own channel would call up to a thousand times
 * before it lets messages of other ports in.
 */
class ImmediateChannel {
  port1 = { onmessage() {} };
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
}

globalThis.MessageChannel = ImmediateChannel;
globalThis.self = {
  location: { search: workerData.search, href: workerData.script },
  addEventListener: (type, listener) => parentPort.on(type, (data) => listener({ data })),
  postMessage: (message) => parentPort.postMessage({ message }),
  close: () => parentPort.close(),
};
console.warn = (text) => parentPort.postMessage({ warning: text.replace(/^landfall: /, "") });

await import(workerData.script);

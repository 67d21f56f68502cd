// A frontend in a page: opens workers in the ways that frontends do, and collects their messages.

/** Ways to make a worker of a script. */
const WAYS = {
  classic: (url) => new Worker(url),
  module: (url) => new Worker(url, { type: "module" }),
  blob: async (url) => workerOfText(await (await fetch(url)).text()),
  "blob module": async (url) => workerOfText(await (await fetch(url)).text(), { type: "module" }),
  imported: (url) => workerOfText(`importScripts(${JSON.stringify(url)});`),
  // On request the engine traps, and the size of its memory is posted.
  "with faults": (url) => workerOfText(`(${faults})();importScripts(${JSON.stringify(url)});`),
};

function workerOfText(text, options) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return new Worker(url, options);
}

function faults() {
  const trap = new WebAssembly.Instance(
    new WebAssembly.Module(
      new Uint8Array([
        0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1,
        3, 0, 0, 11,
      ]),
    ),
  ).exports.t;
  const Instance = WebAssembly.Instance;
  let memory;
  let failing = null;
  let always = false;
  let traps = 0;
  WebAssembly.Instance = function (module, imports) {
    const exports = { ...new Instance(module, imports).exports };
    memory = exports.memory;
    for (const name of ["bot_think", "bot_receive"]) {
      const whole = exports[name];
      exports[name] = (...values) => {
        if (failing !== name) {
          return whole(...values);
        }
        failing = always ? failing : null;
        traps += 1;
        return trap();
      };
    }
    return { exports };
  };
  self.addEventListener("message", (event) => {
    if (event.data.fail) {
      failing = event.data.fail;
      always = event.data.always ?? false;
      event.stopImmediatePropagation();
    }
    if (event.data.memory) {
      self.postMessage({ type: "memory", bytes: memory.buffer.byteLength, traps });
      event.stopImmediatePropagation();
    }
  });
}

/** A conversation with a worker. */
class Conversation {
  received = [];
  #read = 0;
  #waiting = () => {};

  constructor(worker) {
    this.worker = worker;
    worker.addEventListener("message", (event) => {
      this.received.push(event.data);
      this.#waiting();
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.received.push({ type: "worker error", message: event.message });
      this.#waiting();
    });
  }

  send(...messages) {
    messages.forEach((message) => this.worker.postMessage(message));
  }

  /** Resolves to the next message. */
  async next() {
    while (this.received.length <= this.#read) {
      await new Promise((resolve) => (this.#waiting = resolve));
    }
    return this.received[this.#read++];
  }

  async nextOf(count) {
    const messages = [];
    while (messages.length < count) {
      messages.push(await this.next());
    }
    return messages;
  }
}

/** Opens a worker; without a way, as a classic one. Messages are sent at once, before it is up. */
async function open(url, { way = "classic", messages = [] } = {}) {
  const conversation = new Conversation(await WAYS[way](url));
  conversation.send(...messages);
  return conversation;
}

/** Returns a board of 40 empty rows of ten cells with these rows at the floor. */
function board(...rows) {
  const empty = Array.from({ length: 40 - rows.length }, () => Array(10).fill(null));
  return [...rows, ...empty];
}

function start(queue, more = {}) {
  const position = { hold: null, combo: 0, back_to_back: false, board: board() };
  return { type: "start", queue: [...queue], ...position, ...more };
}

window.frontend = { open, board, start };

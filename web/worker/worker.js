// landfall: a bot of the Tetris Bot Protocol as a Web Worker.
//
// Messages are objects, or JSON as text; answers are objects. Runs as a classic script and as a
// module. Parameters of the URL: name, memory (MiB), nodes (a suggestion), ruleset.
//
// Two messages more than the protocol has: `pause` stops the search between messages and keeps the
// position with what was found; `resume` continues it.
(() => {
  "use strict";

  /** Milliseconds that the search runs before it lets messages in. */
  const SLICE = 2;

  /** Attempts to start the engine again after it has failed, each with half the memory. */
  const ATTEMPTS = 4;

  /** Failures of the engine in one position after which that position is not searched any more. */
  const MOST_FAILURES = 2;

  /** Messages after which the engine is in another position. */
  const NEW_POSITION = ["rules", "start", "play", "new_piece", "stop"];

  const MODULES = {
    /* @modules@ */
  };

  /** Messages that came before the engine was up. */
  let inbox = [];
  let bot = null;

  // This comes first: a browser drops messages that arrive before there is a handler.
  self.addEventListener("message", (event) => {
    const text = textOf(event.data);
    if (text === null) {
      warn("ignored a message that cannot be written as JSON");
    } else if (bot === null) {
      inbox.push(text);
    } else {
      bot.receive(text);
    }
  });

  function textOf(data) {
    if (typeof data === "string") {
      return data;
    }
    try {
      return JSON.stringify(data) ?? null;
    } catch {
      return null;
    }
  }

  function warn(text) {
    console.warn(`landfall: ${text}`);
  }

  /** Returns the functions of a new instance of the module. */
  function instantiate(module) {
    /* @bindings@ */
    wasm_bindgen.initSync({ module });
    return wasm_bindgen;
  }

  /** Returns whether the browser runs 128-bit vector instructions: it accepts a module that has one. */
  function hasSimd() {
    return WebAssembly.validate(
      new Uint8Array([
        0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
        253, 15, 253, 98, 11,
      ]),
    );
  }

  /* @decompression@ */

  async function loadModule() {
    const kind = hasSimd() ? "simd" : "plain";
    if (MODULES.inside) {
      const { text, [kind]: range } = MODULES.inside;
      const compressed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      return WebAssembly.compile(decompressLzma(compressed, range[1]).subarray(range[0]));
    }
    const response = await fetch(new URL(MODULES.beside[kind], self.location.href));
    if (!response.ok) {
      throw new Error(`${response.url}: ${response.status}`);
    }
    return WebAssembly.compile(await response.arrayBuffer());
  }

  /** Returns the options in the URL of the worker. */
  function optionsOfUrl() {
    const parameters = new URLSearchParams(self.location.search);
    const options = {};
    for (const name of ["memory", "nodes"]) {
      const number = Number(parameters.get(name));
      if (Number.isInteger(number) && number > 0) {
        options[name] = number;
      } else if (parameters.has(name)) {
        warn(`${name} should be a whole number from 1`);
      }
    }
    for (const name of ["name", "ruleset"]) {
      if (parameters.has(name)) {
        options[name] = parameters.get(name);
      }
    }
    return options;
  }

  /** The messages of the game so far, which bring another instance to the same position. */
  class GameHistory {
    rules = [];
    position = [];
    /** Requests for suggestions that are not answered yet. */
    requested = 0;
    /** Failures of the engine in this position. */
    failures = 0;

    add(text, type) {
      if (NEW_POSITION.includes(type)) {
        this.failures = 0;
      }
      switch (type) {
        case "rules":
          this.rules = [text];
          this.position = [];
          break;
        case "start":
          this.position = [text];
          break;
        case "play":
        case "new_piece":
          this.position.push(text);
          break;
        case "stop":
          this.position = [];
          this.requested = 0;
          break;
        case "suggest":
          this.requested += 1;
          break;
      }
    }

    /** Whether the engine has failed too often in this position. */
    get isFaulty() {
      return this.failures >= MOST_FAILURES;
    }

    /** Returns a report of the failures in this position. */
    failureText() {
      const messages = [...this.rules, ...this.position].join("\n");
      return `The engine failed ${MOST_FAILURES} times in one position and does not search it any more; the next position is searched again. This is a fault of landfall: please report it with these messages:\n${messages}`;
    }
  }

  function typeOf(text) {
    try {
      return JSON.parse(text)?.type;
    } catch {
      return undefined;
    }
  }

  class Bot {
    #module;
    #options;
    #engine;
    #history = new GameHistory();
    #channel = new MessageChannel();
    #searching = false;
    #paused = false;

    constructor(module, options) {
      this.#module = module;
      this.#options = options;
      this.#engine = this.#newEngine();
      this.#channel.port1.onmessage = () => this.#search();
      self.postMessage(JSON.parse(this.#engine.greeting()));
    }

    #newEngine() {
      return new (instantiate(this.#module).Bot)(JSON.stringify(this.#options));
    }

    receive(text) {
      const type = typeOf(text);
      if (type === "pause" || type === "resume") {
        this.#paused = type === "pause";
        this.#searchOn();
        return;
      }
      this.#history.add(text, type);
      try {
        this.#send(JSON.parse(this.#engine.receive(text)));
      } catch (error) {
        this.#recover(error);
        if (type === "analyse") {
          this.#send({ messages: [{ type: "analysis", nodes: 0, depth: 0, moves: [] }] });
        }
      }
      this.#searchOn();
    }

    #send({ messages, warning, ended }) {
      for (const message of messages) {
        this.#history.requested -= message.type === "suggestion" ? 1 : 0;
        self.postMessage(this.#history.isFaulty ? this.#withFailure(message) : message);
      }
      if (warning) {
        warn(warning);
      }
      if (ended) {
        self.close();
      }
    }

    /** Returns an answer with the report of the failures. */
    #withFailure(message) {
      const landfall_failure = this.#history.failureText();
      switch (message.type) {
        case "suggestion":
          return { ...message, landfall_failure };
        case "analysis":
          return { ...message, finished: true, landfall_failure };
        default:
          return message;
      }
    }

    #searchOn() {
      if (!this.#searching && !this.#paused && !this.#history.isFaulty) {
        this.#searching = true;
        this.#channel.port2.postMessage(null);
      }
    }

    /** Searches for a slice, and posts itself a message for the next one, after those that wait. */
    #search() {
      this.#searching = false;
      if (this.#paused || this.#history.isFaulty) {
        return;
      }
      try {
        if (this.#engine.think(SLICE)) {
          this.#searchOn();
        }
      } catch (error) {
        this.#recover(error);
        this.#searchOn();
      }
    }

    /** Starts another instance after a trap, sends it the game so far, and answers open requests. */
    #recover(error) {
      warn(`the engine failed and is started again: ${error}`);
      this.#history.failures += 1;
      if (this.#history.failures === MOST_FAILURES) {
        warn(this.#history.failureText());
      }
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        try {
          this.#restart();
          return;
        } catch (again) {
          warn(`the engine failed again: ${again}`);
          this.#options.memory = Math.max(8, (this.#options.memory ?? 128) >> 1);
        }
      }
      this.#giveUp();
    }

    #restart() {
      this.#engine = this.#newEngine();
      const { rules, position } = this.#history;
      for (const text of [...rules, ...position]) {
        this.#engine.receive(text);
      }
      for (let open = this.#history.requested; open > 0; open -= 1) {
        this.#send(JSON.parse(this.#engine.receive('{"type":"suggest"}')));
      }
    }

    /** Drops the position, and answers open requests without moves. */
    #giveUp() {
      const open = this.#history.requested;
      this.#history = new GameHistory();
      this.#engine = this.#newEngine();
      for (let answer = 0; answer < open; answer += 1) {
        self.postMessage({ type: "suggestion", moves: [] });
      }
    }
  }

  loadModule()
    .then((module) => {
      bot = new Bot(module, optionsOfUrl());
      const messages = inbox;
      inbox = [];
      messages.forEach((text) => bot.receive(text));
    })
    .catch((error) => {
      warn(`the engine cannot be loaded: ${error}`);
      // So that the frontend gets an `error` event.
      setTimeout(() => {
        throw error;
      });
    });
})();

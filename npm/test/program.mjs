// The native program, and a conversation with a process that speaks TBP.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The native program of the same version. */
export const PROGRAM = process.env.LANDFALL_PROGRAM;

/** A process to which lines are sent, and which answers with lines. */
export class Conversation {
  #lines;
  #errors = "";

  constructor(program, parameters) {
    this.process = spawn(program, parameters);
    this.process.stderr.on("data", (text) => { this.#errors += text; });
    this.#lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }
  send(...messages) {
    for (const message of messages) {
      const line = typeof message === "string" ? message : JSON.stringify(message);
      this.process.stdin.write(`${line}\n`);
    }
  }
  /** Resolves to the next message, `undefined` at the end. */
  async next() {
    const { value } = await this.#lines.next();
    return value && JSON.parse(value);
  }
  /** Closes stdin and resolves to the exit code and what was written to stderr. */
  async end() {
    const closed = this.process.exitCode === null ? once(this.process, "close") : [this.process.exitCode];
    this.process.stdin.end();
    const [code] = await closed;
    return { code, errors: this.#errors };
  }
}

#!/usr/bin/env node
/** `landfall-tbp`: the bot in the Tetris Bot Protocol, a message a line, on stdin and stdout. */

import { readFileSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { parseArgs } from "node:util";
import { Bot, BotError } from "./bot.js";

const HELP = `usage: landfall-tbp [OPTIONS]

A bot of the Tetris Bot Protocol: a message a line on stdin and stdout, warnings on stderr.

  --nodes N        search so much for each suggestion, the same moves every time
  --memory MIB     most memory of the search (128)
  --name NAME      name in "info"
  --ruleset NAME   the rules until the frontend names others
  --version        print the version
  --help           print this
`;

/** More of a line is not kept: the bot refuses lines of more than 1 MiB. */
const MOST_LETTERS = (1 << 20) + 1;

const text = { type: "string" };
const flag = { type: "boolean" };
const OPTIONS = { nodes: text, memory: text, name: text, ruleset: text, version: flag, help: flag };

/** Yields the lines of a stream, without their ends. */
async function* linesOf(stream) {
  const decoder = new StringDecoder("utf8");
  let line = "";
  const add = (part) => { line = (line + part).slice(0, MOST_LETTERS); };
  for await (const chunk of stream) {
    const [first, ...others] = decoder.write(chunk).split("\n");
    add(first);
    for (const next of others) {
      yield line;
      line = "";
      add(next);
    }
  }
  if (line !== "") yield line;
}

function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  const whole = (number) => number === undefined ? undefined : Number(number);
  return { ...values, nodes: whole(values.nodes), memory: whole(values.memory) };
}

async function writeMessages(bot) {
  for await (const message of bot) process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Whether reading ended because the bot has ended: `writeMessages` tells why. */
const isAfterEnd = (error) => error instanceof BotError || error.code === "ERR_STREAM_PREMATURE_CLOSE";

async function readMessages(bot) {
  try {
    for await (const line of linesOf(process.stdin)) bot.send(line);
    bot.send({ type: "quit" });
  } catch (error) {
    if (!isAfterEnd(error)) throw error;
  }
}

async function run(options) {
  const bot = new Bot({ ...options, onWarning: (warning) => console.error(`landfall-tbp: ${warning}`) });
  // A frontend that has gone reads no answers.
  process.stdout.on("error", () => process.exit(0));
  const written = writeMessages(bot).finally(() => process.stdin.destroy());
  await Promise.all([written, readMessages(bot)]);
}

async function main() {
  let options;
  try {
    options = readOptions();
  } catch (error) {
    throw new BotError("option", error.message);
  }
  const { version, help, ...own } = options;
  if (help) return process.stdout.write(HELP);
  if (version) {
    const file = new URL("package.json", import.meta.url);
    return process.stdout.write(`landfall ${JSON.parse(readFileSync(file, "utf8")).version}\n`);
  }
  await run(own);
}

main().catch((error) => {
  console.error(`landfall-tbp: ${error.message}`);
  process.exitCode = error.code === "option" ? 2 : 1;
});

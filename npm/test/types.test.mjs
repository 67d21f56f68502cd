// The types, against a strict program and against the messages of the recorded sessions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Bot } from "landfall";
import { compile } from "./compile.mjs";

const { sessions, parameters } = JSON.parse(readFileSync(process.env.LANDFALL_TRANSCRIPTS, "utf8"));

test("a strict program compiles, and runs", () => {
  for (const resolution of ["bundler", "nodenext"]) compile(["example.ts"], resolution);
  assert.match(execFileSync(process.execPath, ["compiled/example.js"], { encoding: "utf8" }), /^20 pieces/);
});

/** Sessions of habits and faults, which the bot bears and the types do not suggest. */
const isOutsideTypes = (name) => /^(bad-|frontend-)|broken|unrecognised|that-cannot-be-played|unknown-name|line-ends/.test(name);

/** What is wrong with messages of the other sessions: they must not compile. */
const FAULTS = ['"location":{"type":"T"}', '"lines":"all"', '"frame":"now"', '"mood":', '"piece":30'];

/** Resolves to the messages of the package's bot in a session. */
async function play({ lines }) {
  const { nodes, memory } = Object.fromEntries(new URLSearchParams(parameters));
  const bot = new Bot({ nodes: Number(nodes), memory: Number(memory), onWarning() {} });
  for (const line of lines) bot.send(line);
  if (!lines.some((line) => line.includes('"quit"'))) bot.send({ type: "quit" });
  const messages = [];
  for await (const message of bot) messages.push(message);
  return messages;
}

test("the recorded sessions get the answers of the program, and all messages have the types", async () => {
  const declared = [];
  const declare = (type, message) => {
    const text = JSON.stringify(message);
    const before = FAULTS.some((fault) => text.includes(fault)) ? "// @ts-expect-error\n" : "";
    declared.push(`${before}export const m${declared.length}: ${type} = ${text};`);
  };
  for (const session of sessions) {
    const messages = await play(session);
    assert.deepEqual(messages, session.messages, session.name);
    for (const message of messages) declare("BotMessage", message);
    if (isOutsideTypes(session.name)) continue;
    for (const line of session.lines) declare("FrontendMessage", JSON.parse(line));
  }
  assert.ok(declared.length > 400, `${declared.length} messages`);
  writeFileSync("messages.ts", `import type { BotMessage, FrontendMessage } from "landfall/tbp";\n${declared.join("\n")}\n`);
  compile(["messages.ts"], "nodenext");
});

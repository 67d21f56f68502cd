// What the package says of itself: its files are there, and the example of its README runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const at = (name) => `node_modules/landfall/${name}`;
const README = readFileSync(at("README.md"), "utf8");

const filesOf = (target) => (typeof target === "string" ? [target] : Object.values(target).flatMap(filesOf));

test("every file that the package exports is there, and the README names it", () => {
  const { exports, imports, bin } = JSON.parse(readFileSync(at("package.json"), "utf8"));
  for (const file of [exports, imports, bin].flatMap(filesOf)) assert.ok(existsSync(at(file)), file);
  for (const name of Object.keys(exports)) {
    // `./rules` is `landfall/rules`; the modules and this file are not imported.
    if (!/\.(wasm|json)$/.test(name)) assert.ok(README.includes(`\`${name.replace(".", "landfall")}\``), name);
  }
});

test("the example of the README runs", () => {
  const [, example] = README.match(/```js\n(.*?)```/s);
  writeFileSync("readme.mjs", example.replace("new Bot()", "new Bot({ nodes: 300 })"));
  assert.match(execFileSync(process.execPath, ["readme.mjs"], { encoding: "utf8" }), /^\d+ lines sent\n$/);
});

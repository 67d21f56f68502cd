// The compiler of TypeScript, which checks everything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

/** Compiles files in the manner of Node (`nodenext`) or of a bundler (`bundler`), into `compiled`. */
export function compile(files, resolution) {
  const modules = resolution === "bundler" ? "esnext" : "nodenext";
  const options = ["--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom"];
  const places = ["--module", modules, "--moduleResolution", resolution, "--outDir", "compiled"];
  try {
    execFileSync(process.env.TSC, [...options, ...places, ...files], { encoding: "utf8" });
  } catch ({ stdout, message }) {
    assert.fail(stdout?.slice(0, 4000) || message);
  }
}

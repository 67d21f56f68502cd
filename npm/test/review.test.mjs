// A review by the package: the report of the program, and its types.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { Review, init } from "landfall/review";
import { TurnGame, init as initRules } from "landfall/rules";
import { compile } from "./compile.mjs";
import { PROGRAM } from "./program.mjs";

before(() => Promise.all([init(), initRules()]));

/** Returns a game of some pieces as a log of TBP; every third move is a bad one. */
function log(pieces) {
  const game = new TurnGame({ seed: 3, previews: 5 });
  const lines = [game.startMessage()];
  for (let piece = 0; piece < pieces; piece += 1) {
    const moves = game.legalMoves();
    const placed = game.play(moves[piece % 3 === 2 ? moves.length - 1 : 0]);
    lines.push(...game.playMessages(placed));
  }
  return lines.map((message) => `> ${JSON.stringify(message)}\n`).join("");
}

test("the report is that of the program, and has the types", () => {
  writeFileSync("log.txt", log(12));
  const expected = JSON.parse(execFileSync(PROGRAM, ["review", "log.txt", "--nodes", "20000", "--json", "-"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const { program } = expected.games[0];
  const review = new Review(log(12), { nodes: 20_000, title: expected.summary[0].title, program });
  const losses = [...review].map(({ loss }) => loss);
  assert.equal(losses.length, review.moveCount);
  assert.ok(losses.some((loss) => loss > 0));
  assert.deepEqual(review.toJSON(), expected);
  writeFileSync("review.ts", `import type { Reviews } from "landfall/review";\nexport const review: Reviews = ${JSON.stringify(expected)};\n`);
  compile(["review.ts"], "nodenext");
});

test("what is no game throws a sentence", () => {
  assert.throws(() => new Review("nothing of the kind"), /^Error: .{10,}/);
});

// Messages that the known frontends of TBP workers send, and the answers that they need.
import assert from "node:assert/strict";

const empty = (rows) => Array.from({ length: rows }, () => Array(10).fill(null));

function start(queue, more = {}) {
  const position = { hold: null, combo: 0, back_to_back: false, board: empty(40) };
  return { type: "start", queue: [...queue], ...position, ...more };
}

const SUGGEST = { type: "suggest" };

/** A move that is legal on an empty board. */
const T_FLAT = { location: { type: "T", orientation: "north", x: 4, y: 0 }, spin: "none" };

function suggestions(...pieces) {
  return (messages) => {
    assert.equal(messages.length, pieces.length);
    messages.forEach(({ type, moves }, i) => {
      assert.equal(type, "suggestion");
      assert.ok(moves.length > 0);
      const others = moves.filter((move) => !pieces[i].includes(move.location.type));
      assert.deepEqual(others, [], `moves of ${pieces[i]}`);
    });
  };
}

/**
 * A row for each host: how it loads the worker, what it sends and how many messages it then waits
 * for, and what these must be.
 */
export const HOSTS = [
  {
    name: "rules without fields, stop between games, no quit",
    way: "classic",
    turns: [
      { send: [{ type: "rules" }], replies: 1 },
      { send: [start("TIOSZL"), SUGGEST], replies: 1 },
      {
        send: [{ type: "play", move: T_FLAT }, { type: "new_piece", piece: "J" }, SUGGEST],
        replies: 1,
      },
      { send: [{ type: "stop" }, start("OSZ"), SUGGEST], replies: 1 },
    ],
    check: ([ready, ...rest]) => {
      assert.equal(ready.type, "ready");
      suggestions("TI", "IO", "OS")(rest);
    },
  },
  {
    name: "a worker for each game, as a module",
    way: "module",
    turns: [
      { send: [{ type: "rules" }], replies: 1 },
      { send: [start("TIOSZL"), SUGGEST], replies: 1 },
    ],
    check: ([ready, ...rest]) => {
      assert.equal(ready.type, "ready");
      suggestions("TI")(rest);
    },
  },
  {
    name: "randomizer with a hyphen; one or two new pieces; undo by a start without a stop",
    way: "classic",
    turns: [
      { send: [{ type: "rules", randomizer: "seven-bag" }], replies: 1 },
      { send: [start("TIO"), SUGGEST], replies: 1 },
      {
        send: [
          { type: "play", move: T_FLAT },
          { type: "new_piece", piece: "J" },
          { type: "new_piece", piece: "L" },
          SUGGEST,
        ],
        replies: 1,
      },
      { send: [start("TIO"), SUGGEST], replies: 1 },
    ],
    check: ([ready, ...rest]) => {
      assert.equal(ready.type, "ready");
      suggestions("TI", "IO", "TI")(rest);
    },
  },
  {
    name: "no rules; a start and a suggest each turn; 20 rows; garbage as Z",
    way: "classic",
    turns: [
      {
        send: [
          start("TIO", { board: [[...Array(9).fill("Z"), null], ...empty(19)] }),
          SUGGEST,
        ],
        replies: 1,
      },
      { send: [start("IOS", { board: empty(20) }), SUGGEST], replies: 1 },
    ],
    check: suggestions("TI", "IO"),
  },
  {
    name: "no rules; a queue that is partly invented; all moves are played as a plan",
    way: "classic",
    turns: [
      { send: [start("TIOSZLJTIOSZLJ"), SUGGEST], replies: 1 },
      { send: [start("ZZZZZZZ", { hold: "I" }), SUGGEST], replies: 1 },
    ],
    check: suggestions("TI", "ZI"),
  },
  {
    name: "seven_bag with its state; play with the move twice and further keys; no new piece",
    way: "imported",
    turns: [
      { send: [{ type: "rules", randomizer: "seven_bag" }], replies: 1 },
      {
        send: [
          start("TIOSZL", { randomizer: { type: "seven_bag", bag_state: ["J"] } }),
          SUGGEST,
        ],
        replies: 1,
      },
      {
        send: [{ type: "play", move: T_FLAT, mv: T_FLAT, run_id: 3, score: 0.5 }, SUGGEST],
        replies: 1,
      },
    ],
    check: ([ready, ...rest]) => {
      assert.equal(ready.type, "ready");
      suggestions("TI", "IO")(rest);
    },
  },
  {
    name: "stale answers are counted: each suggest once, in order, with a start between",
    way: "classic",
    turns: [
      {
        send: [start("TIO"), SUGGEST, start("SZL"), SUGGEST, SUGGEST, start("OJT"), SUGGEST],
        replies: 4,
      },
    ],
    check: suggestions("TI", "SZ", "SZ", "OJ"),
  },
  {
    name: "a suggest before the start is answered after it, once",
    way: "classic",
    turns: [{ send: [SUGGEST, start("TIO")], replies: 1 }],
    check: suggestions("TI"),
  },
];

/**
 * A worker of a review: judges moves of a game, or makes the reports of all of them. `pool.js` starts
 * it and says what it does.
 *
 * @typedef {{type: "start", module: WebAssembly.Module, bytes: Uint8Array, options: object}
 *   | {type: "judge", number: number} | {type: "pause" | "resume"}
 *   | {type: "add", reports: string[]} | {type: "rounds" | "report" | "json"}} Request
 */

import engine from "./engine.js";

/** The game, once it is read. */
let review = null;
/** Numbers of the moves to judge, the next one first. */
const numbers = [];
/** The move that is being judged. */
let current = null;
let paused = false;
let planned = false;
/** Moves that were added, and how many of them were in a report. */
let added = 0;
let reported = 0;

/** Messages to itself let those of the pool in between two moves. */
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  planned = false;
  if (!paused && numbers.length > 0) attempt(judgeNext);
};

function planNext() {
  if (planned || paused || numbers.length === 0) return;
  planned = true;
  channel.port2.postMessage(null);
}

function judgeNext() {
  current = numbers.shift();
  const report = review.judge(current);
  postMessage({ type: "judged", number: current, report });
  current = null;
  planNext();
}

/** What each type of message does. */
const ACTIONS = {
  start({ module, bytes, options }) {
    engine.initSync({ module });
    try {
      review = new engine.Review(bytes, JSON.stringify(options));
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      return postMessage({ type: "unreadable", message: error.message });
    }
    postMessage({ type: "ready", moves: review.move_count() });
  },
  judge({ number }) {
    numbers.push(number);
    planNext();
  },
  pause() { paused = true; },
  resume() {
    paused = false;
    planNext();
  },
  add({ reports }) {
    for (const report of reports) review.add(report);
    added += reports.length;
  },
  rounds() { postMessage({ type: "rounds", rounds: JSON.parse(review.rounds()) }); },
  /** Posts the data of the page, with the moves that were in no report before. */
  report() {
    postMessage({ type: "report", data: review.page_data(reported) });
    reported = added;
  },
  json() { postMessage({ type: "json", json: review.json() }); },
};

/** Does something, and tells the pool if it fails. After a trap the engine is of no use any more. */
function attempt(action) {
  try {
    action();
  } catch ({ message }) {
    postMessage({ type: "failed", message, number: current });
  }
}

addEventListener("message", ({ data }) => attempt(() => ACTIONS[data.type](data)));

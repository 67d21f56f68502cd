/**
 * Reviews a game on several workers that judge moves, and one more that makes the reports. The main
 * thread only parses what is new in them.
 */

import { hasSimd } from "../engine.js";
import { MoveQueue } from "./move-queue.js";

/** The most workers by default: each has the game and a search in memory. */
const MOST_WORKERS = 8;

/** Workers that failed and are replaced, in one review. */
const MOST_REPLACED = 4;

/** Milliseconds to the first report, between two of them, and between two calls of `onProgress`. */
const FIRST_REPORT = 250;
const REPORT_INTERVAL = 1000;
const PROGRESS_INTERVAL = 100;

/** Reports take at most one part in so many of the time of their worker. */
const REPORT_SHARE = 20;

/** @returns {number} hardware concurrency less one, within limits */
export function defaultWorkers() {
  return Math.min(MOST_WORKERS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
}

/**
 * @typedef {{rules?: string, nodes?: number, depth?: number | null, names?: boolean, title?: string,
 *   program?: string}} ReviewOptions as `Review` of the engine has them
 * @typedef {object} ReviewCallbacks
 * @property {(progress: {done: number, moves: number, secondsLeft: number | null}) => void} onProgress
 * @property {(report: {data: object, rounds: string[]}) => void} onReport the data of a review's page,
 *   of all moves before the first that is not judged; about once a second, and once at the end
 * @property {(result: {json: string}) => void} onFinished what `landfall review --json` writes
 * @property {(error: Error, goesOn: boolean) => void} onFailure the message is a sentence; `goesOn`:
 *   the review goes on nevertheless; an error of the name "UnreadableGame" would come again
 */

/** Reviews one file on several workers. */
export class ReviewPool {
  #callbacks;
  #workers;
  /** @type {Run | null} */
  #run = null;

  /** @param {ReviewCallbacks} callbacks @param {number} workers that judge moves */
  constructor(callbacks, workers = defaultWorkers()) {
    this.#callbacks = callbacks;
    this.#workers = workers;
  }

  /**
   * Reviews a file. A review that runs is stopped.
   * @param {Uint8Array} bytes
   * @param {ReviewOptions} options
   * @param {string[]} judged the first moves, as `judged` gave them: they are not judged again
   */
  start(bytes, options, judged = []) {
    this.stop();
    this.#run = new Run({ bytes, options }, judged, this.#workers, this.#callbacks);
  }
  /** Lets the workers end the moves that they are at, and then do nothing until `resume`. */
  pause() { this.#run?.setPaused(true); }
  resume() { this.#run?.setPaused(false); }
  /** The reports of the moves that are judged without a gap, as JSON: what `start` takes to go on. */
  get judged() { return this.#run?.judged ?? []; }
  /** Ends the review and its workers. */
  stop() {
    this.#run?.end();
    this.#run = null;
  }
}

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** Returns the module, which is fetched and compiled once for all workers. */
function loadModule() {
  compiled ??= fetchModule().catch((error) => {
    compiled = null;
    throw new Error(`The engine of reviews could not be loaded: ${error.message}`);
  });
  return compiled;
}

async function fetchModule() {
  const file = hasSimd ? "landfall-review-simd.wasm" : "landfall-review.wasm";
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The engine cannot read the game, and could not if it were tried again. */
class UnreadableGame extends Error {
  name = "UnreadableGame";
}

/** Starts a worker. `handlers` has what is done with each type of its messages. */
function startWorker(handlers) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => handlers[data.type](data);
  worker.onerror = (event) => {
    event.preventDefault();
    handlers.failed({ message: event.message ?? "its script could not be loaded", number: null });
  };
  return worker;
}

/** Measures the milliseconds in which it was not paused. */
class Stopwatch {
  #before = 0;
  #since = performance.now();

  get milliseconds() { return this.#before + (this.#since === null ? 0 : performance.now() - this.#since); }
  setPaused(paused) {
    this.#before = this.milliseconds;
    this.#since = paused ? null : performance.now();
  }
}

/** Returns a report with the moves of the one before in front of its own. */
function withEarlierMoves(earlier, data) {
  earlier?.rounds.forEach(({ sides }, round) => sides.forEach(({ moves }, side) => {
    const own = data.rounds[round].sides[side];
    own.moves = moves.concat(own.moves);
  }));
  return data;
}

/** The review of one file. */
class Run {
  #input;
  /** The reports of moves without a gap, as the engine wrote them. @type {string[]} */
  #judged;
  /** How many of them were known when it began. */
  #known = 0;
  #workers;
  #callbacks;
  /** The worker that makes reports. @type {Worker} */
  #reporter;
  /** The workers that judge, each with the numbers that it was given. @type {Map<Worker, number[]>} */
  #judges = new Map();
  #replaced = 0;
  /** @type {MoveQueue | null} */
  #queue = null;
  #time = new Stopwatch();
  #paused = false;
  #ended = false;
  #rounds = [];
  #data = null;
  #reportTimer = 0;
  /** When the last report was requested, and how many moves are in it. */
  #requested = { at: 0, moves: 0 };
  #lastProgress = -Infinity;

  constructor(input, judged, workers, callbacks) {
    this.#input = input;
    this.#judged = judged;
    this.#workers = workers;
    this.#callbacks = callbacks;
    loadModule().then((module) => this.#begin(module), (error) => this.#fail(error.message));
  }

  get judged() { return this.#judged; }

  end() {
    this.#ended = true;
    clearTimeout(this.#reportTimer);
    this.#reporter?.terminate();
    this.#endJudges();
  }

  #endJudges() {
    for (const judge of this.#judges.keys()) judge.terminate();
    this.#judges.clear();
  }

  setPaused(paused) {
    if (paused === this.#paused || this.#ended) return;
    this.#paused = paused;
    this.#time.setPaused(paused);
    for (const judge of this.#judges.keys()) judge.postMessage({ type: paused ? "pause" : "resume" });
  }

  /** @param {string} message @param {new (message: string) => Error} Reason */
  #fail(message, Reason = Error) {
    if (this.#ended) return;
    this.end();
    this.#callbacks.onFailure(new Reason(message), false);
  }

  #begin(module) {
    if (this.#ended) return;
    this.#input.module = module;
    this.#reporter = startWorker({
      ready: ({ moves }) => this.#beginJudging(moves),
      rounds: ({ rounds }) => { this.#rounds = rounds; },
      report: ({ data }) => this.#onReport(JSON.parse(data)),
      json: ({ json }) => this.#finish(json),
      unreadable: ({ message }) => this.#fail(message, UnreadableGame),
      failed: ({ message }) => this.#onReporterFailed(message),
    });
    this.#reporter.postMessage({ type: "start", ...this.#input });
  }

  /** The moves that it was given may be those of another version: they are judged again the next time. */
  #onReporterFailed(message) {
    if (!this.#queue) return this.#fail(message);
    this.#judged = [];
    this.#fail(`The worker that makes the review has failed: ${message}`);
  }

  #beginJudging(moves) {
    this.#judged = this.#judged.slice(0, moves);
    this.#known = this.#judged.length;
    this.#queue = new MoveQueue(moves, this.#judged.length);
    this.#reporter.postMessage({ type: "rounds" });
    this.#time = new Stopwatch();
    this.#time.setPaused(this.#paused);
    if (this.#judged.length > 0) this.#reporter.postMessage({ type: "add", reports: this.#judged });
    this.#progress();
    if (this.#queue.isComplete) return this.#complete();
    for (let judge = Math.min(this.#workers, moves - this.#judged.length); judge > 0; judge -= 1) this.#addJudge();
    this.#planReport(FIRST_REPORT);
  }

  #addJudge() {
    const judge = startWorker({
      ready: () => {},
      judged: ({ number, report }) => this.#onJudged(judge, number, report),
      unreadable: ({ message }) => this.#onJudgeFailed(judge, message, null),
      failed: ({ message, number }) => this.#onJudgeFailed(judge, message, number),
    });
    this.#judges.set(judge, []);
    judge.postMessage({ type: "start", ...this.#input });
    if (this.#paused) judge.postMessage({ type: "pause" });
    this.#handOut(judge);
  }

  #handOut(judge) {
    const held = this.#judges.get(judge);
    for (const number of this.#queue.take(held.length)) {
      held.push(number);
      judge.postMessage({ type: "judge", number });
    }
  }

  #onJudged(judge, number, report) {
    const held = this.#judges.get(judge);
    // A worker that was replaced may have sent it before: the move was given to another one.
    if (!held) return;
    held.shift();
    const reports = this.#queue.add(number, report);
    this.#judged.push(...reports);
    if (reports.length > 0) this.#reporter.postMessage({ type: "add", reports });
    this.#progress();
    if (this.#queue.isComplete) this.#complete();
    else this.#handOut(judge);
  }

  #complete() {
    this.#endJudges();
    this.#requestReport();
    this.#reporter.postMessage({ type: "json" });
  }

  /** Gives the moves of a worker that failed to others. The second that fails at a move ends the review. */
  #onJudgeFailed(judge, message, number) {
    const held = this.#judges.get(judge);
    if (this.#ended || !held) return;
    judge.terminate();
    this.#judges.delete(judge);
    if (!this.#queue.giveBack(held, number)) {
      this.#fail(`Move ${number + 1} of the game cannot be judged: two workers have failed at it (${message}).`);
      return;
    }
    // One that has failed before its first move would fail again.
    const replaced = number !== null && this.#replaced < MOST_REPLACED;
    if (replaced) {
      this.#replaced += 1;
      this.#addJudge();
    }
    if (this.#judges.size === 0) {
      this.#fail(`No worker of the review is left: the last one has failed (${message}).`);
      return;
    }
    for (const other of this.#judges.keys()) this.#handOut(other);
    const then = replaced ? "Another one has taken its place." : "The others go on.";
    this.#callbacks.onFailure(new Error(`A worker of the review has failed (${message}). ${then}`), true);
  }

  #progress() {
    const { done, moves } = this.#queue;
    const now = performance.now();
    if (now < this.#lastProgress + PROGRESS_INTERVAL && done < moves) return;
    this.#lastProgress = now;
    const judgedHere = done - this.#known;
    const secondsLeft = judgedHere > 0 ? (this.#time.milliseconds / 1000 / judgedHere) * (moves - done) : null;
    this.#callbacks.onProgress({ done, moves, secondsLeft });
  }

  #planReport(wait) {
    this.#reportTimer = setTimeout(() => {
      if (this.#queue.joined > this.#requested.moves) this.#requestReport();
      else this.#planReport(REPORT_INTERVAL);
    }, wait);
  }

  #requestReport() {
    clearTimeout(this.#reportTimer);
    this.#requested = { at: performance.now(), moves: this.#queue.joined };
    this.#reporter.postMessage({ type: "report" });
  }

  #onReport(data) {
    const took = performance.now() - this.#requested.at;
    this.#data = withEarlierMoves(this.#data, data);
    this.#callbacks.onReport({ data: this.#data, rounds: this.#rounds });
    if (!this.#ended && !this.#queue.isComplete) this.#planReport(Math.max(REPORT_INTERVAL, REPORT_SHARE * took));
  }

  #finish(json) {
    this.end();
    this.#callbacks.onFinished({ json });
  }
}

/**
 * The games that are reviewed: one at a time, in the order in which they came.
 *
 * What was judged is kept every few seconds, so that a reload continues there.
 */

import { rememberGames } from "../reviewing.js";
import { FORMAT, summaryOf } from "./game.js";

/** Milliseconds between two times that judged moves are kept. */
const KEEP_EVERY = 3000;

/**
 * A game that is reviewed.
 * @typedef {{game: import("./store.js").Game, content: import("./store.js").Content, judged: string[],
 *   state: "waiting" | "running" | "paused", secondsLeft: number | null, kept: number, keptAt: number}} Job
 *   `kept`: how many of the judged moves are kept
 */

export class ReviewQueue {
  #library;
  #onChange;
  #onReport;
  #onEnd;
  /** @type {Job[]} the one that is reviewed first */
  #jobs = [];
  #pool = null;

  /**
   * @param {import("./library.js").Library} library
   * @param {{onChange: (id: string) => void, onReport: (id: string) => void, onEnd: (game: object) => void}} callbacks
   *   `onChange`: of a job; `onReport`: there are more judged moves; `onEnd`: a game is done, has failed or was stopped
   */
  constructor(library, { onChange, onReport, onEnd }) {
    this.#library = library;
    this.#onChange = onChange;
    this.#onReport = onReport;
    this.#onEnd = onEnd;
  }

  /** @returns {Job | undefined} */
  job(id) { return this.#jobs.find(({ game }) => game.id === id); }

  /** @returns {string[] | undefined} the moves of a game that were judged until now, as JSON */
  judgedOf(id) {
    const job = this.job(id);
    if (job) this.#takeJudged(job);
    return job?.judged;
  }

  /** Adds a game of the library, with the moves that were judged already. */
  add(game, content, judged = []) {
    if (this.job(game.id)) return;
    const waiting = { ...game, state: "waiting", error: "" };
    this.#jobs.push({ game: waiting, content, judged, state: "waiting", secondsLeft: null, kept: judged.length, keptAt: performance.now() });
    this.#remember();
    this.#onChange(game.id);
    this.#runNext();
  }

  pause() { this.#setPaused(true); }

  resume() { this.#setPaused(false); }

  #setPaused(paused) {
    const [job] = this.#jobs;
    if (!job || !this.#pool) return;
    job.state = paused ? "paused" : "running";
    if (paused) this.#pool.pause();
    else this.#pool.resume();
    this.#onChange(job.game.id);
  }

  /** Ends the review of a game; what was judged is kept. */
  async stop(id) {
    const job = this.job(id);
    if (!job) return;
    job.game = { ...job.game, state: "stopped" };
    this.#takeJudged(job);
    await this.#end(job);
  }

  /** Ends the review of games that are deleted. */
  drop(ids) {
    for (const id of ids) {
      const job = this.job(id);
      if (job) this.#remove(job);
    }
    this.#remember();
  }

  #remember() { rememberGames(this.#jobs.map(({ game }) => game.id)); }

  async #runNext() {
    const [job] = this.#jobs;
    if (!job || job.state !== "waiting") return;
    job.state = "running";
    this.#onChange(job.game.id);
    try {
      const { ReviewPool } = await import("./pool.js");
      if (job !== this.#jobs[0] || this.#pool) return;
      this.#pool = new ReviewPool(this.#callbacksOf(job));
      // The workers get a copy: the bytes are kept with the review.
      this.#pool.start(job.content.bytes.slice(), job.game.options, job.judged);
    } catch (error) {
      this.#fail(job, error);
    }
  }

  #callbacksOf(job) {
    const mine = (act) => (...what) => { if (job === this.#jobs[0]) act(...what); };
    return {
      onProgress: mine(({ done, moves, secondsLeft }) => {
        job.game = { ...job.game, done, moves };
        job.secondsLeft = secondsLeft;
        this.#onChange(job.game.id);
      }),
      onReport: mine((report) => this.#onReported(job, report)),
      onFinished: mine(({ json }) => {
        job.content.json = json;
        job.game = { ...job.game, state: "done", done: job.game.moves };
        this.#takeJudged(job);
        this.#end(job);
      }),
      onFailure: mine((error, goesOn) => { if (!goesOn) this.#fail(job, error); }),
    };
  }

  /** Takes over what the pool has judged. */
  #takeJudged(job) {
    if (this.#pool && job === this.#jobs[0]) job.judged = [...this.#pool.judged];
  }

  #onReported(job, { data, rounds }) {
    Object.assign(job.content, { data, rounds, format: FORMAT });
    job.game = { ...job.game, ...summaryOf(data) };
    this.#onReport(job.game.id);
    if (performance.now() - job.keptAt < KEEP_EVERY) return;
    this.#takeJudged(job);
    this.#keep(job, false);
  }

  /** Keeps what was judged; a game that was deleted in another tab is dropped. */
  async #keep(job, whole) {
    const from = Math.min(job.kept, job.judged.length);
    job.kept = job.judged.length;
    job.keptAt = performance.now();
    if (!await this.#library.update(job.game, job.content, job.judged, { from, whole })) this.drop([job.game.id]);
  }

  async #fail(job, { name, message }) {
    const error = message[0]?.toUpperCase() + message.slice(1);
    job.game = { ...job.game, state: name === "UnreadableGame" ? "unreadable" : "failed", error };
    this.#takeJudged(job);
    await this.#end(job);
  }

  async #end(job) {
    this.#remove(job);
    await this.#keep(job, true);
    // Only now: a reload before the end is kept would lose it.
    this.#remember();
    this.#onEnd(job.game);
  }

  #remove(job) {
    if (job === this.#jobs[0]) {
      this.#pool?.stop();
      this.#pool = null;
    }
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#onChange(job.game.id);
    this.#runNext();
  }
}

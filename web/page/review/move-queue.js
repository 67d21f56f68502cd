/** The moves of a review: which worker judges which, and which are judged without a gap. */

/** Moves that a worker has been given and has not judged, so that it never waits for the next. */
const AHEAD = 2;

/** Hands out the numbers of the moves in their order, and puts what comes back in order. */
export class MoveQueue {
  /** How many there are, how many are judged, and how many of those without a gap. */
  moves;
  done = 0;
  joined = 0;
  #next = 0;
  /** Numbers that a worker has given back. */
  #back = [];
  /** Moves that a worker has failed at. */
  #failed = new Set();
  /** Reports that wait for one before them, by number. @type {Map<number, string>} */
  #waiting = new Map();

  /** @param {number} judged how many of the first ones are judged already */
  constructor(moves, judged = 0) {
    this.moves = moves;
    this.done = this.joined = this.#next = judged;
  }

  /** Returns numbers for a worker that has `held` moves. */
  take(held) {
    const numbers = [];
    while (held + numbers.length < AHEAD && (this.#back.length > 0 || this.#next < this.moves)) {
      numbers.push(this.#back.shift() ?? this.#next++);
    }
    return numbers;
  }

  /** Keeps a report. Returns those that now follow on the ones that were returned before. */
  add(number, report) {
    this.done += 1;
    this.#waiting.set(number, report);
    const reports = [];
    for (; this.#waiting.has(this.joined); this.joined += 1) {
      reports.push(this.#waiting.get(this.joined));
      this.#waiting.delete(this.joined);
    }
    return reports;
  }

  get isComplete() { return this.joined === this.moves; }

  /** Takes back the moves of a worker that failed, at the move `at` if at any. Returns whether none has failed there before. */
  giveBack(numbers, at) {
    this.#back = [...numbers, ...this.#back].sort((a, b) => a - b);
    if (at === null) return true;
    const isFirst = !this.#failed.has(at);
    this.#failed.add(at);
    return isFirst;
  }
}

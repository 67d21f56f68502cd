/**
 * When a position comes again: the algorithm SM-2 (P. A. Woźniak, "Optimization of repetition
 * spacing in the practice of learning", 1990).
 *
 * Its grade from 0 to 5 follows from the answer and the time that it took.
 */

const FIRST_EASE = 2.5;
const LEAST_EASE = 1.3;
/** Products of whole days come out as much too large at most; intervals are rounded up. */
const ROUNDING = 1e-9;

/** Seconds within which a right answer is perfect, or comes with little hesitation. */
const PERFECT_WITHIN = 10;
const HESITANT_WITHIN = 30;

/**
 * What is known of a position that was answered.
 * @typedef {{id: string, ease: number, repetitions: number, interval: number, due: number, last: number}} Card
 *   `repetitions`: right answers in a row; `interval` in days; `due`, `last`: milliseconds since 1970
 */

/** Returns the grade of an answer. */
function gradeOf(right, seconds) {
  if (!right) return 2;
  if (seconds <= PERFECT_WITHIN) return 5;
  return seconds <= HESITANT_WITHIN ? 4 : 3;
}

/** Returns the beginning of a day, some days after the day of a time. */
export function dayAfter(time, days) {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/**
 * Returns the card of a position after an answer.
 * @param {string} id
 * @param {Card | undefined} card
 * @param {{right: boolean, seconds: number, at: number}} answer
 * @returns {Card}
 */
export function afterAnswer(id, card, { right, seconds, at }) {
  const { ease = FIRST_EASE, repetitions = 0, interval = 0 } = card ?? {};
  const next = { id, ease, repetitions: 0, interval: 1, due: dayAfter(at, 1), last: at };
  if (!right) return next;
  next.repetitions = repetitions + 1;
  next.interval = [1, 6][repetitions] ?? Math.ceil(interval * ease - ROUNDING);
  const missing = 5 - gradeOf(right, seconds);
  next.ease = Math.max(LEAST_EASE, ease + 0.1 - missing * (0.08 + missing * 0.02));
  next.due = dayAfter(at, next.interval);
  return next;
}

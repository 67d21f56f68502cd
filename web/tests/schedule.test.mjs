// The algorithm that says when a position comes again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { afterAnswer, dayAfter } from "../page/train/schedule.js";

const NOON = new Date(2026, 2, 20, 12).getTime();

/** Returns the cards of answers, each on the day when the position is due. */
function cardsOf(answers) {
  const cards = [];
  for (const [right, seconds] of answers) {
    const at = cards.at(-1)?.due ?? NOON;
    cards.push(afterAnswer("a", cards.at(-1), { right, seconds, at }));
  }
  return cards;
}

test("right answers come again after 1, 6 and then more and more days", () => {
  // Grade 4 leaves the ease at 2.5.
  const cards = cardsOf([[true, 20], [true, 20], [true, 20], [true, 20]]);
  assert.deepEqual(cards.map(({ interval }) => interval), [1, 6, 15, 38]);
  assert.deepEqual(cards.map(({ ease }) => ease), [2.5, 2.5, 2.5, 2.5]);
  assert.equal(cards[1].due, dayAfter(cards[0].due, 6));
});

test("a wrong answer comes again tomorrow and begins anew, with the same ease", () => {
  const cards = cardsOf([[true, 5], [true, 5], [false, 5], [true, 5], [true, 5]]);
  assert.deepEqual(cards.map(({ interval }) => interval), [1, 6, 1, 1, 6]);
  assert.deepEqual(cards.map(({ repetitions }) => repetitions), [1, 2, 0, 1, 2]);
  assert.equal(cards[2].ease, cards[1].ease);
});

test("the ease grows with quick answers, and falls with slow ones, to 1.3", () => {
  assert.equal(cardsOf([[true, 5]])[0].ease.toFixed(2), "2.60");
  assert.equal(cardsOf([[true, 31]])[0].ease.toFixed(2), "2.36");
  assert.equal(cardsOf(Array.from({ length: 20 }, () => [true, 60])).at(-1).ease, 1.3);
});

test("days are those of the calendar, whatever the clocks do", () => {
  // The night before the last Sunday of March has 23 hours in much of Europe.
  const days = Array.from({ length: 20 }, (_, i) => new Date(dayAfter(NOON, i)));
  assert.deepEqual(days.map((day) => day.getHours()), days.map(() => 0));
  assert.deepEqual(days.slice(0, 13).map((day) => day.getDate()), [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 1]);
});

/** Which position is asked next. */

/** Returns one of a list at random. */
export const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/**
 * Returns the positions that a visitor has chosen to train.
 * @param {import("./set.js").Puzzle[]} puzzles
 * @param {{kind: string, player: string, rules: string}} filter an empty text stands for all
 */
export const chosen = (puzzles, filter) => puzzles.filter((puzzle) => ["kind", "player", "rules"].every((name) => !filter[name] || puzzle[name] === filter[name]));

/**
 * Counts positions.
 * @param {import("./set.js").Puzzle[]} puzzles
 * @param {Map<string, import("./schedule.js").Card>} cards
 * @param {number} now
 * @returns {{due: import("./set.js").Puzzle[], fresh: import("./set.js").Puzzle[], next: number | null}} those that are
 *   due, the longest overdue first; those that were never asked; when the next one is due after that
 */
export function sortByDue(puzzles, cards, now) {
  const known = puzzles.filter(({ id }) => cards.has(id));
  const dueOf = ({ id }) => cards.get(id).due;
  const later = known.map(dueOf).filter((due) => due > now);
  return {
    due: known.filter((puzzle) => dueOf(puzzle) <= now).sort((a, b) => dueOf(a) - dueOf(b)),
    fresh: puzzles.filter(({ id }) => !cards.has(id)),
    next: later.length > 0 ? Math.min(...later) : null,
  };
}

/**
 * Returns the next position: one that is due, else a new one, else null.
 * @param {{due: object[], fresh: object[]}} sorted
 * @param {boolean} inOrder whether new ones come in their order, else at random
 */
export function nextOf({ due, fresh }, inOrder) {
  if (due.length > 0) return due[0];
  return (inOrder ? fresh[0] : anyOf(fresh)) ?? null;
}

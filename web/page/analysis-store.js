/** Keeps the positions of an analysis while the page is loaded again. */

import { fromLink, toLink } from "./position-link.js";
import { settings } from "./settings.js";
import { keepWhenLeft, keptInTab } from "./tab-store.js";

const NAME = "analysis";

/** Keeps the positions of a timeline when the page is left. */
export function keepTimeline(timeline) {
  keepWhenLeft(NAME, () => {
    if (!timeline.current) return undefined;
    const { entries } = timeline;
    const numbers = new Map(entries.map((entry, number) => [entry, number]));
    const positions = entries.map(({ game, label, letter, comment, parent }) => ({ link: toLink(game), label, letter, comment, parent: numbers.get(parent) ?? null }));
    return { positions, current: numbers.get(timeline.current) };
  });
}

/** Restores the positions that were kept; without any, or with broken ones, there are none. */
export function restoreKept(timeline) {
  const kept = keptInTab(NAME);
  try {
    timeline.restore(kept.positions.map(({ link, label, letter, comment, parent }) => ({
      game: fromLink(link, settings.rules), label: String(label), letter: String(letter), comment: String(comment), parent,
    })), kept.current);
  } catch {
    // There are none, or they were changed by hand: the analysis begins anew.
  }
}

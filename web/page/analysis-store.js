/** Keeps the positions of an analysis while the page is loaded again. */

import { fromLink, toLink } from "./position-link.js";
import { settings } from "./settings.js";

const ITEM = "landfall-analysis";

/** Keeps the positions of a timeline when the page is left. */
export function keepWhenLeft(timeline) {
  addEventListener("pagehide", () => {
    if (!timeline.current) return;
    const { entries } = timeline;
    const numbers = new Map(entries.map((entry, number) => [entry, number]));
    const positions = entries.map(({ game, label, letter, parent }) => ({ link: toLink(game), label, letter, parent: numbers.get(parent) ?? null }));
    try {
      sessionStorage.setItem(ITEM, JSON.stringify({ positions, current: numbers.get(timeline.current) }));
    } catch {
      // Storage is refused or full: the address still has the position that is shown.
    }
  });
}

/** Restores the positions that were kept; without any, or with broken ones, there are none. */
export function restoreKept(timeline) {
  try {
    const { positions, current } = JSON.parse(sessionStorage.getItem(ITEM) ?? '{"positions":[]}');
    timeline.restore(positions.map(({ link, label, letter, parent }) => ({
      game: fromLink(link, settings.rules), label: String(label), letter: String(letter), parent,
    })), current);
  } catch {
    // They were changed by hand or refused: the analysis begins anew.
  }
}

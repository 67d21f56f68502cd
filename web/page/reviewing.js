/** The games that this tab reviews: after a reload their reviews go on. */

const ITEM = "landfall.reviewing";

/** Remembers the ids of the games that are reviewed. */
export function rememberGames(ids) {
  try {
    sessionStorage.setItem(ITEM, JSON.stringify(ids));
  } catch {
    // Storage is forbidden: after a reload the visitor continues it.
  }
}

/** @returns {string[]} the games that were reviewed when the page was left */
export function rememberedGames() {
  try {
    const ids = JSON.parse(sessionStorage.getItem(ITEM) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

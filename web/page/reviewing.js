/** The games that this tab reviews: after a reload their reviews go on. */

import { keepInTab, keptInTab } from "./tab-store.js";

const NAME = "reviewing";

/** Remembers the ids of the games that are reviewed. */
export const rememberGames = (ids) => keepInTab(NAME, ids);

/** @returns {string[]} the games that were reviewed when the page was left */
export function rememberedGames() {
  const ids = keptInTab(NAME);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}

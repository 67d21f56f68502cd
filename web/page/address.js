/** The fragment of the page's address: it names the mode, and what the mode shows. */

/** The fragment that the page shows. */
let shown = "";

/** Marks the fragment of the address as the one that the page shows now. */
export function acceptAddress() { shown = location.hash; }

/**
 * Replaces the fragment without a step for Back. If the address has changed and its `hashchange` is
 * still to come, the new address stays.
 * @param {string} fragment with its `#`
 */
export function replaceAddress(fragment) {
  if (location.hash !== shown) return;
  history.replaceState(null, "", fragment);
  acceptAddress();
}

/** What a tab keeps while the page is loaded again, in sessionStorage. */

const itemOf = (name) => `landfall-${name}`;

/** @returns {any} what was kept under a name; null where there is nothing that can be read */
export function keptInTab(name) {
  try {
    return JSON.parse(sessionStorage.getItem(itemOf(name)));
  } catch {
    // It was changed by hand, or storage is forbidden.
    return null;
  }
}

/** Keeps a value under a name. */
export function keepInTab(name, value) {
  try {
    sessionStorage.setItem(itemOf(name), JSON.stringify(value));
  } catch {
    // Storage is forbidden or full: it lasts until the page is loaded again.
  }
}

/** Keeps what `valueOf` returns when the page is left: null in place of what was kept, undefined changes nothing. */
export function keepWhenLeft(name, valueOf) {
  addEventListener("pagehide", () => {
    const value = valueOf();
    if (value !== undefined) keepInTab(name, value);
  });
}

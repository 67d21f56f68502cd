/** What a visitor chose, kept in localStorage. */

const STORE = "landfall";

/** Keys of a keyboard (`KeyboardEvent.code`) for each key of the game. */
export const DEFAULT_KEYS = {
  left: ["ArrowLeft", ""],
  right: ["ArrowRight", ""],
  soft_drop: ["ArrowDown", ""],
  hard_drop: ["Space", ""],
  clockwise: ["ArrowUp", "KeyX"],
  counterclockwise: ["KeyZ", "ControlLeft"],
  half_turn: ["KeyA", ""],
  hold: ["KeyC", "ShiftLeft"],
  pause: ["Escape", "KeyP"],
  restart: ["KeyR", "F4"],
};

/** Times in milliseconds; `sdf` is how many times faster a soft drop is, 41 at once. */
export const DEFAULT_HANDLING = { das: 133, arr: 16, dcd: 0, sdf: 20 };

const DEFAULTS = {
  rules: "",
  handling: DEFAULT_HANDLING,
  keys: DEFAULT_KEYS,
  watchSpeed: 3,
  play: { kind: "alone", speed: 2 },
  bots: { url: "", speed: 2, kind: "match" },
};

/** Returns a stored value where it has the type of the default, part by part. */
function merge(usual, stored) {
  if (Array.isArray(usual)) {
    const fits = Array.isArray(stored) && stored.every((item) => typeof item === "string");
    return fits ? usual.map((item, i) => stored[i] ?? item) : [...usual];
  }
  if (typeof usual === "object") {
    const entries = Object.entries(usual);
    return Object.fromEntries(entries.map(([key, value]) => [key, merge(value, stored?.[key])]));
  }
  return typeof stored === typeof usual && stored === stored ? stored : usual;
}

function read() {
  try {
    return merge(DEFAULTS, JSON.parse(localStorage.getItem(STORE)));
  } catch {
    return merge(DEFAULTS, null);
  }
}

/** The settings; call {@link saveSettings} after a change. */
export const settings = read();

/** Keeps the settings for the next visit, where the browser allows it. */
export function saveSettings() {
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // Storage is full or forbidden: the settings last until the page is closed.
  }
}

/** Restores handling and keys. */
export function restoreHandling() {
  settings.handling = merge(DEFAULT_HANDLING, null);
  settings.keys = merge(DEFAULT_KEYS, null);
  saveSettings();
}

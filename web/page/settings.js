/**
 * The settings of a visitor, stored in localStorage.
 *
 * Defines which values are valid, and how several tabs share them: a tab writes only what was
 * changed in it. Handling and keys change in all tabs at once. Each tab keeps its own values of the
 * other settings while it is open, since a game may depend on them; a new tab begins with the last
 * ones that were stored.
 */

import { SPEEDS } from "./bot-player.js";

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

/** The least and the most of each setting of handling: milliseconds; `sdf` is a factor, 41 is at once. */
export const HANDLING_LIMITS = { das: [0, 400], arr: [0, 100], dcd: [0, 100], sdf: [5, 41] };

/** A stored value: its initial value, and which values are valid. */
class Setting {
  /** @param {unknown} initial @param {(value: unknown) => boolean} fits */
  constructor(initial, fits) {
    this.initial = initial;
    this.fits = fits;
  }
}

const isText = (value, longest) => typeof value === "string" && value.length <= longest;
const text = (longest) => new Setting("", (value) => isText(value, longest));
const choice = (initial, ...others) => new Setting(initial, (value) => [initial, ...others].includes(value));
const number = (initial, [least, most]) => new Setting(initial, (value) => typeof value === "number" && value >= least && value <= most);
const speed = (initial) => new Setting(initial, (value) => Number.isInteger(value) && value >= 0 && value < SPEEDS.length);
const key = (initial) => new Setting(initial, (value) => isText(value, 30) && /^[A-Za-z0-9]*$/.test(value));

/** All that is stored. */
const SCHEMA = {
  rules: text(40),
  handling: {
    das: number(133, HANDLING_LIMITS.das), arr: number(16, HANDLING_LIMITS.arr),
    dcd: number(0, HANDLING_LIMITS.dcd), sdf: number(20, HANDLING_LIMITS.sdf),
  },
  keys: Object.fromEntries(Object.entries(DEFAULT_KEYS).map(([action, keys]) => [action, keys.map(key)])),
  watchSpeed: speed(3),
  play: { kind: choice("alone", "bot", "hints"), speed: speed(2) },
  bots: { url: text(2000), speed: speed(2), kind: choice("match", "watch") },
};

/** Returns stored values, with the initial value in place of each invalid one. */
function fit(schema, stored) {
  if (schema instanceof Setting) return schema.fits(stored) ? stored : schema.initial;
  const parts = typeof stored === "object" && stored !== null ? stored : {};
  if (Array.isArray(schema)) return schema.map((part, i) => fit(part, parts[i]));
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, fit(part, parts[name])]));
}

/** Removes a key that does two things from the second of them. */
function removeDuplicates(keys) {
  const seen = new Set();
  for (const slots of Object.values(keys)) {
    slots.forEach((code, i) => {
      if (seen.has(code)) slots[i] = "";
      if (code) seen.add(code);
    });
  }
}

function read() {
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem(STORE));
  } catch {
    // The text is no JSON, or storage is forbidden.
  }
  const values = fit(SCHEMA, stored);
  removeDuplicates(values.keys);
  return values;
}

/** The settings; call {@link saveSettings} after a change. */
export const settings = read();

/** The settings as they were when they were last read or saved here. */
let known = structuredClone(settings);

/** Copies what differs between `now` and `before` to `to`. */
function copyChanges(schema, now, before, to) {
  for (const name of Object.keys(schema)) {
    if (!(schema[name] instanceof Setting)) copyChanges(schema[name], now[name], before[name], to[name]);
    else if (now[name] !== before[name]) to[name] = now[name];
  }
}

/** Stores what was changed here, if the browser allows it. */
export function saveSettings() {
  // Changes of another tab stay.
  const merged = read();
  copyChanges(SCHEMA, settings, known, merged);
  known = structuredClone(settings);
  try {
    localStorage.setItem(STORE, JSON.stringify(merged));
  } catch {
    // Storage is full or forbidden: the settings last until the page is closed.
  }
}

/** Restores handling and keys. */
export function restoreHandling() {
  settings.handling = fit(SCHEMA.handling, null);
  settings.keys = fit(SCHEMA.keys, null);
  saveSettings();
}

const listeners = [];

/** Calls `listener` when another tab has changed handling or keys. */
export function onSharedSettings(listener) { listeners.push(listener); }

/** Uses handling and keys that another tab has stored. */
function readSharedSettings() {
  const { handling, keys } = read();
  if (JSON.stringify({ handling, keys }) === JSON.stringify({ handling: settings.handling, keys: settings.keys })) return;
  Object.assign(settings, { handling, keys });
  Object.assign(known, structuredClone({ handling, keys }));
  for (const listener of listeners) listener();
}

addEventListener("storage", (event) => {
  // The key is null when the whole storage was cleared.
  if (event.key === STORE || event.key === null) readSharedSettings();
});
// A page in the browser's history gets no events.
addEventListener("pageshow", ({ persisted }) => { if (persisted) readSharedSettings(); });

/**
 * The settings of a visitor, stored in localStorage.
 *
 * Defines which values are valid, and how several tabs share them. Each setting is an item of its
 * own, as `landfall.handling.das`, and a tab writes only what was changed in it: tabs may be
 * processes that learn late what others have stored, and would undo it if all were one item.
 * Handling and keys change in all tabs at once. Each tab keeps its own values of the other settings
 * while it is open, since a game may depend on them; a new tab begins with the last ones that were
 * stored.
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

/** The least and the most of each setting of handling: milliseconds; `sdf` is a factor, 41 is at once. @type {Record<string, [number, number]>} */
export const HANDLING_LIMITS = { das: [0, 400], arr: [0, 100], dcd: [0, 100], sdf: [5, 41] };

/** A stored value: its initial value, and which values are valid. */
class Setting {
  /** @param {unknown} initial @param {(value: any) => boolean} fits */
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
  review: { depth: choice("normal", "quick", "deep"), players: choice("numbers", "names") },
  train: { source: choice("own", "set"), pieces: choice("1", "3"), kind: text(20), player: text(200), rules: text(40) },
  bots: { url: text(2000), speed: speed(2), kind: choice("match", "watch") },
};

/**
 * Returns an object of the schema's shape, with `valueOf(setting, path)` for each of its settings.
 * @param {string} path of the schema: a setting is stored under its own
 */
function mapSettings(schema, path, valueOf) {
  if (schema instanceof Setting) return valueOf(schema, path);
  const values = Object.entries(schema).map(([name, part]) => [name, mapSettings(part, `${path}.${name}`, valueOf)]);
  return Array.isArray(schema) ? values.map(([, value]) => value) : Object.fromEntries(values);
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

/** Returns a stored value; null where there is none. */
function readItem(path) {
  try {
    return JSON.parse(localStorage.getItem(path));
  } catch {
    // The text is no JSON, or storage is forbidden.
    return null;
  }
}

/** Returns the stored settings, with the initial value in place of each invalid one. */
function read() {
  const values = mapSettings(SCHEMA, STORE, (setting, path) => {
    const stored = readItem(path);
    return setting.fits(stored) ? stored : setting.initial;
  });
  removeDuplicates(values.keys);
  return values;
}

/** The settings; call {@link saveSettings} after a change. */
export const settings = read();

/** Returns the items that are stored for some settings: pairs of path and value. */
const itemsOf = (values, path = STORE) => Object.entries(values).flatMap(([name, value]) => {
  const item = `${path}.${name}`;
  return typeof value === "object" ? itemsOf(value, item) : [[item, value]];
});

/** The items as they were when they were last read or saved here. */
const known = new Map(itemsOf(settings));

/** Remembers items, and returns those that differ from what was known. */
function remember(values) {
  const changed = itemsOf(values).filter(([path, value]) => known.get(path) !== value);
  for (const [path, value] of changed) known.set(path, value);
  return changed;
}

/** Stores what was changed here, if the browser allows it. */
export function saveSettings() {
  for (const [path, value] of remember(settings)) {
    try {
      localStorage.setItem(path, JSON.stringify(value));
    } catch {
      // Storage is full or forbidden: the setting lasts until the page is closed.
    }
  }
}

/** Restores handling and keys. */
export function restoreHandling() {
  const { handling, keys } = mapSettings(SCHEMA, STORE, ({ initial }) => initial);
  Object.assign(settings, { handling, keys });
  saveSettings();
}

const listeners = [];

/** Calls `listener` when another tab has changed handling or keys. */
export function onSharedSettings(listener) { listeners.push(listener); }

/** Uses handling and keys that another tab has stored. */
function readSharedSettings() {
  const { handling, keys } = read();
  if (!remember({ handling, keys }).length) return;
  Object.assign(settings, { handling, keys });
  for (const listener of listeners) listener();
}

addEventListener("storage", (event) => {
  // The key is null when the whole storage was cleared.
  if (event.key === null || event.key.startsWith(`${STORE}.`)) readSharedSettings();
});
// A page in the browser's history gets no events.
addEventListener("pageshow", ({ persisted }) => { if (persisted) readSharedSettings(); });

/** Names of the keys of the game and of the keyboard, and the settings of handling. */

import { byId, element, setText } from "./dom.js";
import { HANDLING_LIMITS, saveSettings, settings } from "./settings.js";

export const ACTIONS = {
  left: "Left", right: "Right", soft_drop: "Soft drop", hard_drop: "Hard drop",
  clockwise: "Turn right", counterclockwise: "Turn left", half_turn: "Half turn", hold: "Hold",
  pause: "Pause", restart: "New game",
};

const NAMES = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc",
  ShiftLeft: "L Shift", ShiftRight: "R Shift", ControlLeft: "L Ctrl", ControlRight: "R Ctrl",
  AltLeft: "L Alt", AltRight: "R Alt",
};

/** @returns {string} the name of a key of the keyboard as it is shown */
export function keyName(code) {
  return NAMES[code] ?? code.replace(/^(Key|Digit)/, "").replace(/^Numpad/, "Num ");
}

/** @returns {string|undefined} the key of the game for a key of the keyboard */
export function actionOf(code) {
  return Object.keys(ACTIONS).find((action) => settings.keys[action].includes(code));
}

/** The settings of handling: name, label, description, unit. */
const HANDLING = [
  ["das", "DAS", "Delay before a held key repeats", "ms"],
  ["arr", "ARR", "Time between repeats; 0 is at once", "ms"],
  ["dcd", "DCD", "Pause of repeats after a new piece or turn", "ms"],
  ["sdf", "Soft drop", "How many times faster; 41 is at once", "×"],
];

/** Makes the fields of handling; `onChange` is called after each change. Returns a function that shows the settings again. */
export function handlingFields(onChange) {
  const inputs = new Map();
  for (const [name, label, description, unit] of HANDLING) {
    const [min, max] = HANDLING_LIMITS[name];
    const input = element("input", {
      type: "range", min: String(min), max: String(max), step: "1", id: `handling-${name}`, "aria-describedby": `about-${name}`,
    });
    const output = element("output", {});
    const about = element("small", { id: `about-${name}` }, description);
    const show = () => {
      const value = settings.handling[name];
      input.value = String(value);
      setText(output, name === "sdf" && value === 41 ? "at once" : `${value} ${unit}`);
    };
    input.addEventListener("input", () => {
      settings.handling[name] = Number(input.value);
      show();
      saveSettings();
      onChange();
    });
    inputs.set(name, show);
    byId("handling-fields").append(element("div", { class: "slider" }, element("label", { for: `handling-${name}` }, label), output, input, about));
    show();
  }
  return () => inputs.forEach((show) => show());
}

/** @returns {{das: number, arr: number, dcd: number, sdf: number}} handling in frames */
export function handlingInFrames() {
  const { das, arr, dcd, sdf } = settings.handling;
  const frames = (milliseconds) => (milliseconds * 60) / 1000;
  return { das: frames(das), arr: frames(arr), dcd: frames(dcd), sdf };
}

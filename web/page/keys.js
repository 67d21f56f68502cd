/** Keys of the keyboard for keys of the game, and the settings of handling. */

import { byId, element, setText } from "./dom.js";
import { DEFAULT_KEYS, HANDLING_LIMITS, restoreHandling, saveSettings, settings } from "./settings.js";

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

/** Makes the table in which keys are chosen; `onChange` is called after each change. Returns a function that shows the settings again. */
export function keyTable(onChange) {
  let listening = null;
  const buttons = [];

  function show() {
    for (const { button, action, slot } of buttons) {
      const code = settings.keys[action][slot];
      const waiting = listening?.button === button;
      setText(button, waiting ? "Press a key" : code ? keyName(code) : "none");
      button.setAttribute("aria-label", `${ACTIONS[action]}, key ${slot + 1}: ${waiting ? "press a key" : code ? keyName(code) : "none"}`);
      button.classList.toggle("listening", waiting);
    }
    byId("help-play-keys").replaceChildren(...Object.entries(ACTIONS).flatMap(([action, label]) => {
      const keys = settings.keys[action].filter(Boolean).flatMap((code) => [element("kbd", {}, keyName(code)), " "]);
      return [element("dt", {}, ...keys), element("dd", {}, label)];
    }));
  }

  function choose(event) {
    if (!listening) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { action, slot } = listening;
    listening = null;
    if (event.code !== "Escape" || action === "pause") {
      const code = event.code === "Delete" ? "" : event.code;
      // A key does one thing: the action that had it loses it.
      if (code) for (const keys of Object.values(settings.keys)) keys.forEach((known, i) => { if (known === code) keys[i] = ""; });
      settings.keys[action][slot] = code;
      saveSettings();
      onChange();
    }
    show();
  }

  for (const action of Object.keys(DEFAULT_KEYS)) {
    const row = element("tr", {}, element("th", { scope: "row" }, ACTIONS[action]));
    for (const slot of [0, 1]) {
      const button = element("button", { type: "button" });
      button.addEventListener("click", () => {
        listening = { button, action, slot };
        show();
      });
      button.addEventListener("blur", () => {
        if (listening?.button === button) listening = null;
        show();
      });
      buttons.push({ button, action, slot });
      row.append(element("td", {}, button));
    }
    byId("keys").append(row);
  }
  addEventListener("keydown", choose, { capture: true });
  byId("handling-reset").addEventListener("click", () => {
    restoreHandling();
    show();
    onChange();
  });
  show();
  return show;
}

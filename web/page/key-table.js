/** The table in which a visitor chooses the keys of the game, and the list of the keys in the help. */

import { byId, element, setText } from "./dom.js";
import { ACTIONS, keyName } from "./keys.js";
import { DEFAULT_KEYS, restoreHandling, saveSettings, settings } from "./settings.js";

/** Assigns a key of the keyboard, or none with an empty code. A key does one thing: the action that had it loses it. */
function assignKey(action, slot, code) {
  if (code) {
    for (const keys of Object.values(settings.keys)) keys.forEach((known, i) => { if (known === code) keys[i] = ""; });
  }
  settings.keys[action][slot] = code;
  saveSettings();
}

/** A table of two keys for each action. */
export class KeyTable {
  #buttons = [];
  /** The button that waits for a key, with its action and slot. */
  #waiting = null;
  #onChange;

  /** @param {() => void} onChange called after each change, also of handling by the button that restores it */
  constructor(onChange) {
    this.#onChange = onChange;
    byId("keys").append(...Object.keys(DEFAULT_KEYS).map((action) => this.#makeRow(action)));
    addEventListener("keydown", (event) => this.#onKey(event), { capture: true });
    byId("handling-reset").addEventListener("click", () => {
      restoreHandling();
      this.draw();
      onChange();
    });
    this.draw();
  }

  #makeRow(action) {
    const cells = [0, 1].map((slot) => element("td", {}, this.#makeButton(action, slot)));
    return element("tr", {}, element("th", { scope: "row" }, ACTIONS[action]), ...cells);
  }

  #makeButton(action, slot) {
    const button = element("button", { type: "button" });
    const entry = { button, action, slot };
    this.#buttons.push(entry);
    button.addEventListener("click", () => {
      this.#waiting = entry;
      this.draw();
    });
    button.addEventListener("blur", () => {
      if (this.#waiting === entry) this.#waiting = null;
      this.draw();
    });
    return button;
  }

  /** Shows the keys of the settings. */
  draw() {
    for (const entry of this.#buttons) {
      const { button, action, slot } = entry;
      const code = settings.keys[action][slot];
      const waiting = entry === this.#waiting;
      const name = code ? keyName(code) : "none";
      setText(button, waiting ? "Press a key" : name);
      button.setAttribute("aria-label", `${ACTIONS[action]}, key ${slot + 1}: ${waiting ? "press a key" : name}`);
      button.classList.toggle("listening", waiting);
    }
    byId("help-play-keys").replaceChildren(...Object.entries(ACTIONS).flatMap(([action, label]) => {
      const keys = settings.keys[action].filter(Boolean).flatMap((code) => [element("kbd", {}, keyName(code)), " "]);
      return [element("dt", {}, ...keys), element("dd", {}, label)];
    }));
  }

  #onKey(event) {
    if (!this.#waiting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { action, slot } = this.#waiting;
    this.#waiting = null;
    if (event.code !== "Escape" || action === "pause") {
      assignKey(action, slot, event.code === "Delete" ? "" : event.code);
      this.#onChange();
    }
    this.draw();
  }
}

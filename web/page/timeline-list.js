/** The positions of an analysis as a list on the screen, with buttons that step through it. */

import { byId, element } from "./dom.js";

/** Returns the button of a step, as "back". */
export const stepButton = (step) => document.querySelector(`[data-step=${step}]`);

/** The list of a timeline. */
export class TimelineList {
  #timeline;
  /** The items of the list, by the entries of the timeline. */
  #items = new Map();

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
    for (const step of ["first", "back", "forward", "last"]) {
      stepButton(step).addEventListener("click", () => timeline[step]());
    }
  }

  /** Changes only what differs from before: the list may be long. */
  draw() {
    const list = byId("timeline");
    const { line } = this.#timeline;
    this.#removeOld(line);
    for (const entry of line) {
      if (!this.#items.has(entry)) {
        this.#items.set(entry, this.#makeItem(entry));
        list.append(this.#items.get(entry));
      }
      this.#drawVariations(entry);
    }
    const current = this.#items.get(this.#timeline.current);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current.firstElementChild.setAttribute("aria-current", "step");
    list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
    for (const step of ["first", "back"]) stepButton(step).disabled = !this.#timeline.canGoBack;
    for (const step of ["forward", "last"]) stepButton(step).disabled = !this.#timeline.canGoForward;
  }

  #removeOld(line) {
    const kept = new Set(line);
    for (const [entry, item] of [...this.#items]) {
      if (kept.has(entry)) continue;
      item.remove();
      this.#items.delete(entry);
    }
  }

  #makeItem(entry) { return element("li", {}, this.#makeButton(entry)); }

  #makeButton(entry) {
    const { label, letter } = entry;
    const button = element("button", { type: "button", class: letter ? `chip ${letter}` : "chip edit" }, label);
    button.addEventListener("click", () => this.#timeline.go(entry));
    return button;
  }

  /** Shows after an entry what else was tried in its place. */
  #drawVariations(entry) {
    const others = entry.parent?.children.filter((other) => other !== entry) ?? [];
    const item = this.#items.get(entry);
    const shown = item.querySelector(".variations");
    if ((shown?.childElementCount ?? 0) === others.length) return;
    shown?.remove();
    const list = element("span", { class: "variations", role: "group", "aria-label": `Instead of ${entry.label}` });
    list.append(...others.map((other) => this.#makeButton(other)));
    item.append(list);
  }
}

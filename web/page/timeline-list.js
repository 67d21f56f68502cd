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
    const { entries, at } = this.#timeline;
    this.#removeOld(entries);
    for (const entry of entries) {
      if (this.#items.has(entry)) continue;
      this.#items.set(entry, this.#makeItem(entry));
      list.append(this.#items.get(entry));
    }
    const current = this.#items.get(entries[at]);
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current.firstElementChild.setAttribute("aria-current", "step");
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    for (const step of ["first", "back"]) stepButton(step).disabled = !this.#timeline.canGoBack;
    for (const step of ["forward", "last"]) stepButton(step).disabled = !this.#timeline.canGoForward;
  }

  #removeOld(entries) {
    const kept = new Set(entries);
    for (const [entry, item] of [...this.#items]) {
      if (kept.has(entry)) continue;
      item.remove();
      this.#items.delete(entry);
    }
  }

  #makeItem(entry) {
    const { label, letter } = entry;
    const button = element("button", { type: "button", class: letter ? `chip ${letter}` : "chip edit" }, label);
    button.addEventListener("click", () => this.#timeline.goTo(entry));
    return element("li", {}, button);
  }
}

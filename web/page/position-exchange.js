/** Positions as text that is pasted and copied: fumens, TBP `start` messages, links. */

import { byId, setText } from "./dom.js";
import { joinFumens } from "./engine.js";
import { fromText } from "./position-link.js";

/** Returns entries of a timeline as one fumen, with their comments. */
const fumenOf = (entries) => joinFumens(entries.map(({ game, comment }) => ({ fumen: game.fumen(), comment })));

/** The field for texts, the buttons that copy, and the line below that says what happened. */
export class PositionExchange {
  #timeline;

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
    byId("exchange").addEventListener("submit", (event) => {
      event.preventDefault();
      this.load(byId("exchange-text").value);
    });
    byId("copy-fumen").addEventListener("click", () => this.copyFumen());
    byId("copy-pages").addEventListener("click", () => this.#copyPages());
    byId("position-comment").addEventListener("input", ({ target }) => {
      timeline.current.comment = target.value;
    });
    byId("copy-start").addEventListener("click", () => this.#copy(JSON.stringify(timeline.game.startMessage()), "The TBP start"));
    byId("copy-link").addEventListener("click", () => this.#copy(location.href, "The link"));
  }

  /** Makes a change, or shows why it is impossible; returns whether it was made. */
  attempt(change) {
    try {
      change();
      this.#show("");
      return true;
    } catch (error) {
      this.#show(error.message);
      return false;
    }
  }

  /** Adds the positions of a text to the timeline, and shows the first of them. */
  load(text) {
    let note = "";
    const loaded = this.attempt(() => {
      const read = fromText(text, byId("position-rules").value);
      const labels = read.pages.length > 1 ? read.pages.map((_, i) => `Page ${i + 1}`) : ["Loaded"];
      this.#timeline.pushAll(read.pages.map((page, i) => ({ ...page, label: labels[i] })));
      note = read.note;
    });
    if (loaded) this.#show(note);
  }

  copyFumen() { return this.#copy(fumenOf([this.#timeline.current]), "The fumen"); }

  /** Copies the positions from the first to the last one that are shown in the list, a page each. */
  #copyPages() {
    const { line } = this.#timeline;
    return this.#copy(fumenOf(line), `The fumen of ${line.length} ${line.length === 1 ? "page" : "pages"}`);
  }

  async #copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.#show(`${what} copied.`);
    } catch {
      byId("exchange-text").value = text;
      byId("exchange-text").select();
      this.#show(`${what} is in the field above: copy it from there.`);
    }
  }

  #show(text) { setText(byId("exchange-status"), text); }
}

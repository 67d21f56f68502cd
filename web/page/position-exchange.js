/** Positions as text that is pasted and copied: fumens, TBP `start` messages, links. */

import { byId, setText } from "./dom.js";
import { fromText } from "./position-link.js";

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

  /** Adds the position of a text to the timeline. */
  load(text) {
    let note = "";
    const loaded = this.attempt(() => {
      const read = fromText(text, byId("position-rules").value);
      this.#timeline.push(read.game, "Loaded");
      note = read.note;
    });
    if (loaded) this.#show(note);
  }

  copyFumen() { return this.#copy(this.#timeline.game.fumen(), "The fumen"); }

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

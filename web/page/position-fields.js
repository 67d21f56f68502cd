/** The fields of a position: queue, hold, counters and ruleset. */

import { byId, element, showFieldError } from "./dom.js";
import { TurnGame, randomSeed } from "./engine.js";

const PREVIEWS = 5;

/** Returns a game of a ruleset with random pieces. */
export const randomGame = (rules) => new TurnGame({ rules, seed: randomSeed(), previews: PREVIEWS });

/** Fields that show the position of a timeline and change it. */
export class PositionFields {
  #timeline;

  /** @param {import("./timeline.js").Timeline} timeline */
  constructor(timeline) {
    this.#timeline = timeline;
    byId("position-hold").append(...["", ..."IOTLJSZ"].map((letter) => element("option", { value: letter }, letter || "–")));
    this.#editBy("position-queue", "Queue", (game, text) => game.setQueue(text));
    this.#editBy("position-hold", "Hold", (game, text) => game.setHold(text));
    this.#editBy("position-combo", "Combo", (game, text) => game.setCounters({ combo: text }));
    this.#editBy("position-b2b", "B2B", (game, text) => game.setCounters({ back_to_back: text }));
    byId("position-rules").addEventListener("change", ({ target }) => this.#changeRules(target.value));
    byId("position").addEventListener("submit", (event) => event.preventDefault());
    byId("board-deal").addEventListener("click", () => this.#deal());
  }

  /** Shows a position in all fields but the one that has the focus. */
  draw({ queue, hold, combo, back_to_back: chain, rules }, written = document.activeElement) {
    const fill = (id, value) => {
      if (written === byId(id)) return;
      byId(id).value = value;
      showFieldError(byId(id), "");
    };
    fill("position-queue", queue.join(""));
    fill("position-hold", hold ?? "");
    fill("position-combo", Math.max(0, combo));
    fill("position-b2b", Math.max(0, chain));
    fill("position-rules", rules);
  }

  /** Changes the position whenever a field is changed. */
  #editBy(id, label, change) {
    byId(id).addEventListener("change", ({ target }) => {
      this.#attempt(target, label, () => this.#timeline.edit(label, (game) => change(game, target.value)));
    });
  }

  /** Changes the position, or shows below a field why that is impossible. */
  #attempt(field, label, change) {
    try {
      change();
    } catch (error) {
      showFieldError(field, `${label}: ${error.message}.`);
      return;
    }
    showFieldError(field, "");
    this.draw(this.#timeline.game.view(), null);
  }

  /** Adds random pieces to the queue. */
  #deal() {
    const dealt = randomGame(this.#timeline.game.view().rules);
    const letters = dealt.view().queue.join("");
    dealt.free();
    this.#attempt(byId("position-queue"), "Deal", () => {
      this.#timeline.edit("Deal", (game) => game.setQueue(game.view().queue.join("") + letters));
    });
  }

  #changeRules(name) {
    this.#attempt(byId("position-rules"), "Ruleset", () => {
      this.#timeline.push(new TurnGame({ rules: name, start: this.#timeline.game.startMessage() }), name);
    });
    byId("position-rules").value = this.#timeline.game.view().rules;
  }
}

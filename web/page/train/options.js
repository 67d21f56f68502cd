/** The choice of positions: whose, of which kind, under which rules, and how many pieces are asked. */

import { byId, chooseRadio, element } from "../dom.js";
import { giveKeysToGame } from "../live-run.js";
import { saveSettings, settings } from "../settings.js";
import { KINDS } from "./constants.js";

/** Fills a select with all and some values, and returns what is chosen. */
function fill(select, all, names, chosen) {
  const wanted = ["", ...names].join("\n");
  if (select.dataset.values !== wanted) {
    select.dataset.values = wanted;
    select.replaceChildren(element("option", { value: "" }, all), ...names.map((name) => element("option", { value: name }, KINDS[name] ?? name)));
  }
  select.value = names.includes(chosen) ? chosen : "";
  // It stays in its place, so that nothing moves.
  select.disabled = names.length < 2;
  return select.value;
}

/** Returns the values of a member, each once. */
const valuesOf = (puzzles, name) => [...new Set(puzzles.map((puzzle) => puzzle[name]).filter(Boolean))].sort();

export class Options {
  #onChange;
  /** Whether the positions of the page stand in for the visitor's, who have none. */
  #isFallback = false;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    settings.train.source = chooseRadio(byId("train-source-kind"), settings.train.source);
    settings.train.pieces = chooseRadio(byId("train-pieces"), settings.train.pieces);
    for (const [id, name] of [["train-source-kind", "source"], ["train-pieces", "pieces"], ["train-kind", "kind"], ["train-player", "player"], ["train-rules", "rules"]]) {
      byId(id).addEventListener("change", ({ target }) => this.#set(name, target.value));
    }
  }

  #set(name, value) {
    settings.train[name] = value;
    if (name === "source") this.#isFallback = false;
    saveSettings();
    giveKeysToGame();
    this.#onChange();
  }

  get isOwn() { return settings.train.source === "own" && !this.#isFallback; }

  get pieces() { return Number(settings.train.pieces); }

  /** @param {boolean} hasOwn whether there are positions of the visitor's games, or games to search */
  setHasOwn(hasOwn) {
    this.#isFallback = settings.train.source === "own" && !hasOwn;
    chooseRadio(byId("train-source-kind"), this.isOwn ? "own" : "set");
  }

  /**
   * Shows what there is to choose among some positions, and returns what is chosen.
   * @param {import("./set.js").Puzzle[]} puzzles
   * @returns {{kind: string, player: string, rules: string}}
   */
  filter(puzzles) {
    const { kind, player, rules } = settings.train;
    return {
      kind: fill(byId("train-kind"), "All kinds", valuesOf(puzzles, "kind"), kind),
      player: fill(byId("train-player"), "All players", valuesOf(puzzles, "player"), player),
      rules: fill(byId("train-rules"), "All rulesets", valuesOf(puzzles, "rules"), rules),
    };
  }
}

/** Positions as text: links, fumens and TBP `start` messages, in both directions. */

import { TurnGame, ruleset } from "./engine.js";

/**
 * @param {TurnGame} game
 * @returns {string} what follows `#analyse?`
 */
export function toLink(game) {
  const { rules, queue, hold, combo, back_to_back: chain } = game.view();
  const fields = new URLSearchParams({ d: game.fumen(), q: queue.join("") });
  if (hold) fields.set("hold", hold);
  if (combo > 0) fields.set("combo", combo);
  if (chain > 0) fields.set("b2b", chain);
  fields.set("rules", rules);
  // Both are allowed in a fragment, and fumens stay readable with them.
  return fields.toString().replaceAll("%40", "@").replaceAll("%2F", "/");
}

/**
 * Reads what a link holds.
 * @param {string} text what follows `#analyse?`
 * @param {string} rulesName the ruleset where none is named
 * @returns {TurnGame|null} `null` where it holds no position
 * @throws {Error} with a sentence
 */
export function fromLink(text, rulesName) {
  const fields = new URLSearchParams(text);
  const fumen = fields.get("d");
  if (!fumen) return null;
  const game = fromFumen(fumen, fields.get("rules") ?? rulesName);
  if (fields.has("q")) game.setQueue(fields.get("q"));
  if (fields.has("q") || fields.has("hold")) game.setHold(fields.get("hold") ?? "");
  const number = (name) => Math.max(0, Math.trunc(Number(fields.get(name)) || 0));
  game.setCounters({ combo: number("combo"), back_to_back: number("b2b") });
  return game;
}

/** Reads the first page of a fumen. */
export function fromFumen(fumen, rulesName) {
  return new TurnGame({ fumen, page: 1, rules: ruleset(rulesName).name });
}

/**
 * Reads whatever somebody pasted.
 * @param {string} text a fumen, a link with one, or a TBP `start`
 * @param {string} rulesName
 * @returns {TurnGame}
 * @throws {Error} with a sentence
 */
export function fromText(text, rulesName) {
  const given = text.trim();
  if (given.startsWith("{")) {
    let start;
    try {
      start = JSON.parse(given);
    } catch (error) {
      throw new Error(`This is no JSON: ${error.message}`);
    }
    return new TurnGame({ rules: ruleset(rulesName).name, start });
  }
  const [, own] = given.split("#analyse?");
  if (own) {
    const game = fromLink(own, rulesName);
    if (game) return game;
  }
  const fumen = given.match(/[vmd]1[01][05]@[^\s&"']*/);
  if (!fumen) throw new Error("This is neither a fumen nor a TBP start nor a link with a position.");
  return fromFumen(decodeURIComponent(fumen[0]), rulesName);
}

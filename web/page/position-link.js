/** Positions as text: links, fumens and TBP `start` messages, in both directions. */

import { TurnGame, fumenComments, ruleset, rulesets } from "./engine.js";

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

/** The parameters of a link. */
const PARAMETERS = ["d", "q", "hold", "combo", "b2b", "rules"];

/** Reads a parameter if the link has it; an error names it. */
function readParameter(fields, name, read) {
  const value = fields.get(name);
  if (value === null) return undefined;
  try {
    return read(value);
  } catch (error) {
    const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    throw new Error(`The link is broken at ${name}=${shown}: ${error.message}.`, { cause: error });
  }
}

/** Returns the name of a ruleset of a link, which must be one that the page offers. */
function offeredName(name) {
  const names = rulesets().map((offered) => offered.name);
  if (!names.includes(name)) throw new Error(`there is no such ruleset, there are ${names.join(", ")}`);
  return name;
}

/**
 * Reads a link. What it does not name is empty, as the board without `d`.
 * @param {string} text what follows `#analyse?`
 * @param {string} rulesName the ruleset if none is named
 * @returns {TurnGame|null} `null` if it has no parameter of a position
 * @throws {Error} with a sentence that names the parameter
 */
export function fromLink(text, rulesName) {
  const fields = new URLSearchParams(text);
  if (!PARAMETERS.some((name) => fields.has(name))) return null;
  const rules = readParameter(fields, "rules", offeredName) ?? ruleset(rulesName).name;
  // A fumen has no blanks: a plus sign that was not escaped is read as one.
  const game = readParameter(fields, "d", (fumen) => fromFumen(fumen.replaceAll(" ", "+"), rules))
    ?? emptyPosition(rules);
  readParameter(fields, "q", (queue) => game.setQueue(queue));
  if (fields.has("q") && !fields.has("hold")) game.setHold("");
  readParameter(fields, "hold", (hold) => game.setHold(hold));
  readParameter(fields, "combo", (combo) => game.setCounters({ combo }));
  readParameter(fields, "b2b", (chain) => game.setCounters({ back_to_back: chain }));
  return game;
}

/** @returns {TurnGame} an empty board without pieces */
export function emptyPosition(rulesName) {
  return new TurnGame({ start: { queue: [], board: [] }, rules: ruleset(rulesName).name });
}

/** Reads a page of the first fumen of a text. */
export function fromFumen(fumen, rulesName, page = 1) {
  return new TurnGame({ fumen, page, rules: ruleset(rulesName).name });
}

/** Pages that are read of a fumen. */
const MOST_PAGES = 200;

const NO_POSITION = "This is neither a fumen nor a TBP start nor a link with a position.";

/**
 * Reads a text that somebody pasted.
 * @param {string} text fumens, alone, in links or in prose, or a TBP `start`
 * @param {string} rulesName
 * @returns {{pages: {game: TurnGame, comment: string}[], note: string}} the positions of the first
 *   fumen's pages, and a note about what else there is
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
    if (start.type !== "start" && !("board" in start)) throw new Error(NO_POSITION);
    return { pages: [{ game: new TurnGame({ rules: ruleset(rulesName).name, start }), comment: "" }], note: "" };
  }
  // These characters end a link in prose, Markdown or HTML.
  const own = given.split("#analyse?")[1]?.split(/[\s<>()[\]"'`]/)[0];
  const game = own ? fromLink(own, rulesName) : null;
  const fumens = fumenComments(given);
  if (game) return { pages: [{ game, comment: "" }], note: beyond(fumens, 1) };
  if (fumens.length === 0) throw new Error(NO_POSITION);
  const pages = fumens[0].slice(0, MOST_PAGES).map((comment, i) => ({ game: fromFumen(given, rulesName, i + 1), comment }));
  return { pages, note: beyond(fumens, pages.length) };
}

/** Returns a note about what is left out of fumens. */
function beyond(fumens, read) {
  if (fumens.length > 1) return `The text has ${fumens.length} fumens. This is the first.`;
  return fumens[0]?.length > read ? `The fumen has ${fumens[0].length} pages. These are the first ${read}.` : "";
}

/** The positions that come with the page, from games of landfall against itself. */

import { fromLink } from "../position-link.js";

/**
 * A position that can be asked.
 * @typedef {{id: string, rules: string, kind: string, start: object, played: object, loss?: number,
 *   player?: string, game?: string}} Puzzle `start`, `played`: of TBP
 */

/** Reads a line: a link, the move that was played, the kind of the mistake. */
function readLine(line) {
  const [link, move, kind] = line.split("\t");
  const [type, orientation, x, y, spin] = move.split(" ");
  const played = { location: { type, orientation, x: Number(x), y: Number(y) }, spin };
  const rules = new URLSearchParams(link).get("rules");
  return {
    id: link, rules, kind, played,
    /** Read when it is asked: there are hundreds. */
    get start() {
      const game = fromLink(link, rules);
      const { randomizer, ...start } = game.startMessage();
      game.free();
      return start;
    },
  };
}

let loading = null;

/** @returns {Promise<Puzzle[]>} rejects with an error whose message can be shown */
export async function loadSet() {
  loading ??= fetch(new URL("puzzles.txt", import.meta.url)).then(async (response) => {
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    return (await response.text()).trim().split("\n").map(readLine);
  });
  try {
    return await loading;
  } catch (error) {
    loading = null;
    throw new Error(`The positions of the page could not be loaded: ${error.message}`, { cause: error });
  }
}

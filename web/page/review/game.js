/** A game of the list: how it begins, and what the list says of its review. */

/** The format of the viewer's data and rounds. Raise it when they change: older reviews are made again of their moves. */
export const FORMAT = 1;

/** The nodes of each choice of depth. */
export const NODES = { quick: 20_000, normal: 50_000, deep: 200_000 };

const ID_LETTERS = 12;

/** Returns a name for a file and options, the same for the same; a random one without a secure context. */
async function idOf(bytes, options) {
  const hex = (all) => [...all].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, ID_LETTERS);
  if (!crypto.subtle) return hex(crypto.getRandomValues(new Uint8Array(ID_LETTERS)));
  const content = await crypto.subtle.digest("SHA-256", bytes);
  const both = new TextEncoder().encode(JSON.stringify([hex(new Uint8Array(content)), options]));
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", both)));
}

/**
 * @param {import("./intake.js").Given} given
 * @param {import("./store.js").ReviewOptions} options
 * @param {number} added when it was given, in milliseconds since 1970
 * @returns {Promise<{game: import("./store.js").Game, content: import("./store.js").Content}>}
 */
export async function newGame({ name, bytes = new Uint8Array(), error = "" }, options, added) {
  const id = await idOf(bytes, error ? [name, error] : options);
  return emptyGame({ id, name, options, error, added, state: error ? "unreadable" : "waiting" }, bytes);
}

/**
 * @param {Pick<import("./store.js").Game, "id" | "name" | "options" | "error" | "added" | "state">} known
 * @param {Uint8Array} bytes of its file
 * @returns a game and its content before the first report of its review
 */
export function emptyGame({ id, name, options, error, added, state }, bytes) {
  const game = { id, name, options, error, added, state, done: 0, moves: null, recording: "", rounds: 0, players: [], worst: null };
  return { game, content: { id, bytes, data: null, rounds: [], json: "", format: FORMAT } };
}

/** Returns the worst move of all that were judged. */
function worstMove({ rounds, words }) {
  let worst = null;
  for (const { sides } of rounds) {
    for (const { moves } of sides) {
      for (const move of moves) if (move.loss > (worst?.loss ?? 0)) worst = move;
    }
  }
  if (!worst) return null;
  return { loss: worst.loss, unit: words.units[1], losesGame: worst.losesGame ?? false };
}

/**
 * @param {object} data of the viewer
 * @returns what the list says of a review
 */
export const summaryOf = (data) => ({
  recording: data.recording,
  rounds: data.rounds.length,
  players: data.players.filter(({ totals }) => totals.moves > 0).map(({ name, totals, won }) => ({ name, accuracy: totals.accuracy, won })),
  worst: worstMove(data),
});

/** @returns {string} seconds in words */
function timeText(seconds) {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  return `${Math.round(seconds / 60)} min`;
}

/**
 * @param {import("./store.js").Game} game
 * @param {import("./queue.js").Job | undefined} job of a game that is reviewed
 * @returns {string} how far a review is, in words; empty when it is done
 */
export function progressText(game, job) {
  if (job?.state === "waiting") return "Waiting";
  const moves = game.moves === null ? "" : `${game.done} of ${game.moves} moves`;
  if (!job) return ["waiting", "stopped"].includes(game.state) ? ["Stopped", moves].filter(Boolean).join(" at ") : "";
  if (!moves) return "Reading the game";
  if (job.state === "paused") return `Paused at ${moves}`;
  const left = job.secondsLeft !== null && Number.isFinite(job.secondsLeft) ? ` · ${timeText(job.secondsLeft)} left` : "";
  return `${moves}${left}`;
}

/**
 * Reviews as one file, to be kept elsewhere or read in another browser: lines of JSON, the first one
 * with the version, then a game each: its file and its judged moves, of which the review is made again.
 */

import { emptyGame } from "./game.js";

const VERSION = 2;
const FIRST_LINE = JSON.stringify({ landfall_reviews: VERSION });

/** @returns {Promise<string>} bytes in base64 */
const toBase64 = (bytes) => new Promise((done, fail) => {
  const reader = new FileReader();
  reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
  reader.onerror = () => fail(reader.error);
  reader.readAsDataURL(new Blob([bytes]));
});

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Lets the page do other things. */
const breathe = () => new Promise((done) => setTimeout(done));

/**
 * @param {import("./library.js").Library} library
 * @returns {Promise<Blob>} all its games
 */
export async function exportGames(library) {
  const lines = [`${FIRST_LINE}\n`];
  for (const game of library.games) {
    const content = await library.content(game.id);
    if (!content) continue;
    const { id, name, added, options, state, error } = game;
    const line = { game: { id, name, added, options, state, error }, file: await toBase64(content.bytes), judged: await library.judged(id) };
    lines.push(`${JSON.stringify(line)}\n`);
    await breathe();
  }
  return new Blob(lines, { type: "application/jsonl" });
}

/** Returns whether bytes are a file of reviews. */
export function isArchive(bytes) {
  const begin = new TextDecoder().decode(bytes.subarray(0, FIRST_LINE.length));
  return begin.startsWith('{"landfall_reviews":');
}

const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

/** Returns whether a value is a game of a file of reviews. */
function isGame({ id, name, added, options, state, error }) {
  return /^[0-9a-f]{8,24}$/.test(id) && isText(name) && isText(error) && isNumber(added)
    && ["waiting", "stopped", "failed", "unreadable", "done"].includes(state) && typeof options === "object" && options !== null;
}

/** Reads a line; throws where it is no game. */
function readLine(line, number) {
  try {
    const { game, file, judged } = JSON.parse(line);
    if (!isGame(game) || !judged.every(isText)) throw new Error("it has no review");
    return { given: game, bytes: fromBase64(file), judged };
  } catch (error) {
    throw new Error(`Line ${number} of the file of reviews cannot be read: ${error.message}.`, { cause: error });
  }
}

/**
 * Adds the games of a file to those of the browser, which keeps its own where it has the same.
 * @param {import("./library.js").Library} library
 * @param {Uint8Array} bytes
 * @param {(id: string) => void} onAdded called for each game that was added
 * @throws {Error} with a sentence; the games before the broken line are added
 */
export async function importGames(library, bytes, onAdded) {
  const [first, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\n");
  if (first !== FIRST_LINE) throw new Error("The file of reviews is of another version of landfall.");
  for (const [i, line] of lines.entries()) {
    const { given, bytes, judged } = readLine(line, i + 2);
    await breathe();
    if (library.game(given.id)) continue;
    const { game, content } = emptyGame(given, bytes);
    // What was done is waiting: its review is made of the judged moves.
    if (game.state === "done") game.state = "waiting";
    await library.add({ ...game, done: judged.length }, content, judged);
    onAdded(game.id);
  }
}

/** Lets the visitor save a file. */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

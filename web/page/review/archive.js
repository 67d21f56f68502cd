/**
 * Reviews as one file, to be kept elsewhere or read in another browser: lines of JSON, the first one
 * with the version, then a game each.
 */

const VERSION = 1;
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
    const bytes = await toBase64(content.bytes);
    lines.push(`${JSON.stringify({ game, content: { ...content, bytes }, judged: await library.judged(game.id) })}\n`);
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

/** Returns whether a value has what the list shows of a game. */
function isGame(game) {
  return /^[0-9a-f]{8,24}$/.test(game.id) && [game.name, game.error, game.recording].every(isText)
    && [game.added, game.done, game.rounds].every(isNumber) && ["waiting", "stopped", "failed", "done"].includes(game.state)
    && (game.moves === null || isNumber(game.moves)) && typeof game.options === "object"
    && game.players.every(({ name, accuracy }) => isText(name) && isNumber(accuracy))
    && (game.worst === null || (isNumber(game.worst.loss) && isText(game.worst.unit)));
}

/** Reads a line; throws where it is no game. */
function readLine(line, number) {
  try {
    const { game, content, judged } = JSON.parse(line);
    if (!isGame(game) || content.id !== game.id || !judged.every(isText) || !content.rounds.every(isText)) throw new Error("it has no review");
    return { game, content: { ...content, bytes: fromBase64(content.bytes) }, judged };
  } catch (error) {
    throw new Error(`Line ${number} of the file of reviews cannot be read: ${error.message}.`, { cause: error });
  }
}

/**
 * Adds the games of a file to those of the browser, which keeps its own where it has the same.
 * @param {import("./library.js").Library} library
 * @param {Uint8Array} bytes
 * @returns {Promise<number>} how many were added
 * @throws {Error} with a sentence; the games before the broken line are added
 */
export async function importGames(library, bytes) {
  const [first, ...lines] = new TextDecoder().decode(bytes).trimEnd().split("\n");
  if (first !== FIRST_LINE) throw new Error("The file of reviews is of another version of landfall.");
  let added = 0;
  for (const [i, line] of lines.entries()) {
    const { game, content, judged } = readLine(line, i + 2);
    await breathe();
    if (library.game(game.id)) continue;
    await library.add(game, content, judged);
    added += 1;
  }
  return added;
}

/** Lets the visitor save a file. */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

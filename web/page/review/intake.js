/** Reads the games that a visitor gives: files and texts. */

/** The most bytes of a file, as the reader has it. */
const LARGEST_FILE = 64 * 1024 * 1024;

/**
 * A game that was given. Either it has `bytes`, or `error` says in a sentence why not.
 * @typedef {{name: string, bytes?: Uint8Array, error?: string}} Given
 */

/** Returns what a file holds. */
async function readFile(file) {
  const { name, size } = file;
  if (size > LARGEST_FILE) return { name, error: `The file has ${Math.ceil(size / 1048576)} MiB; at most 64 MiB are read.` };
  try {
    return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    return { name, error: `The file cannot be read: ${error.message}` };
  }
}

/**
 * @param {Iterable<File>} files
 * @returns {Promise<Given[]>} the games of files
 */
export const readFiles = (files) => Promise.all([...files].map(readFile));

/** Returns what a text is called in the list of games: its kind, since it has no name. */
function nameOfText(text) {
  if (/[vmd]1(10|15)@/.test(text)) return "Pasted fumen";
  return text.trimStart().startsWith("> ") ? "Pasted log" : "Pasted text";
}

/** @returns {Given} the game of a text: fumens, links, logs, the content of a file */
export const readText = (text, name = nameOfText(text)) => ({ name, bytes: new TextEncoder().encode(text) });

/** The database of this browser: what is kept of reviews and of training, in IndexedDB. */

const DATABASE = "landfall";
/** The first version had the stores of reviews alone. */
const VERSION = 2;

/** The stores, and the keys of their records. */
const STORES = {
  games: { keyPath: "id" }, contents: { keyPath: "id" }, judged: { keyPath: ["id", "from"] },
  puzzles: { keyPath: "id" }, cards: { keyPath: "id" }, searched: { keyPath: "id" }, answers: { autoIncrement: true },
};

/** The database, once it is open. */
let database = null;

/** Makes the stores that an older version, or an empty database, does not have. */
function makeStores({ target }) {
  const made = target.result;
  for (const [name, options] of Object.entries(STORES)) {
    if (!made.objectStoreNames.contains(name)) made.createObjectStore(name, options);
  }
}

/**
 * Returns why the browser keeps nothing.
 * @param {any} error
 * @param {string} lost what is lost, as the end of the sentence
 */
export const refusalText = (error, lost) => `This browser stores nothing for the page (${error?.message || error?.name || error}): ${lost} when it is closed.`;

/** Resolves to what a request of IndexedDB answers. */
export function answerOf(request) {
  const answer = new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  // Where another request fails first, nobody waits for this one any more.
  answer.catch(() => {});
  return answer;
}

async function openDatabase() {
  // Where storage is forbidden, the name may be missing, or reading it throws.
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = makeStores;
  const opened = await answerOf(request);
  const forget = () => { database = null; };
  opened.onversionchange = () => {
    opened.close();
    forget();
  };
  opened.onclose = forget;
  return opened;
}

/**
 * Does something in one transaction, and waits until it is on the disk.
 * @template T
 * @param {string[]} names of stores
 * @param {"readonly" | "readwrite"} mode
 * @param {(stores: Record<string, IDBObjectStore>) => Promise<T>} act awaits nothing but requests
 * @returns {Promise<T>}
 */
export async function transact(names, mode, act) {
  database ??= openDatabase();
  database.catch(() => { database = null; });
  const opened = await database;
  const transaction = opened.transaction(names, mode);
  const ended = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error ?? new Error("the transaction was aborted"));
  });
  ended.catch(() => {});
  try {
    const result = await act(Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)])));
    await ended;
    return result;
  } catch (error) {
    // A part of what was to be done must not be kept.
    if (!transaction.error) abort(transaction);
    throw error;
  }
}

/** Ends a transaction without its changes; it may have ended already. */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}

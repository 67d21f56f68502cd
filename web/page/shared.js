/** Files and texts that another app has shared with the page; the service worker keeps them until they are taken. */

/** The cache of the service worker that has them. */
const CACHE = "shared-with-landfall";
/** The parameter of the address to which the service worker then leads. */
const ADDRESS = "?shared";

/**
 * Takes what was shared, if the page was opened for it.
 * @param {{onFiles: (files: File[]) => void, onText: (text: string) => void}} callbacks
 */
export async function takeShared({ onFiles, onText }) {
  if (location.search !== ADDRESS) return;
  // After a reload the files must not come again.
  history.replaceState(null, "", location.pathname + location.hash);
  const cache = await caches.open(CACHE);
  const files = await Promise.all((await cache.keys()).map((request) => fileOf(cache, request)));
  await caches.delete(CACHE);
  const named = files.filter(({ name }) => name);
  if (named.length > 0) onFiles(named);
  for (const text of files.filter(({ name }) => !name)) onText(await text.text());
}

/** Returns a kept file; that of a text has no name. */
async function fileOf(cache, request) {
  const response = await cache.match(request);
  return new File([await response.blob()], decodeURIComponent(response.headers.get("name")));
}

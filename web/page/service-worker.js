// Stores the page, so that it works without a network. The build fills in the version and the files.
// Those that are loaded when they are first used are stored when the page asks for it: after its first
// load, which does not wait for them.
"use strict";

const CACHE = "landfall-@version@";
const FILES = [/* @files@ */];
const LATER_FILES = [/* @later files@ */];

/** A module that is valid where the SIMD builds run; only one of the two builds of each is stored. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);
const HAS_SIMD = WebAssembly.validate(SIMD_PROBE);
const isOfOtherBuild = (file) => file.endsWith(".wasm") && file.endsWith("-simd.wasm") !== HAS_SIMD;

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const kept = FILES.filter((file) => !isOfOtherBuild(file));
  await cache.addAll(["./", ...kept]);
  await self.skipWaiting();
}

async function keepLaterFiles() {
  const cache = await caches.open(CACHE);
  for (const file of LATER_FILES) {
    if (!isOfOtherBuild(file) && !(await cache.match(file))) await cache.add(file);
  }
}

async function dropOldFiles() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("landfall-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  // Parameters choose what a worker does, not which file it is.
  const kept = await cache.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(dropOldFiles()));
addEventListener("message", (event) => {
  // Without a network it is asked for again at the next load.
  if (event.data === "keep later files") event.waitUntil(keepLaterFiles().catch(() => {}));
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

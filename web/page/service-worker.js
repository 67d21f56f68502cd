// Stores the page, so that it works without a network. The build fills in the version and the files.
"use strict";

const CACHE = "landfall-@version@";
const FILES = [/* @files@ */];

/** A module that is valid where the SIMD build runs; only one of the two builds is stored. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);
const OTHER_BUILD = WebAssembly.validate(SIMD_PROBE) ? "landfall.wasm" : "landfall-simd.wasm";

async function keepFiles() {
  const cache = await caches.open(CACHE);
  const kept = FILES.filter((file) => file !== OTHER_BUILD);
  await cache.addAll(["./", ...kept]);
  await self.skipWaiting();
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
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

// Stores the page, so that it works without a network. The build fills in the version and the files.
// Those that are loaded when they are first used are stored when the page asks for it: after its first
// load, which does not wait for them.
//
// An open page has the files of one build: the worker of another build waits until no page is open, or
// until the only one asks for it while it is loaded.
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
}

/** Returns whether the server still has the files of this build. */
async function isCurrent() {
  const script = await fetch("service-worker.js", { cache: "no-store" });
  return (await script.text()).includes(`"${CACHE}"`);
}

async function keepLaterFiles() {
  const cache = await caches.open(CACHE);
  const kept = LATER_FILES.filter((file) => !isOfOtherBuild(file));
  const missing = [];
  for (const file of kept) if (!(await cache.match(file))) missing.push([file, await fetch(file)]);
  if (!(await isCurrent())) return;
  for (const [file, response] of missing) if (response.ok) await cache.put(file, response);
}

/** Takes over a page that is loaded, if no other one is open. */
async function takeOver() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.filter(({ url }) => url.startsWith(self.registration.scope)).length === 1) await self.skipWaiting();
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

/** Keeps what another app shares (`share_target` in the manifest) until the page takes it. */
async function keepShared(request) {
  const form = await request.formData();
  const texts = ["text", "url"].map((name) => form.get(name)).filter(Boolean);
  const parts = [...form.getAll("files"), ...texts.map((text) => new Blob([text]))];
  const cache = await caches.open("shared-with-landfall");
  await Promise.all(parts.map((part, i) => cache.put(`shared/${i}`, new Response(part, { headers: { name: encodeURIComponent(part.name ?? "") } }))));
  return Response.redirect(new URL("./?shared#review", self.registration.scope), 303);
}

addEventListener("install", (event) => event.waitUntil(keepFiles()));
addEventListener("activate", (event) => event.waitUntil(dropOldFiles()));
addEventListener("message", (event) => {
  // Without a network it is asked for again at the next load.
  if (event.data === "keep later files") event.waitUntil(keepLaterFiles().catch(() => {}));
  if (event.data === "take over") event.waitUntil(takeOver());
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && url === new URL("share", self.registration.scope).href) event.respondWith(keepShared(event.request));
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

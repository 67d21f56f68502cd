/*
 * Runs in the frame of a bot of another site. The origin is opaque: nothing of the page can be read.
 * Starts the guard, which starts the bot, and forwards the messages between page and guard.
 */
"use strict";

addEventListener("message", ({ data, ports: [page] }) => {
  // A worker of an opaque origin must be a blob.
  const script = `importScripts(${JSON.stringify(new URL("foreign-guard.js", location.href).href)});`;
  const guard = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  guard.onerror = () => page.postMessage({ failure: "This browser cannot run bots of other sites." });
  guard.onmessage = ({ data: message }) => page.postMessage(message);
  guard.postMessage({ load: data.load });
  page.onmessage = ({ data: message }) => guard.postMessage({ message });
}, { once: true });

/**
 * A bot of another site, in a frame of opaque origin that runs scripts only and has one message port.
 */

import { element } from "./dom.js";
import { TbpBot } from "./tbp-bot.js";

/**
 * @param {string} address of the worker's script, relative to this page
 * @param {HTMLElement} place where its frame, which shows nothing, is put
 * @param {number} limit milliseconds that an answer may take
 * @returns {TbpBot}
 * @throws {Error} with a sentence if the text is no address
 */
export function foreignBot(address, place, limit) {
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new Error("This is not the address of a script on the web.");
  }
  const frame = element("iframe", { sandbox: "allow-scripts", src: "foreign.html", title: "The other bot", tabindex: "-1" });
  const { port1: port, port2: inner } = new MessageChannel();
  const transport = {
    canPause: false,
    post: (message) => port.postMessage(message),
    close: () => { port.close(); frame.remove(); },
    listen(onMessage, onFailure) {
      port.onmessage = ({ data }) => ("failure" in data ? onFailure(data.failure) : onMessage(data.message));
    },
  };
  // An opaque origin has no name: the port goes to any page in the frame, which shows only ours.
  frame.addEventListener("load", () => frame.contentWindow.postMessage({ load: url.href }, "*", [inner]), { once: true });
  place.replaceChildren(frame);
  return new TbpBot(transport, { limit, name: "The other bot" });
}

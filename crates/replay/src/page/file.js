// What a page has that is a file of its own: the keys of the document, the theme, and actions in the
// address for tests.

import { drawAgain, keyOf, moveTimeByHand, onKey } from "./controls.js";
import { byId, element } from "./element.js";
import { pass } from "./player.js";

/** Begins in a document of its own, once its controls are started. `state` tells tests how the page stands. */
export function startFile(state) {
  byId("theme").hidden = false;
  byId("theme").addEventListener("click", changeTheme);
  document.addEventListener("keydown", event => {
    if (keyOf(event) === "t") changeTheme();
    else if (!onKey(event)) return;
    event.preventDefault();
  });
  const script = new URLSearchParams(location.hash.slice(1)).get("do");
  if (script !== null) perform(script, state);
}

function changeTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
  drawAgain();
}

/**
 * Performs the actions in `#do=`, one word after another, and writes the resulting state into the
 * page, for tests: `key:End`, `click:on`, `seek:600` (the slider), `pass:1000` (milliseconds).
 * No time passes by itself.
 */
function perform(script, state) {
  moveTimeByHand();
  for (const word of script.split(",").filter(word => word !== "")) {
    const [verb, what] = word.split(":");
    if (verb === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: what, bubbles: true, cancelable: true }));
    if (verb === "click") byId(what).click();
    if (verb === "seek") {
      byId("seek").value = what;
      byId("seek").dispatchEvent(new Event("input"));
    }
    if (verb === "pass") {
      pass(Number(what));
      drawAgain();
    }
  }
  const left = element("pre", "", JSON.stringify(state()));
  left.id = "page-state";
  left.hidden = true;
  document.body.append(left);
}

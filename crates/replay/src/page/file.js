// What a page has that is a file of its own: the keys of the document, and the theme.

import { drawAgain, keyOf, onKey } from "./controls.js";
import { byId } from "./element.js";

/** Begins in a document of its own, once its controls are started. */
export function startFile() {
  byId("theme").hidden = false;
  byId("theme").addEventListener("click", changeTheme);
  document.addEventListener("keydown", event => {
    if (keyOf(event) === "t") changeTheme();
    else if (!onKey(event)) return;
    event.preventDefault();
  });
}

function changeTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
  drawAgain();
}

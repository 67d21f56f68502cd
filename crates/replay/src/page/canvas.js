// Drawing on a canvas: the colours of the style sheet, and the pixels of the screen.

import { element, gamePart } from "./element.js";

/** The colours of the style sheet that were looked up. */
const colours = new Map();

/** Returns a colour of the style sheet by its name; an empty text if there is none. */
export function colour(name) {
  if (!colours.has(name)) colours.set(name, lookUp("--" + name));
  return colours.get(name);
}

/** Forgets the colours: they may differ in another scheme. */
export function forgetColours() {
  colours.clear();
}

/** Returns what a variable of the style sheet is as a colour, by giving it to an element. */
function lookUp(variable) {
  const page = gamePart();
  if (getComputedStyle(page).getPropertyValue(variable) === "") return "";
  const probe = page.appendChild(element("i"));
  probe.style.forcedColorAdjust = "none";
  probe.style.color = `var(${variable})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Fits a canvas to its place on the page, for the screen's own pixels. */
export function fitCanvas(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

// Small helpers that find and make elements, and words for figures.

/** Where the parts of the page are: the document of a file, or a shadow tree within another page. */
export let root = document;

/** Sets where the parts of the page are. */
export function setRoot(place) {
  root = place;
}

export const byId = id => root.getElementById(id);

/** The element around all parts. Its classes tell the style sheet how the page stands. */
export const gamePart = () => root.querySelector(".game");

export function element(kind, style, text) {
  const made = document.createElement(kind);
  if (style) made.className = style;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Sets a text only where it differs, so that nothing is drawn or read out twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Frames in a second, and in a minute. */
export const FRAMES_PER_SECOND = 60, FRAMES_PER_MINUTE = 3600;

export const formatNumber = (value, digits) => {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 1e6) return (value / 1e6).toFixed(1) + "M";
  if (Math.abs(value) >= 1e4) return (value / 1e3).toFixed(1) + "k";
  return value.toFixed(Number.isInteger(value) ? 0 : digits);
};

export function formatTime(frame) {
  const seconds = Math.floor(frame / FRAMES_PER_SECOND);
  return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

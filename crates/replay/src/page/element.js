// Small helpers that find and make elements, and words for figures.

/** Where the parts of the page are: the document of a file, or a shadow tree within another page. */
let root = document;

const byId = id => root.getElementById(id);

/** The element around all parts. Its classes tell the style sheet how the page stands. */
const gamePart = () => root.querySelector(".game");

function element(kind, style, text) {
  const made = document.createElement(kind);
  if (style) made.className = style;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Sets a text only where it differs, so that nothing is drawn or read out twice. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Frames in a second, and in a minute. */
const FRAMES_PER_SECOND = 60, FRAMES_PER_MINUTE = 3600;

const formatNumber = (value, digits) => {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 1e6) return (value / 1e6).toFixed(1) + "M";
  if (Math.abs(value) >= 1e4) return (value / 1e3).toFixed(1) + "k";
  return value.toFixed(Number.isInteger(value) ? 0 : digits);
};

function formatTime(frame) {
  const seconds = Math.floor(frame / FRAMES_PER_SECOND);
  return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}

/** Helpers that make, find and fill elements. */

/**
 * @param {string} id
 * @returns {HTMLElement} the element of the page with this id
 */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an HTML element.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node|string)} children texts are not parsed as HTML
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Sets a text only if it differs, so that nothing is drawn or read out twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** @returns {string} a count in short, as "1.2 M" */
export function shortCount(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} M`;
  if (count >= 1e3) return `${(count / 1e3).toFixed(count < 1e4 ? 1 : 0)} k`;
  return String(Math.round(count));
}

/**
 * Fills a `<dl>` with figures, and returns a function that sets their values.
 * @param {HTMLElement} list
 * @param {[string, string][]} rows a key and a label each
 */
export function figures(list, rows) {
  const values = new Map();
  for (const [key, label] of rows) {
    const value = element("dd", { "data-figure": key }, "–");
    values.set(key, value);
    list.append(element("div", {}, element("dt", {}, label), value));
  }
  return (now) => {
    for (const [key, value] of Object.entries(now)) setText(values.get(key), String(value));
  };
}

/**
 * @param {{pieces: number, attack: number}} view of a game
 * @param {number} [seconds] that it took
 * @returns {{app: string, apm: string, pps: string}} attack per piece and per minute, and pieces per second, as texts
 */
export function rates({ pieces, attack }, seconds = 0) {
  return {
    app: pieces ? (attack / pieces).toFixed(2) : "–",
    apm: seconds ? (60 * attack / seconds).toFixed(1) : "–",
    pps: seconds ? (pieces / seconds).toFixed(2) : "–",
  };
}

/**
 * Has a button ask in a dialog before something is deleted.
 * @param {string} button id of the button @param {string} id of the dialog
 * @param {() => void} onDelete
 */
export function confirmDeletion(button, id, onDelete) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  byId(button).addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "delete") onDelete();
    dialog.returnValue = "";
  });
}

/**
 * Shows a fault that does not stop the page, with a button that copies the report.
 * @param {string} text a sentence in the first line, the rest of the report in the others
 */
export function showReport(text) {
  const [sentence] = text.split("\n", 1);
  const line = byId("report");
  const [copy, close] = line.querySelectorAll("button");
  setText(line.querySelector("span"), sentence);
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setText(copy, "Copied");
    } catch {
      // The clipboard is refused: the text is shown, so that it can be copied by hand.
      setText(line.querySelector("span"), text);
    }
  };
  setText(copy, "Copy the report");
  close.onclick = () => { line.hidden = true; };
  line.hidden = false;
}

/**
 * Returns a function that calls `paint` in the next frame, once however often it was called before
 * that. Its `cancel` drops the call.
 * @param {() => void} paint
 */
export function oncePerFrame(paint) {
  let request = 0;
  const soon = () => {
    request ||= requestAnimationFrame(() => {
      request = 0;
      paint();
    });
  };
  soon.cancel = () => {
    cancelAnimationFrame(request);
    request = 0;
  };
  return soon;
}

let announcedAt = 0;
let announcement = null;

/** Announces a text to screen readers, the latest one at most every four seconds. */
export function announce(text) {
  clearTimeout(announcement);
  const wait = Math.max(0, announcedAt + 4000 - performance.now());
  announcement = setTimeout(() => {
    announcedAt = performance.now();
    setText(byId("announce"), text);
  }, wait);
}

/** @returns {boolean} whether an element is a field in which keys write text */
export function isTyping(target) {
  return target instanceof Element && Boolean(target.closest("input:not([type=range]):not([type=radio]):not([type=checkbox]), select, textarea, dialog"));
}

/**
 * Shows below the row of a field why what was entered cannot be used; hides it with an empty text.
 * @param {HTMLElement} field
 * @param {string} text a sentence
 */
export function showFieldError(field, text) {
  if (text === (field.dataset.wrong ?? "")) return;
  const row = field.closest(".fields");
  let line = row.nextElementSibling;
  if (!line?.matches(".wrong")) {
    line = element("p", { class: "wrong", role: "alert" });
    row.after(line);
  }
  if (text) {
    field.dataset.wrong = text;
    field.setAttribute("aria-invalid", "true");
  } else {
    delete field.dataset.wrong;
    field.removeAttribute("aria-invalid");
  }
  const all = [...row.querySelectorAll("[data-wrong]")].map(({ dataset }) => dataset.wrong);
  setText(line, all.join(" "));
  line.hidden = all.length === 0;
  if (text) line.scrollIntoView({ block: "nearest" });
}

const LARGEST_SEED = 2 ** 32 - 1;

/**
 * Reads the field of a seed, and shows below it if it holds none.
 * @param {HTMLElement} field
 * @returns {number|null} `null` if the field is empty or wrong
 */
export function seedOf(field) {
  const text = field.value.trim();
  const seed = Number(text);
  const fits = Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED;
  showFieldError(field, fits ? "" : `Seed: ${JSON.stringify(text.slice(0, 20))} is no seed: it must be a whole number from 0 to ${LARGEST_SEED}, or empty for a random one.`);
  return text && fits ? seed : null;
}

/**
 * Chooses the radio button of a value, or the first if there is none.
 * @returns {string} the value that is chosen now
 */
export function chooseRadio(fieldset, value) {
  const inputs = [...fieldset.querySelectorAll("input[type=radio]")];
  const chosen = inputs.find((input) => input.value === value) ?? inputs[0];
  chosen.checked = true;
  return chosen.value;
}

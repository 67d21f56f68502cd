// The controls of every page: buttons, slider, speed, theme, keys, the playback clock, and actions
// for tests. A page provides its keys, and functions that show its state.

/** The actions of keys on every page; buttons perform the same actions. */
const PLAYER_KEYS = {
  " ": () => now.playing ? pause() : play(),
  "k": () => PLAYER_KEYS[" "](),
  "ArrowLeft": () => step(-1),
  "ArrowRight": () => step(1),
  "PageUp": () => step(-20),
  "PageDown": () => step(20),
  "Home": () => { pause(); goTo(0); },
  "End": () => { pause(); toEnd(); },
  "+": () => faster(1),
  "=": () => faster(1),
  "-": () => faster(-1),
};

const PLAYER_BUTTONS = { first: "Home", back: "ArrowLeft", play: " ", on: "ArrowRight", last: "End", theme: "t" };

/** What `startControls` was given, and what each key does. */
let controls = null, acts = {};

/**
 * Connects the controls. `keys` are what keys do, `buttons` the keys of buttons by id; `show`
 * brings the page to where `now` is, and `drawTime` draws what lies behind the slider.
 */
function startControls({ keys, buttons, show, drawTime }) {
  controls = { show, drawTime };
  acts = { ...keys, t: () => { changeTheme(); drawTime(); } };
  byId("seek").addEventListener("input", event => { goTo(Number(event.target.value)); show(); });
  byId("speed").append(...SPEEDS.map(speed => new Option(speed + "×", speed)));
  byId("speed").addEventListener("change", event => { now.speed = Number(event.target.value); });
  for (const [id, key] of Object.entries(buttons)) byId(id)?.addEventListener("click", () => actOn(key));
  addEventListener("resize", drawAgain);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);
}

/** Draws everything in the sizes and colours that are valid now. */
function drawAgain() {
  if (game === null || gamePart().clientWidth === 0) return;
  controls.drawTime();
  controls.show();
}

function actOn(key) {
  acts[key]();
  controls.show();
}

/** Does what a key means. Returns whether it means something. */
function onKey(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey || event.altKey || game === null || !acts[key]) return false;
  actOn(key);
  return true;
}

/** Begins in a document of its own: with its keys, and with what the address tells to do. `state` tells tests how the page stands. */
function startInDocument(state) {
  document.addEventListener("keydown", event => {
    if (!keepsKey(event) && onKey(event)) event.preventDefault();
  });
  drawAgain();
  const script = new URLSearchParams(location.hash.slice(1)).get("do");
  if (script !== null) perform(script, controls.show, state);
}

/** Whether a key belongs to the element that has the focus: a focused button is pressed anyway. */
function keepsKey({ key, target }) {
  const presses = key === " " || key === "Enter";
  return target.tagName === "SELECT" || Boolean(target.closest?.("dialog")) || (presses && Boolean(target.closest?.("button, summary, a")));
}

function changeTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

/** Updates slider, clock and speed from `now`. */
function showControls() {
  const seek = byId("seek");
  seek.max = game.length;
  seek.value = Math.round(now.frame);
  seek.setAttribute("aria-valuetext", formatTime(now.frame));
  setText(byId("clock"), `${formatTime(now.frame)} / ${formatTime(game.length)}`);
  byId("speed").value = now.speed;
  gamePart().classList.toggle("is-playing", now.playing);
  if (now.playing && !clock.runs && !clock.isByHand) runClock();
}

/** Whether frames move the time now, and whether a test does it. */
const clock = { runs: false, isByHand: false };

/** Moves the time in every frame until it is paused. */
function runClock() {
  let before = null;
  const tick = time => {
    clock.runs = now.playing && game !== null;
    if (!clock.runs) return;
    pass(before === null ? 0 : Math.min(250, time - before));
    before = time;
    requestAnimationFrame(tick);
    controls.show();
  };
  clock.runs = true;
  requestAnimationFrame(tick);
}

/**
 * Performs the actions in `#do=`, one word after another, and writes the resulting state into the
 * page, for tests: `key:End`, `click:on`, `seek:600` (the slider), `pass:1000` (milliseconds).
 * No time passes by itself.
 */
function perform(script, show, state) {
  clock.isByHand = true;
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
      show();
    }
  }
  const left = element("pre", "", JSON.stringify(state()));
  left.id = "page-state";
  left.hidden = true;
  document.body.append(left);
}

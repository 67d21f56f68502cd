// The controls of every page: buttons, slider, speed, keys, and the playback clock. A page provides
// its keys, and functions that show its state.

import { forgetColours } from "./canvas.js";
import { byId, formatTime, gamePart, setText } from "./element.js";
import { keepsKey } from "./focus.js";
import { SPEEDS, faster, game, goTo, now, pass, pause, play, step, toEnd } from "./player.js";

/** The actions of keys on every page; buttons perform the same actions. */
export const PLAYER_KEYS = {
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

export const PLAYER_BUTTONS = { first: "Home", back: "ArrowLeft", play: " ", on: "ArrowRight", last: "End" };

/** What `startControls` was given, and what ends its listeners; null while no page is open. */
let controls = null;

/** Whether frames move the time now. */
let clockRuns = false;

/**
 * Connects the controls until `endControls`. `keys` are what keys do, `buttons` the keys of buttons
 * by id; `show` brings the page to where `now` is, and `drawTime` draws what lies behind the slider.
 * Returns the signal that ends listeners.
 */
export function startControls({ keys, buttons, show, drawTime }) {
  const closing = new AbortController();
  const { signal } = closing;
  controls = { keys, show, drawTime, closing };
  byId("seek").addEventListener("input", event => { goTo(Number(event.target.value)); show(); }, { signal });
  byId("speed").replaceChildren(...SPEEDS.map(speed => new Option(speed + "×", speed)));
  byId("speed").addEventListener("change", event => { now.speed = Number(event.target.value); }, { signal });
  for (const [id, key] of Object.entries(buttons)) {
    byId(id).addEventListener("click", () => { keys[key](); show(); }, { signal });
  }
  addEventListener("resize", drawAgain, { signal });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain, { signal });
  // Within another page the parts may be hidden when they are drawn first.
  const sizes = new ResizeObserver(drawAgain);
  sizes.observe(gamePart());
  signal.addEventListener("abort", () => sizes.disconnect());
  return signal;
}

/** Ends the clock and all listeners. */
export function endControls() {
  pause();
  controls?.closing.abort();
  controls = null;
}

/** Draws everything in the sizes and colours that are valid now. */
export function drawAgain() {
  if (controls === null || gamePart().clientWidth === 0) return;
  forgetColours();
  controls.drawTime();
  controls.show();
}

/** Does what a key means. Returns whether it means something. */
export function onKey(event) {
  const act = controls?.keys[keyOf(event)];
  if (!act) return false;
  act();
  controls.show();
  return true;
}

/** Returns the name of an event's key; an empty one if the key belongs to the browser or an element. */
export function keyOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey || event.altKey || keepsKey(event.composedPath()[0], key) ? "" : key;
}

/** Updates slider, clock and speed from `now`. */
export function showControls() {
  const seek = byId("seek");
  seek.max = game.length;
  seek.value = Math.round(now.frame);
  seek.setAttribute("aria-valuetext", formatTime(now.frame));
  setText(byId("clock"), `${formatTime(now.frame)} / ${formatTime(game.length)}`);
  byId("speed").value = now.speed;
  gamePart().classList.toggle("is-playing", now.playing);
  if (now.playing && !clockRuns) runClock();
}

/** Moves the time in every frame until it is paused. */
function runClock() {
  let before = null;
  const tick = time => {
    clockRuns = now.playing && controls !== null;
    if (!clockRuns) return;
    pass(before === null ? 0 : Math.min(250, time - before));
    before = time;
    requestAnimationFrame(tick);
    controls.show();
  };
  clockRuns = true;
  requestAnimationFrame(tick);
}

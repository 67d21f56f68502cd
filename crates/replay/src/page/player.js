// The displayed game, and the current time in it. Does not use elements.

import { FRAMES_PER_SECOND } from "./element.js";
import { momentAt } from "./game.js";

/** The game, as `readGame` gives it. */
export let game = null;

/** Sets the displayed game. */
export function setGame(next) {
  game = next;
}

/** Speeds, in seconds of game time per second. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** The current time: a frame, and how many of the game's moments have passed. */
export const now = { frame: 0, moment: 0, playing: false, speed: 1 };

export function goTo(frame) {
  now.frame = Math.min(game.length, Math.max(0, frame));
  now.moment = momentAt(game, now.frame);
}

export function step(count) {
  pause();
  now.moment = Math.min(game.moments.length - 1, Math.max(0, now.moment + count));
  now.frame = game.moments[now.moment].at;
}

export function toEnd() {
  goTo(game.length);
  now.moment = game.moments.length - 1;
}

export function play() {
  if (now.frame >= game.length) goTo(0);
  now.playing = true;
}

export function pause() {
  now.playing = false;
}

/** Advances the time by this many milliseconds. */
export function pass(ms) {
  if (!now.playing) return;
  goTo(now.frame + ms / 1000 * FRAMES_PER_SECOND * now.speed);
  if (now.frame >= game.length) pause();
}

export function faster(steps) {
  const place = SPEEDS.indexOf(now.speed) + steps;
  now.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
}

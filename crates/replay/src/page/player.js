// The displayed game, and the current time in it. Does not use elements.

/** The game, as `readGame` gives it. */
let game = null;

/** Speeds, in seconds of game time per second. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** The current time: a frame, and how many of the game's moments have passed. */
const now = { frame: 0, moment: 0, playing: false, speed: 1 };

function goTo(frame) {
  now.frame = Math.min(game.length, Math.max(0, frame));
  now.moment = momentAt(game, now.frame);
}

function step(count) {
  pause();
  now.moment = Math.min(game.moments.length - 1, Math.max(0, now.moment + count));
  now.frame = game.moments[now.moment].at;
}

function toEnd() {
  goTo(game.length);
  now.moment = game.moments.length - 1;
}

function play() {
  if (now.frame >= game.length) goTo(0);
  now.playing = true;
}

function pause() {
  now.playing = false;
}

/** Advances the time by this many milliseconds. */
function pass(ms) {
  if (!now.playing) return;
  goTo(now.frame + ms / 1000 * FRAMES_PER_SECOND * now.speed);
  if (now.frame >= game.length) pause();
}

function faster(steps) {
  const place = SPEEDS.indexOf(now.speed) + steps;
  now.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, place))];
}

/** Fumens as positions and back, by the codec in the module of the rules. */

import { TurnGame, fumenComments } from "./web/engine.js";

export { init } from "./rules.js";

export const fumenPages = (text) => fumenComments(text).map((pages) => pages.length);

/** Calls a function with a game, and frees it. */
function withGame(options, use) {
  const game = new TurnGame(options);
  try {
    return use(game);
  } finally {
    game.free();
  }
}

export function decode(text, page = 1) {
  return withGame({ fumen: text, page }, (game) => {
    const { hold, queue, board } = game.startMessage();
    return { hold, queue, board, rows: game.view().rows };
  });
}

export function encode({ hold = null, queue = [], board }, move) {
  const start = { type: "start", hold, queue, board, combo: 0, back_to_back: false };
  return withGame({ start }, (game) => game.fumen(move));
}

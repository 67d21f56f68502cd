/** What the moves of a player lost against the best ones, with hints. */

import { byId, element, setText } from "./dom.js";

const LOSSES_SHOWN = 6;

/** The judgements of a game, on the screen. */
export class PlayJudgements {
  /** Losses in lines, the last first. */
  #losses = [];
  #items = Array.from({ length: LOSSES_SHOWN }, () => element("li", {}));

  constructor() { byId("play-losses").append(...this.#items); }

  get losses() { return this.#losses; }

  /** Shows the judgements of another game: none of a new one. */
  reset(losses) {
    this.#losses = losses;
    this.#draw();
  }

  /**
   * Adds the judgement of a move.
   * @param {{loss: number, text: string, best: string}} judgement lines lost, the move and the best one
   */
  add({ loss, text, best }) {
    setText(byId("play-verdict"), loss === 0 ? `${text}: the best move.` : `${text} lost ${loss.toFixed(2)} lines; best was ${best}.`);
    this.#losses.unshift(loss);
    this.#draw();
  }

  /** @returns {string} lines lost per piece */
  get lossPerPiece() {
    const sum = this.#losses.reduce((all, loss) => all + loss, 0);
    return this.#losses.length > 0 ? (sum / this.#losses.length).toFixed(2) : "–";
  }

  #draw() {
    this.#items.forEach((item, i) => {
      const loss = this.#losses[i];
      setText(item, loss === undefined ? "" : loss === 0 ? "best" : `−${loss.toFixed(2)}`);
      item.className = loss === 0 ? "best" : "";
    });
  }
}

/** The answer to a position: whether it was right, and why, in the viewer of reviews. */

import { byId, setText } from "../dom.js";
import { ViewerHost } from "../review/viewer-host.js";

export class AnswerScreen {
  #root = byId("train-result");
  #viewer = new ViewerHost(byId("train-viewer"));
  /** What is shown, or was when the mode was left: the arguments of `show`. @type {Parameters<AnswerScreen["show"]> | null} */
  #last = null;
  #isAway = false;

  /** @param {{onNext: () => void, onAgain: () => void, onAnalyse: () => void}} callbacks */
  constructor({ onNext, onAgain, onAnalyse }) {
    byId("train-next").addEventListener("click", onNext);
    byId("train-again").addEventListener("click", onAgain);
    byId("train-analyse").addEventListener("click", onAnalyse);
  }

  get isShown() { return !this.#root.hidden; }

  /** Shows what was shown when the mode was left; returns whether there was something. */
  showAgain() {
    this.#isAway = false;
    if (this.#last) this.show(...this.#last);
    return this.#last !== null;
  }

  /**
   * Shows the judgement of a move.
   * @param {{data: object, rounds: string[]}} review
   * @param {{text: string, right: boolean | null, source: string, link: string}} answer
   */
  async show(review, answer) {
    await this.#viewer.load();
    this.#last = [review, answer];
    if (this.#isAway) return;
    const { text, right, source, link } = answer;
    document.body.dataset.answered = "";
    this.#root.hidden = false;
    this.#root.dataset.right = String(right);
    setText(byId("train-verdict"), text);
    const from = byId("train-source");
    setText(from, source);
    if (link) from.href = link;
    else from.removeAttribute("href");
    this.#viewer.close();
    this.#viewer.show(review.data, review.rounds, { single: true });
    byId("train-next").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  hide() {
    this.#last = null;
    this.leave();
    this.#isAway = false;
  }

  /** Hides it until `showAgain`. */
  leave() {
    this.#isAway = true;
    delete document.body.dataset.answered;
    this.#viewer.close();
    this.#root.hidden = true;
  }

  onKey(event) { return this.#viewer.onKey(event); }
}

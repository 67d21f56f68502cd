/** The screen of one game: how far its review is, and the viewer below. */

import { byId, setText } from "../dom.js";
import { progressText } from "./game.js";
import { ViewerHost } from "./viewer-host.js";

/** Milliseconds after which the address follows the move that is shown. */
const ADDRESS_AFTER = 150;

export class ReviewScreen {
  #callbacks;
  #root = byId("review-game");
  #viewer = new ViewerHost(byId("review-viewer"));
  /** The place that is shown as soon as its move is judged. */
  #wanted = null;
  #job = null;
  /** Whether the game was judged while it was shown. */
  #wasJudged = false;
  #game = null;
  #addressTimer;

  /**
   * @param {{onPause: (paused: boolean) => void, onStop: () => void, onAgain: () => void, onSave: () => void,
   *   onMove: (place: import("./place.js").Place) => void, onAnalyse: (place: import("./place.js").Place) => void}} callbacks
   */
  constructor(callbacks) {
    this.#callbacks = callbacks;
    byId("review-pause").addEventListener("click", () => callbacks.onPause(this.#job?.state !== "paused"));
    byId("review-stop").addEventListener("click", () => callbacks.onStop());
    byId("review-again").addEventListener("click", () => callbacks.onAgain());
    byId("review-save").addEventListener("click", () => callbacks.onSave());
  }

  /** Says what was done; an empty text hides what was said. */
  tell(sentence) {
    const line = byId("review-game-told");
    setText(line, sentence);
    line.hidden = !sentence;
  }

  get isShown() { return !this.#root.hidden; }

  /** Whether the moves are shown: another mode may have taken the viewer. */
  get hasViewer() { return this.isShown && this.#viewer.isOpen; }

  get place() { return this.#viewer.place; }

  /** Begins with another game. */
  show(place) {
    this.#close();
    this.#wasJudged = false;
    this.#wanted = place;
    this.#root.hidden = false;
    // What was activated is hidden now.
    byId("review-name").focus({ preventScroll: true });
  }

  hide() {
    this.#close();
    this.#root.hidden = true;
  }

  #close() {
    clearTimeout(this.#addressTimer);
    this.#viewer.close();
  }

  draw(game, job) {
    [this.#game, this.#job] = [game, job];
    setText(byId("review-name"), game.name);
    if (job) this.#wasJudged = true;
    // Its place stays, so that nothing moves when the review ends, but on phones.
    const text = progressText(game, job) || (this.#wasJudged && !game.error ? "Done" : "");
    byId("review-progress").hidden = !text && !game.error;
    byId("review-progress").classList.toggle("done", text === "Done");
    const bar = byId("review-bar");
    bar.hidden = !job;
    bar.max = game.moves || 1;
    bar.value = game.done;
    setText(byId("review-status"), game.error || text);
    byId("review-status").classList.toggle("wrong", Boolean(game.error));
    byId("review-pause").hidden = byId("review-stop").hidden = !job;
    byId("review-pause").disabled = job?.state === "waiting";
    setText(byId("review-pause"), job?.state === "paused" ? "Resume" : "Pause");
    byId("review-again").hidden = Boolean(job) || !["stopped", "failed"].includes(game.state);
    setText(byId("review-again"), game.state === "failed" ? "Try again" : "Continue");
    // Below the viewer, which would push it down.
    byId("review-save").hidden = byId("review-train").hidden = game.state !== "done" || !this.#viewer.isOpen;
    byId("review-waiting").hidden = this.#viewer.isOpen || !job;
  }

  /** Shows the moves that are judged. */
  async showContent({ id, data, rounds }) {
    await this.#viewer.load();
    if (this.#game?.id !== id || !this.isShown) return;
    this.#viewer.show(data, rounds, {
      onMove: (place) => this.#followLater(place),
      onAnalyse: (place) => this.#callbacks.onAnalyse(place),
    });
    this.draw(this.#game, this.#job);
    if (this.#wanted && this.#isJudged(data, this.#wanted)) this.showPlace(this.#wanted);
  }

  #isJudged(data, { round, seat, move }) {
    const side = data.rounds[round]?.sides.find((one) => one.seat === seat);
    return Boolean(side && move < side.moves.length);
  }

  showPlace(place) {
    this.#wanted = null;
    if (place) this.#viewer.showMove(place);
  }

  /** The address follows after a while: browsers allow few changes of it. */
  #followLater(place) {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => {
      // Another mode may have come meanwhile.
      if (document.body.dataset.mode === "review" && this.isShown) this.#callbacks.onMove(place);
    }, ADDRESS_AFTER);
  }

  /** Leaves the address as it is. */
  stay() { clearTimeout(this.#addressTimer); }

  onKey(event) { return this.#viewer.onKey(event); }
}

/** The first screen of Review: where games are given, and the list of those that were. */

import { byId, confirmDeletion, element, setText } from "../dom.js";
import { GameList } from "./game-list.js";

/** Milliseconds during which a deleted game can be restored. */
const RESTORE_WITHIN = 10_000;

export class StartScreen {
  #callbacks;
  #root = byId("review-start");
  #list;
  #restoreTimer;

  /**
   * @param {{onFiles: (files: FileList) => void, onText: (text: string) => void, onAgain: (id: string) => void,
   *   onDelete: (ids: string[]) => Promise<any>, onRestore: (removed: any) => void, onExport: () => void}} callbacks
   */
  constructor(callbacks) {
    this.#callbacks = callbacks;
    this.#list = new GameList(byId("review-games"), { onAgain: callbacks.onAgain, onDelete: (id) => this.#delete(id) });
    const picker = byId("review-files");
    byId("review-choose").addEventListener("click", () => picker.click());
    picker.addEventListener("change", () => {
      callbacks.onFiles(picker.files);
      // The same file can be chosen again.
      setTimeout(() => { picker.value = ""; });
    });
    byId("review-paste").addEventListener("submit", (event) => {
      event.preventDefault();
      callbacks.onText(byId("review-text").value);
      byId("review-text").value = "";
    });
    byId("review-export").addEventListener("click", () => callbacks.onExport());
    confirmDeletion("review-delete-all", "review-confirm", () => callbacks.onDelete(this.#ids));
  }

  /** The games of the list. */
  #ids = [];

  async #delete(id) {
    const removed = await this.#callbacks.onDelete([id]);
    const line = byId("review-told");
    const undo = element("button", { type: "button" }, "Undo");
    const hide = () => line.replaceChildren();
    undo.addEventListener("click", () => {
      hide();
      this.#callbacks.onRestore(removed);
    });
    line.replaceChildren(`${removed.game.name} is deleted. `, undo);
    undo.focus();
    clearTimeout(this.#restoreTimer);
    this.#restoreTimer = setTimeout(hide, RESTORE_WITHIN);
  }

  /** @param {string} sentence what is wrong with the address, or empty */
  show(sentence) {
    this.#root.hidden = false;
    this.#showLine("review-notice", sentence);
  }

  /** Says what was done. */
  tell(sentence) { byId("review-told").replaceChildren(sentence); }

  /** Says what is wrong. */
  warn(sentence) { this.#showLine("review-notice", sentence); }

  hide() { this.#root.hidden = true; }

  #showLine(id, text) {
    setText(byId(id), text);
    byId(id).hidden = !text;
  }

  /** @param {import("./library.js").Library} library */
  draw({ games, problem }, jobOf) {
    this.#ids = games.map(({ id }) => id);
    this.#list.draw(games, jobOf);
    byId("review-kept").hidden = games.length === 0;
    this.#showLine("review-problem", problem);
  }
}

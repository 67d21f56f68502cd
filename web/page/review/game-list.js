/** The list of games: a row each, with its result or how far its review is. */

import { element, setText } from "../dom.js";
import { progressText } from "./game.js";

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Returns what stands below the name of a game. */
function aboutText({ added, rounds, moves }) {
  const about = [DATE.format(added)];
  if (rounds > 1) about.push(plural(rounds, "round"));
  if (moves) about.push(plural(moves, "move"));
  return about.join(" · ");
}

/** Returns the worst move of a game in words. */
function worstText({ worst, state }) {
  if (!worst) return state === "done" ? "No move lost anything" : "";
  return worst.losesGame ? "Worst move: loses the game" : `Worst move: −${worst.loss.toFixed(1)} ${worst.unit}`;
}

/** A row of the list. */
class GameRow {
  #name = element("span", { class: "game-name" });
  #about = element("span", { class: "faint" });
  #players = element("span", { class: "game-players" });
  #worst = element("span", { class: "game-worst faint" });
  #bar = element("progress", {});
  #status = element("span", { class: "game-status" });
  #error = element("p", { class: "wrong" });
  #again = element("button", { type: "button" });
  #delete = element("button", { type: "button", class: "quiet" }, "Delete");
  #link = element("a", {});
  /** The texts of the players that are shown. */
  #shownPlayers = "";

  constructor(game, { onAgain, onDelete }) {
    this.#link.href = `#review?game=${game.id}`;
    this.#link.append(element("span", { class: "game-head" }, this.#name, this.#about), element("span", { class: "game-result" }, this.#players, this.#worst));
    const progress = element("div", { class: "game-progress" }, this.#bar, this.#status);
    const buttons = element("div", { class: "game-buttons" }, this.#again, this.#delete);
    this.root = element("li", { class: "game-row" }, this.#link, buttons, progress, this.#error);
    this.#again.addEventListener("click", () => onAgain(game.id));
    this.#delete.addEventListener("click", () => onDelete(game.id));
  }

  #drawPlayers(players) {
    const texts = players.map(({ name, accuracy }) => [name, `${accuracy.toFixed(1)} %`]);
    const shown = JSON.stringify(texts);
    if (shown === this.#shownPlayers) return;
    this.#shownPlayers = shown;
    this.#players.replaceChildren(...texts.map(([name, accuracy]) => element("span", {}, `${name} `, element("b", {}, accuracy))));
  }

  draw(game, job) {
    const { name, state, error } = game;
    setText(this.#name, name);
    setText(this.#about, aboutText(game));
    this.#drawPlayers(game.players);
    setText(this.#worst, worstText(game));
    const text = progressText(game, job);
    setText(this.#status, text);
    this.#status.parentElement.hidden = !text;
    this.#bar.hidden = !job;
    this.#bar.max = game.moves || 1;
    this.#bar.value = game.done;
    this.#bar.setAttribute("aria-label", `Review of ${name}`);
    setText(this.#error, error);
    this.#error.hidden = !error;
    this.root.dataset.state = job?.state ?? state;
    const again = { stopped: "Continue", waiting: "Continue", failed: "Try again" }[state];
    this.#again.hidden = Boolean(job) || !again;
    setText(this.#again, again ?? "");
    this.#again.setAttribute("aria-label", `${again} the review of ${name}`);
    this.#delete.setAttribute("aria-label", `Delete ${name}`);
  }
}

export class GameList {
  #root;
  #callbacks;
  /** @type {Map<string, GameRow>} */
  #rows = new Map();

  /**
   * @param {HTMLElement} root
   * @param {{onAgain: (id: string) => void, onDelete: (id: string) => void}} callbacks
   */
  constructor(root, callbacks) {
    this.#root = root;
    this.#callbacks = callbacks;
  }

  /**
   * @param {import("./store.js").Game[]} games
   * @param {(id: string) => import("./queue.js").Job | undefined} jobOf
   */
  draw(games, jobOf) {
    const ids = new Set(games.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (ids.has(id)) continue;
      row.root.remove();
      this.#rows.delete(id);
    }
    games.forEach((game, i) => {
      const row = this.#rowOf(game);
      const job = jobOf(game.id);
      row.draw(job?.game ?? game, job);
      // Only a row that is not in its place is moved: the others keep the focus.
      if (this.#root.children[i] !== row.root) this.#root.insertBefore(row.root, this.#root.children[i] ?? null);
    });
  }

  #rowOf(game) {
    if (!this.#rows.has(game.id)) this.#rows.set(game.id, new GameRow(game, this.#callbacks));
    return this.#rows.get(game.id);
  }
}

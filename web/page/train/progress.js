/** What was trained: figures, the last weeks, and the kinds of mistakes. */

import { byId, element, figures, setText } from "../dom.js";
import { KINDS } from "./constants.js";
import { dayAfter } from "./schedule.js";

/** @type {[string, string][]} */
const FIGURES = [["due", "Due"], ["fresh", "New"], ["today", "Right today"]];
const WEEKS = 8;
const DAYS = 7;

const dayNames = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });

/** Returns how many of some answers were right, as "3 of 4". */
const rightOf = (answers) => `${answers.filter(({ right }) => right).length} of ${answers.length}`;

/** Returns a row of a list: a name, a bar, and a text. */
function barRow(name, share, text) {
  const filled = element("span", {});
  filled.style.width = `${100 * share}%`;
  const bar = element("span", { class: "bar", "aria-hidden": "true" }, filled);
  return element("li", {}, element("span", {}, name), bar, element("b", {}, text));
}

export class Progress {
  #showFigures = figures(byId("train-figures"), FIGURES);

  /**
   * @param {{due: object[], fresh: object[]}} sorted
   * @param {import("./store.js").Answer[]} answers
   * @param {Record<string, number>} kinds how many mistakes of each kind were made
   */
  draw({ due, fresh }, answers, kinds) {
    const now = Date.now();
    const today = answers.filter(({ at }) => at >= dayAfter(now, 0));
    this.#showFigures({ due: due.length, fresh: fresh.length, today: today.length > 0 ? rightOf(today) : "–" });
    this.#drawWeeks(answers, now);
    this.#drawKinds(kinds);
  }

  #drawWeeks(answers, now) {
    // The last week ends today.
    const weeks = Array.from({ length: WEEKS }, (_, i) => dayAfter(now, 1 - DAYS * (i + 1)));
    const inWeek = (start) => answers.filter(({ at }) => at >= start && at < dayAfter(start, DAYS));
    const shown = weeks.filter((start) => inWeek(start).length > 0);
    byId("train-weeks-part").hidden = shown.length === 0;
    byId("train-weeks").replaceChildren(...shown.map((start) => {
      const those = inWeek(start);
      const share = those.filter(({ right }) => right).length / those.length;
      return barRow(`From ${dayNames.format(start)}`, share, `${rightOf(those)} right`);
    }));
  }

  #drawKinds(kinds) {
    const counts = Object.entries(kinds).sort((a, b) => b[1] - a[1]);
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    byId("train-kinds-part").hidden = all === 0;
    byId("train-kinds").replaceChildren(...counts.map(([kind, count]) => barRow(KINDS[kind] ?? kind, count / counts[0][1], `${count} · ${Math.round((100 * count) / all)} %`)));
  }
}

/** Shows how far the search for positions is. */
export function showSearch({ isRunning, problem }, training) {
  const waiting = training.waiting.length;
  const checked = training.puzzles.size - waiting;
  const going = isRunning && waiting > 0 ? `Checking mistakes of your games by a longer search: ${checked} of ${training.puzzles.size}.` : "";
  setText(byId("train-search"), [going, problem, training.problem].filter(Boolean).join(" "));
}

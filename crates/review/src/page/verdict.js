// The text on a move: grade, loss, reasons, and the lines that should follow.

import { byId, element, formatTime, setText } from "./element.js";
import { lineOf, stepsOf } from "./place.js";
import { SIGNS, capital, inWords, isForTime, lostBy } from "./report.js";

/**
 * Shows the text on a move; hides the best one while the player looks for it. `choose` gets the line
 * and the step whose button is pressed.
 */
export function showVerdict(move, side, state, choose) {
  const secret = state.trial !== null;
  setText(byId("move-name"), `Move ${move.index + 1} of ${side.moves.length} · ${formatTime(move.event.f)} · ${inWords("phases", move.phase)}`);
  byId("verdict").dataset.grade = move.grade;
  setText(byId("grade-sign"), SIGNS[move.grade] ?? "");
  setText(byId("grade-name"), capital(inWords("grades", move.grade)) + (move.misdrop ? ", misdrop" : ""));
  setText(byId("loss"), lostBy(move));
  setText(byId("comment"), secret ? state.trialComment : [state.found, commentOn(move)].filter(Boolean).join(" "));
  byId("lines").hidden = secret;
  byId("try-keys").hidden = !secret;
  if (!secret) {
    showLine(byId("row-best"), move.best, "best", state, choose);
    showLine(byId("row-played"), move.played, "played", state, choose);
    byId("row-best").classList.toggle("unused", move.isBest);
  }
  const canTry = move.options().length > 0;
  byId("try").hidden = secret || !canTry;
  byId("reveal").hidden = !secret;
}

/** Shows that there is no move: the end of what was reviewed. */
export function showEnd(side) {
  setText(byId("move-name"), `After ${side.moves.length} moves`);
  delete byId("verdict").dataset.grade;
  for (const id of ["grade-sign", "loss", "comment"]) setText(byId(id), "");
  setText(byId("grade-name"), "The end");
  for (const id of ["lines", "try-keys", "try", "reveal"]) byId(id).hidden = true;
}

/** Misdrop and reasons as a sentence. */
function commentOn(move) {
  const remarks = [...move.reasons];
  const [keys, fewest] = move.keys ?? [0, 0];
  if (keys > fewest) remarks.push(`${keys} keys, ${fewest} are enough`);
  if (move.misdrop) remarks.unshift("a cell or a turn away from a far better move");
  return remarks.length === 0 ? "" : capital(remarks.join("; ")) + ".";
}

/** The clear and the attack of the step of a line that is shown, else of its first move. */
function clearOf(line, step) {
  if (step > line.then.length + 1) return "the end";
  const { label, attack } = step > 1 ? line.clears.get(step) ?? { label: "", attack: 0 } : line;
  return (label || "no clear") + (attack > 0 && !isForTime() ? ` +${attack}` : "");
}

/** Shows a line: the clear of a move, and a button for each move and for the board at its end. */
function showLine(row, line, which, state, choose) {
  const [label, then] = [row.querySelector(".label"), row.querySelector(".then")];
  const shownStep = state.line?.which === which ? state.line.step : 0;
  setText(label, clearOf(line, shownStep));
  const placements = lineOf(line);
  while (then.children.length > stepsOf(line)) then.lastChild.remove();
  for (let step = 1; step <= stepsOf(line); step++) {
    const chip = then.children[step - 1] ?? then.appendChild(chipOf(() => choose(which, step)));
    const placed = placements[step - 1];
    setText(chip, placed?.piece ?? "end");
    chip.style.setProperty("--own", placed ? `var(--${placed.piece})` : "transparent");
    const held = placed?.hold ? " from hold" : "";
    chip.setAttribute("aria-label", placed ? `${which} line, move ${step}: ${placed.piece}${held}` : `${which} line, the end`);
    chip.setAttribute("aria-pressed", shownStep === step);
  }
}

function chipOf(choose) {
  const chip = element("button", "chip");
  chip.type = "button";
  chip.addEventListener("click", choose);
  return chip;
}

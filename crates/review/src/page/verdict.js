// What is said of a move: grade, loss, remarks, and the lines that should follow.

/** Shows what there is to say of a move; nothing of the best one while it is to be found. */
function showVerdict(move, side, state) {
  const secret = state.trial !== null;
  setText(byId("move-name"), `Move ${move.index + 1} of ${side.moves.length} · ${formatTime(move.event.f)} · ${inWords("phases", move.phase)}`);
  byId("verdict").dataset.grade = move.grade;
  setText(byId("grade-sign"), SIGNS[move.grade] ?? "");
  setText(byId("grade-name"), capital(inWords("grades", move.grade)) + (move.misdrop ? ", misdrop" : ""));
  setText(byId("loss"), move.loss >= AS_GOOD ? `lost ${formatLoss(move.loss)}` : "lost nothing");
  setText(byId("said"), secret ? state.trialSaid : [state.found, saidOf(move)].filter(Boolean).join(" "));
  byId("lines").hidden = secret;
  byId("try-keys").hidden = !secret;
  if (!secret) {
    showLine(byId("row-best"), move.best, "best", state);
    showLine(byId("row-played"), move.played, "played", state);
    byId("row-best").classList.toggle("unused", move.isBest);
  }
  const canTry = move.options().length > 0;
  byId("try").hidden = secret || !canTry;
  byId("reveal").hidden = !secret;
}

/** Shows that there is no move: the end of what was reviewed. */
function showEnd(side) {
  setText(byId("move-name"), `After ${side.moves.length} moves`);
  delete byId("verdict").dataset.grade;
  for (const id of ["grade-sign", "loss", "said"]) setText(byId(id), "");
  setText(byId("grade-name"), "The end");
  for (const id of ["lines", "try-keys", "try", "reveal"]) byId(id).hidden = true;
}

/** Remarks and misdrop as a sentence. */
function saidOf(move) {
  const said = move.remarks.map(remark => inWords("remarks", remark));
  if (move.misdrop) said.unshift("a cell or a turn away from a far better move");
  return said.length === 0 ? "" : capital(said.join(", ")) + ".";
}

/** Shows a line: what its first move is, and a button for each of its moves. */
function showLine(row, line, which, state) {
  const [label, then] = [row.querySelector(".label"), row.querySelector(".then")];
  const attack = line.attack > 0 ? ` +${line.attack}` : "";
  setText(label, (line.label || "no clear") + attack);
  const placements = lineOf(line);
  while (then.children.length > placements.length) then.lastChild.remove();
  placements.forEach((placed, i) => {
    const chip = then.children[i] ?? then.appendChild(chipOf(which, i + 1));
    setText(chip, placed.piece);
    chip.style.setProperty("--block", `var(--block-${placed.piece})`);
    const held = placed.hold ? " from hold" : "";
    chip.setAttribute("aria-label", `${which} line, move ${i + 1}: ${placed.piece}${held}`);
    chip.setAttribute("aria-pressed", state.line?.which === which && state.line.step === i + 1);
  });
}

function chipOf(which, step) {
  const chip = element("button", "chip");
  chip.type = "button";
  chip.addEventListener("click", () => act(() => stepTo(which, step)));
  return chip;
}

// The list of the worst moves, and the marks behind the slider.

import { colour, fitCanvas } from "./canvas.js";
import { element } from "./element.js";
import { AS_GOOD, SIGNS, capital, formatLoss, inWords, isMistake, lostBy, worstOf } from "./report.js";

/** Makes the list of a side's worst moves. `jump` gets the move that is pressed. */
export function makeWorst(place, side, jump) {
  const worst = worstOf(side);
  const items = worst.map(move => {
    const button = element("button", "worst-move");
    button.type = "button";
    button.name = `move-${move.index}`;
    button.dataset.grade = move.grade;
    const reasons = [...(move.misdrop ? ["misdrop"] : []), ...move.reasons];
    const sign = element("b", "sign", SIGNS[move.grade] ?? "");
    sign.setAttribute("aria-hidden", "true");
    button.append(
      sign, element("span", "unseen", inWords("grades", move.grade)), element("span", "number", `move ${move.index + 1}`),
      element("span", "remarks", reasons.join("; ")), element("span", "amount", move.losesGame ? "the game" : formatLoss(move.loss)),
    );
    button.title = `${capital(inWords("grades", move.grade))}: ${lostBy(move)}`;
    button.addEventListener("click", () => jump(move));
    const item = element("li");
    item.append(button);
    return item;
  });
  if (items.length === 0) items.push(element("li", "none", "No move lost much."));
  place.replaceChildren(...items);
  return worst.map((move, i) => ({ index: move.index, button: items[i].firstChild }));
}

/** Marks the move that is shown in the list, and brings it into the list's view. */
export function showInWorst(place, entries, index) {
  for (const entry of entries) {
    const current = entry.index === index;
    if (current === (entry.button.getAttribute("aria-current") === "true")) continue;
    if (!current) {
      entry.button.removeAttribute("aria-current");
      continue;
    }
    entry.button.setAttribute("aria-current", "true");
    const top = entry.button.offsetTop - place.offsetTop;
    if (top < place.scrollTop || top + entry.button.offsetHeight > place.scrollTop + place.clientHeight) place.scrollTop = top - 40;
  }
}

/** Draws the losses of a side over time: a bar for each move, as tall as its loss. */
export function drawLosses(canvas, game, side) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = fitCanvas(canvas, width, height);
  context.fillStyle = colour("grid");
  context.fillRect(0, height - 1, width, 1);
  const most = Math.max(2, ...side.moves.map(move => move.loss));
  for (const move of side.moves) {
    if (move.loss < AS_GOOD) continue;
    const tall = Math.max(2, move.loss / most * (height - 2));
    context.fillStyle = colour(`grade-${move.grade}`) || colour("faint");
    context.fillRect(move.event.f / game.length * width - 1, height - 1 - tall, isMistake(move) ? 4 : 2, tall);
  }
}

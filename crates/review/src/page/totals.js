// The summary: accuracy, grades, misdrops and efficiency of each player, over all and by phase.

import { FRAMES_PER_SECOND, element } from "./element.js";
import { PHASES, SIGNS, inWords, isForTime } from "./report.js";

const EVERYTHING = "all";

/** The rows of a table: a name, and a value of the sums of some moves. */
const TOTAL_ROWS = [
  ["accuracy", totals => totals.moves ? totals.accuracy.toFixed(1) + " %" : "–"],
  ["moves", totals => totals.moves],
  ["loss per move", totals => totals.moves ? (totals.loss / totals.moves).toFixed(2) : "–"],
  ...Object.entries(SIGNS).map(([grade, sign]) => [`${sign} ${grade}`, totals => totals.grades[grade] ?? 0]),
  ["misdrops", totals => totals.misdrops],
  ["pieces/s", totals => totals.frames ? (totals.moves * FRAMES_PER_SECOND / totals.frames).toFixed(2) : "–"],
];

/** The rows on attack. */
const ATTACK_ROWS = [
  ["attack per piece", totals => totals.moves ? (totals.attack / totals.moves).toFixed(2) : "–"],
  ["attack per line", totals => totals.lines ? (totals.attack / totals.lines).toFixed(2) : "–"],
];

/** Makes a table for each of the round's sides, or for each player over all rounds. */
export function showTotals(place, owners, colours) {
  place.replaceChildren(...owners.map((owner, i) => totalsTable(owner, colours[i])));
}

function totalsTable({ name, totals, phases }, colour) {
  const columns = [[EVERYTHING, totals], ...PHASES.filter(phase => phases[phase]).map(phase => [phase, phases[phase]])];
  const table = element("table");
  const caption = element("caption", colour, name);
  const head = table.createTHead().insertRow();
  head.append(headCell("", "col"), ...columns.map(([phase]) => headCell(phase === EVERYTHING ? "all" : inWords("phases", phase), "col")));
  const body = table.createTBody();
  const remarks = Object.keys(totals.remarks ?? {}).map(remark => [inWords("remarks", remark), of => of.remarks?.[remark] ?? 0]);
  for (const [title, value] of [...TOTAL_ROWS, ...(isForTime() ? [] : ATTACK_ROWS), ...remarks]) {
    const row = body.insertRow();
    row.append(headCell(title, "row"), ...columns.map(([, of]) => element("td", "", String(value(of)))));
  }
  table.prepend(caption);
  return table;
}

function headCell(text, scope) {
  const cell = element(text === "" ? "td" : "th", "", text);
  if (text !== "") cell.scope = scope;
  return cell;
}

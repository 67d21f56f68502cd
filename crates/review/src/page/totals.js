// The summary: accuracy, grades, misdrops and efficiency of each player, over all and by phase.

const EVERYTHING = "all";

/** What a row of a table says of the sums of some moves. */
const TOTAL_ROWS = [
  ["accuracy", totals => totals.moves ? totals.accuracy.toFixed(1) + " %" : "–"],
  ["moves", totals => totals.moves],
  ["lost a move", totals => totals.moves ? (totals.loss / totals.moves).toFixed(2) : "–"],
  ...Object.entries(SIGNS).map(([grade, sign]) => [`${sign} ${grade}`, totals => totals.grades[grade] ?? 0]),
  ["misdrops", totals => totals.misdrops],
  ["pieces a second", totals => totals.frames ? (totals.moves * FRAMES_PER_SECOND / totals.frames).toFixed(2) : "–"],
];

/** The same of what is sent. */
const ATTACK_ROWS = [
  ["attack a piece", totals => totals.moves ? (totals.attack / totals.moves).toFixed(2) : "–"],
  ["attack a line", totals => totals.lines ? (totals.attack / totals.lines).toFixed(2) : "–"],
];

/** Makes a table a player: of the round's sides, or of the players over all rounds. */
function showTotals(place, owners, colours) {
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

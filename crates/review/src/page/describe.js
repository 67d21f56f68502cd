// The words around a review: what it is, notes, rounds, what its numbers mean, and the help on keys.

import { byId, element, formatNumber, setText } from "./element.js";
import { words } from "./report.js";

/** The help on keys. */
const KEY_WORDS = [
  ["N, P", "next mistake, mistake before"], ["W", "the worst move"], ["← →", "a move back, a move on"],
  ["F", "find a better move before it is shown"], ["L, J", "along the line, and back"], ["K", "the other line at the same step"], ["S", "the other player"],
  ["[ ]", "round before, next round"], ["Space", "play or pause"], ["+ −", "speed"], ["Home, End", "to the beginning, to the end"],
  ["While you look for a move", "← → shift, ↑ or X turn, Z turn left, A half turn, ↓ a place below, C hold, Space drop, Esc show the best"],
];

/** Fills in what is said about a review. `keys` are further keys and what they do. */
export function describeReview(report, title, keys) {
  const { recording, settings, program } = report;
  setText(byId("title"), title);
  byId("title").hidden = title === "";
  byId("mistakes-title").title = words.unit;
  byId("players").title = words.comparable;
  setText(byId("comparable"), words.comparable);
  const depth = settings.depth ? `, at most ${settings.depth} pieces deep` : "";
  setText(byId("about"), `${recording} · ${program}, ${effort(settings)}${depth}`);
  const times = report.rounds.flatMap(({ sides, seats }) => seats.map(seat => sides[seat].time)).filter(Boolean);
  const notes = [...report.notes, ...times];
  byId("notes").replaceChildren(...notes.map(text => element("p", "", text)));
  byId("notes").hidden = notes.length === 0;
  byId("notes").classList.toggle("plain", report.notes.length === 0);
  listRounds(report);
  byId("round-label").hidden = byId("scope-label").hidden = report.rounds.length < 2;
  byId("meaning").replaceChildren(...meaning(settings).map(text => element("p", "", text)));
  byId("keys").replaceChildren(...[...KEY_WORDS, ...keys].flatMap(([key, words]) => [element("dt", "", key), element("dd", "", words)]));
}

/** Lists the rounds for choice; leaves the list alone if it has them: it may be open. */
function listRounds({ rounds, players }) {
  const names = rounds.map(({ round, winner }) => {
    const player = players.find(player => player.player === winner);
    return `${round}${player ? `: ${player.name} won` : ""}`;
  });
  const select = byId("round");
  if ([...select.options].map(option => option.text).join("\n") === names.join("\n")) return;
  select.replaceChildren(...names.map((name, i) => new Option(name, i)));
}

/** How much was searched, in words. */
const effort = ({ nodes, seconds }) => nodes ? `${formatNumber(nodes, 0)} nodes per position` : `about ${seconds} s per game`;

/** What the numbers of the page mean. */
function meaning(settings) {
  return [
    words.unit,
    "Both the played and the best move are searched to the same depth from what the player could see: the piece, the hold, the pieces in view, the garbage that had arrived. What came later is not known to the search.",
    `The search had ${effort(settings)}. The loss of a move is measured with 4,000 nodes for it and 4,000 for the best move. A deeper search may change losses by a few tenths.`,
    `${words.accuracy} Danger is how near the stack, with the garbage that waits, is to the top: 1 is the end.`,
    "A misdrop is a move a cell or a turn away from a far better one.",
  ];
}

/** Shows a warning if the moves of a side were not verified. */
export function showTrust({ trust, moves }) {
  const place = byId("trust");
  place.hidden = trust.trust === "verified";
  place.className = trust.trust;
  if (trust.trust === "stopped") {
    const left = trust.left_out > 0 ? ` ${trust.left_out} more ${trust.left_out === 1 ? "is" : "are"} left out.` : "";
    setText(place, `Reviewed up to move ${moves.length}, where the simulation stopped agreeing with the file: ${trust.reason}.${left}`.replace("..", "."));
  } else if (trust.trust === "unchecked") {
    setText(place, "The file has nothing to check these moves against.");
  }
}

// The review as data: its rounds with their games, and their sides with the judged moves.

import { isMove, momentAt } from "./game.js";
import { game } from "./player.js";

/** Grades from the best to the worst, with the sign that chess players know. */
export const SIGNS = { best: "✓", good: "○", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Phases in the order in which they come. */
export const PHASES = ["opener", "midgame", "pressure"];

/** The names of grades, remarks and phases, from the review. */
export let words = null;

/** The words for a name; the name itself if there are none, as in a newer review. */
export const inWords = (kind, name) => words[kind][name] ?? String(name).replaceAll("_", " ");

/** Whether the game is played for time, so that attack does not matter. */
export const isForTime = () => game.forTime;

export const capital = text => text === "" ? "" : text[0].toUpperCase() + text.slice(1);

/**
 * Reads the review: its sides by seat, and where each of their moves stands in the game. `earlier`
 * is the same review with fewer moves, which stay the same objects; or null.
 */
export function readReport(data, games, earlier) {
  const report = { ...data };
  words = data.words;
  report.rounds = data.rounds.map((round, i) => {
    const known = earlier?.rounds[i]?.game === games[i] ? earlier.rounds[i].sides : {};
    const sides = {};
    for (const side of round.sides) sides[side.seat] = readSide(side, games[i], known[side.seat]?.moves ?? []);
    games[i].forTime = data.unit === "points";
    return { ...round, game: games[i], sides, seats: round.sides.map(side => side.seat) };
  });
  return report;
}

function readSide(side, game, known) {
  const locks = [];
  game.moments.forEach((moment, m) => {
    if (moment.seat === side.seat && isMove(moment.sides[side.seat].event)) locks.push(m);
  });
  const moves = side.moves.slice(0, locks.length).map((data, index) => known[index] ?? readMove(data, index, locks[index], game, side.seat));
  return { ...side, moves };
}

/** A move: its `index` from 0, the moments before it and of its lock, the played and the best line. */
function readMove(data, index, lock, game, seat) {
  const event = game.moments[lock].sides[seat].event;
  const played = readLine(data.played);
  const best = data.best ? readLine(data.best) : played;
  return {
    ...data, index, event, played, best, isBest: !data.best,
    reasons: data.reasons ?? [], misdrop: data.misdrop ?? false,
    before: Math.max(0, Math.min(momentAt(game, event.f), lock - 1)),
    options: () => readOptions(data, played, best),
  };
}

/** A line: its moves, and the names and attacks of its clears by the move's number from 1. */
const readLine = line => ({
  ...line, at: readPlaced(line.at), then: line.then.map(readPlaced),
  clears: new Map((line.clears ?? []).map(([step, label, attack]) => [step, { label, attack }])),
});

/** Parses the word of a placed piece. */
function readPlaced(word) {
  const number = at => word.charCodeAt(at) - 48;
  const cells = [];
  for (let at = 3; at + 1 < word.length; at += 2) cells.push([number(at), number(at + 1)]);
  return { piece: word[0], hold: word[1] === "h", spin: word[2], cells };
}

/** Every move that could have been played, with its loss; none if the review does not list them. */
function readOptions(data, played, best) {
  if (!data.others) return [];
  const options = [
    { ...best.at, loss: 0 }, { ...played.at, loss: data.loss },
    ...data.others.map(([word, loss]) => ({ ...readPlaced(word), loss: loss ?? null })),
  ];
  return options.filter(option => option.cells.length > 0);
}

/** Whether a move is one that keys jump to. */
export const isMistake = move => move.grade === "mistake" || move.grade === "blunder" || move.misdrop;

/** The moves that keys jump to: mistakes; where there are none, inaccuracies. */
export function mistakesOf(side) {
  const found = side.moves.filter(isMistake);
  return found.length > 0 ? found : side.moves.filter(move => move.grade === "inaccuracy");
}

/** Every inaccuracy, mistake, blunder and misdrop, the worst first. */
export function worstOf(side) {
  const found = side.moves.filter(move => isMistake(move) || move.grade === "inaccuracy");
  return found.sort((a, b) => b.loss - a.loss || a.index - b.index);
}

/** A loss below this is shown as none. */
export const AS_GOOD = 0.05;

/** The loss of a move in words. */
export const lostBy = move => move.losesGame ? "loses the game" : move.loss >= AS_GOOD ? `lost ${formatLoss(move.loss)}` : "lost nothing";

/** A loss with the unit of the review. */
export function formatLoss(loss) {
  const [one, many] = words.units;
  return `${loss.toFixed(loss < 10 ? 1 : 0)} ${Number(loss.toFixed(1)) === 1 ? one : many}`;
}

import type { Piece, RulesetName, Spin } from "./tbp.js";
import type { CellPosition } from "./rules.js";

/**
 * Loads the module of reviews; `Review` comes after it. Later calls do nothing.
 *
 * @param source the module, where a bundler has put it elsewhere: an address, or its bytes
 */
export function init(source?: string | { readonly href: string } | ArrayBuffer | ArrayBufferView): Promise<void>;

export interface ReviewOptions {
  /** The rules of games that do not name theirs; the guideline if absent. */
  rules?: RulesetName;
  /** Positions to search for each move: 50,000 if absent, at least 20,000. */
  nodes?: number;
  /** Placements to look ahead at most. */
  depth?: number;
  /** Whether the report has the names of players. */
  names?: boolean;
  /** What the game is called in the summary. */
  title?: string;
  /** The program that the report names. */
  program?: string;
}

/**
 * A finished game whose moves are judged one by one, as `landfall review` does. Iterating judges: each
 * move takes some milliseconds of the calling thread, between which a caller may wait. A second
 * iteration goes on where the first has ended.
 */
export class Review implements Iterable<MoveReport> {
  /**
   * @param game the file: a replay of landfall or TETR.IO, a fumen or link, or a log of TBP
   * @throws {Error} with a sentence, where it cannot be read or has no moves to review
   */
  constructor(game: Uint8Array | string, options?: ReviewOptions);
  readonly moveCount: number;
  [Symbol.iterator](): Iterator<MoveReport, undefined>;
  /** Returns what `landfall review --json` writes, of the moves that are judged. */
  toJSON(): Reviews;
  /** Frees its memory, before the collector of garbage does. */
  free(): void;
}

/** The reviews of some games, by `docs/review.schema.json` of landfall. */
export interface Reviews {
  /** The version of the schema. */
  review: 2;
  games: GameReport[];
  summary: SummaryRow[];
}

export type LossUnit = "lines" | "points";
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";
export type Phase = "opener" | "midgame" | "pressure";

export interface GameReport {
  review: 2;
  program: string;
  recording: string;
  unit: LossUnit;
  settings: { nodes?: number | null; depth?: number | null; seconds?: number | null };
  most_loss: number;
  players: PlayerReport[];
  rounds: RoundReport[];
  /** What was left out of a file, and why. */
  notes?: string[];
}

/** Sums and means of some moves. */
export interface Totals {
  moves: number;
  loss: number;
  /** From 0 to 100. */
  accuracy: number;
  grades: { [grade in Grade]?: number };
  misdrops: number;
  remarks: { [remark in Remark]?: number };
  lines: number;
  attack: number;
  frames: number;
}

export interface PlayerReport {
  player: number;
  name?: string | null;
  won: number;
  totals: Totals;
  phases: { [phase in Phase]?: Totals };
}

export interface RoundReport {
  round: number;
  winner?: number | null;
  sides: SideReport[];
}

/** Whether the moves are what was played. */
export type TrustReport =
  | { trust: "verified"; compared: string[] }
  | { trust: "unchecked" }
  | { trust: "stopped"; left_out: number; reason: string };

export interface SideReport {
  player: number;
  rules: string;
  trust: TrustReport;
  totals: Totals;
  phases: { [phase in Phase]?: Totals };
  time?: TimeReport | null;
  moves: MoveReport[];
}

/** Pieces, keys and time of a game for lines. */
export interface TimeReport {
  lines: number;
  wanted: number;
  pieces: number;
  fewest_pieces: number;
  keys: number;
  faults: number;
  faulty_pieces: number;
  frames: number;
  frames_lost: number;
}

export interface PositionReport {
  /** The rows, the floor first. */
  board: string[];
  queue: string;
  hold?: Piece | null;
  combo: number;
  back_to_back: number;
  /** Rows of each packet of garbage that has arrived. */
  waiting: number[];
}

export interface PlacedPiece {
  piece: Piece;
  hold: boolean;
  /** Before rows are cleared. */
  cells: CellPosition[];
  spin: Spin;
}

/** A move with its value and what follows. */
export interface LineReport extends PlacedPiece {
  lines: number;
  attack: number;
  label: string;
  then: PlacedPiece[];
  clears?: { step: number; label: string; attack: number }[];
  value?: number | null;
}

export interface MoveReport {
  move: number;
  appeared: number;
  locked: number;
  before: PositionReport;
  played: LineReport;
  best: LineReport;
  others?: (PlacedPiece & { loss?: number | null })[];
  depth: number;
  loss: number;
  grade: Grade;
  phase: Phase;
  danger: number;
  loses_game: boolean;
  misdrop: boolean;
  reasons: Reason[];
  keys?: number | null;
  fewest_keys?: number | null;
}

export interface Reason {
  remark: Remark;
  /** Its share of the difference. */
  share: number;
  /** A sentence. */
  text: string;
}

export type Remark =
  | "top_out"
  | "missed_kill"
  | "missed_clear"
  | "garbage_not_cancelled"
  | "missed_downstack"
  | "broken_back_to_back"
  | "broken_surge"
  | "broken_combo"
  | "wasted_t"
  | "t_slot_filled"
  | "missed_t_slot"
  | "well_covered"
  | "well_filled"
  | "holes"
  | "dependency"
  | "dangerous_height"
  | "burned_lines"
  | "hold_spent"
  | "uneven_surface";

export interface SummaryRow {
  title: string;
  recording: string;
  unit: LossUnit;
  players: PlayerReport[];
  stopped: number;
  page?: string | null;
}

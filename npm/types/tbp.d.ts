/**
 * The messages of the Tetris Bot Protocol, with landfall's extensions: analysis, rulesets, counters,
 * garbage, opponents, delays. `docs/analysis-extension.md` and `docs/rules-extension.md` of landfall
 * describe these. Types say what to send; the bot also reads what frontends really send.
 */

/** A piece by its letter. */
export type Piece = "I" | "O" | "T" | "L" | "J" | "S" | "Z";

/** A rotation state. */
export type Orientation = "north" | "east" | "south" | "west";

/** A kind of spin. */
export type Spin = "none" | "mini" | "full";

/** Where a piece locks: SRS centres, column 0 at the left, row 0 at the floor. */
export interface Location {
  type: Piece;
  orientation: Orientation;
  x: number;
  y: number;
}

/** A move: where the piece locks, and the spin that it counts as. */
export interface Move {
  location: Location;
  spin: Spin;
}

/** A cell: `null` is empty, a text is the name of the block, `"G"` for garbage. */
export type Cell = Piece | "G" | null | (string & {});

/** Rows of ten cells, the floor first, at most 40. */
export type Board = Cell[][];

/** The rulesets that landfall plays. */
export type RulesetName =
  | "guideline"
  | "guideline-no-hold"
  | "tetrio"
  | "tetrio-s2"
  | "botris"
  | "pason"
  | "blockbattle"
  | "blockbattle-honest";

/** How pieces are drawn; anything else counts as unknown. */
export type RandomizerName = "uniform" | "seven_bag" | "general_bag" | "unknown";

/** Number of each piece in a bag; a piece that is absent is not in it. */
export type PieceCounts = { [piece in Piece]?: number };

/** The state of the randomizer at the end of the queue. */
export type RandomizerState =
  | { type: "uniform" | "unknown" }
  | { type: "seven_bag"; bag_state: Piece[] }
  | { type: "general_bag"; current_bag: PieceCounts; filled_bag: PieceCounts };

/** How long clears and moves take, in frames of 1/60 s. An extension. */
export interface Timings {
  /** Clears of 1 to 4 rows. */
  clear: [number, number, number, number];
  /** A clear that empties the board; absent as the last of `clear`. */
  perfect_clear?: number | null;
  /** A shift or turn. */
  step?: number | null;
  /** A soft drop by a row. */
  soft_drop?: number | null;
}

/** Clears that keep back-to-back. */
export type BackToBackSource = "quad" | "t-spin" | "t-spin-mini" | "allspin" | "allspin-mini" | "perfect-clear";

/** Spins that count. */
export type SpinDetection =
  | "none"
  | "t-spins"
  | "t-spins+"
  | "mini-only"
  | "all"
  | "all+"
  | "all-mini"
  | "all-mini+";

/** Attributes of `rules` that describe a game without a name, as the Stacker Bot Protocol has them. */
export interface GameRules {
  kickset?: "srs" | "srs_plus";
  rot180?: boolean;
  sonic_drop?: "none" | "allow" | "only";
  spin_detection?: SpinDetection;
  back_to_back_sources?: BackToBackSource[];
  spawn_position?: { x: number; y: number };
  board_width?: 10;
  board_height?: 40;
}

/** Announces the rules; answered by `ready` or `error`. */
export interface Rules extends GameRules {
  type: "rules";
  randomizer?: RandomizerName | null;
  /** Absent means the guideline. An extension. */
  ruleset?: RulesetName | null;
  timings?: Timings | null;
}

/** An opponent, of which only the board is read. */
export interface Opponent {
  board?: Board | null;
  score?: number | null;
  combo?: number;
  back_to_back?: number | boolean;
  meter?: number;
  queue?: Piece[];
}

/** Sets the position to search. */
export interface Start {
  type: "start";
  hold: Piece | null;
  /** Known pieces, the one in play first. */
  queue: Piece[];
  /** Clears in a row. */
  combo: number;
  /** Clears in a row that kept back-to-back, or whether the last one did. */
  back_to_back: boolean | number;
  board: Board;
  randomizer?: RandomizerState | null;
  /** Rows of garbage that wait, or those of each attack. An extension. */
  incoming_garbage?: number | (number | null)[] | null;
  /** An extension. */
  opponents?: Opponent[] | null;
  /** The player's pieces in this game. An extension. */
  pieces_placed?: number;
  /** Frames of the game. An extension. */
  frame?: number;
  /** Pieces that may be skipped. An extension for `blockbattle`. */
  skips?: number;
  /** Pieces until a solid row comes, 0 if none does. An extension for `blockbattle`. */
  solid_in?: number;
}

/** Asks for the best moves; answered by `suggestion`. */
export interface Suggest {
  type: "suggest";
}

/** Reports the move that was played. The counters are those after the move, an extension. */
export interface Play {
  type: "play";
  move: Move;
  combo?: number | null;
  back_to_back?: boolean | number | null;
  pieces_placed?: number | null;
  frame?: number | null;
}

/** Reports a piece at the end of the queue. */
export interface NewPiece {
  type: "new_piece";
  piece: Piece;
}

/** Ends the game. */
export interface Stop {
  type: "stop";
}

/** Ends the bot. */
export interface Quit {
  type: "quit";
}

/** Asks what the search knows; answered by `analysis`. An extension, `landfall_analysis`. */
export interface Analyse {
  type: "analyse";
  /** Moves to tell, the best first: 3 if absent, at most 100. */
  lines?: number;
  /** A legal move to value as well. */
  move?: Move | null;
}

/** Stops the search and keeps what it has found, until `resume`. Only the worker knows both. */
export interface Pause {
  type: "pause" | "resume";
}

/** A message to the bot. */
export type FrontendMessage = Rules | Start | Suggest | Play | NewPiece | Stop | Quit | Analyse | Pause;

/** Extensions that a bot names in `info`; landfall has all of these. */
export type Feature =
  | "randomizer"
  | "move_info"
  | "landfall_ruleset"
  | "landfall_duel"
  | "landfall_analysis";

/** The first message of the bot. */
export interface Info {
  type: "info";
  name: string;
  version: string;
  author: string;
  features: (Feature | (string & {}))[];
}

/** The bot plays by the rules. */
export interface Ready {
  type: "ready";
}

/** The bot does not play by the rules; those before stand. */
export interface RulesError {
  type: "error";
  reason: "unsupported_rules" | (string & {});
}

/** How a suggestion was found. */
export interface MoveInfo {
  /** Positions evaluated. */
  nodes?: number;
  /** Positions evaluated per second. */
  nps?: number;
  /** Placements looked ahead. */
  depth?: number;
  /** Anything else, as text. */
  extra?: string;
}

/** What the worker adds to answers in a position in which its engine has failed: a report. */
export interface Faulty {
  landfall_failure?: string;
}

/** The answer to `suggest`. */
export interface Suggestion extends Faulty {
  type: "suggestion";
  /** The best first, at most five; empty if nothing can be placed. */
  moves: Move[];
  move_info?: MoveInfo;
}

/** A move with its value and its best line. */
export interface AnalysedMove {
  move: Move;
  /** In lines sent; only differences at one depth mean anything. */
  value: number;
  /** Placements that the value has seen. */
  depth: number;
  /** The best line, this move first. */
  line: Move[];
}

/** The answer to `analyse`. */
export interface Analysis extends Faulty {
  type: "analysis";
  /** Positions evaluated. */
  nodes: number;
  /** Placements looked ahead. */
  depth: number;
  /** The best first; empty if nothing can be placed. */
  moves: AnalysedMove[];
  /** The move asked about. `final`: it has been searched as well as the best one. */
  played?: AnalysedMove & { final: boolean };
  /** `true` when there is no more to search. */
  finished?: boolean;
}

/** A message of the bot. */
export type BotMessage = Info | Ready | RulesError | Suggestion | Analysis;

/** The answer to a message that gets one. */
export type AnswerTo<Message extends { type: string }> = Message["type"] extends "suggest"
  ? Suggestion
  : Message["type"] extends "analyse"
    ? Analysis
    : Message["type"] extends "rules"
      ? Ready | RulesError
      : never;

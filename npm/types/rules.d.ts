import type { FrontendMessage, Move, Piece, RulesetName, Rules, Start } from "./tbp.js";

/**
 * Loads the module; everything else here comes after it. Later calls do nothing.
 *
 * @param source the module, where a bundler has put it elsewhere: an address, or its bytes
 */
export function init(source?: string | { readonly href: string } | ArrayBuffer | ArrayBufferView): Promise<void>;

/** A column and a row, from the left and the floor. */
export type CellPosition = [x: number, y: number];

/** A ruleset that can be played. */
export interface Ruleset {
  name: RulesetName;
  description: string;
  hold: boolean;
  half_turns: boolean;
  /** Its `rules` message. */
  rules: Rules;
  /** The cells of each piece as it appears, from (0, 0) at the lower left. */
  shapes: Record<Piece, CellPosition[]>;
}

/** Returns the rulesets, the default first. */
export function rulesets(): Ruleset[];

/** Returns the ruleset of a name, the default if there is none. */
export function ruleset(name: string): Ruleset;

/** A game as a page draws it. */
export interface View {
  rules: RulesetName;
  /** Rows of ten letters, the floor first: `.` empty, `G` garbage, else the piece's letter. */
  rows: string[];
  /** The piece that falls, in a game by keys. */
  active: { type: Piece; cells: CellPosition[] } | null;
  /** Its cells after a hard drop. */
  ghost: CellPosition[] | null;
  hold: Piece | null;
  can_hold: boolean;
  /** The known pieces; in a game by turns the one in play first, in a game by keys without it. */
  queue: Piece[];
  combo: number;
  back_to_back: number;
  /** Lines that the end of the back-to-back chain would send, where rules have that. */
  surge: number | null;
  /** Garbage that waits, the oldest first; `frames` until it may rise. */
  garbage: { rows: number; frames: number }[];
  pieces: number;
  lines: number;
  attack: number;
  frame: number;
  /** Why the game is over, in a word or two. */
  over: string | null;
}

/** A piece that has locked. */
export interface Placed {
  move: Move;
  /** Before rows were cleared. */
  cells: CellPosition[];
  cleared_rows: number[];
  lines: number;
  /** The name of the clear, such as "T-spin double"; empty for a plain lock. */
  label: string;
  /** Lines sent, before cancelling. */
  attack: number;
  back_to_back: number;
  combo: number;
  /** Lines left to send after cancelling, together and as packets. */
  sent: number;
  packets: number[];
  garbage_raised: number;
  /** The pieces that were dealt since the lock before. */
  dealt: Piece[];
  over: string | null;
}

/** The name of a key, or of an input of a piece. */
export type Key =
  | "left"
  | "right"
  | "soft_drop"
  | "hard_drop"
  | "clockwise"
  | "counterclockwise"
  | "half_turn"
  | "hold";

/** A new game by the pieces of a seed, or a game at a position. */
export type TurnGameOptions = { rules?: RulesetName; seed?: number; previews?: number } & (
  | {}
  | { start: Start | Omit<Start, "type"> | string }
  | { fumen: string; page?: number }
);

/** A game by turns. Methods that can fail throw an `Error` whose message says why; nothing has then changed. */
export class TurnGame {
  constructor(options: TurnGameOptions);
  view(): View;
  /** Returns the position as a `start`. */
  startMessage(): Start;
  /** Returns the position as a fumen, with the piece of a move if one is given. */
  fumen(move?: Move): string;
  /** Returns what a bot is told of a lock: `play` and `new_piece`, or a `start` if garbage has risen. */
  playMessages(placed: Placed): FrontendMessage[];
  legalMoves(): Move[];
  /** Returns the legal move of a piece that fills these cells. */
  findMove(cells: CellPosition[], piece: Piece): Move | null;
  /** Returns the cells of a move. */
  cells(move: Move): CellPosition[];
  /** Returns the inputs that lead to a move, the hard drop last. `soft_drop` is by one row. */
  inputs(move: Move): Key[];
  /** Plays a move, cancels and raises garbage, and deals pieces. */
  play(move: Move): Placed;
  /** Fills or empties cells, by the letter of a piece, `G` or a dot. */
  setCells(cells: [x: number, y: number, block: Piece | "G" | "."][]): void;
  /** Replaces the queue, the piece in play first. */
  setQueue(letters: string): void;
  /** Replaces the held piece; an empty text is none. */
  setHold(letter: Piece | ""): void;
  setCounters(counters: { combo?: number; back_to_back?: number }): void;
  /** Mirrors the position. */
  mirror(): void;
  /** Empties the board and resets the counters. */
  clear(): void;
  /** Adds garbage, which rises at the next lock that clears no rows. */
  receiveGarbage(lines: number): void;
  clone(): TurnGame;
  /** Frees its memory, before the collector of garbage does. */
  free(): void;
}

/** How keys are handled. Times are frames of 1/60 s. */
export interface Handling {
  /** Before a held key repeats. */
  das?: number;
  /** Between repeats; 0 is at once. */
  arr?: number;
  /** During which a new piece does not repeat. */
  dcd?: number;
  /** Soft drop: so many times as fast as gravity. */
  sdf?: number;
  cancel?: boolean;
  safe_lock?: boolean;
  soft_drop_first?: boolean;
  initial_turn?: boolean;
  initial_hold?: boolean;
}

export interface KeyGameOptions {
  rules: RulesetName;
  /** Of the pieces; needed without `start`. */
  seed?: number;
  handling?: Handling;
  previews?: number;
  /** Where it begins, with the known pieces alone. */
  start?: Start;
  /** Whether pieces neither fall nor lock by themselves. */
  untimed?: boolean;
}

/** A game by keys, in real time: the caller says when, in frames of 1/60 s with fractions. */
export class KeyGame {
  constructor(options: KeyGameOptions);
  press(key: Key, frame: number): void;
  release(key: Key, frame: number): void;
  /** Plays up to a frame; returns what was placed since the last call. */
  advance(frame: number): ({ type: "placed" } & Placed)[];
  receiveGarbage(lines: number): void;
  view(): View;
  /** Returns the turn of the piece in play as a `start`. */
  startMessage(): Start;
  setHandling(handling: Handling): void;
  free(): void;
}

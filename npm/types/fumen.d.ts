import type { Board, Move, Piece } from "./tbp.js";

export { init } from "./rules.js";

/** A position of a fumen. Hold and queue are those of its quiz comment. */
export interface FumenPosition {
  hold: Piece | null;
  /** The piece in play first. */
  queue: Piece[];
  board: Board;
  /** The same board as text: rows of ten letters, the floor first, up to the highest that is not empty. */
  rows: string[];
}

/** Returns how many pages each fumen of a text has; empty if there is none. Throws where one cannot be read. */
export function fumenPages(text: string): number[];

/** Returns the position of a page, from 1, of the first fumen of a text, before its piece locks. */
export function decode(text: string, page?: number): FumenPosition;

/** Returns a fumen of one page, with the piece of a move if one is given. It has 23 rows. */
export function encode(position: { board: Board; hold?: Piece | null; queue?: Piece[] }, move?: Move): string;

//! What stones in a window are worth: a table over the 64 ways to stand in six points.
//!
//! Knows no board. The weights were found from games against itself; `docs/connect6.md` has
//! the figures.

use crate::connect6::rules::ROW;

/// Ways in which stones of one colour stand in a window.
pub const MASKS: usize = 1 << ROW;

/// Worth of a window with stones of one colour alone, by the number of stones, for the one
/// whose turn it is not: he has to wait, and what he threatens can be answered.
const WAITER: [i16; ROW + 1] = [0, 4, 25, 49, 49, 49, 49];

/// The same for the one whose turn it is.
const MOVER: [i16; ROW + 1] = [0, 6, 29, 82, 120, 120, 120];

/// What it is worth to be the one whose turn it is.
pub const TURN: i32 = 94;

/// Worth of a window by the mask of its stones, for the one who waits.
pub static WAITS: [i16; MASKS] = by_mask(&WAITER);

/// Worth of a window by the mask of its stones, for the one who moves.
pub static MOVES: [i16; MASKS] = by_mask(&MOVER);

/// What a stone at each of the six places adds to a window of its owner, by the mask before,
/// for the one who waits after it. At places that are taken it is nothing.
pub static ADDS: [[i16; ROW]; MASKS] = adds();

const fn by_mask(weights: &[i16; ROW + 1]) -> [i16; MASKS] {
    let mut table = [0; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        table[mask] = weights[mask.count_ones() as usize];
        mask += 1;
    }
    table
}

const fn adds() -> [[i16; ROW]; MASKS] {
    let waits = by_mask(&WAITER);
    let mut table = [[0; ROW]; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let mut place = 0;
        while place < ROW {
            table[mask][place] = waits[mask | 1 << place] - waits[mask];
            place += 1;
        }
        mask += 1;
    }
    table
}

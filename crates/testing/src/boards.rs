//! Random boards of several kinds; each is a function of its seed.

use landfall_rules::board::FULL_ROW;
use landfall_rules::lock::{ClearState, lock};
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Piece, movegen};

/// A kind of random board.
pub type BoardGenerator = fn(&mut SplitMix64) -> Board;

/// Every kind.
pub const KINDS: [BoardGenerator; 9] = [
    low_messy, tall_messy, near_spawn, caves, high, played, garbage, wells, overhangs,
];

/// Returns the columns of a board of a kind in [`KINDS`]. The unit tests of the rules crate need
/// columns because their [`Board`] is another type.
pub fn columns(kind: usize, seed: u64) -> [u64; 10] {
    KINDS[kind](&mut SplitMix64::new(seed)).columns
}

/// Generates up to 12 rows with single holes.
pub fn low_messy(rng: &mut SplitMix64) -> Board {
    let rows = rng.below(13);
    noise(rng, rows)
}

/// Generates 12 to 20 rows with single holes; the top rows have fewer blocks.
pub fn tall_messy(rng: &mut SplitMix64) -> Board {
    let rows = 12 + rng.below(9);
    noise(rng, rows)
}

/// Generates a stack up to row 15 with scattered cells above it near the spawn rows, so that the
/// lower spawn is often blocked and sometimes both are.
pub fn near_spawn(rng: &mut SplitMix64) -> Board {
    let rows = rng.below(16);
    let mut board = noise(rng, rows);
    for _ in 0..rng.below(8) {
        board.fill(rng.below(10) as i8, 16 + rng.below(7) as i8);
    }
    board
}

/// Generates caves, overhangs and slots cut out of a solid stack.
pub fn caves(rng: &mut SplitMix64) -> Board {
    let mut board = Board::EMPTY;
    let rows = 4 + rng.below(15);
    board.columns = [(1 << rows) - 1; 10];
    for _ in 0..2 + rng.below(6) {
        let (left, bottom) = (rng.below(10), rng.below(rows));
        let (width, height) = (1 + rng.below(4), 1 + rng.below(5));
        carve(&mut board, left, bottom, width, height);
    }
    carve(&mut board, rng.below(10), rng.below(rows), 1, 40);
    for _ in 0..rng.below(3) {
        carve_slot(&mut board, 1 + rng.below(8), rng.below(rows));
    }
    board
}

/// Generates a stack that reaches rows 17 to 39, with a shaft below the spawn.
pub fn high(rng: &mut SplitMix64) -> Board {
    let rows = 17 + rng.below(23);
    let mut board = noise(rng, rows);
    let left = rng.below(4);
    let width = 3 + rng.below(5);
    let bottom = rng.below(19);
    carve(&mut board, left, bottom, width, 24 - bottom);
    for _ in 0..rng.below(6) {
        board.fill(rng.below(10) as i8, rng.below(40) as i8);
    }
    board
}

/// Generates the board after up to 60 random placements.
pub fn played(rng: &mut SplitMix64) -> Board {
    let (mut board, mut clear_state) = (Board::EMPTY, ClearState::default());
    let mut options = Vec::new();
    for _ in 0..rng.below(60) {
        let piece = Piece::ALL[rng.below(7) as usize];
        options.clear();
        movegen::placements(&GUIDELINE, &board, piece, &mut options);
        if options.is_empty() {
            break;
        }
        let mut pick = || options[rng.below(options.len() as u32) as usize];
        // Takes the lower of two placements; otherwise every stack would be a tower within a few
        // pieces.
        let (a, b) = (pick(), pick());
        let lower = if a.y <= b.y { a } else { b };
        lock(&GUIDELINE, &mut board, &mut clear_state, &lower);
    }
    board
}

/// Generates garbage rows with one hole each, in a few columns, under a few rows of stack.
pub fn garbage(rng: &mut SplitMix64) -> Board {
    let stack = rng.below(4);
    let mut board = noise(rng, stack);
    let mut hole = rng.below(10);
    for _ in 0..1 + rng.below(16) {
        if rng.below(3) == 0 {
            hole = rng.below(10);
        }
        board.raise(&[FULL_ROW & !(1 << hole)]);
    }
    board
}

/// Generates solid columns of any height up to 18, with wells between them.
pub fn wells(rng: &mut SplitMix64) -> Board {
    let base = rng.below(12);
    let mut board = Board::EMPTY;
    for column in &mut board.columns {
        let rows = match rng.below(4) {
            0 => rng.below(base + 1),
            _ => base + rng.below(7),
        };
        *column = (1 << rows) - 1;
    }
    board
}

/// Generates wells, most of them under roofs with a hollow of one to three rows below.
pub fn overhangs(rng: &mut SplitMix64) -> Board {
    let mut board = wells(rng);
    for _ in 0..1 + rng.below(5) {
        let (left, width) = (rng.below(9) as usize, 1 + rng.below(4) as usize);
        let under = board.columns[left].count_ones() + 1 + rng.below(3);
        for column in board.columns.iter_mut().skip(left).take(width) {
            *column |= 1 << under.min(18);
        }
    }
    board
}

/// Generates rows in which every cell is filled with the same probability, drawn anew for each
/// board.
fn noise(rng: &mut SplitMix64, rows: u32) -> Board {
    let mut board = Board::EMPTY;
    let percent = 20 + rng.below(75);
    for y in 0..rows {
        for x in 0..10 {
            if rng.below(100) < percent {
                board.fill(x, y as i8);
            }
        }
    }
    board
}

fn carve(board: &mut Board, left: u32, bottom: u32, width: u32, height: u32) {
    let rows = ((1u64 << height) - 1) << bottom;
    for column in board
        .columns
        .iter_mut()
        .skip(left as usize)
        .take(width as usize)
    {
        *column &= !rows;
    }
}

/// Carves the slot of a T spin: three cells wide, the middle one deeper, open on one side above.
fn carve_slot(board: &mut Board, x: u32, y: u32) {
    carve(board, x, y, 1, 3);
    carve(board, x - 1, y + 1, 3, 1);
    carve(board, x, y + 2, 2, 20);
}

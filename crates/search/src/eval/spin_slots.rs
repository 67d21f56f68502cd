//! Counts spin slots of J, L, S and Z: places that such a piece fits into exactly, so that it can
//! move neither left, right, up nor down there, and the rows that it would clear.
//!
//! ```text
//!  L            S
//!  ..#.         ..##
//!  #.##   <-    #..#   <- below a block, open beside it
//!  #..#         ..##
//! ```
//!
//! Part of a slot lies below a block and part of it is open to the sky: a turn brings the piece
//! in from there. Whether the turn has a kick for it is not asked; see the test for how often it
//! has. Looks at all rows at a time.

use crate::eval::column::ColumnBits;
use landfall_rules::WIDTH;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A state of a piece: for each column, from the left, its lowest row and how many cells it has
/// there; then how many cells each row has, from the lowest.
struct Shape<const COLUMNS: usize> {
    columns: [(u32, usize); COLUMNS],
    rows: [usize; 3],
}

/// The states that are three columns wide: J, L, S and Z lying down.
const WIDE: [Shape<3>; 6] = [
    Shape {
        columns: [(0, 2), (0, 1), (0, 1)],
        rows: [3, 1, 0],
    },
    Shape {
        columns: [(0, 1), (0, 1), (0, 2)],
        rows: [3, 1, 0],
    },
    Shape {
        columns: [(1, 1), (1, 1), (0, 2)],
        rows: [1, 3, 0],
    },
    Shape {
        columns: [(0, 2), (1, 1), (1, 1)],
        rows: [1, 3, 0],
    },
    Shape {
        columns: [(0, 1), (0, 2), (1, 1)],
        rows: [2, 2, 0],
    },
    Shape {
        columns: [(1, 1), (0, 2), (0, 1)],
        rows: [2, 2, 0],
    },
];

/// The states that are two columns wide: J, L, S and Z upright.
const UPRIGHT: [Shape<2>; 6] = [
    Shape {
        columns: [(0, 3), (2, 1)],
        rows: [1, 1, 2],
    },
    Shape {
        columns: [(0, 1), (0, 3)],
        rows: [2, 1, 1],
    },
    Shape {
        columns: [(0, 3), (0, 1)],
        rows: [2, 1, 1],
    },
    Shape {
        columns: [(2, 1), (0, 3)],
        rows: [1, 1, 2],
    },
    Shape {
        columns: [(1, 2), (0, 2)],
        rows: [1, 2, 1],
    },
    Shape {
        columns: [(0, 2), (1, 2)],
        rows: [1, 2, 1],
    },
];

/// Rows of a board as bits, or of many boards side by side.
pub trait RowBits:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

impl<W> RowBits for W where
    W: Copy
        + BitAnd<Output = W>
        + BitOr<Output = W>
        + Not<Output = W>
        + Shl<u32, Output = W>
        + Shr<u32, Output = W>
{
}

/// Returns the rows in which slots stand, apart by the rows that their piece would clear, 1 to 3.
/// `below[x]` has the rows below the top of column `x`.
#[inline(always)]
pub fn find<W: RowBits>(columns: &[W; WIDTH], below: &[W; WIDTH]) -> [W; 3] {
    let ground = StackSurface::new(columns, below);
    let mut found = [ground.none; 3];
    for shape in &WIDE {
        ground.add_slots(shape, &mut found);
    }
    for shape in &UPRIGHT {
        ground.add_slots(shape, &mut found);
    }
    found
}

/// Returns the number of such rows of one board.
#[inline(always)]
pub fn count<W: ColumnBits>(columns: &[W; WIDTH], below: &[W; WIDTH]) -> [W::Count; 3] {
    find(columns, below).map(|slots| W::total(slots.count_rows()))
}

/// A board as slots are looked for.
struct StackSurface<'a, W> {
    below: &'a [W; WIDTH],
    /// `runs[n - 1][x]` has the rows from which `n` cells upwards are empty in column `x`.
    runs: [[W; WIDTH]; 3],
    /// `rows[n - 1]` has the rows with exactly `n` empty cells.
    rows: [W; 3],
    /// No row.
    none: W,
}

impl<'a, W: RowBits> StackSurface<'a, W> {
    #[inline(always)]
    fn new(columns: &[W; WIDTH], below: &'a [W; WIDTH]) -> StackSurface<'a, W> {
        let none = columns[0] & !columns[0];
        let (mut at_least_one, mut two, mut three, mut four) = (none, none, none, none);
        for &column in columns {
            four = four | three & !column;
            three = three | two & !column;
            two = two | at_least_one & !column;
            at_least_one = at_least_one | !column;
        }
        let runs_of_one = columns.map(|column| !column);
        let runs_of_two = runs_of_one.map(|empty| empty & empty >> 1);
        let runs_of_three = std::array::from_fn(|x| runs_of_two[x] & runs_of_one[x] >> 2);
        StackSurface {
            below,
            runs: [runs_of_one, runs_of_two, runs_of_three],
            rows: [at_least_one & !two, two & !three, three & !four],
            none,
        }
    }

    /// Adds the lowest rows of the slots of a shape, by the rows that it would clear.
    #[inline(always)]
    fn add_slots<const COLUMNS: usize>(&self, shape: &Shape<COLUMNS>, found: &mut [W; 3]) {
        let mut fits = [self.none; WIDTH + 2];
        for x in 0..=WIDTH - COLUMNS {
            let mut fit = !self.none;
            for (i, (bottom, cells)) in shape.columns.into_iter().enumerate() {
                fit = fit & self.runs[cells - 1][x + i] >> bottom;
            }
            fits[x + 1] = fit;
        }
        let mut slots = self.none;
        for x in 0..=WIDTH - COLUMNS {
            let [left, fit, right] = [fits[x], fits[x + 1], fits[x + 2]];
            let mut covered = !self.none;
            for (i, (bottom, _)) in shape.columns.into_iter().enumerate() {
                covered = covered & self.below[x + i] >> bottom;
            }
            slots = slots | fit & !(left | right | fit << 1 | fit >> 1 | covered);
        }
        let [low, middle, high] = shape.rows.map(|cells| match cells {
            0 => self.none,
            cells => self.rows[cells - 1],
        });
        let (middle, high) = (middle >> 1, high >> 2);
        let two = low & middle | low & high | middle & high;
        let three = low & middle & high;
        let any = low | middle | high;
        found[0] = found[0] | slots & any & !two;
        found[1] = found[1] | slots & two & !three;
        found[2] = found[2] | slots & three;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{Board, ClearState, Piece, Spin, SplitMix64, TETRIO_S2, lock, movegen};

    fn slots(board: &Board) -> [i32; 3] {
        let below = board.columns.map(u64::rows_below_top);
        let counts = count(&board.columns, &below);
        let columns = board.columns.map(|c| c as u32);
        let below = below.map(|c| c as u32);
        assert_eq!(counts, count(&columns, &below), "32 rows are enough");
        counts
    }

    /// The most rows that a slot of a drawn board promises.
    fn best_slot(text: &str) -> u32 {
        most_rows(slots(&Board::parse(text).expect("a drawn board")))
    }

    fn most_rows(counts: [i32; 3]) -> u32 {
        (1..4).rev().find(|&rows| counts[rows - 1] > 0).unwrap_or(0) as u32
    }

    #[test]
    fn slots_count_by_the_rows_they_clear() {
        let open_s = "
            ###..#####
            ###..#####
            ####.#####
        ";
        assert_eq!(best_slot(open_s), 0, "nothing above it");
        let upright_s = "
            ###.######
            ###..#####
            ####.#####
        ";
        assert_eq!(best_slot(upright_s), 3);
        let lying_j = "
            .....#####
            ##....####
            ##...#####
        ";
        assert_eq!(best_slot(lying_j), 0, "room to move");
        let flat_l = "
            ..##......
            ##...#####
            ##.#######
        ";
        assert_eq!(best_slot(flat_l), 2);
        let half = "
            ..##......
            ##...####.
            ##.#######
        ";
        assert_eq!(best_slot(half), 1);
        let roofed = "
            ..###.....
            ##...#####
            ##.#######
        ";
        assert_eq!(best_slot(roofed), 0, "no way in");
    }

    /// The most rows that a mini spin of J, L, S or Z can really clear.
    fn best_spin(board: &Board) -> u32 {
        let mut best = 0;
        for piece in [Piece::J, Piece::L, Piece::S, Piece::Z] {
            let mut moves = Vec::new();
            movegen::placements(&TETRIO_S2, board, piece, &mut moves);
            for mv in moves.iter().filter(|mv| mv.spin == Spin::Mini) {
                let (mut board, mut clear_state) = (*board, ClearState::default());
                best = best.max(lock(&TETRIO_S2, &mut board, &mut clear_state, mv).lines);
            }
        }
        best
    }

    #[test]
    fn what_is_counted_can_be_played() {
        let mut rng = SplitMix64::new(17);
        let (mut found, mut played) = (0, 0);
        for _ in 0..200_000 {
            let board = slotted(&mut rng);
            let rows = most_rows(slots(&board));
            if rows > 0 {
                found += 1;
                played += usize::from(best_spin(&board) >= rows);
            }
        }
        // A slot may be out of reach of the turn that it needs.
        assert!(found > 500, "{found} slots");
        assert!(played * 100 >= found * 70, "{played} of {found}");
    }

    /// Nearly full rows with a gap of four cells, under a ragged surface.
    fn slotted(rng: &mut SplitMix64) -> Board {
        let mut rows = vec![0x3ffu16; 2 + rng.below(2) as usize];
        for row in &mut rows {
            *row &= !(((1 << (1 + rng.below(3))) - 1) << (3 + rng.below(3)));
        }
        rows.push((rng.next_u64() & rng.next_u64()) as u16 & 0x3ff);
        let mut board = Board::EMPTY;
        board.raise(&rows);
        board
    }
}

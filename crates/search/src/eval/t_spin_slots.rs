//! Counts T-spin slots: places that wait for a T-spin, and the rows it would clear there.
//!
//! Works on all rows at a time. The shapes are the community's T-spin double and triple:
//!
//! ```text
//!  double          triple
//!  #..             #..      <- overhang
//!  ...  <- centre  ...
//!  #.#             .#.
//!                  ..#      <- centre is the left cell
//!                  .#.
//! ```
//!
//! and their mirror images.

use crate::eval::column::ColumnBits;
use landfall_rules::board::WIDTH;

/// Which rows of a board have how many empty cells.
#[derive(Clone, Copy)]
pub struct EmptyCellCounts<W> {
    /// Two or more.
    pub two: W,
    /// Three or more.
    pub three: W,
    /// Four or more.
    pub four: W,
}

impl<W: ColumnBits> EmptyCellCounts<W> {
    /// Returns the rows of ten columns by their empty cells.
    #[inline(always)]
    pub fn new(columns: &[W; WIDTH]) -> EmptyCellCounts<W> {
        let (mut one, mut two, mut three, mut four) = (W::EMPTY, W::EMPTY, W::EMPTY, W::EMPTY);
        for &column in W::looped(columns) {
            four = four | three & !column;
            three = three | two & !column;
            two = two | one & !column;
            one = one | !column;
        }
        EmptyCellCounts { two, three, four }
    }
}

/// Slots of one kind by their centre's row, and rows in which there are two of them. More
/// than two of a kind in a row count as two.
#[derive(Clone, Copy)]
pub(super) struct SlotRows<W> {
    once: W,
    twice: W,
}

impl<W: ColumnBits> SlotRows<W> {
    pub(super) const NONE: SlotRows<W> = SlotRows {
        once: W::EMPTY,
        twice: W::EMPTY,
    };

    #[inline(always)]
    pub(super) fn add(&mut self, slots: W) {
        self.twice = self.twice | self.once & slots;
        self.once = self.once | slots;
    }

    #[inline(always)]
    pub(super) fn count_in(&self, rows: W) -> W::Count {
        W::total((self.once & rows).count_rows() + (self.twice & rows).count_rows())
    }
}

/// Returns the number of open slots by the rows that a T would clear, 0..=3; exact up to two of
/// each kind. `below[x]` has the rows below the top of column `x`.
///
/// The cells of a slot are known to be empty, so its rows would be cleared if they have no other
/// empty cells.
#[inline(always)]
pub fn count<W: ColumnBits>(
    columns: &[W; WIDTH],
    below: &[W; WIDTH],
    open: &EmptyCellCounts<W>,
) -> [W::Count; 4] {
    let (mut doubles, mut triples) = (SlotRows::NONE, SlotRows::NONE);
    let mut padded = [!W::EMPTY; WIDTH + 2];
    padded[1..=WIDTH].copy_from_slice(columns);
    // Three short loops: one long one is not unrolled, and then boards are not evaluated side
    // by side.
    for (columns, below) in W::looped(columns).windows(3).zip(below.windows(3)) {
        doubles.add(double_at(columns, below));
    }
    for (columns, below) in W::looped(&padded).windows(5).zip(below.windows(3)) {
        let [behind, stem, nub, ..] = *columns else {
            continue;
        };
        triples.add(triple_at([behind, stem, nub], below[1] | below[2]));
    }
    for (columns, below) in W::looped(&padded).windows(5).zip(below.windows(3)) {
        let [.., nub, stem, behind] = *columns else {
            continue;
        };
        triples.add(triple_at([behind, stem, nub], below[1] | below[0]));
    }
    // Rows that a T completes: the bar fills three cells of its row, the arm two, head and foot one.
    let (bar, foot) = (!open.four, !open.two << 1);
    let (head, arm) = (!open.two >> 1, !open.three);
    let two_of_three = head & arm | head & foot | arm & foot;
    let (any, all) = (head | arm | foot, head & arm & foot);
    let count = |double_rows: W, triple_rows: W| {
        let doubles =
            (doubles.once & double_rows).count_rows() + (doubles.twice & double_rows).count_rows();
        let triples =
            (triples.once & triple_rows).count_rows() + (triples.twice & triple_rows).count_rows();
        W::total(doubles + triples)
    };
    [
        count(!(bar | foot), !any),
        count(bar ^ foot, any & !two_of_three),
        count(bar & foot, two_of_three & !all),
        triples.count_in(all),
    ]
}

/// Returns the centres of double slots in three columns.
#[inline(always)]
pub(super) fn double_at<W: ColumnBits>(columns: &[W], below: &[W]) -> W {
    let [left, middle, right] = [columns[0], columns[1], columns[2]];
    let body = !(left | middle | right) & !(middle << 1 | W::FLOOR) & left << 1 & right << 1;
    let under_left = left >> 1 & !(right >> 1) & !below[2];
    let under_right = right >> 1 & !(left >> 1) & !below[0];
    body & !below[1] & (under_left | under_right)
}

/// Returns the centres of triple slots whose T stands in the column `stem` and points to `nub`.
/// `behind` is on the other side of the stem, full if that is the wall. `below` has the rows below
/// the tops of the column it points to and of the next one, either of them.
#[inline(always)]
fn triple_at<W: ColumnBits>([behind, stem, nub]: [W; 3], below: W) -> W {
    let overhang = stem >> 3;
    let free = !(stem >> 2 | stem >> 1 | stem | stem << 1 | W::FLOOR) & !nub;
    let entry = !(below >> 2);
    let (over, under) = (behind >> 1, behind << 1 | W::FLOOR);
    let held = over & under | (nub << 1 | W::FLOOR) & (over | under);
    overhang & free & nub >> 1 & entry & held
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::lock::{ClearState, lock};
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Board, Piece, Spin, movegen};

    fn slots(board: &Board) -> [i32; 4] {
        let columns = &board.columns;
        let below = columns.map(u64::rows_below_top);
        count(columns, &below, &EmptyCellCounts::new(columns))
    }

    fn drawn(text: &str) -> [i32; 4] {
        slots(&text.parse::<Board>().expect("a drawn board"))
    }

    #[test]
    fn doubles_count_by_the_rows_they_clear() {
        let roofed = "
            ....#.....
            ###...####
            ####.#####
        ";
        assert_eq!(drawn(roofed), [0, 0, 0, 0]);
        let both = "
            ...#......
            ###...####
            ####.#####
        ";
        assert_eq!(drawn(both), [0, 0, 1, 0]);
        let upper = "
            .....#....
            ###...####
            ####.####.
        ";
        assert_eq!(drawn(upper), [0, 1, 0, 0]);
        let none = "
            ...#......
            ###...###.
            ####.####.
        ";
        assert_eq!(drawn(none), [1, 0, 0, 0]);
    }

    #[test]
    fn triples_are_seen_from_both_sides() {
        let left = "
            #.........
            #.........
            #.########
            #..#######
            #.########
        ";
        assert_eq!(drawn(left)[3], 0, "the overhang is missing");
        let left = "
            ##........
            #...######
            #.########
            #..#######
            #.########
        ";
        assert_eq!(drawn(left), [0, 0, 0, 1]);
        let right = "
            ........##
            ######...#
            ########.#
            #######..#
            ########.#
        ";
        assert_eq!(drawn(right), [0, 0, 0, 1]);
    }

    /// The best full spin that a T can really make, in rows.
    fn best_spin(board: &Board) -> u32 {
        let mut placements = Vec::new();
        movegen::placements(&GUIDELINE, board, Piece::T, &mut placements);
        let spins = placements.iter().filter(|p| p.spin == Spin::Full);
        spins
            .map(|mv| {
                lock(
                    &GUIDELINE,
                    &mut board.clone(),
                    &mut ClearState::default(),
                    mv,
                )
                .lines
            })
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn what_is_counted_can_be_played() {
        let mut rng = SplitMix64::new(11);
        let (mut found, mut played) = (0, 0);
        for _ in 0..60_000 {
            let board = slotted(&mut rng);
            let counts = slots(&board);
            if let Some(lines) = (2..4).rev().find(|&lines| counts[lines] > 0) {
                found += 1;
                played += usize::from(best_spin(&board) as usize >= lines);
            }
        }
        // A slot may be out of reach of the turn that it needs, but that must be rare.
        assert!(found > 500, "{found} slots");
        assert!(played * 100 >= found * 97, "{played} of {found}");
    }

    /// Nearly full rows with a slot-like gap, under a ragged surface.
    fn slotted(rng: &mut SplitMix64) -> Board {
        let x = rng.below(8) as usize;
        let mut rows = vec![0x3ffu16; 2 + rng.below(2) as usize];
        let top = rows.len() - 1;
        rows[top] &= !(0b111 << x);
        for row in &mut rows[..top] {
            *row &= !(0b1 << (x + rng.below(3) as usize));
        }
        if rng.below(3) == 0 {
            rows[0] &= !(0b1 << rng.below(10));
        }
        rows.push((rng.next_u64() & rng.next_u64()) as u16 & 0x3ff);
        let mut board = Board::EMPTY;
        board.raise(&rows);
        board
    }
}

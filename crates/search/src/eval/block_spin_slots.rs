//! Counts T-spin slots on three blocks: places where a T rests on blocks at three of its corners,
//! under rules that do not count walls and allow any last move. Works on all rows at a time.
//!
//! ```text
//!  beside a wall     under an overhang
//!  #..               #..
//!  #o.  <- centre    .o.  <- centre
//!  #.#               #.#
//! ```
//!
//! and their mirror images. The T falls into the first from above and turns into the second.

use crate::eval::column::ColumnBits;
use crate::eval::t_spin_slots::{self, EmptyCellCounts, SlotRows};
use landfall_rules::board::WIDTH;

/// Returns the number of such slots by the rows that a T would clear there, 0..=2; exact up to two
/// of each kind and side. `below[x]` has the rows below the top of column `x`.
#[inline(always)]
pub fn count<W: ColumnBits>(columns: &[W; WIDTH], below: &[W; WIDTH]) -> [W::Count; 3] {
    let open = EmptyCellCounts::new(columns);
    let solid = columns
        .iter()
        .fold(!W::EMPTY, |full, &column| full & column);
    let (mut under, mut left, mut right) = (SlotRows::NONE, SlotRows::NONE, SlotRows::NONE);
    for x in 0..WIDTH - 2 {
        under.add(t_spin_slots::double_at(
            &columns[x..x + 3],
            &below[x..x + 3],
        ));
    }
    for x in 0..WIDTH - 2 {
        right.add(beside(columns, below, [x, x + 1, x + 2], solid));
    }
    for x in 0..WIDTH - 2 {
        left.add(beside(columns, below, [x + 2, x + 1, x], solid));
    }
    let foot = !open.two << 1;
    let (bar, arm) = (!open.four, !open.three);
    let count = |at_centre: W, slots: &SlotRows<W>| {
        [
            slots.count_in(!(at_centre | foot)),
            slots.count_in(at_centre ^ foot),
            slots.count_in(at_centre & foot),
        ]
    };
    let (under, left, right) = (count(bar, &under), count(arm, &left), count(arm, &right));
    std::array::from_fn(|lines| under[lines] + left[lines] + right[lines])
}

/// Returns the centres of slots in column `at[1]`, with the wall in `at[0]`, for a T that points
/// to `at[2]`.
#[inline(always)]
fn beside<W: ColumnBits>(columns: &[W; WIDTH], below: &[W; WIDTH], at: [usize; 3], solid: W) -> W {
    let [wall, _, arm] = at.map(|x| columns[x] & !solid);
    let free = !(below[at[1]] << 1 | W::FLOOR | below[at[2]]);
    free & wall >> 1 & wall << 1 & arm << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::lock::{ClearState, lock};
    use landfall_rules::rng::SplitMix64;
    use landfall_rules::rulesets::BLOCKBATTLE;
    use landfall_rules::{Board, Piece, Spin, movegen};

    fn places(board: &Board) -> [i32; 3] {
        let below = board.columns.map(u64::rows_below_top);
        count(&board.columns, &below)
    }

    fn drawn(text: &str) -> [i32; 3] {
        places(&text.parse::<Board>().expect("a drawn board"))
    }

    #[test]
    fn places_count_by_the_rows_they_clear() {
        let beside = "
            ...#......
            ####..####
            ####.#####
        ";
        assert_eq!(drawn(beside), [0, 0, 1]);
        let one_row = "
            ...#......
            ####..###.
            ####.#####
        ";
        assert_eq!(drawn(one_row), [0, 1, 0]);
        let overhang = "
            ...#......
            ###...####
            ####.#####
        ";
        // A T that points right there instead clears the row below.
        assert_eq!(drawn(overhang), [0, 1, 1]);
        let walls_do_not_count = "
            ..########
            .#########
        ";
        assert_eq!(drawn(walls_do_not_count), [0, 0, 0]);
        let nor_do_solid_rows = "
            ...#......
            ####..####
            ##########
        ";
        assert_eq!(drawn(nor_do_solid_rows), [0, 0, 0]);
    }

    #[test]
    fn what_is_counted_can_be_played() {
        let mut rng = SplitMix64::new(3);
        let mut found = 0;
        for _ in 0..20_000 {
            let mut board = Board::EMPTY;
            let most = 2 + rng.below(3);
            for x in 0..WIDTH {
                let height = most + rng.below(2) - rng.below(3);
                board.columns[x] = (1 << height) - 1;
            }
            board.remove_rows(board.full_rows());
            if places(&board)[2] == 0 {
                continue;
            }
            found += 1;
            let mut moves = Vec::new();
            movegen::placements(&BLOCKBATTLE, &board, Piece::T, &mut moves);
            let pays = |mv: &_| {
                let (mut board, mut clear_state) = (board, ClearState::default());
                lock(&BLOCKBATTLE, &mut board, &mut clear_state, mv).points >= 10
            };
            let spins = moves.iter().filter(|mv| mv.spin == Spin::Full);
            assert!(spins.into_iter().any(pays), "{board}");
        }
        assert!(found > 20, "{found}");
    }
}

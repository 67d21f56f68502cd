//! What boards show to a player: holes, covered wells, places that wait for an I, slots for T-spins.

use landfall_rules::{Board, State};
use landfall_search::Position;
use landfall_search::evaluation::FeatureVector;
use std::sync::LazyLock;

/// Rows that a column is lower than both its neighbours when only an I fills it.
const I_DEPTH: u32 = 3;

/// Returns the number of empty cells below filled ones.
pub fn holes(board: &Board) -> u32 {
    let of_column = |(x, column): (usize, &u64)| board.height(x) - column.count_ones();
    board.columns.iter().enumerate().map(of_column).sum()
}

/// Returns how many rows a column is lower than the lower one of its neighbours.
fn depth(board: &Board, x: usize) -> u32 {
    let neighbours = [
        x.checked_sub(1),
        Some(x + 1).filter(|x| *x < board.columns.len()),
    ];
    let lowest = neighbours
        .into_iter()
        .flatten()
        .map(|x| board.height(x))
        .min();
    lowest.unwrap_or(0).saturating_sub(board.height(x))
}

/// Returns the columns that only an I fills, except the well, which is the first of the lowest
/// columns.
pub fn waiting_for_i(board: &Board) -> Vec<usize> {
    let columns = || 0..board.columns.len();
    let well = columns().min_by_key(|&x| board.height(x));
    { columns() }
        .filter(|&x| Some(x) != well && depth(board, x) >= I_DEPTH)
        .collect()
}

/// Returns the column of a well that lay open before and is covered after a move that clears nothing.
pub fn covered_well(before: &Board, after: &Board) -> Option<usize> {
    (0..before.columns.len()).find(|&x| {
        let low = before.height(x);
        depth(before, x) >= I_DEPTH && after.height(x) > low && !after.filled(x as i8, low as i8)
    })
}

/// Returns the number of slots in which a T-spin would clear rows, at most 2.
pub fn t_spin_slots(state: &State) -> u32 {
    static SLOTS: LazyLock<FeatureVector> =
        LazyLock::new(|| FeatureVector::new(|name| name == "t_slot"));
    let by_rows = SLOTS.extract(&Position::from_state(state));
    by_rows.iter().skip(1).map(|&count| count as u32).sum()
}

/// Returns the sum of the differences in height between neighbouring columns, leaving out the well.
pub fn bumps(board: &Board) -> u32 {
    let columns = 0..board.columns.len();
    let well = columns.clone().min_by_key(|&x| board.height(x));
    let heights: Vec<u32> = columns
        .filter(|x| Some(*x) != well)
        .map(|x| board.height(x))
        .collect();
    heights
        .windows(2)
        .map(|pair| pair[0].abs_diff(pair[1]))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::Randomizer;

    fn board(text: &str) -> Board {
        text.parse::<Board>().unwrap()
    }

    #[test]
    fn holes_are_empty_cells_below_filled_ones() {
        let cave = board("##........\n.#........\n.###......\n#.########");
        assert_eq!(holes(&cave), 3);
        assert_eq!(holes(&board("")), 0);
    }

    #[test]
    fn columns_that_wait_for_an_i_are_three_deep_and_not_the_well() {
        let rows = "#.#######.\n".repeat(3);
        assert_eq!(waiting_for_i(&board(&(rows.clone() + "#########."))), [1]);
        assert_eq!(
            waiting_for_i(&board(&rows)),
            [9],
            "the first of two wells is the well"
        );
        assert!(waiting_for_i(&board(&"#.#######.\n".repeat(2))).is_empty());
    }

    #[test]
    fn a_well_is_covered_only_if_it_was_one_and_is_closed() {
        let well = board(&"#########.\n".repeat(3));
        let covered = board(&("########..\n.......###\n".to_string() + &"#########.\n".repeat(3)));
        assert_eq!(covered_well(&well, &covered), Some(9));
        let filled = board(&"##########\n".repeat(3));
        assert_eq!(covered_well(&well, &filled), None);
        let shallow = board(&"#########.\n".repeat(2));
        let over = board(&(".......###\n".to_string() + &"#########.\n".repeat(2)));
        assert_eq!(covered_well(&shallow, &over), None);
    }

    #[test]
    fn slots_are_those_in_which_a_t_clears_rows() {
        let state = |text: &str| State {
            board: board(text),
            ..State::new(Randomizer::SEVEN_BAG)
        };
        assert_eq!(
            t_spin_slots(&state("###.......\n##...#####\n###.######")),
            1
        );
        assert_eq!(
            t_spin_slots(&state("##........\n##...#####\n###.######")),
            0
        );
    }

    #[test]
    fn bumps_leave_the_well_out() {
        assert_eq!(bumps(&board("##..#####.\n#########.")), 2);
    }
}

//! The four-wide: rows that are full but for four neighbouring columns, the same in every row.
//! Nearly any piece clears one of them, so that the rows can be cleared as one long combo.
//!
//! ```text
//! ####....##
//! ####....##   two open rows, and one with a residue
//! ####.#..##
//! ```
//!
//! What the rows are worth grows with the combo that they are played in: the table of combos pays
//! the twelfth clear in a row five lines, and the first two nothing. The search sees six or seven
//! pieces, and the plan takes forty.

use crate::eval::column::{ColumnBits, Count};
use crate::weights::Weights;
use landfall_rules::Ruleset;
use landfall_rules::board::WIDTH;

/// Columns of the gap.
const GAP: usize = 4;

/// Rows of a residue in the gap that still count.
const RESIDUE_ROWS: u32 = 2;

/// Most rows that count; higher ones come close to where pieces appear.
const MAX_ROWS: i32 = 16;

/// Clears in a row after which the lines of further ones are taken to stay the same.
const MAX_COMBO: usize = 32;

/// Returns the rows of the four-wide with the most of them: those above what lies in the gap, and
/// up to two with a residue in it. `below[x]` has the rows below the top of column `x`.
#[inline(always)]
pub fn count_rows<W: ColumnBits>(columns: &[W; WIDTH], below: &[W; WIDTH]) -> W::Count {
    let mut left = [!W::EMPTY; WIDTH + 1];
    let mut right = [!W::EMPTY; WIDTH + 1];
    for x in 0..WIDTH {
        left[x + 1] = left[x] & columns[x];
        right[WIDTH - 1 - x] = right[WIDTH - x] & columns[WIDTH - 1 - x];
    }
    let mut most = W::Count::from_number(0);
    for x in 0..=WIDTH - GAP {
        let sides = left[x] & right[x + GAP];
        let filled = below[x] | below[x + 1] | below[x + 2] | below[x + 3];
        let open = sides.unbroken_rows(filled.height(filled), filled);
        let residue = W::total((sides & filled & !(filled >> RESIDUE_ROWS)).count_rows());
        most = most.at_least(open + residue.at_most(open + open));
    }
    most.at_most(W::Count::from_number(MAX_ROWS))
}

/// Returns the rows of the four-wide on a board.
#[inline(always)]
pub fn count_rows_of<W: ColumnBits>(columns: &[W; WIDTH]) -> W::Count {
    count_rows(columns, &columns.map(W::rows_below_top))
}

/// What a running combo adds to the value of the rows of a four-wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourWideCombos {
    /// The weights: of a row while no combo runs, of a line of the combo, of a row of it.
    row: i32,
    line: i32,
    combo_row: i32,
    /// The lines sent by this many clears in a row, each of one row.
    lines: [i32; MAX_COMBO + MAX_ROWS as usize + 1],
}

impl FourWideCombos {
    /// Returns what combos add under a ruleset.
    pub fn new(rules: &Ruleset, weights: &Weights) -> FourWideCombos {
        let mut lines = [0; MAX_COMBO + MAX_ROWS as usize + 1];
        let [line, combo_row] = weights.four_wide_combo;
        for clears in 1..lines.len() {
            let combo = (clears - 1).min(MAX_COMBO) as u32;
            let sent = rules.attack.with_combo(rules.attack.plain[1], combo);
            lines[clears] = lines[clears - 1] + sent as i32;
        }
        FourWideCombos {
            row: weights.four_wide_row,
            line,
            combo_row,
            lines,
        }
    }

    /// Returns whether combos add nothing.
    #[inline(always)]
    pub fn is_free(&self) -> bool {
        self.line == 0 && self.combo_row == 0
    }

    /// Returns what is added to `four_wide_row` times `rows` after `combo` clears in a row, so that
    /// the sum is the value of the rows as the rest of this combo, if that is more.
    #[inline(always)]
    pub fn bonus(&self, rows: i32, combo: u16) -> i32 {
        if combo == 0 {
            return 0;
        }
        let begun = usize::from(combo).min(MAX_COMBO);
        let lines = self.lines[begun + rows as usize] - self.lines[begun];
        let in_combo = self.line * lines + self.combo_row * rows;
        (in_combo - self.row * rows).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::Board;
    use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};

    fn rows(text: &str) -> i32 {
        let columns = text.parse::<Board>().expect("a drawn board").columns;
        let rows = count_rows_of(&columns);
        assert_eq!(rows, count_rows_of(&columns.map(|column| column as u32)));
        rows
    }

    #[test]
    fn rows_count_as_long_as_they_lie_above_each_other() {
        assert_eq!(rows("######....\n######....\n######...."), 3);
        assert_eq!(rows("###....###\n###....###"), 2);
        let covered = "##....####\n###....###\n###....###";
        assert_eq!(rows(covered), 1);
        assert_eq!(rows("######....\n#####.....\n######...."), 1);
        assert_eq!(rows("######...#\n######...#"), 0, "three columns");
        assert_eq!(rows(".........."), 0);
        assert_eq!(rows(&"....######\n".repeat(19)), MAX_ROWS);
    }

    #[test]
    fn a_residue_counts_up_to_two_rows() {
        assert_eq!(rows("######....\n######....\n######.##."), 3);
        let three = "
            ######....
            #######...
            #######...
            ########..
        ";
        assert_eq!(rows(three), 3);
        let garbage = "
            ######....
            ######....
            ######.##.
            ###.######
        ";
        assert_eq!(
            rows(garbage),
            3,
            "what lies under the residue may have a hole"
        );
        assert_eq!(rows("######.##."), 0, "no open row");
    }

    fn combos(rules: &Ruleset) -> FourWideCombos {
        let weights = Weights {
            four_wide_row: 20,
            four_wide_combo: [10, -1],
            ..Weights::ZERO
        };
        FourWideCombos::new(rules, &weights)
    }

    #[test]
    fn rows_are_worth_the_lines_of_the_rest_of_the_combo() {
        let guideline = combos(&GUIDELINE);
        // The guideline adds 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4 and then 5 lines.
        assert_eq!(guideline.bonus(4, 0), 0, "no combo runs");
        assert_eq!(guideline.bonus(4, 1), 0, "less than the rows that wait");
        assert_eq!(guideline.bonus(4, 6), 10 * (3 + 3 + 4 + 4) - 4 - 20 * 4);
        assert_eq!(guideline.bonus(2, 40), 10 * 10 - 2 - 20 * 2);
        assert_eq!(guideline.bonus(16, u16::MAX), 16 * (10 * 5 - 1 - 20));
    }

    #[test]
    fn lines_are_those_of_the_rules() {
        let [sent, guideline] = [&TETRIO_S2, &GUIDELINE].map(|rules| combos(rules).lines[8]);
        // The logarithm of the league: 0, 0, 1, 1, 1, 1, 2, 2.
        assert_eq!((sent, guideline), (8, 12));
    }

    #[test]
    fn without_weights_combos_add_nothing() {
        assert!(FourWideCombos::new(&GUIDELINE, &Weights::default()).is_free());
        assert!(!combos(&GUIDELINE).is_free());
    }
}

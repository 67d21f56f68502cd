//! The features of boards, computed on whole columns, and the table of their names and weights.
//!
//! Counts on 16 boards at once (`lanes`), so control flow does not depend on any single board. Uses
//! the lowest 32 of the 33 rows: blocks rarely lie higher.

use super::lanes::{Lanes, for_each_column, per_column};
use super::messages::COLUMNS;
use std::ops::Range;

/// A feature of the evaluation: its name, and its weight.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in weights files.
    pub name: &'static str,
    /// The weight that the contest's program plays with, in thousandths of a point.
    pub weight: i32,
    /// The size of a step of the tuner.
    pub step: f64,
}

/// The features in counting order: name, weight, tuning step.
pub const FEATURES: [Feature; 25] = [
    feature("height_sum", 1, 5.0),
    feature("height", -102, 60.0),
    feature("middle_above_12", -67, 40.0),
    feature("row_transitions", -177, 80.0),
    feature("column_transitions", -375, 90.0),
    feature("covered", -200, 100.0),
    feature("sealed", -217, 80.0),
    feature("covered_rows", -1526, 340.0),
    feature("narrow", -519, 110.0),
    feature("lacking_one", 1166, 600.0),
    feature("lacking_two", 792, 400.0),
    feature("lacking_three", 579, 260.0),
    feature("lacking_four", 355, 120.0),
    feature("height_above_16", -27, 20.0),
    feature("well", -44, 40.0),
    feature("well_squared", 77, 40.0),
    feature("steps", -127, 40.0),
    feature("covering", 12, 15.0),
    feature("open_one", 114, 250.0),
    feature("open_two", 35, 200.0),
    feature("open_three", -94, 150.0),
    feature("wide_two", -11, 40.0),
    feature("low", 8, 60.0),
    feature("cliffs", -1, 40.0),
    feature("middle_above_18", 14, 40.0),
];

const fn feature(name: &'static str, weight: i32, step: f64) -> Feature {
    Feature { name, weight, step }
}

/// The columns through which blocks enter.
const MIDDLE: Range<usize> = 3..9;

/// The row from which the middle counts as high.
const HIGH: u32 = 12;

/// The row from which any column counts as high.
const VERY_HIGH: u32 = 16;

/// The row from which hardly any block can enter.
const NEARLY_FULL: u32 = 18;

/// Neighbouring columns that differ by more rows form a cliff.
const CLIFF: u32 = 3;

/// Longest well that is counted: no block is taller.
const LONGEST_WELL: usize = 10;

/// Rounds in which air spreads through caves. Cells that it does not reach count as sealed.
const AIR_ROUNDS: usize = 2;

/// The columns of 16 boards; bit `y` is row `y`.
pub type Columns = [Lanes; COLUMNS];

/// Counts the features of 16 boards, in the order of [`FEATURES`].
#[inline(always)]
pub fn features(columns: &Columns) -> [Lanes; FEATURES.len()] {
    // Each column filled below its highest cell.
    let solid: Columns = per_column(|x| lowered(columns[x]));
    let within = any(&solid, 0..COLUMNS);
    let height = within.count_ones();
    let heights: Columns = per_column(|x| solid[x].count_ones());
    let middle = any(&solid, MIDDLE).count_ones();
    let (above, nearly) = (
        middle.saturating_sub(HIGH),
        middle.saturating_sub(NEARLY_FULL),
    );
    let high = height.saturating_sub(VERY_HIGH);

    let (mut height_sum, mut steps) = (heights[0], Lanes::NONE);
    let (mut row_transitions, mut column_transitions) = (Lanes::NONE, Lanes::NONE);
    let (mut covered, mut covered_rows, mut narrow) = (Lanes::NONE, Lanes::NONE, Lanes::NONE);
    let (mut covering, mut cliffs) = (Lanes::NONE, Lanes::NONE);
    let (mut wide_two, mut low) = (Lanes::NONE, Lanes::NONE);
    let mut left = Lanes::ALL;
    for_each_column!(x {
        let column = columns[x];
        let right = *columns.get(x + 1).unwrap_or(&Lanes::ALL);
        let second = *columns.get(x + 2).unwrap_or(&Lanes::ALL);
        let below = solid[x] & !column;
        row_transitions = row_transitions + ((column ^ left) & within).count_ones();
        column_transitions = column_transitions + (column ^ (column << 1 | Lanes::FLOOR)).count_ones();
        covered = covered + below.count_ones();
        covered_rows = covered_rows | below;
        narrow = narrow + (!column & within & left & right).count_ones();
        covering = covering + (column & raised(below)).count_ones();
        if x + 1 < COLUMNS {
            wide_two = wide_two + (left & !column & !right & second & within).count_ones();
        }
        low = low + (!column & column >> 1 & (column << 1 | Lanes::FLOOR)).count_ones();
        if x > 0 {
            height_sum = height_sum + heights[x];
            let step = heights[x].abs_diff(heights[x - 1]);
            steps = steps + step;
            cliffs = cliffs + step.saturating_sub(CLIFF);
        }
        left = column;
    });
    row_transitions = row_transitions + (!left & within).count_ones();
    let lacking = lacking(columns, within);
    let well = well(&solid, lacking[0] & !lacking[1]);
    let open = |more: usize| (lacking[more - 1] & !lacking[more] & !covered_rows).count_ones();
    [
        height_sum,
        height,
        above * above,
        row_transitions,
        column_transitions,
        covered,
        sealed(columns, within),
        covered_rows.count_ones(),
        narrow,
        (lacking[0] & !lacking[1]).count_ones(),
        (lacking[1] & !lacking[2]).count_ones(),
        (lacking[2] & !lacking[3]).count_ones(),
        (lacking[3] & !lacking[4]).count_ones(),
        high * high,
        well,
        well * well,
        steps,
        covering,
        open(1),
        open(2),
        open(3),
        wide_two,
        low,
        cliffs,
        nearly * nearly,
    ]
}

/// Returns the rows that lack at least one cell, two, three, four, five.
#[inline(always)]
fn lacking(columns: &Columns, within: Lanes) -> [Lanes; 5] {
    // One variable per counter, for the reason given at `for_each_column`.
    let [mut one, mut two, mut three, mut four, mut five] = [Lanes::NONE; 5];
    for_each_column!(x {
        let empty = !columns[x] & within;
        five = five | four & empty;
        four = four | three & empty;
        three = three | two & empty;
        two = two | one & empty;
        one = one | empty;
    });
    [one, two, three, four, five]
}

/// Returns the length of the longest well: a run of rows that lack one cell each, in the same
/// column, which is open to the sky.
#[inline(always)]
fn well(solid: &Columns, lacking_one: Lanes) -> Lanes {
    let (mut rows, mut pairs) = (Lanes::NONE, Lanes::NONE);
    for_each_column!(x {
        let open = lacking_one & !solid[x];
        rows = rows | open;
        pairs = pairs | open & open << 1;
    });
    let mut longest = rows.is_nonzero();
    for _ in 1..LONGEST_WELL {
        longest = longest + pairs.is_nonzero();
        pairs = pairs & pairs << 1;
    }
    longest
}

/// Counts empty cells that cannot be reached from above through empty cells.
#[inline(always)]
fn sealed(columns: &Columns, within: Lanes) -> Lanes {
    let mut air = per_column(|_| !within);
    for _ in 0..AIR_ROUNDS {
        for_each_column!(x {
            let from = if x > 0 { air[x - 1] } else { Lanes::NONE };
            air[x] = spread((air[x] | from) & !columns[x], !columns[x]);
        });
        for_each_column!(x from the right {
            if x + 1 < COLUMNS {
                air[x] = spread((air[x] | air[x + 1]) & !columns[x], !columns[x]);
            }
        });
    }
    let mut cells = Lanes::NONE;
    for_each_column!(x {
        cells = cells + (!columns[x] & within & !air[x]).count_ones();
    });
    cells
}

/// Fills the runs of `empty` that `air` touches.
#[inline(always)]
fn spread(air: Lanes, empty: Lanes) -> Lanes {
    // Upwards, a carry passes through the whole run at once.
    let mut air = air | empty & !(empty + air);
    let mut through = empty;
    for rows in [1, 2, 4, 8, 16] {
        air = air | through & air >> rows;
        through = through & through >> rows;
    }
    air
}

/// Fills a column below its highest cell.
#[inline(always)]
fn lowered(column: Lanes) -> Lanes {
    let mut column = column;
    for rows in [1, 2, 4, 8, 16] {
        column = column | column >> rows;
    }
    column
}

/// Fills a column above its lowest cell.
#[inline(always)]
fn raised(column: Lanes) -> Lanes {
    let mut column = column;
    for rows in [1, 2, 4, 8, 16] {
        column = column | column << rows;
    }
    column
}

#[inline(always)]
fn any(columns: &Columns, among: Range<usize>) -> Lanes {
    let mut any = Lanes::NONE;
    for_each_column!(x {
        if among.contains(&x) {
            any = any | columns[x];
        }
    });
    any
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::DropbloxBoard;

    fn on(drawn: &str, name: &str) -> i32 {
        let field = drawn.parse::<DropbloxBoard>().expect("a board");
        let index = FEATURES.iter().position(|feature| feature.name == name);
        features(&alike(field.columns.map(|column| column as u32)))[index.expect(name)].0[3] as i32
    }

    fn alike(columns: [u32; COLUMNS]) -> Columns {
        columns.map(|column| Lanes([column; 16]))
    }

    #[test]
    fn an_empty_board_counts_only_floor_and_walls() {
        let counts = features(&alike([0; COLUMNS]));
        assert_eq!(counts.iter().map(|count| count.0[0]).sum::<u32>(), 12);
        assert_eq!(on("............", "column_transitions"), 12);
    }

    #[test]
    fn caves_are_covered_and_some_are_sealed() {
        let drawn = "
            ####........
            #..#.......#
            #..####...##
            ####...####.
        ";
        assert_eq!(on(drawn, "height"), 4);
        assert_eq!(on(drawn, "height_sum"), 4 * 4 + 3 * 2 + 1 + 1 + 1 + 2 + 3);
        assert_eq!(on(drawn, "covered"), 4 + 3 + 1);
        assert_eq!(on(drawn, "covered_rows"), 3);
        assert_eq!(on(drawn, "sealed"), 4 + 3 + 1);
        let open = "
            ###.........
            #...........
            #.##########
        ";
        assert_eq!(on(open, "covered"), 3);
        assert_eq!(on(open, "sealed"), 0);
    }

    #[test]
    fn rows_are_counted_by_missing_cells() {
        let drawn = "
            #########...
            ###########.
            ##########..
            ###########.
            ########....
        ";
        let names = [
            "lacking_one",
            "lacking_two",
            "lacking_three",
            "lacking_four",
        ];
        assert_eq!(names.map(|name| on(drawn, name)), [2, 1, 1, 1]);
        assert_eq!(on(drawn, "well"), 1);
    }

    #[test]
    fn a_well_is_rows_that_lack_the_same_cell_under_the_sky() {
        let well = "
            #####.......
            #####.######
            #####.######
            #####.######
            ######.#####
        ";
        assert_eq!(on(well, "well"), 3);
        assert_eq!(on(well, "well_squared"), 9);
        let covered = "
            ######......
            #####.######
            #####.######
        ";
        assert_eq!(on(covered, "well"), 0);
    }

    #[test]
    fn rows_under_the_sky_count_by_themselves() {
        let drawn = "
            ######......
            #####.###...
            #########...
            ##########..
            ###########.
            #.##########
        ";
        let counts = ["open_one", "open_two", "open_three"].map(|name| on(drawn, name));
        assert_eq!(counts, [1, 1, 1]);
        assert_eq!(on(drawn, "lacking_one"), 2, "one of them is covered");
        assert_eq!(on(drawn, "covering"), 1 + 5, "on top of the holes");
    }

    #[test]
    fn gaps_are_counted_by_their_size() {
        let drawn = "
            ##..####..#.
            ##########.#
            #..#########
        ";
        assert_eq!(on(drawn, "wide_two"), 3);
        assert_eq!(on(drawn, "low"), 3);
        let cliff = "
            #...........
            #...........
            #...........
            #...........
            #...........
        ";
        assert_eq!(on(cliff, "cliffs"), 2);
    }

    #[test]
    fn higher_stacks_count_more() {
        let tower = |x: usize| {
            let mut columns = [0; COLUMNS];
            columns[x] = (1 << 20) - 1;
            let counts = features(&alike(columns));
            (counts[2].0[7], counts[13].0[7], counts[24].0[7])
        };
        assert_eq!(tower(5), (64, 16, 4));
        assert_eq!(tower(0), (0, 16, 0));
    }
}

//! The evaluation: the value of a position as it stands, and of a clear.
//!
//! Works on whole columns at a time. Owns what is counted; the weights are data, in `weights`.

mod block_spin_slots;
mod board_batch;
mod column;
pub mod evaluation;
pub mod evaluator;
pub mod feature_vector;
mod features;
pub mod four_wide;
mod lane_evaluation;
mod late_moves;
mod padded_board;
pub mod piece_shape;
mod placement_evaluator;
mod t_spin_slots;
pub mod travel;
mod weighted;

use crate::net::{self, COUNTER_INPUTS, MAX_COUNT};
use crate::position::Position;
use crate::waiting_garbage::WaitingGarbage;
use crate::weights::Weights;
use column::ColumnBits;
pub use features::Features;
use landfall_rules::board::WIDTH;
use landfall_rules::lock::ClearState;
use landfall_rules::rulesets::T_SPIN;
use landfall_rules::{Clear, Piece, Spin};
pub use placement_evaluator::evaluate_placements;
pub use weighted::WeightedEvaluation;

/// Returns the value of a board's features and of the net. `counters` are inputs of the net only; their
/// own weights and the hold are left out.
#[inline(always)]
pub fn evaluate_board<W: ColumnBits<Count = i32>>(
    weights: &Weights,
    columns: &[W; WIDTH],
    counters: &[i32; COUNTER_INPUTS],
) -> i32 {
    Features::count_weighted(columns, weights).value(weights, counters)
}

/// Returns the counters that are inputs of a net, clamped: clears in a row that kept back-to-back,
/// clears in a row, and rows of garbage that wait.
#[inline(always)]
pub fn net_counters(clear_state: ClearState, waiting: WaitingGarbage) -> [i32; COUNTER_INPUTS] {
    let counters = [
        clear_state.back_to_back,
        clear_state.combo,
        waiting.rows.into(),
    ];
    counters.map(|count| i32::from(count).min(MAX_COUNT))
}

impl Weights {
    /// Returns the value of a position as it stands, with its held piece, and without what a running
    /// combo adds to the rows of a four-wide.
    pub fn evaluate(&self, position: &Position) -> i32 {
        evaluate_unheld(self, position) + evaluate_hold(self, position.hold)
    }
}

/// Returns the value of a position as it stands, without its held piece and what a running combo
/// adds to the rows of a four-wide.
pub fn evaluate_unheld(weights: &Weights, position: &Position) -> i32 {
    let counters = net_counters(position.clear_state, position.waiting_garbage);
    evaluate_board(weights, &position.board.columns, &counters)
        + evaluate_counters(weights, position.clear_state)
        + evaluate_waiting(weights, position.waiting_garbage)
}

/// Returns the value of combo, back-to-back, skips and garbage rows.
#[inline(always)]
pub fn evaluate_counters(weights: &Weights, clear_state: ClearState) -> i32 {
    let b2b = match clear_state.back_to_back {
        0 => 0,
        1 => weights.back_to_back,
        count => weights.back_to_back + evaluate_back_to_back_count(weights, count.into()),
    };
    weights.combo * i32::from(clear_state.combo.min(12))
        + weights.skip * i32::from(clear_state.skips.min(3))
        + weights.garbage_row * i32::from(clear_state.garbage_rows)
        + b2b
}

/// Returns the value of rows of garbage that wait.
#[inline(always)]
pub fn evaluate_waiting(weights: &Weights, waiting: WaitingGarbage) -> i32 {
    weights.waiting_garbage * i32::from(waiting.rows)
}

/// Returns the value of a back-to-back chain of `count` clears, 2 or more, beside `back_to_back`.
fn evaluate_back_to_back_count(weights: &Weights, count: i32) -> i32 {
    const LISTED: i32 = 5;
    let listed = weights.back_to_back_count[count.min(LISTED) as usize - 2];
    let (near, far) = ((count - LISTED).clamp(0, 5), (count - 10).clamp(0, 20));
    listed + weights.back_to_back_beyond[0] * near + weights.back_to_back_beyond[1] * far
}

/// Returns the value of holding a piece.
pub fn evaluate_hold(weights: &Weights, held: Option<Piece>) -> i32 {
    match held {
        Some(Piece::I) => weights.hold_i,
        Some(piece) if T_SPIN.pieces.contains(piece) => weights.hold_t,
        _ => 0,
    }
}

/// The most lines of an attack, or of a surge, that are counted: far more than top out any board.
/// Both grow without limit in a long game, and their values must fit into 32 bits with any weights.
const MAX_LINES: u32 = 1_000;

/// Returns the value of a T that locks without clearing by a full spin; 0 for other locks.
#[inline(always)]
pub fn wasted_t(weights: &Weights, piece: Piece, clear: &Clear) -> i32 {
    let by_spin = clear.spin == Spin::Full && clear.lines > 0;
    match T_SPIN.pieces.contains(piece) && !by_spin && !clear.perfect {
        true => weights.wasted_t,
        false => 0,
    }
}

/// Returns the value of the clear of a lock, without the board after it.
pub fn evaluate_clear(weights: &Weights, piece: Piece, clear: &Clear) -> i32 {
    let mut value = weights.point * clear.points as i32 + wasted_t(weights, piece, clear);
    if clear.lines == 0 {
        return value;
    }
    let [attack, surge] = [clear.attack, clear.surge].map(|lines| lines.min(MAX_LINES) as i32);
    value += weights.attack * attack + weights.surge * surge;
    if clear.perfect {
        return value + weights.perfect_clear;
    }
    if clear.back_to_back {
        value += weights.back_to_back_clear;
    }
    let row = clear.lines as usize - 1;
    if clear.spin != Spin::None && !T_SPIN.pieces.contains(piece) {
        value += weights.other_spin[row.min(3)];
    }
    value
        + match clear.spin {
            Spin::None => weights.clear[row.min(3)],
            Spin::Mini => weights.mini[row.min(1)],
            Spin::Full => weights.spin[row.min(2)],
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::{INPUTS, Net, SCALE};
    use landfall_rules::Board;

    fn value(text: &str, set: impl Fn(&mut Weights)) -> i32 {
        let mut weights = Weights::ZERO;
        set(&mut weights);
        let drawn: Board = text.parse().expect("a drawn board");
        let value = evaluate_board(&weights, &drawn.columns, &[0; 3]);
        assert_eq!(
            value,
            evaluate_board(&weights, &drawn.columns.map(|c| c as u32), &[0; 3])
        );
        value
    }

    const CAVE: &str = "
        ##........
        .#........
        .###......
        #.########
        ##########
    ";

    #[test]
    fn heights_and_the_well() {
        assert_eq!(value(CAVE, |w| w.height = 1), 5);
        let tower = "#.........\n".repeat(17);
        assert_eq!(value(&tower, |w| w.height_above_10 = 1), 7);
        assert_eq!(value(&tower, |w| w.height_above_15 = 1), 2);
        let well = "########.#\n".repeat(6);
        assert_eq!(value(&well, |w| w.well_depth = 1), 4);
        assert_eq!(value(&well, |w| w.well_depth_beyond = 1), 2);
        assert_eq!(value(&well, |w| w.well_column = [0, 1, 0, 0, 0]), 1);
    }

    #[test]
    fn the_net_gets_the_counts() {
        let drawn: Board = CAVE.parse().expect("a drawn board");
        let counts = Features::count(&drawn.columns).net_inputs(&[0; 3]);
        // Heights 5 5 3 3 2 and on: the well, which is column 4, is no bump.
        assert_eq!(counts[..8], [5, 3, 5, 12, 4, 3, 3, 4]);
        let mut neuron = [0; INPUTS + 2];
        (neuron[0], neuron[6], neuron[INPUTS + 1]) = (-SCALE, SCALE / 2, 100);
        assert_eq!(value(CAVE, |w| w.net = Net::from_rows(&[neuron])), 50);
        // Larger counts are clamped.
        let tower = "#.........\n".repeat(30);
        let drawn: Board = tower.parse().expect("a drawn board");
        assert_eq!(
            Features::count(&drawn.columns).net_inputs(&[0; 3])[2],
            MAX_COUNT
        );
    }

    /// Attacks grow with the time of a game, and a weight may be 10,000.
    #[test]
    fn any_attack_has_room() {
        let mut weights = Weights::ZERO;
        (weights.attack, weights.surge) = (10_000, 10_000);
        let value = |attack, surge| {
            let clear = Clear {
                lines: 4,
                attack,
                surge,
                ..Clear::default()
            };
            evaluate_clear(&weights, Piece::I, &clear)
        };
        assert_eq!(value(20, 7), 270_000);
        assert!(value(u32::MAX, u32::MAX) > value(900, 900));
    }

    #[test]
    fn bumpiness_leaves_the_well_out() {
        let board = "
            #.........
            #..#######
        ";
        // Heights 2 (0) 0 1 1 1 1 1 1 1: the first of the lowest columns is the well.
        assert_eq!(value(board, |w| w.bumpiness = 1), 2 + 1);
        assert_eq!(value(board, |w| w.bumpiness_squared = 1), 4 + 1);
    }

    #[test]
    fn holes_and_their_cover() {
        assert_eq!(value(CAVE, |w| w.holes = 1), 3);
        assert_eq!(value(CAVE, |w| w.hole_rows = 1), 3);
        // One cell over the upper hole of column 0, three over that of column 1.
        assert_eq!(value(CAVE, |w| w.hole_cover = 1), 1 + 3);
    }

    #[test]
    fn transitions() {
        // Row 4: filled to empty, empty to the wall. Row 3: wall, block, empty, wall: 4.
        // Row 2: 4. Row 1: 2. Row 0: none.
        assert_eq!(value(CAVE, |w| w.row_transitions = 1), 2 + 4 + 4 + 2);
        // Both columns with holes change twice more than a solid one.
        assert_eq!(value(CAVE, |w| w.column_transitions = 1), 2 + 2);
    }

    #[test]
    fn counters_and_hold() {
        let clear_state = ClearState {
            combo: 3,
            back_to_back: 1,
            ..ClearState::default()
        };
        let mut weights = Weights::ZERO;
        (weights.combo, weights.back_to_back) = (2, 50);
        assert_eq!(evaluate_counters(&weights, clear_state), 56);
        (weights.hold_i, weights.hold_t) = (5, 7);
        let held = [Some(Piece::I), Some(Piece::T), Some(Piece::O), None];
        assert_eq!(
            held.map(|piece| evaluate_hold(&weights, piece)),
            [5, 7, 0, 0]
        );
    }

    #[test]
    fn clears() {
        let mut weights = Weights::ZERO;
        weights.attack = 10;
        weights.clear = [1, 2, 3, 4];
        weights.mini = [5, 6];
        weights.spin = [7, 8, 9];
        weights.back_to_back_clear = 100;
        weights.perfect_clear = 1000;
        weights.wasted_t = -500;
        let lines = |lines, spin| Clear {
            lines,
            spin,
            ..Clear::default()
        };
        assert_eq!(evaluate_clear(&weights, Piece::L, &Clear::default()), 0);
        assert_eq!(evaluate_clear(&weights, Piece::I, &lines(4, Spin::None)), 4);
        assert_eq!(
            evaluate_clear(&weights, Piece::T, &lines(1, Spin::Mini)),
            5 - 500
        );
        assert_eq!(evaluate_clear(&weights, Piece::T, &lines(3, Spin::Full)), 9);
        assert_eq!(evaluate_clear(&weights, Piece::T, &Clear::default()), -500);
        let tetris = Clear {
            back_to_back: true,
            attack: 5,
            ..lines(4, Spin::None)
        };
        assert_eq!(evaluate_clear(&weights, Piece::I, &tetris), 50 + 100 + 4);
        let perfect = Clear {
            perfect: true,
            attack: 10,
            ..lines(2, Spin::None)
        };
        assert_eq!(evaluate_clear(&weights, Piece::T, &perfect), 100 + 1000);
    }
}

//! Late move pruning: where nodes are few, only the moves of a piece that fit the surface best are
//! evaluated.
//!
//! The order is a cheap one, from the columns alone. A beam takes hardly two of a hundred evaluated
//! moves, so that pruning seldom loses a good move, and the beam is several times as wide for the
//! same nodes. With many nodes it gains nothing: docs/lab/strength.md, "Late moves".

use super::column::ColumnBits;
use super::padded_board::PaddedBoard;
use super::piece_shape::PieceShapes;
use crate::threads::{MoveCost, PooledVec};
use crate::waiting_garbage::RisingRows;
use landfall_rules::board::WIDTH;
use landfall_rules::{Placement, Spin};

/// What an empty cell that a move covers costs, in steps of uneven ground.
const COVERED_CELL: i32 = 4;

/// The order of the moves of a piece on one board.
pub struct MoveOrder<'a> {
    ground: &'a PaddedBoard,
    shapes: &'a PieceShapes,
    /// Rows that have risen below the placements.
    risen: i8,
    heights: [i32; WIDTH],
}

impl<'a> MoveOrder<'a> {
    /// Returns the order of moves on `ground`, where `rising` has risen.
    pub fn new(ground: &'a PaddedBoard, shapes: &'a PieceShapes, rising: RisingRows) -> Self {
        let mut heights = [0; WIDTH];
        for (height, &column) in heights.iter_mut().zip(&ground.columns) {
            *height = rows_to_top(column);
        }
        MoveOrder {
            ground,
            shapes,
            risen: rising.count as i8,
            heights,
        }
    }

    /// Removes all but the `most` placements with the least cost, and those with the same cost as
    /// the last of these. Spins and clears always stay.
    #[inline(never)]
    pub fn prune(&self, placements: &mut Vec<Placement>, most: usize) {
        if placements.len() <= most {
            return;
        }
        let mut costs: PooledVec<MoveCost> = PooledVec::new();
        costs.extend(placements.iter().map(|mv| (self.cost(mv), *mv)));
        let last = most.max(1) - 1;
        let (_, &mut (limit, _), _) = costs.select_nth_unstable(last);
        placements.clear();
        let early = costs.iter().filter(|(cost, _)| *cost <= limit);
        placements.extend(early.map(|(_, mv)| mv));
    }

    /// Returns the cost of a placement: empty cells that it covers, steps of the surface after it,
    /// and its height; the least possible for spins and clears.
    fn cost(&self, mv: &Placement) -> i32 {
        let shape = self.shapes.get(mv.piece, mv.rotation);
        let (x, cells) = shape.at(mv.x, mv.y + self.risen);
        if mv.spin != Spin::None || self.ground.fills_row(x, cells) {
            return i32::MIN;
        }
        let (mut covered, mut bottom) = (0, 32);
        let mut heights = self.heights;
        for (x, cells) in (x..WIDTH).zip(cells).filter(|&(_, cells)| cells != 0) {
            let lowest = cells.trailing_zeros();
            let below = self.ground.columns[x] & ((1 << lowest) - 1);
            covered += lowest as i32 - rows_to_top(below);
            bottom = bottom.min(lowest as i32);
            heights[x] = heights[x].max(rows_to_top(cells));
        }
        let pairs = heights.windows(2);
        let steps: i32 = pairs.map(|pair| (pair[0] - pair[1]).abs()).sum();
        COVERED_CELL * covered + steps + bottom
    }
}

/// Returns the number of rows up to and with the highest filled one.
fn rows_to_top(column: u32) -> i32 {
    column.height(column.rows_below_top())
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Board, Piece, Ruleset, movegen};

    const RULES: &Ruleset = &GUIDELINE;

    /// Returns the first `most` moves of a piece, and how many there are in all.
    fn early_moves(text: &str, piece: Piece, most: usize) -> (Vec<Placement>, usize) {
        let board = text.parse::<Board>().expect("a drawn board");
        let mut placements = Vec::new();
        movegen::placements(RULES, &board, piece, &mut placements);
        let all = placements.len();
        let ground = PaddedBoard::new(&board, RULES, RisingRows::default());
        let shapes = PieceShapes::new(RULES.rotation);
        MoveOrder::new(&ground, &shapes, RisingRows::default()).prune(&mut placements, most);
        (placements, all)
    }

    #[test]
    fn what_fits_comes_first() {
        let board = "
            ###....###
            ###..#####
        ";
        let (first, all) = early_moves(board, Piece::S, 1);
        assert_eq!(all, 17);
        assert!(first.iter().all(|mv| mv.y <= 1), "{first:?}");
        let (more, _) = early_moves(board, Piece::S, 8);
        assert!(first.iter().all(|mv| more.contains(mv)));
        assert!((8..all).contains(&more.len()), "{}", more.len());
    }

    #[test]
    fn spins_and_clears_stay() {
        let board = "
            ##........
            #...######
            ##.#######
        ";
        let (first, _) = early_moves(board, Piece::T, 1);
        assert!(first.iter().any(|mv| mv.spin == Spin::Full), "{first:?}");
        let well = "#########.\n".repeat(4);
        let (first, _) = early_moves(&well, Piece::I, 1);
        let tetris = first.iter().filter(|mv| mv.x == 9);
        assert_eq!(tetris.count(), first.len(), "{first:?}");
        assert!(!first.is_empty());
    }

    #[test]
    fn few_moves_all_stay() {
        let (moves, all) = early_moves("..........", Piece::O, 9);
        assert_eq!((moves.len(), all), (9, 9));
        let (moves, _) = early_moves("..........", Piece::O, 0);
        assert!(!moves.is_empty(), "there is a move where there was one");
    }
}

//! Finds the fewest commands from a piece's position to its target.
//!
//! `landfall_rules::path` searches routes breadth first. The drop counts as one command and is
//! always the last. `piece_moves` defines the effect of a single command.

use super::coordinates::cells;
use super::messages::{Move, ROWS};
use super::piece_moves::dropped;
use landfall_rules::path::{PieceInput, PieceMoves, PiecePose, Route, Routes, explore};
use landfall_rules::rotation::TurnKind;
use landfall_rules::rulesets::PASON;
use landfall_rules::{Board, Piece, Placement, Ruleset};

/// The inputs that do not lock the piece, in search order.
const INPUTS: [PieceInput; 5] = [
    PieceInput::Left,
    PieceInput::Right,
    PieceInput::Turn(TurnKind::Clockwise),
    PieceInput::Turn(TurnKind::CounterClockwise),
    PieceInput::SoftDrop,
];

/// The limit on the height of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowLimit {
    /// Above the board if there is no other route: it is unknown whether the server allows it.
    #[default]
    Unknown,
    /// No cell above this row of the contest: the server has refused it.
    HighestRow(i32),
}

/// Every placement that a piece can reach from its position.
#[derive(Debug)]
pub struct ReachablePlacements {
    board: Board,
    piece: Piece,
    low: PasonRoutes,
    /// The routes that also use the rows above the board.
    high: Option<PasonRoutes>,
}

type PasonRoutes = Routes<PiecePose, PieceInput>;

impl ReachablePlacements {
    /// Searches from a placement. Routes that keep every cell on the board are preferred, because a
    /// server may refuse a turn that leaves the board; the others are also searched while the limit
    /// is unknown.
    pub fn search(board: &Board, from: Placement, limit: RowLimit) -> ReachablePlacements {
        let (low, high) = match limit {
            RowLimit::Unknown => (ROWS as u32, Some(PASON.height)),
            RowLimit::HighestRow(row) => {
                let rows = (ROWS as i32).saturating_sub(row);
                (rows.clamp(0, PASON.height as i32) as u32, None)
            }
        };
        ReachablePlacements {
            board: *board,
            piece: from.piece,
            low: routes(board, from, low),
            high: high.map(|height| routes(board, from, height)),
        }
    }

    /// Returns the fewest moves that lock the piece on the cells of a placement; `None` if no route
    /// leads there.
    pub fn path_to(&self, target: &Placement) -> Option<Vec<Move>> {
        let target = PASON.rotation.canonical(*target);
        let locks_there = |pose| self.rest_below(pose) == target;
        let route = self
            .low
            .shortest(locks_there)
            .or_else(|| self.high.as_ref()?.shortest(locks_there))?;
        Some(moves(&route))
    }

    /// Returns every placement in which the piece can lock, in the canonical rotation state,
    /// ordered by its cells.
    pub fn resting_placements(&self) -> Vec<Placement> {
        let reached = self.high.as_ref().unwrap_or(&self.low).reached();
        let mut rests: Vec<Placement> = reached.iter().map(|at| self.rest_below(at.pose)).collect();
        rests.sort_by_key(cells);
        rests.dedup();
        rests
    }

    /// Returns where the piece locks if it is dropped from this pose, in the canonical rotation
    /// state.
    fn rest_below(&self, pose: PiecePose) -> Placement {
        let placement = Placement::new(self.piece, pose.rotation, pose.x, pose.y);
        PASON.rotation.canonical(dropped(&self.board, placement))
    }
}

/// Searches the routes that keep all cells below row `height`, counted from the floor. The
/// first placement may be anywhere.
fn routes(board: &Board, from: Placement, height: u32) -> PasonRoutes {
    let rules = Ruleset { height, ..PASON };
    let model = PieceMoves::new(&rules, board, from.piece).with_inputs(&INPUTS);
    explore(&model, PiecePose::from(&from))
}

/// The contest's moves of a route, and the drop at its end.
fn moves(route: &Route<PieceInput>) -> Vec<Move> {
    let steps = route.inputs.iter().map(|input| match input {
        PieceInput::Left => Move::Left,
        PieceInput::Right => Move::Right,
        PieceInput::SoftDrop => Move::Down,
        PieceInput::Turn(TurnKind::Clockwise) => Move::LRotate,
        PieceInput::Turn(_) => Move::RRotate,
    });
    steps.chain([Move::Drop]).collect()
}

#[cfg(test)]
mod tests;

//! From where a piece is to where it should lie: the fewest commands.
//!
//! A breadth-first search over placements. The drop counts as one command and is always the
//! last. How a single command moves a piece is in `piece_moves`.

use super::coordinates::{cells, top_row};
use super::messages::{COLUMNS, Move};
use super::piece_moves::{apply_move, dropped};
use landfall_rules::{Board, PASON, Placement};

/// The moves that do not lock the piece, in the order in which they are tried.
const STEPS: [Move; 5] = [
    Move::Left,
    Move::Right,
    Move::LRotate,
    Move::RRotate,
    Move::Down,
];

/// How high a path may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLimit {
    /// Above the board if there is no other way: nobody knows whether the server allows it.
    Unknown,
    /// No cell above this row of the contest: the server has refused that.
    HighestRow(i32),
}

/// Every placement that a piece can reach from where it is.
#[derive(Debug)]
pub struct ReachablePoses {
    board: Board,
    low: SearchTree,
    /// The paths that also use the cells above the board.
    high: Option<SearchTree>,
}

impl ReachablePoses {
    /// Searches from a placement. Paths that keep every cell on the board are preferred,
    /// because a server may refuse a turn that sticks out; the others are found too while the
    /// limit is not known.
    pub fn search(board: &Board, from: Placement, limit: RowLimit) -> ReachablePoses {
        let (low, high) = match limit {
            RowLimit::Unknown => (0, Some(ABOVE)),
            RowLimit::HighestRow(row) => (row, None),
        };
        ReachablePoses {
            board: *board,
            low: SearchTree::search(board, from, low),
            high: high.map(|row| SearchTree::search(board, from, row)),
        }
    }

    /// Returns the fewest moves that lock the piece on the cells of a placement; `None` if
    /// nothing leads there.
    pub fn path_to(&self, target: &Placement) -> Option<Vec<Move>> {
        let target = PASON.rotation.canonical(*target);
        self.low
            .path_to(&self.board, &target)
            .or_else(|| self.high.as_ref()?.path_to(&self.board, &target))
    }

    /// Returns every placement in which the piece can lock, in the canonical rotation state,
    /// ordered by its cells.
    pub fn resting_placements(&self) -> Vec<Placement> {
        let reached = &self.high.as_ref().unwrap_or(&self.low).nodes;
        let rest = |node: &Node| {
            PASON
                .rotation
                .canonical(dropped(&self.board, node.placement))
        };
        let mut rests: Vec<Placement> = reached.iter().map(rest).collect();
        rests.sort_by_key(cells);
        rests.dedup();
        rests
    }
}

/// How far above the board an origin may be, as a row of the contest.
const ABOVE: i32 = -4;

/// The placements that were reached, in the order in which they were.
#[derive(Debug)]
struct SearchTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    placement: Placement,
    /// The node that it was reached from, and the move.
    from: Option<(usize, Move)>,
}

impl SearchTree {
    /// Finds every placement that can be reached without a cell above row `highest`, where
    /// the first one may be anywhere.
    fn search(board: &Board, from: Placement, highest: i32) -> SearchTree {
        let mut seen = [false; INDICES];
        let mut nodes = vec![Node {
            placement: from,
            from: None,
        }];
        if let Some(index) = index(&from) {
            seen[index] = true;
        }
        let mut next = 0;
        while next < nodes.len() {
            let from = nodes[next].placement;
            for step in STEPS {
                let placement = apply_move(board, from, step);
                let Some(index) = index(&placement).filter(|&index| !seen[index]) else {
                    continue;
                };
                if top_row(&placement) >= highest {
                    seen[index] = true;
                    nodes.push(Node {
                        placement,
                        from: Some((next, step)),
                    });
                }
            }
            next += 1;
        }
        SearchTree { nodes }
    }

    fn path_to(&self, board: &Board, target: &Placement) -> Option<Vec<Move>> {
        let locks_there =
            |node: &Node| PASON.rotation.canonical(dropped(board, node.placement)) == *target;
        let mut at = self.nodes.iter().position(locks_there)?;
        let mut steps = vec![Move::Drop];
        while let Some((from, step)) = self.nodes[at].from {
            steps.push(step);
            at = from;
        }
        steps.reverse();
        Some(steps)
    }
}

/// Origins that can occur: the rows of the ruleset, and one column on either side.
const INDICES: usize = HEIGHT * (COLUMNS + 2) * 4;

/// Rows in which an origin may be, those above the board among them.
const HEIGHT: usize = 24;

fn index(placement: &Placement) -> Option<usize> {
    let row = usize::try_from(placement.y).ok()?;
    let col = usize::try_from(placement.x.saturating_add(1)).ok()?;
    let inside = row < HEIGHT && col < COLUMNS + 2;
    inside.then_some((row * (COLUMNS + 2) + col) * 4 + placement.rotation.index())
}

#[cfg(test)]
mod tests;

//! Perft: the number of ways to place a queue, the classic check of a placement generator.

use crate::board::Board;
use crate::lock::lock_cells;
use crate::movegen::{self, SpinCounting};
use crate::piece::Piece;
use crate::ruleset::{Ruleset, Spawn};
use crate::spin::SpinRules;
use alloc::vec::Vec;

/// What a perft counts.
///
/// ```
/// use landfall_rules::movegen::SpinCounting;
/// use landfall_rules::perft::{HoldUse, Perft};
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Board, Piece};
///
/// let perft = Perft { spins: SpinCounting::Merged, hold: HoldUse::Never };
/// let count = perft.count(&GUIDELINE, &Board::EMPTY, &[Piece::I, Piece::O], 2);
/// assert_eq!(count, 153);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// Whether placements with different spins on the same cells count apart.
    pub spins: SpinCounting,
    /// Whether pieces may be held; the hold is empty at first.
    pub hold: HoldUse,
}

/// Whether a perft makes holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldUse {
    /// Pieces are placed in the order of the queue.
    Never,
    /// Before each placement the piece in play may be swapped with the held one, as the
    /// rules allow; a swap that brings the same piece counts once.
    Free,
}

impl Perft {
    /// Returns the number of sequences of `depth` placements from a position with an empty hold.
    ///
    /// A sequence that would need a piece beyond the queue does not count, so with holds
    /// the deepest level misses those that hold near the end. The last level is counted
    /// without being listed.
    pub fn count(&self, rules: &Ruleset, board: &Board, queue: &[Piece], depth: usize) -> u64 {
        let rules = match self.spins {
            SpinCounting::Distinct => *rules,
            // Without spins nothing is listed twice.
            SpinCounting::Merged => Ruleset {
                spins: SpinRules::NEVER,
                ..*rules
            },
        };
        let node = Node {
            board: *board,
            spawn: rules.spawn,
        };
        self.walk(&rules, &node, None, queue, depth)
    }

    fn walk(
        &self,
        rules: &Ruleset,
        node: &Node,
        hold: Option<Piece>,
        queue: &[Piece],
        depth: usize,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.hold == HoldUse::Never {
            return queue.split_first().map_or(0, |(&piece, rest)| {
                self.place(rules, node, Choice { piece, hold, rest }, depth)
            });
        }
        self.choices(hold, queue)
            .map(|choice| self.place(rules, node, choice, depth))
            .sum()
    }

    /// Returns the pieces that can be placed: the piece in play and, with holds, the one that a
    /// hold brings.
    fn choices<'q>(
        &self,
        hold: Option<Piece>,
        queue: &'q [Piece],
    ) -> impl Iterator<Item = Choice<'q>> + use<'q> {
        let direct = queue
            .split_first()
            .map(|(&piece, rest)| Choice { piece, hold, rest });
        let held = match (hold, queue) {
            (Some(held), [current, rest @ ..]) if held != *current => Some(Choice {
                piece: held,
                hold: Some(*current),
                rest,
            }),
            (None, [current, next, rest @ ..]) if next != current => Some(Choice {
                piece: *next,
                hold: Some(*current),
                rest,
            }),
            _ => None,
        };
        direct.into_iter().chain(held)
    }

    fn place(&self, rules: &Ruleset, node: &Node, choice: Choice, depth: usize) -> u64 {
        let Node { board, spawn } = node;
        if depth == 1 {
            return movegen::count_from(rules, spawn, board, choice.piece, self.spins);
        }
        let mut placements = Vec::with_capacity(64);
        movegen::placements_from(rules, spawn, board, choice.piece, &mut placements);
        placements
            .iter()
            .map(|placement| {
                let mut board = *board;
                let (rows, _) = lock_cells(rules, &mut board, placement);
                let spawn = rules.spawn_after(rows != 0);
                let next = Node { board, spawn };
                self.walk(rules, &next, choice.hold, choice.rest, depth - 1)
            })
            .sum()
    }
}

/// A position between two pieces.
struct Node {
    board: Board,
    spawn: Spawn,
}

/// One way to take the next piece.
struct Choice<'q> {
    piece: Piece,
    hold: Option<Piece>,
    rest: &'q [Piece],
}

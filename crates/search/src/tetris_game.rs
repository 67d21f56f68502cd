//! The tetromino stacker as a game for the beam: placements with hold through the known
//! queue, and the mean over the randomizer's pieces beyond it.

use crate::eval;
use crate::eval::evaluate_placements;
use crate::eval::piece_shape::PieceShapes;
use crate::expectimax::Expectimax;
use crate::game::{Child, Expectation, Game, ShouldStop};
use crate::pending_garbage::PendingGarbage;
use crate::weights::Weights;
use landfall_rules::{
    Board, ClearState, Piece, Placement, Randomizer, Ruleset, SplitMix64, State, lock, mix64,
    push_solid_row,
};
use std::sync::Arc;

/// What a lost position is worth: with weights of the usual size, less than anything that
/// is not lost.
pub(super) const LOST_VALUE: i32 = -100_000;

/// Known pieces beyond this many are left for later: a beam over more would have to be
/// too narrow to be of use.
const MAX_PLIES: usize = 16;

/// The stacker from one root.
#[derive(Clone, Debug)]
pub struct TetrisGame {
    /// The rules.
    pub rules: &'static Ruleset,
    /// Weights of the evaluation.
    pub weights: Arc<Weights>,
    queue: Vec<Piece>,
    root_hold: Option<Piece>,
    randomizer: Randomizer,
    pub(super) shapes: PieceShapes,
    pending_garbage: PendingGarbage,
}

/// What changes from ply to ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The playfield.
    pub board: Board,
    /// The held piece.
    pub hold: Option<Piece>,
    /// Combo and back-to-back.
    pub chain: ClearState,
}

impl Position {
    /// The part of a state that changes from ply to ply.
    pub fn from_state(state: &State) -> Position {
        Position {
            board: state.board,
            hold: state.hold,
            chain: state.clear_state,
        }
    }
}

/// The pieces that may be placed next.
struct PieceChoice {
    current: Piece,
    /// What a hold would bring, if that is another piece.
    swapped: Option<Piece>,
}

impl TetrisGame {
    /// A stacker that begins in `state`.
    pub fn new(rules: &'static Ruleset, weights: Arc<Weights>, state: &State) -> TetrisGame {
        TetrisGame {
            rules,
            weights,
            queue: state.queue.iter().copied().collect(),
            root_hold: state.hold,
            randomizer: state.randomizer.clone(),
            shapes: PieceShapes::new(rules.rotation),
            pending_garbage: PendingGarbage::default(),
        }
    }

    /// The same with garbage that waits: so many rows, for a root with this board.
    pub fn with_pending_garbage(self, rows: u32, board: &Board) -> TetrisGame {
        TetrisGame {
            pending_garbage: PendingGarbage::for_board(self.rules, board, rows),
            ..self
        }
    }

    /// Known pieces from the root on.
    pub fn queue(&self) -> &[Piece] {
        &self.queue
    }

    /// Whether the same garbage waits as in `other`.
    pub fn has_same_garbage(&self, other: &TetrisGame) -> bool {
        self.pending_garbage == other.pending_garbage
    }

    /// Whether the pieces beyond the queue are drawn as in `other`.
    pub fn has_same_randomizer(&self, other: &TetrisGame) -> bool {
        self.randomizer == other.randomizer
    }

    /// The stacker that goes on for so many `plies` from `position`, in which all plies of this
    /// one have been played: with known pieces that are left, then with pieces drawn by a seed.
    pub fn sample_future(&self, position: &Position, plies: usize, seed: u64) -> TetrisGame {
        let left = self.queue.get(self.pieces_taken(position, self.plies())..);
        let (mut randomizer, mut seed) = (self.randomizer.clone(), SplitMix64::new(seed));
        let wanted = plies + usize::from(self.rules.hold && position.hold.is_none());
        let mut queue: Vec<Piece> = left.into_iter().flatten().copied().take(wanted).collect();
        queue.extend((queue.len()..wanted).map(|_| randomizer.sample(&mut seed)));
        TetrisGame {
            rules: self.rules,
            weights: Arc::clone(&self.weights),
            queue,
            root_hold: position.hold,
            randomizer,
            shapes: self.shapes.clone(),
            pending_garbage: PendingGarbage::default(),
        }
    }

    /// Pieces taken from the queue when `ply` pieces have been placed: one more than
    /// placed if a hold that was empty has been filled.
    fn pieces_taken(&self, position: &Position, ply: usize) -> usize {
        ply + usize::from(self.root_hold.is_none() && position.hold.is_some())
    }

    fn piece_choice(&self, position: &Position, ply: usize) -> Option<PieceChoice> {
        let taken = self.pieces_taken(position, ply);
        let current = *self.queue.get(taken)?;
        let other = position.hold.or(self.queue.get(taken + 1).copied());
        Some(PieceChoice {
            current,
            swapped: other.filter(|&other| self.rules.hold && other != current),
        })
    }

    /// Odds of the next piece of a position beyond the known plies: certain if the queue
    /// has it still, else the randomizer's.
    fn next_piece_odds(&self, position: &Position, ply: usize) -> [u32; 7] {
        match self.queue.get(self.pieces_taken(position, ply)) {
            Some(&piece) => {
                let mut odds = [0; 7];
                odds[piece.index()] = 1;
                odds
            }
            None => self.randomizer.odds(),
        }
    }

    /// The position after a lock and what comes after it, the hold as it was. After one that
    /// loses, a board on which nothing can be placed: the same for all that lose.
    pub(super) fn after_move(&self, position: &Position, mv: &Placement) -> Position {
        self.after_garbage(position, mv, &PendingGarbage::default())
    }

    fn after_garbage(
        &self,
        position: &Position,
        mv: &Placement,
        garbage: &PendingGarbage,
    ) -> Position {
        let mut next = *position;
        let clear = lock(self.rules, &mut next.board, &mut next.chain, mv);
        if clear.topped_out | push_solid_row(self.rules, &mut next.board, &mut next.chain) {
            next.board.columns = [!0; 10];
        } else {
            garbage.apply(&mut next.board, clear.attack);
        }
        next
    }

    /// Garbage that comes up after a ply.
    fn garbage_after(&self, ply: usize) -> PendingGarbage {
        match ply {
            0 => self.pending_garbage,
            _ => PendingGarbage::default(),
        }
    }

    /// Judges the boards of children anew, with garbage below them.
    #[inline(never)]
    fn re_evaluate_with_garbage(
        &self,
        position: &Position,
        ply: usize,
        children: &mut [Child<Placement>],
    ) {
        for child in children.iter_mut().filter(|child| child.eval != LOST_VALUE) {
            let next = self.play(position, ply, child.mv);
            child.eval = eval::evaluate(&self.weights, &next);
        }
    }
}

impl Game for TetrisGame {
    type Position = Position;
    type Move = Placement;

    fn plies(&self) -> usize {
        let pieces = match self.root_hold {
            None if self.rules.hold && self.queue.len() > 1 => self.queue.len() - 1,
            _ => self.queue.len(),
        };
        pieces.min(MAX_PLIES)
    }

    fn expand(&self, position: &Position, ply: usize, out: &mut Vec<Child<Placement>>) {
        if let Some(hand) = self.piece_choice(position, ply) {
            evaluate_placements(self, position, hand.current, position.hold, out);
            if let Some(other) = hand.swapped {
                evaluate_placements(self, position, other, Some(hand.current), out);
            }
            if self.garbage_after(ply).is_pending() {
                self.re_evaluate_with_garbage(position, ply, out);
            }
        }
    }

    fn play(&self, position: &Position, ply: usize, mv: Placement) -> Position {
        let mut next = self.after_garbage(position, &mv, &self.garbage_after(ply));
        if let Some(hand) = self.piece_choice(position, ply)
            && hand.current != mv.piece
        {
            next.hold = Some(hand.current);
        }
        next
    }

    fn key(&self, position: &Position) -> u64 {
        let counters = u64::from(position.chain.skips) << 24
            | u64::from(position.chain.combo) << 8
            | u64::from(position.chain.back_to_back) << 4
            | position.hold.map_or(7, |p| p.index() as u64);
        position
            .board
            .columns
            .iter()
            .fold(mix64(counters), |key, &column| {
                (key ^ column)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29)
            })
    }

    fn expectation(
        &self,
        position: &Position,
        ply: usize,
        depth: u32,
        stop: ShouldStop,
    ) -> Option<Expectation> {
        let mut outlook = Expectimax::new(self, stop);
        let odds = self.next_piece_odds(position, ply);
        let value = outlook.expected_value(position, &self.randomizer, odds, depth)?;
        Some(Expectation {
            value,
            nodes: outlook.nodes,
        })
    }

    fn expectation_cost(&self, depth: u32) -> u64 {
        Expectimax::typical_nodes(depth)
    }
}

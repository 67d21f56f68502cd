//! A whole game position: board, hold, queue, what is known of the pieces to come, and
//! the counters. Lists legal placements, plays them and takes them back.

mod legality;

pub use legality::IllegalPlacement;

use crate::board::Board;
use crate::lock::{Clear, ClearState, lock_times, push_solid_row, raise_garbage};
use crate::movegen;
use crate::piece::{Piece, Placement, Queue};
use crate::randomizer::{DealtPieces, PieceSequence, Randomizer};
use crate::ruleset::{Ruleset, SkipRule};
use alloc::vec::Vec;
use core::fmt;

/// Placements of two pieces that most boards do not exceed.
const USUAL_PLACEMENTS: usize = 128;

/// A game position before a move. The first piece of the queue is the one in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// The playfield.
    pub board: Board,
    /// The held piece.
    pub hold: Option<Piece>,
    /// Known pieces; the first is in play.
    pub queue: Queue,
    /// What is known about the pieces after the queue.
    pub randomizer: Randomizer,
    /// The counters of combo, back-to-back, skips and garbage.
    pub clear_state: ClearState,
}

impl State {
    /// Returns an empty board and no pieces yet.
    pub fn new(randomizer: Randomizer) -> State {
        State {
            board: Board::EMPTY,
            hold: None,
            queue: Queue::new(),
            randomizer,
            clear_state: ClearState::default(),
        }
    }

    /// Appends a piece to the queue; the randomizer observes it.
    pub fn push_piece(&mut self, piece: Piece) {
        self.queue.push_back(piece);
        self.randomizer.observe(piece);
    }

    /// Deals the next pieces of a seed until `visible` are in the queue; returns those that
    /// were added.
    ///
    /// ```
    /// use landfall_rules::State;
    /// use landfall_rules::randomizer::PieceSequence;
    /// use landfall_rules::rulesets::GUIDELINE;
    ///
    /// let mut pieces = PieceSequence::new(&GUIDELINE, 42);
    /// let mut state = State::new(GUIDELINE.randomizer.clone());
    /// assert_eq!(state.deal(6, &mut pieces).len(), 6);
    /// state.play(&GUIDELINE, &state.legal_placements(&GUIDELINE)[0]);
    /// assert_eq!(state.deal(6, &mut pieces).len(), 1);
    /// ```
    pub fn deal(&mut self, visible: usize, pieces: &mut PieceSequence) -> DealtPieces {
        let mut dealt = DealtPieces::new();
        while self.queue.len() < visible {
            let piece = pieces.next_piece(&self.randomizer);
            self.push_piece(piece);
            dealt.push(piece);
        }
        dealt
    }

    /// Returns the piece that holding would bring into play, if it is known.
    pub fn held_piece(&self, rules: &Ruleset) -> Option<Piece> {
        if !rules.hold || self.queue.is_empty() {
            return None;
        }
        self.hold.or_else(|| self.queue.get(1).copied())
    }

    /// Returns whether a placement is played after a hold: whether its piece is not the one in play.
    /// Does not check whether a hold would bring it, which [`State::held_piece`] says.
    pub fn needs_hold(&self, placement: &Placement) -> bool {
        self.queue.front() != Some(&placement.piece)
    }

    /// Holds the piece in play: swaps it with the held one, or with the next of the queue, which
    /// must be known. Does not check whether the rules allow it.
    pub fn hold_piece(&mut self) {
        let current = self.queue.pop_front();
        if let Some(held) = core::mem::replace(&mut self.hold, current) {
            self.queue.push_front(held);
        }
    }

    /// Returns every legal move as a placement: those of the piece in play first, then those after
    /// a hold if that brings another piece, then a skip. Canonical, without duplicates. A placement of
    /// another piece than the first of the queue is played after a hold ([`State::needs_hold`]).
    /// [`State::route`] finds the inputs that lead to one.
    pub fn legal_placements(&self, rules: &Ruleset) -> Vec<Placement> {
        let mut out = Vec::with_capacity(USUAL_PLACEMENTS);
        if let Some(&current) = self.queue.front() {
            let spawn = self.clear_state.spawn(rules);
            movegen::placements_from(rules, &spawn, &self.board, current, &mut out);
            if let Some(held) = self.held_piece(rules).filter(|&held| held != current) {
                movegen::placements_from(rules, &spawn, &self.board, held, &mut out);
            }
            // A piece that cannot even appear cannot be skipped either.
            if self.may_skip(rules) && !out.is_empty() {
                out.push(Placement::skip(current));
            }
        }
        out
    }

    /// Returns whether the piece in play may be skipped.
    pub fn may_skip(&self, rules: &Ruleset) -> bool {
        rules.skips == SkipRule::Earned && self.clear_state.skips > 0
    }

    /// Raises the board by garbage rows, the lowest first: masks of filled columns. Returns whether
    /// a block is now above the highest row allowed, which loses the game.
    pub fn raise_garbage(&mut self, rules: &Ruleset, rows: &[u16]) -> bool {
        raise_garbage(rules, &mut self.board, &mut self.clear_state, rows)
    }

    /// Plays a placement after checking that the piece is at hand and that it fits: on the board,
    /// on free cells, with something below. Does not check whether it can be *reached*, because
    /// frontends may have turns that the rules lack, such as half turns. A hold is inferred from
    /// the piece.
    ///
    /// # Errors
    /// The reason why the placement is impossible; the state is then unchanged.
    pub fn try_play(&mut self, rules: &Ruleset, placement: &Placement) -> Result<Clear, PlayError> {
        let current = *self.queue.front().ok_or(PlayError::NoPiece)?;
        if placement.piece != current && self.held_piece(rules) != Some(placement.piece) {
            return Err(PlayError::PieceNotAtHand {
                piece: placement.piece,
                current,
                held: self.held_piece(rules),
            });
        }
        if !placement.is_skip() {
            check_lockable(rules, &self.board, placement)?;
        } else if !self.may_skip(rules) {
            return Err(PlayError::NoSkip);
        }
        Ok(self.play(rules, placement))
    }

    /// Plays a placement that is known to be possible, for example one of [`State::legal_placements`],
    /// and lets a solid row come up if one is due.
    ///
    /// # Panics
    /// If a cell of the placement is outside the board.
    pub fn play(&mut self, rules: &Ruleset, placement: &Placement) -> Clear {
        self.play_times(rules, placement, 1.0)
    }

    /// Plays the same with attacks multiplied, as late in a game with
    /// [`Ruleset::attack_multiplier`].
    ///
    /// # Panics
    /// If a cell of the placement is outside the board.
    pub fn play_times(&mut self, rules: &Ruleset, placement: &Placement, multiplier: f64) -> Clear {
        if self.needs_hold(placement) {
            self.hold_piece();
        }
        self.queue.pop_front();
        let (board, counters) = (&mut self.board, &mut self.clear_state);
        let clear = lock_times(rules, board, counters, placement, multiplier);
        let pushed_out = push_solid_row(rules, &mut self.board, &mut self.clear_state);
        Clear {
            topped_out: clear.topped_out || pushed_out,
            ..clear
        }
    }

    /// Returns what [`State::undo`] needs to take the next play back.
    pub fn undo_info(&self) -> UndoInfo {
        UndoInfo {
            board: self.board,
            hold: self.hold,
            clear_state: self.clear_state,
            current: self.queue.front().copied(),
            next: self.queue.get(1).copied(),
        }
    }

    /// Takes a play back: the state is again as it was at [`State::undo_info`], before the play.
    /// Cheaper than a copy of the state, which has a queue on the heap. Pieces that were dealt since
    /// stay.
    ///
    /// ```
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_rules::{Randomizer, State};
    ///
    /// let mut state = State::new(Randomizer::SEVEN_BAG);
    /// state.queue = "TIO".parse().unwrap();
    /// let before = state.clone();
    /// for mv in state.legal_placements(&GUIDELINE) {
    ///     let undo = state.undo_info();
    ///     state.play(&GUIDELINE, &mv);
    ///     state.undo(&undo);
    ///     assert_eq!(state, before);
    /// }
    /// ```
    pub fn undo(&mut self, undo: &UndoInfo) {
        // The first hold of a game takes two pieces from the queue.
        if undo.hold.is_none() && self.hold.is_some() {
            undo.next
                .into_iter()
                .for_each(|next| self.queue.push_front(next));
        }
        if let Some(current) = undo.current {
            self.queue.push_front(current);
        }
        self.board = undo.board;
        self.hold = undo.hold;
        self.clear_state = undo.clear_state;
    }
}

/// What takes a play back: see [`State::undo`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UndoInfo {
    board: Board,
    hold: Option<Piece>,
    clear_state: ClearState,
    /// The first piece of the queue.
    current: Option<Piece>,
    /// The second.
    next: Option<Piece>,
}

/// Checks that a placement lies on the board and on free cells, and rests on something.
///
/// # Errors
/// Says which of these fails first.
pub fn check_lockable(
    rules: &Ruleset,
    board: &Board,
    placement: &Placement,
) -> Result<(), PlayError> {
    let cells = placement.cells(rules);
    let width = board.columns.len() as i8;
    for &(x, y) in &cells {
        if !(0..width).contains(&x) || !(0..rules.height as i8).contains(&y) {
            return Err(PlayError::OffBoard { x, y });
        }
        if board.filled(x, y) {
            return Err(PlayError::Occupied { x, y });
        }
    }
    if !cells.iter().any(|&(x, y)| board.filled(x, y - 1)) {
        return Err(PlayError::Floating);
    }
    Ok(())
}

/// Why a placement cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The queue is empty.
    NoPiece,
    /// The piece is neither in play nor what a hold would bring.
    PieceNotAtHand {
        /// The piece of the placement.
        piece: Piece,
        /// The piece in play.
        current: Piece,
        /// What a hold would bring, if anything is known.
        held: Option<Piece>,
    },
    /// A cell lies outside the board.
    OffBoard {
        /// Its column.
        x: i8,
        /// Its row.
        y: i8,
    },
    /// A cell is filled already.
    Occupied {
        /// Its column.
        x: i8,
        /// Its row.
        y: i8,
    },
    /// Nothing is below the piece.
    Floating,
    /// No piece may be skipped.
    NoSkip,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::NoPiece => f.write_str("the queue is empty, no piece is in play"),
            PlayError::PieceNotAtHand {
                piece,
                current,
                held,
            } => {
                write!(f, "piece {piece} is not at hand: {current} is in play and ")?;
                match held {
                    Some(held) => write!(f, "a hold would bring {held}"),
                    None => f.write_str("a hold would bring nothing known"),
                }
            }
            PlayError::OffBoard { x, y } => write!(f, "cell x={x} y={y} is not on the board"),
            PlayError::Occupied { x, y } => write!(f, "cell x={x} y={y} is filled already"),
            PlayError::Floating => f.write_str("the piece floats: nothing is below it"),
            PlayError::NoSkip => f.write_str("the piece cannot be skipped: no skip is left"),
        }
    }
}

impl core::error::Error for PlayError {}

//! A side whose placements and pieces come from a file.

use arrayvec::ArrayVec;
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::side::{LockResult, Loss};
use landfall_rules::{Clear, Piece, Placement, Playfield, Ruleset, Side, State};

/// A side whose placements and pieces come from a file.
#[derive(Clone, Debug)]
pub(crate) struct PlacedSide {
    /// Has only the pieces that it is given.
    side: Side,
    loss: Option<Loss>,
}

impl PlacedSide {
    /// Returns an empty board without pieces.
    pub fn new(rules: &Ruleset) -> PlacedSide {
        let garbage = SideGarbage::new(rules, &HoleSettings::default(), 0);
        PlacedSide {
            side: Side::new(rules, 0, PieceSequence::new(rules, 0), garbage),
            loss: None,
        }
    }

    /// Replaces the position.
    pub fn set(&mut self, state: State, field: Playfield) {
        self.side.set_position(state, field);
    }

    /// Adds pieces to the queue.
    pub fn deal(&mut self, pieces: impl IntoIterator<Item = Piece>) {
        let (mut state, field) = (self.state().clone(), self.field().clone());
        pieces.into_iter().for_each(|piece| state.push_piece(piece));
        self.set(state, field);
    }

    /// Returns the position.
    pub fn state(&self) -> &State {
        self.side.state()
    }

    /// Returns the position with its colours.
    pub fn field(&self) -> &Playfield {
        self.side.field()
    }

    /// Returns how the side has lost, if it has.
    pub fn loss(&self) -> Option<Loss> {
        self.loss.or_else(|| self.side.loss())
    }

    /// Plays a validated placement that locks at a frame of the game.
    pub fn play(&mut self, placement: Placement, frame: u64) -> LockResult {
        let lock = self.side.play(placement, frame);
        if lock.clear.topped_out {
            self.loss.get_or_insert(Loss::LockOut);
        }
        lock
    }

    /// Returns the packets of lines that a clear sends, before cancelling. No packet is empty.
    pub fn packets(&self, clear: &Clear) -> ArrayVec<u32, 5> {
        let packets = self.side.packets(clear);
        packets.into_iter().filter(|&rows| rows > 0).collect()
    }

    /// Raises rows of garbage, in this order: masks of filled columns.
    pub fn raise(&mut self, rows: &[u16]) {
        self.side.raise(rows);
        if self.side.loss() == Some(Loss::TopOut) {
            self.loss.get_or_insert(Loss::TopOut);
        }
    }
}

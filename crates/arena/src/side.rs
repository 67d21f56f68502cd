//! One side of a game: its position, its pieces and its garbage. Rules only; when things
//! happen is the business of `referee`.

use super::garbage::GarbageQueue;
use super::preset::GarbageSettings;
use landfall_rules::{
    CellKind, Clear, IllegalPlacement, Piece, Placement, Playfield, Ruleset, SearchEffort,
    SplitMix64, State, Stats,
};

/// One side of a game.
#[derive(Clone, Debug)]
pub struct Side {
    rules: &'static Ruleset,
    state: State,
    field: Playfield,
    pieces: SplitMix64,
    visible: usize,
    stats: Stats,
    /// What waits for this side.
    pub garbage: GarbageQueue,
}

/// What a played move did.
#[derive(Clone, Debug)]
pub struct LockResult {
    /// The move, canonical.
    pub placement: Placement,
    /// What it cleared.
    pub clear: Clear,
    /// The pieces dealt after it.
    pub dealt: Vec<Piece>,
}

impl Side {
    /// Returns an empty board and the first pieces of a seed, of which `visible` are known.
    pub fn new(
        rules: &'static Ruleset,
        pieces: SplitMix64,
        holes: SplitMix64,
        visible: usize,
    ) -> Side {
        let mut side = Side {
            rules,
            state: State::new(rules.randomizer.clone()),
            field: Playfield::new(),
            pieces,
            visible,
            stats: Stats::default(),
            garbage: GarbageQueue::new(holes),
        };
        side.deal();
        side
    }

    /// Returns the position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the position with its colours.
    pub fn field(&self) -> &Playfield {
        &self.field
    }

    /// Returns the counts so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Adds what the player reported of its search.
    pub fn record_effort(&mut self, effort: &SearchEffort) {
        self.stats.record_effort(effort);
    }

    /// Returns whether a piece can be placed and nothing stands above the field.
    pub fn can_play(&self) -> bool {
        self.state.board.max_height() <= self.rules.lock_out_row
            && !self.state.placements(self.rules).is_empty()
    }

    /// Returns the canonical form of a move, if the rules allow it.
    ///
    /// # Errors
    /// The reason why they forbid it.
    pub fn validate(&self, placement: Placement) -> Result<Placement, IllegalPlacement> {
        self.state.validate(self.rules, placement)
    }

    /// Plays a validated move and deals the next pieces.
    pub fn play(&mut self, placement: Placement) -> LockResult {
        let cells = self.rules.rotation.cells(&placement);
        self.field.fill(&cells, CellKind::Piece(placement.piece));
        self.field.remove_full_rows();
        let clear = self.state.play(self.rules, &placement);
        self.stats.record(&clear);
        LockResult {
            placement,
            clear,
            dealt: self.deal(),
        }
    }

    /// Raises the garbage that is due. Returns its rows, in the order in which they came up.
    pub fn raise_garbage(&mut self, now: u64, terms: &GarbageSettings) -> Vec<u16> {
        let rows = self.garbage.take_due(now, terms, self.rules);
        for &row in &rows {
            self.state.board.raise(&[row]);
            self.field.raise(row);
        }
        rows
    }

    /// Replaces the position.
    #[cfg(test)]
    pub fn set_state(&mut self, state: State) {
        self.state = state;
    }

    fn deal(&mut self) -> Vec<Piece> {
        self.state.deal(self.visible, &mut self.pieces)
    }
}

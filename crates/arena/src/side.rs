//! One side of a game: its position, its pieces and its garbage. Rules only; when things
//! happen is the business of `referee`.

use super::garbage::SideGarbage;
use super::preset::Preset;
use arrayvec::ArrayVec;
use landfall_rules::{
    CellKind, Clear, IllegalPlacement, Piece, PieceSequence, Placement, Playfield, Ruleset,
    SearchEffort, State, Stats,
};

/// One side of a game.
#[derive(Clone, Debug)]
pub struct Side {
    rules: &'static Ruleset,
    state: State,
    field: Playfield,
    pieces: PieceSequence,
    visible: usize,
    stats: Stats,
    /// What waits for this side.
    pub garbage: SideGarbage,
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
    /// Returns an empty board and the first pieces of their seed, of which the preset says how
    /// many are known. The holes of garbage have a seed of their own.
    pub fn new(preset: &Preset, pieces: u64, holes: u64) -> Side {
        let rules = preset.ruleset();
        let mut side = Side {
            rules,
            state: State::new(rules.randomizer.clone()),
            field: Playfield::new(),
            pieces: PieceSequence::new(rules, pieces),
            visible: preset.visible,
            stats: Stats::default(),
            garbage: SideGarbage::new(rules, &preset.garbage, holes),
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

    /// Plays a validated move that locks at a frame of the game, and deals the next pieces.
    pub fn play(&mut self, placement: Placement, frame: u64) -> LockResult {
        let cells = self.rules.rotation.cells(&placement);
        self.field.fill(&cells, CellKind::Piece(placement.piece));
        self.field.remove_full_rows();
        let multiplier = self.rules.attack_multiplier(frame);
        let clear = self.state.play_times(self.rules, &placement, multiplier);
        self.stats.record(&clear);
        LockResult {
            placement,
            clear,
            dealt: self.deal(),
        }
    }

    /// Returns the packets of lines that a clear sends, in the order in which they cancel
    /// garbage: one, where the rules do not say how garbage waits.
    pub fn packets(&self, clear: &Clear) -> ArrayVec<u32, 5> {
        match self.rules.garbage_queue {
            Some(_) => clear.packets(),
            None => ArrayVec::from_iter([clear.attack]),
        }
    }

    /// Cancels what waits by the packets of the last lock. Returns the packets left to send.
    pub fn cancel(&mut self, packets: &[u32]) -> ArrayVec<u32, 5> {
        let queue = self.rules.garbage_queue;
        let opener = queue.is_some_and(|queue| self.stats.pieces <= u64::from(queue.opener_pieces));
        self.garbage.cancel(packets, opener)
    }

    /// Raises the garbage that is due. Returns its rows, in the order in which they came up.
    pub fn raise_garbage(&mut self, now: u64) -> Vec<u16> {
        let rows = self.garbage.take_due(now);
        for &row in &rows {
            self.state.raise_garbage(self.rules, &[row]);
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

//! One side of a game: its position, pieces and garbage.

use crate::action::LegalActions;
use landfall_rules::garbage::{HoleSettings, SideGarbage};
use landfall_rules::randomizer::PieceSequence;
use landfall_rules::{Clear, Placement, Ruleset, State};

/// One side of a game. Unlike `landfall_rules::Side` it keeps no colours, and lists placements once a turn.
#[derive(Clone, Debug)]
pub struct Seat {
    pub state: State,
    pub legal: LegalActions,
    pub garbage: SideGarbage,
    pieces: PieceSequence,
    pub placed: u64,
    topped_out: bool,
}

impl Seat {
    /// Begins a game. Both sides get the pieces of its seed.
    pub fn new(rules: &Ruleset, visible: usize, seed: u64, garbage_seed: u64) -> Seat {
        let mut seat = Seat {
            state: State::new(rules.randomizer.clone()),
            legal: LegalActions::default(),
            garbage: SideGarbage::new(rules, &HoleSettings::default(), garbage_seed),
            pieces: PieceSequence::new(rules, seed),
            placed: 0,
            topped_out: false,
        };
        seat.begin_turn(rules, visible);
        seat
    }

    /// Returns whether the side has lost.
    pub fn is_lost(&self) -> bool {
        self.topped_out || self.legal.all().is_empty()
    }

    /// Plays a legal placement. The lines that are left after cancelling come back second.
    pub fn play(&mut self, rules: &Ruleset, visible: usize, placement: &Placement) -> (Clear, u32) {
        let clear = self.state.play(rules, placement);
        self.placed += 1;
        self.topped_out |= clear.topped_out;
        let sent = self.cancel(rules, &clear);
        if clear.lines == 0 && self.garbage.pending() > 0 {
            let mut rows = self.garbage.take_due(0);
            rows.reverse();
            self.topped_out |= self.state.raise_garbage(rules, &rows);
        }
        self.begin_turn(rules, visible);
        (clear, sent)
    }

    fn cancel(&mut self, rules: &Ruleset, clear: &Clear) -> u32 {
        if clear.attack == 0 {
            return 0;
        }
        let (packets, opener) = (rules.packets(clear), rules.is_opener(self.placed));
        self.garbage.cancel(&packets, opener).iter().sum()
    }

    fn begin_turn(&mut self, rules: &Ruleset, visible: usize) {
        self.state.deal(visible, &mut self.pieces);
        self.legal.list(rules, &self.state);
    }
}

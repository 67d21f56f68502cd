//! Actions: the numbers of placements.

use landfall_rules::board::WIDTH;
use landfall_rules::{Placement, Ruleset, State, movegen};

/// Rows of the centre of a placement that has an action, and rows of an observed board.
pub const ROWS: usize = 24;

/// Number of actions.
pub const ACTIONS: usize = 2 * 4 * WIDTH * ROWS;

/// Returns the action of a canonical placement; `None` if its centre is above the rows of actions.
pub fn action_of(placement: &Placement, held: bool) -> Option<u16> {
    let (x, y) = (
        usize::try_from(placement.x).ok()?,
        usize::try_from(placement.y).ok()?,
    );
    let turned = usize::from(held) * 4 + placement.rotation.index();
    (x < WIDTH && y < ROWS).then_some(((turned * WIDTH + x) * ROWS + y) as u16)
}

/// The legal actions of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct LegalActions {
    placements: Vec<Placement>,
    actions: Vec<(u16, Placement)>,
}

impl LegalActions {
    /// Lists the actions of a position.
    pub fn list(&mut self, rules: &Ruleset, state: &State) {
        self.actions.clear();
        let Some(&current) = state.queue.front() else {
            return;
        };
        let spawn = state.clear_state.spawn(rules);
        let held = state.held_piece(rules).filter(|&held| held != current);
        for (piece, is_held) in [(Some(current), false), (held, true)] {
            let Some(piece) = piece else { continue };
            self.placements.clear();
            movegen::placements_from(rules, &spawn, &state.board, piece, &mut self.placements);
            let first = self.actions.len();
            let numbered = self.placements.iter();
            let numbered = numbered.filter_map(|mv| Some((action_of(mv, is_held)?, *mv)));
            self.actions.extend(numbered);
            if rules.spins.can_spin(piece) {
                self.keep_best_spins(first);
            }
        }
    }

    /// Keeps one of the placements with the same cells, from `first` on: that with the best spin.
    fn keep_best_spins(&mut self, first: usize) {
        self.actions[first..]
            .sort_unstable_by_key(|(action, mv)| (*action, core::cmp::Reverse(mv.spin)));
        self.actions.dedup_by_key(|(action, _)| *action);
    }

    /// Returns the actions with their placements.
    pub fn all(&self) -> &[(u16, Placement)] {
        &self.actions
    }

    /// Returns the placement of an action, if it is legal.
    pub fn placement(&self, action: i64) -> Option<Placement> {
        let found = self
            .actions
            .iter()
            .find(|(number, _)| i64::from(*number) == action);
        found.map(|(_, placement)| *placement)
    }
}

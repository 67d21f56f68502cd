//! The whole search from one root: a beam through the known pieces, and rollouts from the ends of
//! its best lines, compared by successive halving. They take turns.
//!
//! A beam that is ten times as wide is hardly better: the values of its leaves decide. A comparison
//! reuses known rollouts, so only the first one is long. Before each one the beam has twice as many
//! nodes as before the last one.

use crate::beam::{Beam, BeamView, RootMove, SearchStatus};
use crate::game::ShouldStop;
use crate::rollout::SuccessiveHalving;
use crate::tetris_game::TetrisGame;
use crate::threads::ThreadPool;
use landfall_rules::Placement;

/// Most comparisons: no beam has memory for more.
const MAX_HALVINGS: u32 = 16;

/// A beam, and comparisons of its leaves by rollouts.
pub struct TetrisSearch {
    beam: Beam<TetrisGame>,
    halving: SuccessiveHalving,
    /// Comparisons that have begun.
    halvings_begun: u32,
}

/// Called with a view of the search while it runs.
pub type OnSearchProgress<'a> = &'a mut (dyn FnMut(&SearchView) + Send);

/// A view of a search that is running.
pub struct SearchView<'a> {
    beam: BeamView<'a, TetrisGame>,
    halving: &'a SuccessiveHalving,
}

impl SearchView<'_> {
    /// Returns how many positions were evaluated.
    pub fn nodes(&self) -> u64 {
        self.beam.nodes() + self.halving.nodes()
    }

    /// Returns the root moves: the leader of the rollouts, if there is one, then the others in the
    /// order of the beam, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<Placement>> {
        let mut root_moves = self.beam.root_moves();
        if let Some(leader) = self.halving.leader() {
            root_moves.retain(|root_move| root_move.mv != leader.mv);
            root_moves.insert(0, leader);
        }
        root_moves
    }
}

impl TetrisSearch {
    /// Returns a search that goes on from a beam.
    pub fn new(beam: Beam<TetrisGame>) -> TetrisSearch {
        TetrisSearch {
            beam,
            halving: SuccessiveHalving::default(),
            halvings_begun: 0,
        }
    }

    /// Returns the beam.
    pub fn beam(&self) -> &Beam<TetrisGame> {
        &self.beam
    }

    /// Returns the beam alone, which is worth keeping for another root.
    pub fn into_beam(self) -> Beam<TetrisGame> {
        self.beam
    }

    /// Returns a view of the search.
    pub fn view(&self) -> SearchView<'_> {
        SearchView {
            beam: self.beam.view(),
            halving: &self.halving,
        }
    }

    /// Returns how many positions were evaluated.
    pub fn nodes(&self) -> u64 {
        self.view().nodes()
    }

    /// Searches for a while, a few milliseconds at most once the beam is wide, unless `on_progress`
    /// is called meanwhile. Ends early when `until` nodes are reached or `stop` returns true, but
    /// not before it has done some work; the next call goes on from there, as if it had not ended.
    pub fn advance(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnSearchProgress,
    ) -> SearchStatus {
        if self.halving.is_running() {
            let left = until.saturating_sub(self.nodes());
            if self.halving.advance(self.beam.game(), left, pool, stop) {
                return SearchStatus::Unfinished;
            }
        } else if self.halvings_begun < MAX_HALVINGS {
            let parameters = self.beam.game().parameters;
            let before = parameters.first_beam_nodes << self.halvings_begun;
            // A suspended round is finished before the comparison.
            let narrow = self.beam.nodes() < before || self.beam.is_suspended();
            let turn = until.min(before + self.halving.nodes());
            if narrow
                && self.advance_beam(pool, turn, stop, on_progress) == SearchStatus::Unfinished
            {
                return SearchStatus::Unfinished;
            }
            self.halving.begin(&self.beam, parameters.first_rollouts);
            self.halvings_begun += 1;
            return SearchStatus::Unfinished;
        }
        // The comparison is over, or there are too few nodes left for it.
        self.advance_beam(pool, until, stop, on_progress)
    }

    fn advance_beam(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnSearchProgress,
    ) -> SearchStatus {
        let halving = &self.halving;
        let until = until.saturating_sub(halving.nodes());
        self.beam.advance(pool, until, stop, &mut |beam| {
            let beam = *beam;
            on_progress(&SearchView { beam, halving });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beam::BeamLimits;
    use crate::parameters::SearchParameters;
    use crate::position::Position;
    use crate::weights::Weights;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Queue, Randomizer, State};
    use std::sync::Arc;

    const FIRST_BEAM_NODES: u64 = SearchParameters::DEFAULT.first_beam_nodes;

    fn searched(nodes: u64) -> TetrisSearch {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TSZOLJ".parse::<Queue>().expect("a queue") {
            state.push_piece(piece);
        }
        let game = TetrisGame::new(&GUIDELINE, Arc::new(Weights::default()), &state);
        let limits = BeamLimits::within_memory::<TetrisGame>(1 << 26);
        let mut search = TetrisSearch::new(Beam::new(game, Position::from_state(&state), limits));
        while search.nodes() < nodes {
            search.advance(&ThreadPool::new(1), nodes, &|| false, &mut |_| {});
        }
        search
    }

    #[test]
    fn few_nodes_go_to_the_beam_alone() {
        let search = searched(FIRST_BEAM_NODES);
        assert_eq!(search.halving.nodes(), 0);
        assert_eq!(search.view().root_moves(), search.beam.root_moves());
        assert_eq!(search.nodes(), search.beam.nodes());
    }

    #[test]
    fn the_beam_and_the_rollouts_take_turns() {
        let search = searched(10 * FIRST_BEAM_NODES);
        assert!(search.halvings_begun > 1);
        assert!(search.halving.nodes() > FIRST_BEAM_NODES / 5);
        assert!(search.beam.nodes() >= 2 * FIRST_BEAM_NODES);
        assert!(search.nodes() < 11 * FIRST_BEAM_NODES);
    }

    #[test]
    fn the_leader_stands_first_and_no_move_is_lost() {
        let search = searched(5 * FIRST_BEAM_NODES);
        let (led, own) = (search.view().root_moves(), search.beam.root_moves());
        assert_eq!(Some(led[0]), search.halving.leader());
        assert_eq!(led.len(), own.len());
        let rest: Vec<_> = own.iter().filter(|s| s.mv != led[0].mv).collect();
        assert!(rest.into_iter().eq(&led[1..]));
    }
}

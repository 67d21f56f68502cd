//! The whole search from one root: a beam through the known pieces, and races between the ends
//! of its best lines through pieces that may come. They take turns.
//!
//! A beam that is ten times as wide is hardly better: what decides is how its ends are judged.
//! A race is short, and known rollouts count, so that most of the work is the beam's: each race
//! has twice the beam of the one before.

use crate::beam::{Beam, BeamView, RootMove, SearchStatus};
use crate::game::ShouldStop;
use crate::rollout::SuccessiveHalving;
use crate::tetris_game::TetrisGame;
use crate::threads::ThreadPool;
use landfall_rules::Placement;

/// Nodes of the beam before the first race.
const FIRST_BEAM_NODES: u64 = 50_000;

/// Rollouts of each end before a race drops any.
const FIRST_ROLLOUTS: usize = 8;

/// Races, at most: no beam has room for more.
const MAX_HALVINGS: u32 = 16;

/// A beam, and races between its ends.
pub struct TetrisSearch {
    beam: Beam<TetrisGame>,
    halving: SuccessiveHalving,
    /// Races that have begun.
    halvings_begun: u32,
}

/// Hears how a search stands, now and then while it goes on.
pub type OnSearchProgress<'a> = &'a mut (dyn FnMut(&SearchView) + Send);

/// A look at a search that goes on.
pub struct SearchView<'a> {
    beam: BeamView<'a, TetrisGame>,
    halving: &'a SuccessiveHalving,
}

impl SearchView<'_> {
    /// Positions evaluated.
    pub fn nodes(&self) -> u64 {
        self.beam.nodes() + self.halving.nodes()
    }

    /// The root moves: the one that leads the races, if there is one, then as the beam has
    /// them, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<Placement>> {
        let mut standings = self.beam.root_moves();
        if let Some(leader) = self.halving.leader() {
            standings.retain(|standing| standing.mv != leader.mv);
            standings.insert(0, leader);
        }
        standings
    }
}

impl TetrisSearch {
    /// A search that goes on from a beam.
    pub fn new(beam: Beam<TetrisGame>) -> TetrisSearch {
        TetrisSearch {
            beam,
            halving: SuccessiveHalving::default(),
            halvings_begun: 0,
        }
    }

    /// The beam.
    pub fn beam(&self) -> &Beam<TetrisGame> {
        &self.beam
    }

    /// The beam alone: what is worth keeping for another root.
    pub fn into_beam(self) -> Beam<TetrisGame> {
        self.beam
    }

    /// How it stands.
    pub fn view(&self) -> SearchView<'_> {
        SearchView {
            beam: self.beam.view(),
            halving: &self.halving,
        }
    }

    /// Positions evaluated.
    pub fn nodes(&self) -> u64 {
        self.view().nodes()
    }

    /// Goes on for a while, a few milliseconds at most once the beam is wide, unless `told`
    /// hears how it stands meanwhile. Ends early when `until` nodes are reached or `stop` says
    /// so.
    pub fn advance(
        &mut self,
        crew: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        told: OnSearchProgress,
    ) -> SearchStatus {
        if self.halving.is_running() {
            let left = until.saturating_sub(self.nodes());
            if self.halving.advance(self.beam.game(), left, crew, stop) {
                return SearchStatus::Unfinished;
            }
        } else if self.halvings_begun < MAX_HALVINGS {
            let before = FIRST_BEAM_NODES << self.halvings_begun;
            let narrow = self.beam.nodes() < before;
            let turn = until.min(before + self.halving.nodes());
            if narrow && self.advance_beam(crew, turn, stop, told) == SearchStatus::Unfinished {
                return SearchStatus::Unfinished;
            }
            self.halving.begin(&self.beam, FIRST_ROLLOUTS);
            self.halvings_begun += 1;
            return SearchStatus::Unfinished;
        }
        // Over, or there are too few nodes left for the race.
        self.advance_beam(crew, until, stop, told)
    }

    fn advance_beam(
        &mut self,
        crew: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        told: OnSearchProgress,
    ) -> SearchStatus {
        let race = &self.halving;
        let until = until.saturating_sub(race.nodes());
        self.beam.advance(crew, until, stop, &mut |sight| {
            let sight = *sight;
            told(&SearchView {
                beam: sight,
                halving: race,
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beam::BeamLimits;
    use crate::tetris_game::Position;
    use crate::weights::Weights;
    use landfall_rules::{GUIDELINE, Piece, Randomizer, State};
    use std::sync::Arc;

    fn searched(nodes: u64) -> TetrisSearch {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TSZOLJ".chars().filter_map(Piece::from_letter) {
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
    fn few_nodes_are_the_beams_alone() {
        let search = searched(FIRST_BEAM_NODES);
        assert_eq!(search.halving.nodes(), 0);
        assert_eq!(search.view().root_moves(), search.beam.root_moves());
        assert_eq!(search.nodes(), search.beam.nodes());
    }

    #[test]
    fn the_beam_and_the_races_take_turns() {
        let search = searched(5 * FIRST_BEAM_NODES);
        assert!(search.halvings_begun > 1);
        assert!(search.halving.nodes() > FIRST_BEAM_NODES / 5);
        assert!(search.beam.nodes() >= 2 * FIRST_BEAM_NODES);
        assert!(search.nodes() < 6 * FIRST_BEAM_NODES);
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

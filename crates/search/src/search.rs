//! The whole search from one root: a beam through the known pieces, and races between the ends
//! of its best lines through pieces that may come. They take turns.
//!
//! A beam that is ten times as wide is hardly better: what decides is how its ends are judged.
//! A race is short, and known rollouts count, so that most of the work is the beam's: each race
//! has twice the beam of the one before.

use super::beam::{Beam, Progress, Sight, Standing};
use super::crew::Crew;
use super::game::Stop;
use super::race::Race;
use super::stacker::Stacker;
use landfall_rules::Placement;

/// Nodes of the beam before the first race.
const FIRST_BEAM: u64 = 50_000;

/// Rollouts of each end before a race drops any.
const ROLLOUTS: usize = 8;

/// Races, at most: no beam has room for more.
const RACES: u32 = 16;

/// A beam, and races between its ends.
pub struct Search {
    beam: Beam<Stacker>,
    race: Race,
    /// Races that have begun.
    races: u32,
}

/// Hears how a search stands, now and then while it goes on.
pub type Told<'a> = &'a mut (dyn FnMut(&View) + Send);

/// A look at a search that goes on.
pub struct View<'a> {
    sight: Sight<'a, Stacker>,
    race: &'a Race,
}

impl View<'_> {
    /// Positions evaluated.
    pub fn nodes(&self) -> u64 {
        self.sight.nodes() + self.race.nodes()
    }

    /// The root moves: the one that leads the races, if there is one, then as the beam has
    /// them, the best first.
    pub fn standings(&self) -> Vec<Standing<Placement>> {
        let mut standings = self.sight.standings();
        if let Some(leader) = self.race.leader() {
            standings.retain(|standing| standing.mv != leader.mv);
            standings.insert(0, leader);
        }
        standings
    }
}

impl Search {
    /// A search that goes on from a beam.
    pub fn new(beam: Beam<Stacker>) -> Search {
        Search {
            beam,
            race: Race::default(),
            races: 0,
        }
    }

    /// The beam.
    pub fn beam(&self) -> &Beam<Stacker> {
        &self.beam
    }

    /// The beam alone: what is worth keeping for another root.
    pub fn into_beam(self) -> Beam<Stacker> {
        self.beam
    }

    /// How it stands.
    pub fn view(&self) -> View<'_> {
        View {
            sight: self.beam.sight(),
            race: &self.race,
        }
    }

    /// Positions evaluated.
    pub fn nodes(&self) -> u64 {
        self.view().nodes()
    }

    /// Goes on for a while, a few milliseconds at most once the beam is wide, unless `told`
    /// hears how it stands meanwhile. Ends early when `until` nodes are reached or `stop` says
    /// so.
    pub fn advance(&mut self, crew: &Crew, until: u64, stop: Stop, told: Told) -> Progress {
        if self.race.is_under_way() {
            let left = until.saturating_sub(self.nodes());
            if self.race.advance(self.beam.game(), left, crew, stop) {
                return Progress::More;
            }
        } else if self.races < RACES {
            let before = FIRST_BEAM << self.races;
            let narrow = self.beam.nodes() < before;
            let turn = until.min(before + self.race.nodes());
            if narrow && self.widen(crew, turn, stop, told) == Progress::More {
                return Progress::More;
            }
            self.race.begin(&self.beam, ROLLOUTS);
            self.races += 1;
            return Progress::More;
        }
        // Over, or there are too few nodes left for the race.
        self.widen(crew, until, stop, told)
    }

    fn widen(&mut self, crew: &Crew, until: u64, stop: Stop, told: Told) -> Progress {
        let race = &self.race;
        let until = until.saturating_sub(race.nodes());
        self.beam.advance(crew, until, stop, &mut |sight| {
            let sight = *sight;
            told(&View { sight, race });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam::Limits;
    use super::super::stacker::Position;
    use super::super::weights::Weights;
    use super::*;
    use landfall_rules::{GUIDELINE, Piece, Randomizer, State};
    use std::sync::Arc;

    fn searched(nodes: u64) -> Search {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TSZOLJ".chars().filter_map(Piece::from_letter) {
            state.push_piece(piece);
        }
        let game = Stacker::new(&GUIDELINE, Arc::new(Weights::default()), &state);
        let limits = Limits::within::<Stacker>(1 << 26);
        let mut search = Search::new(Beam::new(game, Position::of(&state), limits));
        while search.nodes() < nodes {
            search.advance(&Crew::of(1), nodes, &|| false, &mut |_| {});
        }
        search
    }

    #[test]
    fn few_nodes_are_the_beams_alone() {
        let search = searched(FIRST_BEAM);
        assert_eq!(search.race.nodes(), 0);
        assert_eq!(search.view().standings(), search.beam.standings());
        assert_eq!(search.nodes(), search.beam.nodes());
    }

    #[test]
    fn the_beam_and_the_races_take_turns() {
        let search = searched(5 * FIRST_BEAM);
        assert!(search.races > 1);
        assert!(search.race.nodes() > FIRST_BEAM / 5);
        assert!(search.beam.nodes() >= 2 * FIRST_BEAM);
        assert!(search.nodes() < 6 * FIRST_BEAM);
    }

    #[test]
    fn the_leader_stands_first_and_no_move_is_lost() {
        let search = searched(5 * FIRST_BEAM);
        let (led, own) = (search.view().standings(), search.beam.standings());
        assert_eq!(Some(led[0]), search.race.leader());
        assert_eq!(led.len(), own.len());
        let rest: Vec<_> = own.iter().filter(|s| s.mv != led[0].mv).collect();
        assert!(rest.into_iter().eq(&led[1..]));
    }
}

//! A game of one player with garbage at a pace of its own: cheap, and every piece tells
//! something, also of players who are far from winning anything.

use landfall_rules::{Ruleset, SplitMix64, State, mix64};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, Weights, search_position};
use std::sync::Arc;

/// Kinds of pressure: so many rows of garbage after every so many pieces. The games of a
/// candidate take turns. None shows how well it attacks; a steady one how well it digs; a
/// heap at once is what an opponent does.
const GARBAGE_PATTERNS: [(u64, u64); 3] = [(0, 1), (1, 4), (4, 14)];

/// The chance of a row in a heap to have another hole than the one before, in percent.
const HOLE_CHANGE_PERCENT: u32 = 30;

/// Sets the garbage apart from the pieces.
const GARBAGE_STREAM: u64 = 0x7475_6e65_7200_0001;

/// Most bytes of a search; a few hundred nodes need far less.
const MEMORY_BYTES: usize = 64 << 20;

/// How a game alone is played.
#[derive(Clone, Debug)]
pub struct SoloGame {
    /// The rules.
    pub rules: &'static Ruleset,
    /// Nodes a move.
    pub nodes: u64,
    /// Pieces at most.
    pub pieces: u64,
    /// Pieces seen beyond the one in play.
    pub previews: usize,
}

impl SoloGame {
    /// Plays game `number` of the series of this seed. Its score is lines sent and pieces
    /// locked, for each piece that there could have been: a line is worth as much as a
    /// piece, and who is dead sends nothing more.
    pub fn score(&self, weights: &Arc<Weights>, seed: u64, number: u64) -> f64 {
        let (rows, every) = GARBAGE_PATTERNS[(number % GARBAGE_PATTERNS.len() as u64) as usize];
        let seed = mix64(seed ^ mix64(number));
        let (mut pieces, mut garbage) = (
            SplitMix64::new(seed),
            SplitMix64::new(mix64(seed ^ GARBAGE_STREAM)),
        );
        let crew = ThreadPool::new(1);
        let options = SearchOptions {
            threads: 1,
            nodes: Some(self.nodes),
            memory: MEMORY_BYTES,
            weights: Some(Arc::clone(weights)),
        };
        let mut state = State::new(self.rules.randomizer.clone());
        let (mut sent, mut points, mut locked) = (0, 0, 0);
        while locked < self.pieces {
            state.deal(self.previews + 1, &mut pieces);
            let budget = SearchLimits::nodes(self.nodes);
            let thought = search_position(&crew, self.rules, &options, &state, &budget);
            let Some(best) = thought.root_moves.first() else {
                break;
            };
            let clear = state.play(self.rules, &best.mv);
            sent += u64::from(clear.attack);
            points += clear.points;
            locked += 1;
            if clear.topped_out {
                break;
            }
            if locked % every == 0 {
                state.board.raise(&self.garbage_rows(rows, &mut garbage));
            }
            if state.board.max_height() > self.rules.lock_out_row {
                break;
            }
        }
        sent += u64::from(self.rules.points.lines_sent(0, points));
        (sent + locked) as f64 / self.pieces as f64
    }

    /// Rows of garbage that come up together.
    fn garbage_rows(&self, rows: u64, garbage: &mut SplitMix64) -> Vec<u16> {
        let mut heap = Vec::new();
        let mut row = self.rules.garbage_row(garbage);
        for _ in 0..rows {
            if garbage.below(100) < HOLE_CHANGE_PERCENT {
                row = self.rules.garbage_row(garbage);
            }
            heap.push(row);
        }
        heap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{GUIDELINE, PASON};

    fn alone(rules: &'static Ruleset) -> SoloGame {
        SoloGame {
            rules,
            nodes: 100,
            pieces: 60,
            previews: 5,
        }
    }

    /// The mean over the kinds of pressure.
    fn mean(alone: &SoloGame, weights: Weights) -> f64 {
        let weights = Arc::new(weights);
        (0..6)
            .map(|game| alone.score(&weights, 5, game))
            .sum::<f64>()
            / 6.0
    }

    #[test]
    fn who_plays_better_scores_more() {
        for rules in [&GUIDELINE, &PASON] {
            let alone = alone(rules);
            let good = mean(&alone, Weights::clone(&Weights::for_rules(rules)));
            let bad = mean(&alone, Weights::ZERO);
            assert!(bad > 0.1 && good > bad + 0.3, "{good} and {bad}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let (alone, weights) = (alone(&GUIDELINE), Arc::new(Weights::default()));
        let scores = |seed| [0, 1, 2].map(|game| alone.score(&weights, seed, game));
        assert_eq!(scores(1), scores(1));
        assert_ne!(scores(1), scores(2));
    }
}

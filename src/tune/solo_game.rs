//! A game of one player under garbage. It costs little, and its score distinguishes weak players,
//! too, because every piece counts.

use landfall_rules::randomizer::PieceSequence;
use landfall_rules::rng::{SplitMix64, mix64};
use landfall_rules::{Ruleset, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, Weights, search_position};
use std::sync::Arc;

/// The garbage patterns, (rows, pieces between them), of consecutive games: no garbage, so that the
/// player attacks; single rows, so that it digs; and several rows at once, as an opponent sends
/// them.
const GARBAGE_PATTERNS: [(u64, u64); 3] = [(0, 1), (1, 4), (4, 14)];

/// The probability that a garbage row is drawn anew instead of repeating the row before, in percent.
const HOLE_CHANGE_PERCENT: u32 = 30;

/// Separates the seed of the garbage from that of the pieces.
const GARBAGE_STREAM: u64 = 0x7475_6e65_7200_0001;

/// The memory limit of a search in bytes; a few hundred nodes need far less.
const MEMORY_BYTES: usize = 64 << 20;

/// The settings of a solo game.
#[derive(Clone, Debug)]
pub struct SoloGame {
    /// The rules.
    pub rules: Ruleset,
    /// Nodes per move.
    pub nodes: u64,
    /// The largest number of pieces.
    pub pieces: u64,
    /// Pieces seen beyond the one in play.
    pub previews: usize,
}

impl SoloGame {
    /// Plays game `number` of the series of a seed, and returns its score: lines sent plus
    /// pieces locked, divided by `pieces`.
    pub fn score(&self, weights: &Arc<Weights>, seed: u64, number: u64) -> f64 {
        let (rows, interval) = GARBAGE_PATTERNS[(number % GARBAGE_PATTERNS.len() as u64) as usize];
        let seed = mix64(seed ^ mix64(number));
        let mut pieces = PieceSequence::new(&self.rules, seed);
        let mut garbage = SplitMix64::new(mix64(seed ^ GARBAGE_STREAM));
        let pool = ThreadPool::new(1);
        let options = SearchOptions {
            memory: MEMORY_BYTES,
            weights: Some(Arc::clone(weights)),
            ..SearchOptions::default()
        };
        let mut state = State::new(self.rules.randomizer.clone());
        let (mut sent, mut points, mut locked) = (0, 0, 0);
        while locked < self.pieces {
            state.deal(self.previews + 1, &mut pieces);
            let budget = SearchLimits::nodes(self.nodes);
            let result = search_position(&pool, &self.rules, &options, &state, &budget);
            let Some(best) = result.root_moves.first() else {
                break;
            };
            let clear = state.play(&self.rules, &best.mv);
            sent += u64::from(clear.attack);
            points += clear.points;
            locked += 1;
            if clear.topped_out {
                break;
            }
            if locked % interval == 0
                && state.raise_garbage(&self.rules, &self.garbage_rows(rows, &mut garbage))
            {
                break;
            }
        }
        sent += u64::from(self.rules.points.lines_sent(0, points));
        (sent + locked) as f64 / self.pieces as f64
    }

    /// Draws rows of garbage that rise together.
    fn garbage_rows(&self, rows: u64, garbage: &mut SplitMix64) -> Vec<u16> {
        let mut drawn = Vec::new();
        let mut row = self.rules.garbage.row(garbage);
        for _ in 0..rows {
            if garbage.below(100) < HOLE_CHANGE_PERCENT {
                row = self.rules.garbage.row(garbage);
            }
            drawn.push(row);
        }
        drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, PASON};

    fn solo(rules: &Ruleset) -> SoloGame {
        SoloGame {
            rules: *rules,
            nodes: 100,
            pieces: 60,
            previews: 5,
        }
    }

    /// Returns the mean score over the garbage patterns.
    fn mean(solo: &SoloGame, weights: Weights) -> f64 {
        let weights = Arc::new(weights);
        (0..6)
            .map(|game| solo.score(&weights, 5, game))
            .sum::<f64>()
            / 6.0
    }

    #[test]
    fn better_weights_score_more() {
        for rules in [&GUIDELINE, &PASON] {
            let solo = solo(rules);
            let good = mean(&solo, Weights::clone(&Weights::for_rules(rules)));
            let bad = mean(&solo, Weights::ZERO);
            assert!(bad > 0.1 && good > bad + 0.3, "{good} and {bad}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let (solo, weights) = (solo(&GUIDELINE), Arc::new(Weights::default()));
        let scores = |seed| [0, 1, 2].map(|game| solo.score(&weights, seed, game));
        assert_eq!(scores(1), scores(1));
        assert_ne!(scores(1), scores(2));
    }
}

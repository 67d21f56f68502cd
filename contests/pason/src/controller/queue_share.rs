//! A model of the shared queue: it learns from the counts so far how many pieces the opponent takes
//! between two of ours, and predicts which pieces of the queue will be ours.
//!
//! Uses no clock: the counts alone show a regular player. An opponent who takes three pieces to two
//! of ours takes one, two, one, two; so the next count is predicted from the last one.

use crate::adapter::UpcomingPieces;
use landfall_rules::Piece;

/// Counts that are distinguished; the last one includes all higher ones.
const COUNTS: usize = 6;

/// The factor by which each new piece of ours reduces the weight of earlier observations.
const DECAY: f64 = 0.95;

/// The weight, in pieces, of the overall counts relative to the counts after the same count.
const PRIOR_WEIGHT: f64 = 2.0;

/// The least probability at which a piece, with all pieces before it, is assumed to be ours.
const MIN_CONFIDENCE: f64 = 0.35;

/// The odds of a certain piece.
const ODDS_SCALE: f64 = 10.0;

/// The counts of one opponent. Older ones have less weight.
#[derive(Clone, Debug, Default)]
pub struct QueueShareModel {
    /// How often each count occurred.
    all: [f64; COUNTS],
    /// How often each count occurred after each previous count.
    after: [[f64; COUNTS]; COUNTS],
    /// The last count.
    last: usize,
    /// The count so far since our last piece.
    taken: usize,
    /// Number of the opponent's piece.
    opponent: Option<i64>,
}

impl QueueShareModel {
    /// Records the number of the opponent's piece; a new number means that the opponent took a
    /// piece.
    pub fn observe_opponent(&mut self, number: Option<i64>) {
        if number.is_some() && number != self.opponent {
            self.taken += usize::from(self.opponent.is_some());
            self.opponent = number;
        }
    }

    /// Records that we took a piece.
    pub fn record_own_piece(&mut self) {
        let count = self.taken.min(COUNTS - 1);
        for seen in [&mut self.all, &mut self.after[self.last]] {
            seen.iter_mut().for_each(|times| *times *= DECAY);
            seen[count] += 1.0;
        }
        self.last = count;
        self.taken = 0;
    }

    /// Discards the current count: the next game begins.
    pub fn end_game(&mut self) {
        self.taken = 0;
        self.opponent = None;
    }

    /// Returns our next pieces of the queue: those that are ours if the opponent takes the most
    /// probable counts, as far as that is probable enough; if even the first is uncertain, its
    /// odds.
    pub fn predict(&self, queue: &[Piece]) -> UpcomingPieces {
        let mut known = Vec::new();
        let (mut place, mut confidence) = (0, 1.0);
        let (mut last, mut taken) = (self.last, self.taken.min(COUNTS - 1));
        loop {
            let (count, probability) = most_likely(&self.probabilities(last, taken));
            confidence *= probability;
            place += count - taken;
            match queue.get(place) {
                Some(&piece) if confidence >= MIN_CONFIDENCE => known.push(piece),
                _ => break,
            }
            place += 1;
            (last, taken) = (count, 0);
        }
        let next_odds = if known.is_empty() {
            self.odds(queue)
        } else {
            Vec::new()
        };
        UpcomingPieces { known, next_odds }
    }

    fn odds(&self, queue: &[Piece]) -> Vec<(Piece, u8)> {
        let taken = self.taken.min(COUNTS - 1);
        let probabilities = self.probabilities(self.last, taken);
        let next = queue.iter().zip(&probabilities[taken..]);
        next.map(|(&piece, probability)| (piece, (ODDS_SCALE * probability).round() as u8))
            .filter(|&(_, odds)| odds > 0)
            .collect()
    }

    /// Returns the probability of each count after `last`, given that it is at least `taken`.
    /// Before any observation, no further pieces are expected.
    fn probabilities(&self, last: usize, taken: usize) -> [f64; COUNTS] {
        let mut all = self.all;
        let seen: f64 = all.iter().sum();
        if seen == 0.0 {
            all[0] = 1.0;
        }
        let after = &self.after[last];
        let (seen, own) = (seen.max(1.0), after.iter().sum::<f64>());
        let mut probabilities = std::array::from_fn(|n| {
            (after[n] + PRIOR_WEIGHT * all[n] / seen) / (own + PRIOR_WEIGHT)
        });
        probabilities[..taken].fill(0.0);
        let left = probabilities.iter().sum::<f64>();
        if left == 0.0 {
            probabilities[taken] = 1.0;
        } else {
            probabilities.iter_mut().for_each(|p| *p /= left);
        }
        probabilities
    }
}

/// Returns the most probable count (the lowest of equals) and its probability.
fn most_likely(probabilities: &[f64; COUNTS]) -> (usize, f64) {
    let mut best = 0;
    for count in 1..COUNTS {
        if probabilities[count] > probabilities[best] {
            best = count;
        }
    }
    (best, probabilities[best])
}

#[cfg(test)]
mod tests {
    use super::*;
    use Piece::{I, J, O, S, T};

    const QUEUE: [Piece; 5] = [O, T, I, S, J];

    /// A model that has observed these counts many times.
    fn seen(counts: &[usize]) -> QueueShareModel {
        let mut model = QueueShareModel::default();
        let mut number = 1;
        model.observe_opponent(Some(number));
        for &count in counts.iter().cycle().take(64) {
            for _ in 0..count {
                number += 1;
                model.observe_opponent(Some(number));
                model.observe_opponent(None);
                model.observe_opponent(Some(number));
            }
            model.record_own_piece();
        }
        model
    }

    #[test]
    fn the_queue_is_ours_if_the_opponent_takes_nothing() {
        assert_eq!(QueueShareModel::default().predict(&QUEUE).known, QUEUE);
        assert_eq!(seen(&[0]).predict(&QUEUE).known, QUEUE);
        assert_eq!(seen(&[0]).predict(&[]), UpcomingPieces::default());
    }

    #[test]
    fn every_other_piece_is_ours_when_turns_are_taken() {
        assert_eq!(seen(&[1]).predict(&QUEUE).known, [T, S]);
    }

    #[test]
    fn three_pieces_to_two_of_ours_alternate_one_and_two() {
        // The last count is the second of the list, so the first is next.
        assert_eq!(seen(&[1, 2]).predict(&QUEUE).known, [T, J]);
        assert_eq!(seen(&[2, 1]).predict(&QUEUE).known, [I, J]);
    }

    #[test]
    fn an_irregular_pattern_gives_odds() {
        // After each count, 0, 1, 2 and 3 occur equally often.
        let coming = seen(&[0, 0, 1, 0, 2, 0, 3, 1, 1, 2, 1, 3, 2, 2, 3, 3]).predict(&QUEUE);
        assert_eq!(coming.known, []);
        let pieces: Vec<Piece> = coming.next_odds.iter().map(|&(piece, _)| piece).collect();
        assert_eq!(pieces, [O, T, I, S]);
        let mut odds = coming.next_odds.iter().map(|&(_, odds)| odds);
        assert!(odds.all(|odds| (1..=4).contains(&odds)));
    }

    #[test]
    fn pieces_that_the_opponent_took_are_not_in_the_queue() {
        let mut model = seen(&[1]);
        model.observe_opponent(Some(-1));
        assert_eq!(model.predict(&QUEUE).known, [O, I, J]);
        // One more than ever before, so it is our turn.
        model.observe_opponent(Some(-2));
        assert_eq!(model.predict(&QUEUE).known[0], O);
    }

    #[test]
    fn counts_beyond_the_visible_queue_predict_nothing() {
        assert_eq!(seen(&[9]).predict(&QUEUE), UpcomingPieces::default());
    }

    #[test]
    fn a_game_that_broke_off_is_not_counted() {
        let mut model = seen(&[1]);
        (1000..1005).for_each(|number| model.observe_opponent(Some(number)));
        model.end_game();
        (1..=2).for_each(|number| model.observe_opponent(Some(number)));
        model.record_own_piece();
        assert_eq!(model.predict(&QUEUE).known, [T, S]);
    }
}

//! How many pieces the opponent takes from the shared queue between two of ours, learnt from
//! how many he took, and so which pieces of the queue are to be ours.
//!
//! Knows no clock: a regular player shows in the counts alone. Who takes three pieces to two
//! of ours is seen to take one, two, one, two; so what he takes is looked up by what he took
//! last.

use crate::adapter::UpcomingPieces;
use landfall_tbp::messages::PieceName;

/// Counts that are told apart; the last stands for all above it too.
const COUNTS: usize = 6;

/// How much of what was seen before still counts with each new piece of ours.
const DECAY: f64 = 0.95;

/// As how many pieces all that was seen counts beside what was seen after the same count.
const PRIOR_WEIGHT: f64 = 2.0;

/// A piece is taken to be ours, and all before it, if that is at least as likely as this.
const MIN_CONFIDENCE: f64 = 0.35;

/// The odds of a piece that is certain, as they are told.
const ODDS_SCALE: f64 = 10.0;

/// What was seen of the opponent.
#[derive(Clone, Debug, Default)]
pub struct QueueShareModel {
    /// How often he took so many.
    all: [f64; COUNTS],
    /// The same by how many he had taken between the two pieces before.
    after: [[f64; COUNTS]; COUNTS],
    last: usize,
    taken: usize,
    /// Number of his piece.
    opponent: Option<i64>,
}

impl QueueShareModel {
    /// A state shows the number of the opponent's piece; another than before means that he
    /// took one.
    pub fn observe_opponent(&mut self, number: Option<i64>) {
        if number.is_some() && number != self.opponent {
            self.taken += usize::from(self.opponent.is_some());
            self.opponent = number;
        }
    }

    /// We took one.
    pub fn record_own_piece(&mut self) {
        let count = self.taken.min(COUNTS - 1);
        for seen in [&mut self.all, &mut self.after[self.last]] {
            seen.iter_mut().for_each(|times| *times *= DECAY);
            seen[count] += 1.0;
        }
        self.last = count;
        self.taken = 0;
    }

    /// The next game begins: what is under way there is not what was under way here.
    pub fn end_game(&mut self) {
        self.taken = 0;
        self.opponent = None;
    }

    /// What the shared queue says of our next pieces: those that are ours if he goes on as
    /// he is most likely to, as far as that is likely enough; if not even the first is, the
    /// odds of that.
    pub fn predict(&self, queue: &[PieceName]) -> UpcomingPieces {
        let mut sure = Vec::new();
        let (mut place, mut certainty) = (0, 1.0);
        let (mut last, mut taken) = (self.last, self.taken.min(COUNTS - 1));
        loop {
            let (count, share) = most_likely(&self.probabilities(last, taken));
            certainty *= share;
            place += count - taken;
            match queue.get(place) {
                Some(&piece) if certainty >= MIN_CONFIDENCE => sure.push(piece),
                _ => break,
            }
            place += 1;
            (last, taken) = (count, 0);
        }
        let likely = match sure.is_empty() {
            true => self.odds(queue),
            false => Vec::new(),
        };
        UpcomingPieces {
            known: sure,
            next_odds: likely,
        }
    }

    fn odds(&self, queue: &[PieceName]) -> Vec<(PieceName, u8)> {
        let taken = self.taken.min(COUNTS - 1);
        let shares = self.probabilities(self.last, taken);
        let told = queue.iter().zip(&shares[taken..]);
        told.map(|(&piece, share)| (piece, (ODDS_SCALE * share).round() as u8))
            .filter(|&(_, odds)| odds > 0)
            .collect()
    }

    /// How likely he is to take so many pieces after `last`, if he has taken `taken` of them
    /// already. Before anything was seen, no more.
    fn probabilities(&self, last: usize, taken: usize) -> [f64; COUNTS] {
        let mut all = self.all;
        let seen: f64 = all.iter().sum();
        if seen == 0.0 {
            all[0] = 1.0;
        }
        let after = &self.after[last];
        let (seen, own) = (seen.max(1.0), after.iter().sum::<f64>());
        let mut shares = std::array::from_fn(|n| {
            (after[n] + PRIOR_WEIGHT * all[n] / seen) / (own + PRIOR_WEIGHT)
        });
        shares[..taken].fill(0.0);
        match shares.iter().sum::<f64>() {
            0.0 => shares[taken] = 1.0,
            left => shares.iter_mut().for_each(|share| *share /= left),
        }
        shares
    }
}

/// The count that is the likeliest, the lowest of several, and its share.
fn most_likely(shares: &[f64; COUNTS]) -> (usize, f64) {
    let mut best = 0;
    for count in 1..COUNTS {
        if shares[count] > shares[best] {
            best = count;
        }
    }
    (best, shares[best])
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceName::{I, J, O, S, T};

    const QUEUE: [PieceName; 5] = [O, T, I, S, J];

    /// A rhythm that has seen these counts over and over.
    fn seen(counts: &[usize]) -> QueueShareModel {
        let mut rhythm = QueueShareModel::default();
        let mut number = 1;
        rhythm.observe_opponent(Some(number));
        for &count in counts.iter().cycle().take(64) {
            for _ in 0..count {
                number += 1;
                rhythm.observe_opponent(Some(number));
                rhythm.observe_opponent(None);
                rhythm.observe_opponent(Some(number));
            }
            rhythm.record_own_piece();
        }
        rhythm
    }

    #[test]
    fn who_takes_nothing_leaves_the_queue_to_us() {
        assert_eq!(QueueShareModel::default().predict(&QUEUE).known, QUEUE);
        assert_eq!(seen(&[0]).predict(&QUEUE).known, QUEUE);
        assert_eq!(seen(&[0]).predict(&[]), UpcomingPieces::default());
    }

    #[test]
    fn every_other_piece_is_ours_when_turns_are_taken() {
        assert_eq!(seen(&[1]).predict(&QUEUE).known, [T, S]);
    }

    #[test]
    fn three_pieces_to_two_of_ours_are_one_and_two() {
        // The last count was the second of the list, so that the first is next.
        assert_eq!(seen(&[1, 2]).predict(&QUEUE).known, [T, J]);
        assert_eq!(seen(&[2, 1]).predict(&QUEUE).known, [I, J]);
    }

    #[test]
    fn a_rhythm_that_nobody_can_follow_gives_odds() {
        // After each count come 0, 1, 2 and 3 equally often.
        let coming = seen(&[0, 0, 1, 0, 2, 0, 3, 1, 1, 2, 1, 3, 2, 2, 3, 3]).predict(&QUEUE);
        assert_eq!(coming.known, []);
        let pieces: Vec<PieceName> = coming.next_odds.iter().map(|&(piece, _)| piece).collect();
        assert_eq!(pieces, [O, T, I, S]);
        let mut odds = coming.next_odds.iter().map(|&(_, odds)| odds);
        assert!(odds.all(|odds| (1..=4).contains(&odds)));
    }

    #[test]
    fn what_he_has_taken_already_is_no_longer_in_the_queue() {
        let mut rhythm = seen(&[1]);
        rhythm.observe_opponent(Some(-1));
        assert_eq!(rhythm.predict(&QUEUE).known, [O, I, J]);
        // One more than ever before: so it is our turn.
        rhythm.observe_opponent(Some(-2));
        assert_eq!(rhythm.predict(&QUEUE).known[0], O);
    }

    #[test]
    fn too_many_to_see_say_nothing() {
        assert_eq!(seen(&[9]).predict(&QUEUE), UpcomingPieces::default());
    }

    #[test]
    fn a_game_that_broke_off_is_not_counted() {
        let mut rhythm = seen(&[1]);
        (1000..1005).for_each(|number| rhythm.observe_opponent(Some(number)));
        rhythm.end_game();
        (1..=2).for_each(|number| rhythm.observe_opponent(Some(number)));
        rhythm.record_own_piece();
        assert_eq!(rhythm.predict(&QUEUE).known, [T, S]);
    }
}

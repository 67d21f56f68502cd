//! Sharing out the 300 seconds: how long to think about one move.
//!
//! A move gets a part of what is left, so that no sequence of moves can use it up. Measures
//! nothing itself.

use std::time::Duration;

/// What is never spent: for pauses of the machine, in seconds.
const RESERVE: f64 = 1.0;

/// What a move costs beside thinking, in seconds: the framework and the start of a process.
const AROUND: f64 = 0.008;

/// Up to this score hardly any time is needed: small blocks fit nearly anywhere.
const EASY: f64 = 350.0;

/// From this score on, a move gets as much as any.
const HARD: f64 = 450.0;

/// The part of what is left that a move gets, as one in so many: at first, and at last.
const PARTS: [f64; 2] = [12_000.0, 120.0];

/// The longest thought: more gains nothing.
const MOST: f64 = 4.0;

/// How long to think with so many seconds left, at this score. Nothing when there is no time
/// for an answer.
pub fn allotment(seconds: f64, score: u32) -> Option<Duration> {
    if seconds < 0.0 {
        return None;
    }
    let way = ((f64::from(score) - EASY) / (HARD - EASY)).clamp(0.0, 1.0);
    let parts = PARTS[0] + (PARTS[1] - PARTS[0]) * way;
    let share = (seconds - RESERVE) / parts - AROUND * way;
    Some(Duration::from_secs_f64(share.clamp(0.0, MOST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_any_length_stays_within_its_time() {
        for points_a_move in [0.0, 0.3, 3.0] {
            let (mut left, mut score, mut moves) = (299.0, 0.0, 0);
            while let Some(think) = allotment(left, score as u32) {
                assert!(think.as_secs_f64() <= left, "{think:?} with {left} s left");
                left -= think.as_secs_f64() + 0.006;
                score += points_a_move;
                moves += 1;
            }
            assert!(moves > 1000, "{moves} moves");
            assert!(left > -0.01, "{left} s");
        }
    }

    #[test]
    fn nobody_answers_after_the_end() {
        assert_eq!(allotment(-0.01, 0), None);
        assert_eq!(allotment(0.0, 500), Some(Duration::ZERO));
        assert_eq!(allotment(1e300, 0), Some(Duration::from_secs(4)));
    }
}

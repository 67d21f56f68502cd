//! Time management: the share of the 300 seconds for one move.
//!
//! A move gets a share of the remaining time, so that no sequence of moves can use all of it.
//! Measures nothing itself.

use std::time::Duration;

/// The reserve that is never used, for pauses of the machine, in seconds.
const RESERVE: f64 = 1.0;

/// Time per move besides the search, in seconds: the framework and the start of a process.
const MOVE_OVERHEAD: f64 = 0.008;

/// Up to this score a move needs little time: small blocks fit nearly anywhere.
const EASY_UNTIL: f64 = 350.0;

/// From this score on, all moves have equal weight.
const HARD_FROM: f64 = 450.0;

/// An easy move gets one part in this many of the remaining time: enough for a beam and its
/// branches on a quiet machine, with three quarters of the time left after 430 such moves.
const EASY_MOVES: f64 = 1_500.0;

/// Moves per point from `HARD_FROM` on.
const MOVES_PER_POINT: f64 = 1.45;

/// Few games reach more than this score.
const LAST_SCORE: f64 = 635.0;

/// The least number of moves for which time is kept at any score, because a game may last longer.
const SPARE_MOVES: f64 = 70.0;

/// The share of its time that a hard move uses on average: if one root move is clearly the best, it
/// is played at once.
const USED_SHARE: f64 = 0.62;

/// The most time per move, in seconds: more gains nothing.
const MAX_MOVE_TIME: f64 = 4.0;

/// Returns the time for a move with this many seconds left at this score, or `None` when there is
/// no time for an answer.
pub fn move_time(seconds: f64, score: u32) -> Option<Duration> {
    if seconds < 0.0 {
        return None;
    }
    let score = f64::from(score);
    let hardness = ((score - EASY_UNTIL) / (HARD_FROM - EASY_UNTIL)).clamp(0.0, 1.0);
    let moves_left = MOVES_PER_POINT * (LAST_SCORE - score.max(HARD_FROM)).max(0.0) + SPARE_MOVES;
    let shares = EASY_MOVES + (moves_left * USED_SHARE - EASY_MOVES) * hardness;
    let share = (seconds - RESERVE) / shares - MOVE_OVERHEAD * hardness;
    Some(Duration::from_secs_f64(share.clamp(0.0, MAX_MOVE_TIME)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_any_length_stays_within_its_time() {
        for points_a_move in [0.0, 0.3, 3.0] {
            let (mut left, mut score, mut moves) = (299.0, 0.0, 0);
            while let Some(think) = move_time(left, score as u32) {
                assert!(think.as_secs_f64() <= left, "{think:?} with {left} s left");
                left -= think.as_secs_f64() + 0.006;
                score += points_a_move;
                moves += 1;
            }
            assert!(moves > 700, "{moves} moves");
            assert!(left > -0.01, "{left} s");
        }
    }

    /// A typical game from `HARD_FROM` on: the moves near its end get as much time as the first.
    #[test]
    fn moves_of_the_hard_part_get_about_the_same() {
        let (mut left, mut thoughts) = (270.0, Vec::new());
        for i in 0..240 {
            let score = 450.0 + f64::from(i) / MOVES_PER_POINT;
            let think = move_time(left, score as u32).expect("time").as_secs_f64();
            left -= think * USED_SHARE + MOVE_OVERHEAD;
            thoughts.push(think);
        }
        let least = thoughts.iter().copied().fold(f64::INFINITY, f64::min);
        let most = thoughts.iter().copied().fold(0.0, f64::max);
        assert!(least > 0.5 && most < 1.5 * least, "{least} to {most} s");
        assert!(left < 80.0, "{left} s are left");
    }

    /// On a machine where every easy move uses all its time.
    #[test]
    fn the_easy_part_leaves_more_than_half_of_the_time() {
        let (mut left, mut moves) = (299.0, 0);
        while moves < 550 {
            let score = HARD_FROM * f64::from(moves) / 550.0;
            let think = move_time(left, score as u32).expect("time").as_secs_f64();
            assert!(think > 0.1, "{think} s after {moves} moves");
            left -= think + MOVE_OVERHEAD;
            moves += 1;
        }
        assert!(left > 150.0, "{left} s are left");
    }

    #[test]
    fn no_time_is_given_after_the_end() {
        assert_eq!(move_time(-0.01, 0), None);
        assert_eq!(move_time(0.0, 500), Some(Duration::ZERO));
        assert_eq!(move_time(1e300, 0), Some(Duration::from_secs(4)));
    }
}

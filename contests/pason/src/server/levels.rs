//! Levels. The contest did not publish its thresholds and factors, so these values are our own.

use std::time::Duration;

/// One level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its number, from 1. The points of a clear are multiplied by it.
    pub number: i64,
    /// The points of either player at which it begins.
    pub min_points: i64,
    /// Time between two steps of gravity, in percent of the first level's.
    pub gravity_percent: u32,
}

/// Every level; the last one has no end.
pub const LEVELS: [Level; 10] = [
    level(1, 0, 100),
    level(2, 2_000, 85),
    level(3, 6_000, 72),
    level(4, 12_000, 61),
    level(5, 20_000, 52),
    level(6, 30_000, 44),
    level(7, 42_000, 38),
    level(8, 56_000, 32),
    level(9, 72_000, 27),
    level(10, 90_000, 23),
];

const fn level(number: i64, min_points: i64, gravity_percent: u32) -> Level {
    Level {
        number,
        min_points,
        gravity_percent,
    }
}

/// Returns the level of a game in which the better player has these points.
pub fn level_for_points(points: i64) -> Level {
    let reached = LEVELS.iter().rev().find(|level| points >= level.min_points);
    *reached.unwrap_or(&LEVELS[0])
}

impl Level {
    /// Returns the time between two steps of gravity, given that of the first level.
    pub fn gravity_interval(self, first_level: Duration) -> Duration {
        first_level * self.gravity_percent / 100
    }
}

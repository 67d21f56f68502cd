//! Danger, and the phases of a game.

use crate::report::Phase;
use landfall_rules::{Board, Ruleset};

/// Pieces of the opener: two bags.
const OPENER_PIECES: u32 = 14;

/// The danger from which on a side is under pressure.
const PRESSURE: f64 = 0.6;

/// Returns how near a stack is to topping out: the share of the rows below the top that its highest
/// column and the waiting garbage fill, at most 1.
pub fn danger(rules: &Ruleset, board: &Board, waiting: u32) -> f64 {
    let filled = f64::from(board.max_height()) + f64::from(waiting);
    (filled / f64::from(rules.top_out_row().max(1))).min(1.0)
}

impl Phase {
    /// Returns the phase after `pieces_placed` pieces, at this danger.
    pub fn at(pieces_placed: u32, danger: f64) -> Phase {
        if pieces_placed < OPENER_PIECES {
            Phase::Opener
        } else if danger >= PRESSURE {
            Phase::Pressure
        } else {
            Phase::Midgame
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::TETRIO_S2;

    #[test]
    fn danger_grows_with_the_stack_and_what_waits() {
        let tower = |rows| "#.........\n".repeat(rows).parse::<Board>().unwrap();
        let danger = |rows, waiting| danger(&TETRIO_S2, &tower(rows), waiting);
        assert_eq!(danger(0, 0), 0.0);
        assert_eq!(danger(11, 0), 0.5);
        assert_eq!(danger(7, 4), 0.5);
        assert_eq!((danger(22, 0), danger(20, 40)), (1.0, 1.0));
    }

    #[test]
    fn the_opener_is_two_bags_and_pressure_is_danger() {
        assert_eq!(Phase::at(13, 0.9), Phase::Opener);
        assert_eq!(Phase::at(14, 0.2), Phase::Midgame);
        assert_eq!(Phase::at(14, 0.7), Phase::Pressure);
    }
}

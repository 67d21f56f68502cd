//! Illegal suggestions of a session: the first, with its position, and when there are too many.

use landfall_rules::{Piece, Playfield, Ruleset, State};
use landfall_tbp::convert::to_start;
use landfall_tbp::host::IllegalMove;
use landfall_tbp::messages::FrontendMessage;

/// Positions with illegal moves after which a session ends, if they are one in
/// [`MAX_SHARE`] or more.
const MAX_POSITIONS: u64 = 10;

/// One in so many positions with illegal moves is too many.
const MAX_SHARE: u64 = 10;

/// In how many positions a bot answered, and in how many an answer was illegal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IllegalPositions {
    answered: u64,
    illegal: u64,
}

impl IllegalPositions {
    /// Counts an answer. `was_legal` is what the answer before in the same position was.
    pub fn add(&mut self, was_legal: Option<bool>, is_legal: bool) {
        self.answered += u64::from(was_legal.is_none());
        self.illegal += u64::from(!is_legal && was_legal != Some(false));
    }

    /// Returns why the session ends, if there are too many.
    pub fn too_many(self) -> Option<String> {
        let IllegalPositions { answered, illegal } = self;
        (illegal >= MAX_POSITIONS && illegal * MAX_SHARE >= answered)
            .then(|| format!("ended early: illegal moves in {illegal} of {answered} positions"))
    }
}

/// The first illegal suggestion of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstIllegal {
    /// What is wrong, and what to do; then the board, top row first, hold and queue.
    pub text: String,
    /// The position as a `start` message.
    pub start: String,
}

impl FirstIllegal {
    /// Describes an illegal suggestion in a position.
    pub fn new(rules: &Ruleset, state: &State, illegal: &IllegalMove) -> FirstIllegal {
        let letter = |piece: &Piece| piece.letter().to_string();
        let hold = state.hold.as_ref().map_or("none".to_string(), letter);
        let queue: String = state.queue.iter().map(letter).collect();
        let start = to_start(state, &Playfield::from(&state.board), None);
        FirstIllegal {
            text: format!(
                "{illegal}\n{}\n{}, hold {hold}, queue {queue}",
                state.board, rules.name
            ),
            start: serde_json::to_string(&FrontendMessage::Start(start)).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_in_ten_is_too_many_from_the_tenth_on() {
        let mut positions = IllegalPositions::default();
        // A flood of answers in one position counts once.
        for number in 0..600 {
            positions.add((number > 0).then_some(false), false);
        }
        assert_eq!(
            positions,
            IllegalPositions {
                answered: 1,
                illegal: 1
            }
        );
        for _ in 0..8 {
            positions.add(None, false);
        }
        assert_eq!(positions.too_many(), None);
        let mut rare = positions;
        positions.add(None, false);
        assert_eq!(
            positions.too_many().as_deref(),
            Some("ended early: illegal moves in 10 of 10 positions")
        );
        for _ in 0..91 {
            rare.add(None, true);
        }
        // The first answer was legal, a later one is not.
        rare.add(Some(true), false);
        assert_eq!(
            rare,
            IllegalPositions {
                answered: 100,
                illegal: 10
            }
        );
        assert!(rare.too_many().is_some());
        rare.add(None, true);
        assert_eq!(rare.too_many(), None);
    }
}

//! The illegal suggestions of a session: the first with its position, and whether there are too many.

use landfall_rules::{Piece, Playfield, Ruleset, State};
use landfall_tbp::convert::to_start;
use landfall_tbp::host::IllegalMove;
use landfall_tbp::messages::FrontendMessage;

/// Least positions with illegal moves after which a session ends.
const MIN_POSITIONS: u64 = 10;

/// A session ends if at least one in this many positions has illegal moves.
const ONE_IN: u64 = 10;

/// The numbers of positions with an answer and with an illegal answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IllegalPositions {
    answered: u64,
    illegal: u64,
}

impl IllegalPositions {
    /// Counts an answer. `was_legal` is whether the answer before in the same position was legal.
    pub fn add(&mut self, was_legal: Option<bool>, is_legal: bool) {
        self.answered += u64::from(was_legal.is_none());
        self.illegal += u64::from(!is_legal && was_legal != Some(false));
    }

    /// Returns why the session ends, if there are too many illegal positions.
    pub fn too_many(self) -> Option<String> {
        let IllegalPositions { answered, illegal } = self;
        (illegal >= MIN_POSITIONS && illegal * ONE_IN >= answered)
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
    /// Returns the description of an illegal suggestion in a position.
    pub fn new(rules: &Ruleset, state: &State, illegal: &IllegalMove) -> FirstIllegal {
        let letter = |piece: &Piece| piece.to_string();
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
    fn ten_positions_are_too_many_if_they_are_one_in_ten() {
        let mut positions = IllegalPositions::default();
        // Many answers in one position count once.
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
        // The first answer in this position was legal, a later one is not.
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

//! Converts between the contest and the Tetris Bot Protocol: the state of the engine becomes
//! `start`.
//!
//! Pure. Solid rows are full rows of the board; under these rules they are never cleared.

use super::game_view::{GameView, PlayerView};
use landfall_rules::lock::ClearState;
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_rules::{Piece, Placement, Randomizer, Ruleset, State};
use landfall_tbp::convert::{board_rows, piece_name, to_opponent};
use landfall_tbp::messages::{RandomizerState, Start};

/// A position with a move to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Our own board and counters, with the known pieces, the one in play first.
    pub state: State,
    /// Our points since the game began.
    pub points: u32,
    /// The opponent, if anything is known.
    pub opponent: Option<PlayerView>,
}

impl Position {
    /// Returns the position of a view, or `None` while the piece in play is unknown.
    pub fn from_view(view: &GameView) -> Option<Position> {
        let own = view.own();
        let this = view.this_piece?;
        let queue = std::iter::once(this).chain(view.next_piece).collect();
        Some(Position {
            state: State {
                board: own.board,
                queue,
                clear_state: clear_state(&own, rounds_to_solid_row(view.round)),
                ..State::new(Randomizer::Uniform)
            },
            points: own.points,
            opponent: view.opponent(),
        })
    }

    /// Returns the position after a move, as far as it is known: without garbage, and with only the
    /// next piece.
    pub fn after(&self, rules: &Ruleset, mv: &Placement) -> Position {
        let mut next = self.clone();
        let clear = next.state.play(rules, mv);
        next.points += clear.points;
        next
    }
}

/// Returns the number of rounds until a solid row is added; 0 if none is.
fn rounds_to_solid_row(round: u32) -> u8 {
    match BLOCKBATTLE.solid_row_interval.map(u32::from) {
        None | Some(0) => 0,
        Some(interval) => ((interval - round % interval) % interval + 1) as u8,
    }
}

fn clear_state(player: &PlayerView, solid_row_in: u8) -> ClearState {
    ClearState {
        combo: player.combo.try_into().unwrap_or(u16::MAX),
        skips: player.skips.try_into().unwrap_or(u8::MAX),
        solid_row_in,
        ..ClearState::default()
    }
}

/// Returns the opponent's position with the same piece in play.
pub fn opponent_state(player: &PlayerView, piece: Piece, solid_row_in: u8) -> State {
    State {
        board: player.board,
        queue: [piece].into(),
        clear_state: clear_state(player, solid_row_in),
        ..State::new(Randomizer::Uniform)
    }
}

/// Returns the `start` message for a position.
pub fn start_message(position: &Position) -> Start {
    let state = &position.state;
    let opponent = position.opponent.as_ref();
    Start {
        queue: state.queue.iter().copied().map(piece_name).collect(),
        combo: u32::from(state.clear_state.combo),
        board: board_rows(&state.board),
        skips: u32::from(state.clear_state.skips),
        solid_in: u32::from(state.clear_state.solid_row_in),
        randomizer: Some(RandomizerState::Uniform),
        opponents: opponent
            .map(|player| to_opponent(&player.board))
            .into_iter()
            .collect(),
        ..Start::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_the_next_solid_row_are_counted() {
        let rounds_left = [1, 2, 14, 15, 16, 30].map(rounds_to_solid_row);
        assert_eq!(rounds_left, [15, 14, 2, 1, 15, 1]);
    }

    #[test]
    fn start_has_what_the_rules_need() {
        let mut view = GameView::default();
        for line in [
            "settings your_bot a",
            "update game round 3",
            "update game this_piece_type T",
            "update game next_piece_type O",
            "update a skips 2",
            "update a combo 1",
        ] {
            view.update(line);
        }
        let position = Position::from_view(&view).expect("a piece is known");
        let line = serde_json::to_string(&start_message(&position)).expect("text");
        assert_eq!(
            line,
            r#"{"hold":null,"queue":["T","O"],"combo":1,"back_to_back":false,"board":[],"skips":2,"solid_in":13,"randomizer":{"type":"uniform"}}"#
        );
    }
}

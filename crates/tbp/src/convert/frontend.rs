//! What a frontend tells a bot about its game.

use crate::convert::{piece_name, ruleset_name};
use crate::messages::{FrontendMessage, IncomingGarbage, Opponent, RandomizerState, Rules, Start};
use landfall_rules::{CellKind, Piece, Playfield, Randomizer, Row, Ruleset, State};

/// Announces the rules, and that pieces are dealt as they say.
pub fn to_rules(rules: &Ruleset) -> Rules {
    to_rules_with_randomizer(rules, rules.randomizer)
}

/// Announces the rules and how pieces are dealt.
pub fn to_rules_with_randomizer(rules: &Ruleset, randomizer: &Randomizer) -> Rules {
    let randomizer = match randomizer {
        Randomizer::Uniform => "uniform",
        Randomizer::Bag { .. } => "seven_bag",
        Randomizer::Unknown { .. } => "unknown",
    };
    Rules {
        randomizer: Some(randomizer.into()),
        ruleset: ruleset_name(rules),
        ..Rules::default()
    }
}

/// What a frontend can tell of a duel beside the player's own position.
#[derive(Clone, Copy, Debug)]
pub struct VersusStatus<'a> {
    /// Rows of garbage that wait for the player.
    pub incoming_garbage: u32,
    /// The opponent's field.
    pub opponent: &'a Playfield,
}

/// Begins with a position. The board is told by the field, with the colours of its cells. A duel
/// is for bots with [`VERSUS_FEATURE`](crate::messages::VERSUS_FEATURE) among their features.
pub fn to_start(
    state: &State,
    field: &Playfield,
    duel: Option<&VersusStatus>,
) -> FrontendMessage {
    let opponent = |duel: &VersusStatus| Opponent::Valid {
        board: Some(board_rows(duel.opponent)),
    };
    FrontendMessage::Start(Start {
        hold: state.hold.map(piece_name),
        queue: state.queue.iter().copied().map(piece_name).collect(),
        combo: u32::from(state.clear_state.combo),
        back_to_back: state.clear_state.back_to_back,
        board: board_rows(field),
        skips: u32::from(state.clear_state.skips),
        solid_in: u32::from(state.clear_state.solid_row_in),
        randomizer: Some(to_randomizer_state(&state.randomizer)),
        incoming_garbage: IncomingGarbage::Rows(duel.map_or(0, |duel| duel.incoming_garbage)),
        opponents: duel.map(opponent).into_iter().collect(),
    })
}

fn board_rows(field: &Playfield) -> Vec<Vec<Option<String>>> {
    field.rows().iter().map(row_cells).collect()
}

fn to_randomizer_state(state: &Randomizer) -> RandomizerState {
    let odds = state.odds();
    match state {
        Randomizer::Uniform => RandomizerState::Uniform,
        Randomizer::Bag { .. } => RandomizerState::SevenBag {
            bag_state: Piece::ALL
                .into_iter()
                .filter(|piece| odds[piece.index()] > 0)
                .map(piece_name)
                .collect(),
        },
        Randomizer::Unknown { .. } => RandomizerState::Unknown,
    }
}

fn row_cells(row: &Row) -> Vec<Option<String>> {
    row.iter()
        .map(|cell| {
            cell.map(|block| match block {
                CellKind::Piece(piece) => piece.letter().to_string(),
                CellKind::Garbage => "G".to_string(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{GUIDELINE, PASON};

    #[test]
    fn the_guideline_needs_no_extension() {
        let line =
            |told| serde_json::to_string(&FrontendMessage::Rules(to_rules(told))).unwrap();
        let guideline = r#"{"type":"rules","randomizer":"seven_bag"}"#;
        assert_eq!(line(&GUIDELINE), guideline);
        let pason = r#"{"type":"rules","randomizer":"uniform","ruleset":"pason"}"#;
        assert_eq!(line(&PASON), pason);
    }

    #[test]
    fn a_start_is_what_the_protocol_asks_for() {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in [Piece::T, Piece::O, Piece::S, Piece::I, Piece::Z] {
            state.push_piece(piece);
        }
        state.hold = state.queue.pop_front();
        let mut field = Playfield::new();
        field.raise(0x3ff & !1);
        field.fill(&[(4, 1)], CellKind::Piece(Piece::O));
        let FrontendMessage::Start(start) = to_start(&state, &field, None) else {
            panic!("not a start");
        };
        assert_eq!(start.queue.len(), 4);
        assert_eq!((start.board.len(), start.board[0].len()), (40, 10));
        let garbage = start.board[0].iter().flatten().filter(|cell| *cell == "G");
        assert_eq!(garbage.count(), 9);
        assert_eq!(start.board[1][4].as_deref(), Some("O"));
        assert!(start.hold.is_some());
        // Five of seven are dealt: two are left in the bag.
        let Some(RandomizerState::SevenBag { bag_state }) = start.randomizer else {
            panic!("not a seven-bag");
        };
        assert_eq!(bag_state.len(), 2);
    }
}

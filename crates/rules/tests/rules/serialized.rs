//! Serde: the vocabulary as its text, positions as maps.

use crate::properties::{any_board, any_piece, any_placement};
use landfall_rules::board::CellKind;
use landfall_rules::lock::ClearState;
use landfall_rules::path::PieceInput;
use landfall_rules::rotation::TurnKind;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{
    Board, Clear, Piece, Placement, Playfield, Queue, Randomizer, Ruleset, Spin, State,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_value, json, to_value};
use std::fmt::Debug;

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("JSON");
    assert_eq!(&serde_json::from_str::<T>(&json).expect("the same"), value);
}

#[test]
fn the_vocabulary_is_its_text() {
    assert_eq!(to_value(Piece::T).unwrap(), json!("T"));
    assert_eq!(to_value(Spin::Mini).unwrap(), json!("mini"));
    let clockwise = PieceInput::Turn(TurnKind::Clockwise);
    assert_eq!(to_value(clockwise).unwrap(), json!("clockwise"));
    let board: Board = "#.........\n##........".parse().unwrap();
    assert_eq!(to_value(board).unwrap(), json!("#.........\n##........"));
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = board;
    state.queue = "TIO".parse().unwrap();
    let json = json!({
        "board": "#.........\n##........",
        "hold": null,
        "queue": "TIO",
        "randomizer": {"Bag": {"current": [1, 1, 1, 1, 1, 1, 1], "filled": [1, 1, 1, 1, 1, 1, 1]}},
        "clear_state": {
            "combo": 0, "back_to_back": 0, "skips": 0, "solid_row_in": 0, "garbage_rows": 0,
        },
    });
    assert_eq!(to_value(&state).unwrap(), json);
    assert_eq!(from_value::<State>(json).unwrap(), state);
    let scores = std::collections::BTreeMap::from([(Piece::T, 1.5)]);
    assert_eq!(to_value(scores).unwrap(), json!({"T": 1.5}));
}

#[test]
fn nonsense_is_an_error() {
    let error = from_value::<Placement>(json!("T up x=1 y=1")).unwrap_err();
    assert!(
        error.to_string().contains("is not a rotation state"),
        "{error}"
    );
    let error = from_value::<Queue>(json!(["T"])).unwrap_err();
    assert!(error.to_string().contains("expected a string"), "{error}");
    let error = from_value::<PieceInput>(json!("up")).unwrap_err();
    assert!(
        error.to_string().contains("left, right, soft_drop"),
        "{error}"
    );
    assert!(from_value::<Board>(json!("#")).is_err());
    assert!(from_value::<Playfield>(json!("#.........")).is_err());
}

#[test]
fn a_ruleset_that_ships_is_its_name() {
    Ruleset::ALL.into_iter().for_each(reads_back);
    assert_eq!(to_value(GUIDELINE).unwrap(), json!("guideline"));
    let error = from_value::<Ruleset>(json!("chess")).unwrap_err();
    assert!(
        error.to_string().contains("no ruleset \"chess\""),
        "{error}"
    );
    let own = Ruleset {
        height: 30,
        ..GUIDELINE
    };
    let error = to_value(own).unwrap_err();
    assert!(
        error.to_string().contains("\"guideline\" differs"),
        "{error}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_reads_back(
        board in any_board(),
        placement in any_placement(),
        hold in prop::option::of(any_piece()),
        pieces in prop::collection::vec(any_piece(), 1..9),
        counters in any::<(u16, u16, u8, u8, u8)>(),
    ) {
        let mut field = Playfield::from(&board);
        field.fill(&placement.cells(&GUIDELINE), CellKind::Piece(placement.piece));
        reads_back(&field);
        reads_back(&placement);
        PieceInput::ALL.iter().for_each(reads_back);
        reads_back(&Queue::from(pieces.clone()));
        for randomizer in [Randomizer::SEVEN_BAG, Randomizer::Uniform, Randomizer::unknown()] {
            let mut state = State::new(randomizer);
            pieces.iter().for_each(|&piece| state.push_piece(piece));
            let (combo, back_to_back, skips, solid_row_in, garbage_rows) = counters;
            state.clear_state =
                ClearState { combo, back_to_back, skips, solid_row_in, garbage_rows };
            (state.board, state.hold) = (board, hold);
            reads_back(&state);
        }
        reads_back(&Clear { attack: counters.0.into(), spin: placement.spin, ..Clear::default() });
    }
}

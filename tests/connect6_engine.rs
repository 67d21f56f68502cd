//! The Connect6 engine from outside: legal turns everywhere, the same turn for the same
//! nodes, obedience, and tactical positions with known answers.

use landfall::connect6::engine::{Budget, Engine, Options};
use landfall::connect6::rules::Position;
use std::sync::atomic::AtomicBool;

fn engine() -> Engine {
    Engine::new(Options { memory: 1 << 20 })
}

fn nodes(nodes: u64) -> Budget {
    Budget {
        nodes: Some(nodes),
        deadline: None,
    }
}

#[test]
fn a_game_against_itself_is_legal_to_its_end() {
    let mut engine = engine();
    let mut position = Position::new();
    let stop = AtomicBool::new(false);
    while let Some(answer) = engine.think(&position, nodes(50), &stop) {
        position.play(answer.turn).expect("a legal turn");
        assert_eq!(answer.line[0], answer.turn);
    }
    assert!(position.outcome().is_some());
}

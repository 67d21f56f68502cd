//! Evaluations in place of the built-in one.

use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};
use landfall_rules::{Clear, Piece, Placement, Randomizer, Ruleset, State};
use landfall_search::evaluation::WeightedEvaluation;
use landfall_search::{
    Evaluation, Position, SearchLimits, SearchOptions, SearchResult, ThreadPool, Weights,
    search_position,
};
use std::sync::Arc;

fn search(rules: &Ruleset, evaluation: Option<Arc<dyn Evaluation>>, nodes: u64) -> SearchResult {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = "##..######\n###.######".parse().unwrap();
    for piece in [Piece::T, Piece::I, Piece::O] {
        state.push_piece(piece);
    }
    let options = SearchOptions {
        evaluation,
        ..SearchOptions::default()
    };
    let limits = SearchLimits::nodes(nodes);
    search_position(&ThreadPool::new(2), rules, &options, &state, &limits)
}

/// One board at a time through the interface, or many at once: the same moves and values.
#[test]
fn the_built_in_evaluation_is_one_of_them() {
    for rules in [&GUIDELINE, &TETRIO_S2] {
        let built_in = WeightedEvaluation::new(rules, Weights::for_rules(rules));
        for nodes in [2_000, 30_000] {
            let own = search(rules, Some(Arc::new(built_in.clone())), nodes);
            assert_eq!(own, search(rules, None, nodes), "{rules}, {nodes} nodes");
        }
    }
}

#[test]
fn a_closure_is_an_evaluation() {
    let height = |position: &Position| i32::from(position.board.max_height() > 2) * -1_000;
    let found = search(&GUIDELINE, Some(Arc::new(height)), 5_000);
    assert!(found.root_moves[0].value >= -999, "it can stay low");
    let tower = |position: &Position| position.board.max_height() as i32;
    let found = search(&GUIDELINE, Some(Arc::new(tower)), 5_000);
    assert!(found.root_moves[0].value > 4, "it can build up");
}

/// Values of any size do not overflow.
#[test]
fn large_values_are_cut_off() {
    struct Huge;
    impl Evaluation for Huge {
        fn evaluate(&self, _: &Position) -> i32 {
            i32::MAX
        }
        fn reward(&self, _: &Position, _: &Placement, _: &Clear) -> i32 {
            i32::MAX
        }
        fn hold_value(&self, _: Option<Piece>) -> i32 {
            i32::MIN
        }
    }
    let found = search(&GUIDELINE, Some(Arc::new(Huge)), 20_000);
    let best = found.root_moves[0];
    assert_eq!(best.value as u32, best.depth * 1_000_000);
}

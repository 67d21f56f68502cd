//! Terms add up to the value of a line in the search, and each weight counts for its term.

use super::*;
use crate::weights::Weights;
use landfall_rules::rng::SplitMix64;
use landfall_rules::rulesets::{BLOCKBATTLE, GUIDELINE, PASON, TETRIO, TETRIO_S2};
use landfall_rules::{Piece, Queue, Randomizer, Rotation, Ruleset, State};
use std::sync::Arc;

const BOARD: &str = "
    ##........
    ##..#.....
    ###.####..
    ###.######";

fn game(rules: &Ruleset, weights: Weights, queue: &str) -> (TetrisGame, Position) {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = BOARD.parse().unwrap();
    state.clear_state.combo = 2;
    state.clear_state.back_to_back = 1;
    for piece in queue.parse::<Queue>().expect("a queue") {
        state.push_piece(piece);
    }
    let game = TetrisGame::new(rules, Arc::new(weights), &state);
    (game, Position::from_state(&state))
}

/// Random lines under rules with different weights, a net among them.
#[test]
fn terms_add_up_to_the_value_of_a_line() {
    let mut rng = SplitMix64::new(3);
    for rules in [&GUIDELINE, &TETRIO, &TETRIO_S2, &PASON, &BLOCKBATTLE] {
        for _ in 0..40 {
            let weights = Weights::clone(&Weights::for_rules(rules));
            let (game, root) = game(rules, weights, "TSZOLJITSZ");
            let (mut line, mut position) = (Vec::new(), root);
            let (mut rewards, mut last_reward) = (0, 0);
            for ply in 0..game.plies() {
                let mut children = Vec::new();
                game.expand(&position, ply, &mut children);
                let child = children[rng.below(children.len() as u32) as usize];
                line.push(child.mv);
                position = game.play(&position, ply, child.mv);
                last_reward = child.reward;
                rewards += last_reward;
            }
            let steps = game.line_steps(&root, &line);
            if steps.iter().any(LineStep::is_lost) {
                continue;
            }
            let trace = game.trace(&root, &steps);
            let plies = game.plies();
            let expected = game.expectation(&position, plies);
            // The mean over seven pieces is rounded for each term.
            let difference = trace.sum() - rewards - expected.value;
            assert!(difference.abs() < 20, "{}: {difference}", rules.name);
            // A shorter line ends at a position as it stands.
            let shorter = game.trace(&root, &steps[..plies - 1]);
            let before = steps[plies - 2].after;
            let rewards = rewards - last_reward;
            assert_eq!(
                shorter.sum(),
                rewards + game.evaluator.evaluate(&before),
                "{}",
                rules.name
            );
        }
    }
}

/// Returns the terms of a line that are not 0, with weights that are 0 except those that `set`
/// sets.
fn terms(set: impl Fn(&mut Weights), queue: &str, line: &[Placement]) -> Vec<(Term, i32)> {
    let mut weights = Weights::ZERO;
    set(&mut weights);
    let (game, root) = game(&TETRIO, weights, queue);
    let trace = game.trace(&root, &game.line_steps(&root, line));
    let values = Term::ALL.into_iter().map(|term| (term, trace.get(term)));
    values.filter(|(_, value)| *value != 0).collect()
}

#[test]
fn each_weight_counts_for_its_term() {
    let flat = [Placement::new(Piece::I, Rotation::North, 6, 1)];
    let of = |set: fn(&mut Weights)| terms(set, "IOL", &flat);
    assert_eq!(of(|w| w.height = 1), [(Term::Height, 4)]);
    assert_eq!(of(|w| w.combo = 5), []);
    assert_eq!(of(|w| w.back_to_back = 7), [(Term::BackToBack, 7)]);
    let clear = [Placement::new(Piece::I, Rotation::East, 3, 2)];
    let of = |set: fn(&mut Weights)| terms(set, "IOL", &clear);
    // The lowest row is cleared as the third of a combo.
    assert_eq!(of(|w| w.clear[0] = 3), [(Term::Clears, 3)]);
    assert_eq!(of(|w| w.combo = 5), [(Term::Combo, 15)]);
}

#[test]
fn the_term_of_holes_is_the_difference_to_the_filled_board() {
    let covers = [Placement::new(Piece::O, Rotation::North, 2, 3)];
    let of = |set: fn(&mut Weights)| terms(set, "OIL", &covers);
    assert_eq!(of(|w| w.holes = 1), [(Term::Holes, 2 + 1 + 1)]);
    assert_eq!(of(|w| w.column_transitions = 1), [(Term::Holes, 2 * 2)]);
    assert_eq!(of(|w| w.bumpiness = 1).len(), 1);
    assert_eq!(of(|w| w.bumpiness = 1)[0].0, Term::Surface);
}

#[test]
fn a_lost_line_is_a_top_out() {
    let (game, root) = game(&TETRIO, Weights::ZERO, "O");
    let mut lost = root;
    lost.board.columns = [!0; WIDTH];
    let step = LineStep {
        mv: Placement::new(Piece::O, Rotation::North, 2, 3),
        clear: Clear::default(),
        after: lost,
    };
    assert!(step.is_lost());
    assert_eq!(game.trace(&root, &[step]).get(Term::TopOut), LOST_VALUE);
}

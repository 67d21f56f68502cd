//! Rulesets that are made while the program runs.

use landfall_rules::attack::AttackTable;
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Piece, Placement, Ruleset, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};

/// A well for an I and a well for an O.
const BOARD: &str = "
    ####.#####
    ####.#####
    ####.####.
    ####.####.
";

/// Returns a ruleset that pays for clears as `plain` says.
fn ruleset(plain: [u32; 5], lock_out_row: u32) -> Ruleset {
    Ruleset {
        lock_out_row,
        attack: AttackTable {
            plain,
            ..AttackTable::NONE
        },
        hold: false,
        ..GUIDELINE
    }
}

fn best(rules: &Ruleset, board: &str, queue: &[Piece]) -> (Placement, i32) {
    let mut state = State::new(rules.randomizer.clone());
    state.board = board.parse().unwrap();
    queue.iter().for_each(|&piece| state.push_piece(piece));
    let (options, limits) = (SearchOptions::default(), SearchLimits::nodes(2_000));
    let result = search_position(&ThreadPool::new(1), rules, &options, &state, &limits);
    (result.root_moves[0].mv, result.root_moves[0].value)
}

/// The attack table decides what a clear is worth.
#[test]
fn the_attack_of_the_ruleset_is_searched() {
    let value = |plain| best(&ruleset(plain, 40), BOARD, &[Piece::I]).1;
    let (unpaid, paid) = (value([0; 5]), value([0, 0, 9, 0, 0]));
    assert!(paid > unpaid, "{paid} for a double, {unpaid} without");
}

/// The same ruleset at two addresses gives the same moves as the constant that it copies.
#[test]
fn a_copy_is_searched_like_the_constant() {
    let queue = [Piece::T, Piece::I, Piece::O];
    let copy = Ruleset { ..GUIDELINE };
    assert_eq!(best(&copy, BOARD, &queue), best(&GUIDELINE, BOARD, &queue));
}

/// Under a low lock-out row every move loses that does not lose under a high one.
#[test]
fn the_lock_out_row_of_the_ruleset_is_searched() {
    let board = "#########.\n#########.";
    let value = |row| best(&ruleset([0; 5], row), board, &[Piece::O]).1;
    let (low, high) = (value(3), value(40));
    assert!(low < -50_000 && high > -50_000, "{low}, {high}");
}

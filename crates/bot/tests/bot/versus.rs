//! Versus games: pending garbage that would endanger the stack is cancelled.

use crate::driven::Driven;
use landfall_bot::{BackgroundSearch, DriverOptions};
use landfall_rules::rulesets::GUIDELINE;
use landfall_rules::{Board, Piece, Queue, Randomizer, State};
use landfall_search::tetris::VersusInfo;

type Background = Driven<BackgroundSearch>;

/// Returns a position with this many rows, which an I clears by four. If there are many, garbage tops
/// it out.
fn stack_of(rows: usize, queue: &str) -> State {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = "#########.\n"
        .repeat(rows)
        .parse::<Board>()
        .expect("a board");
    for piece in queue.parse::<Queue>().expect("a queue") {
        state.push_piece(piece);
    }
    state
}

/// Returns a search with the shipped weights in a position with pending garbage.
fn search_with_garbage(state: &State, incoming: u32) -> Background {
    let mut search = Background::new(
        &GUIDELINE,
        DriverOptions {
            nodes: Some(20_000),
            ..DriverOptions::default()
        },
    );
    search.set_versus(VersusInfo {
        pending_garbage: incoming,
        ..VersusInfo::default()
    });
    search.set_position(state.clone());
    search
}

fn first_piece(search: &mut Background) -> Piece {
    search.suggest().moves[0].piece
}

#[test]
fn garbage_that_endangers_the_stack_is_cancelled() {
    for (rows, incoming, expected) in [
        (12, 0, Piece::O),
        (12, 4, Piece::O),
        (12, 8, Piece::I),
        (3, 8, Piece::O),
    ] {
        let mut search = search_with_garbage(&stack_of(rows, "IOT"), incoming);
        assert_eq!(
            first_piece(&mut search),
            expected,
            "{rows} rows, {incoming}"
        );
    }
}

#[test]
fn another_start_changes_the_pending_garbage() {
    let state = stack_of(12, "IOT");
    let mut search = search_with_garbage(&state, 0);
    for (incoming, expected) in [(0, Piece::O), (8, Piece::I), (0, Piece::O)] {
        search.set_versus(VersusInfo {
            pending_garbage: incoming,
            ..VersusInfo::default()
        });
        search.set_position(state.clone());
        assert_eq!(first_piece(&mut search), expected, "{incoming}");
    }
}

/// A tetris cancels four rows.
#[test]
fn garbage_that_a_move_does_not_cancel_stays_pending() {
    for (incoming, expected) in [(12, Piece::I), (8, Piece::O)] {
        let state = stack_of(16, "IIOT");
        let mut search = search_with_garbage(&state, incoming);
        let tetris = search.suggest().moves[0];
        assert_eq!(tetris.piece, Piece::I);
        search.play(tetris);
        assert_eq!(first_piece(&mut search), expected, "{incoming}");
    }
}

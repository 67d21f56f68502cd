//! Versus games: lines are sent rather than saved when the opponent is about to top out, and when
//! pending garbage would bring the own stack into danger.

use crate::driven::Driven;
use landfall_bot::BackgroundSearch;
use landfall_rules::{
    Board, ClearState, GUIDELINE, PASON, Piece, Placement, Randomizer, State, lock,
};
use landfall_search::{OpponentDanger, SearchOptions, VersusInfo, Weights};
use std::collections::VecDeque;
use std::sync::Arc;

type Background = Driven<BackgroundSearch>;

/// Two rows wait for an I, which may be two of a tetris or sent at once.
fn position() -> State {
    State {
        board: Board::parse("#########.\n#########.").expect("a board"),
        hold: None,
        queue: VecDeque::from([Piece::I, Piece::O]),
        randomizer: Randomizer::Uniform,
        clear_state: ClearState::default(),
    }
}

/// Returns a search to which a line is worth thirteen when the opponent is about to top out.
fn search_against_opponents() -> Background {
    let shipped = Weights::for_rules(&PASON);
    let weights = Weights {
        rival_attack: [0, 0, 0, 12 * shipped.attack],
        rival_height: [0; 4],
        ..Weights::clone(&shipped)
    };
    Background::new(
        &PASON,
        SearchOptions {
            threads: 1,
            nodes: Some(20_000),
            weights: Some(Arc::new(weights)),
            ..SearchOptions::default()
        },
    )
}

fn attack_of(mv: &Placement) -> u32 {
    let State {
        mut board,
        mut clear_state,
        ..
    } = position();
    lock(&PASON, &mut board, &mut clear_state, mv).attack
}

fn opponent_with(rows: usize) -> VersusInfo {
    let tower = Board::parse(&"....#.....\n".repeat(rows)).expect("a board");
    VersusInfo {
        opponent: OpponentDanger::from_boards(&PASON, &[tower]),
        ..VersusInfo::default()
    }
}

#[test]
fn lines_are_sent_when_the_opponent_is_about_to_top_out() {
    let mut calm = search_against_opponents();
    calm.set_versus(opponent_with(8));
    calm.set_position(position());
    assert_eq!(attack_of(&calm.suggest().moves[0]), 0, "saved for a tetris");

    let mut keen = search_against_opponents();
    keen.set_versus(opponent_with(19));
    keen.set_position(position());
    assert_eq!(attack_of(&keen.suggest().moves[0]), 1, "sent at once");
}

#[test]
fn nothing_that_was_found_against_another_opponent_counts() {
    let mut search = search_against_opponents();
    search.set_position(position());
    assert_eq!(attack_of(&search.suggest().moves[0]), 0);
    search.set_versus(opponent_with(19));
    search.set_position(position());
    assert_eq!(attack_of(&search.suggest().moves[0]), 1);
    search.set_versus(VersusInfo::default());
    search.set_position(position());
    assert_eq!(attack_of(&search.suggest().moves[0]), 0);
}

/// Returns a position with so many rows that wait for an I: high enough, garbage tops it out.
fn stack_of(rows: usize, queue: &str) -> State {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = Board::parse(&"#########.\n".repeat(rows)).expect("a board");
    for piece in queue.chars().filter_map(Piece::from_letter) {
        state.push_piece(piece);
    }
    state
}

/// Returns a search with the shipped weights in a position with pending garbage.
fn search_with_garbage(state: &State, incoming: u32) -> Background {
    let mut search = Background::new(
        &GUIDELINE,
        SearchOptions {
            threads: 1,
            nodes: Some(20_000),
            ..SearchOptions::default()
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
fn garbage_that_would_bring_the_stack_into_danger_is_cancelled() {
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
        let rival = OpponentDanger::default();
        search.set_versus(VersusInfo {
            opponent: rival,
            pending_garbage: incoming,
            ..VersusInfo::default()
        });
        search.set_position(state.clone());
        assert_eq!(first_piece(&mut search), expected, "{incoming}");
    }
}

/// Until the next start: a tetris cancels four.
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

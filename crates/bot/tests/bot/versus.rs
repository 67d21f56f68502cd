//! The duel's part in a decision: lines are sent rather than saved for when the opponent is near
//! his end, and when garbage waits that would bring one's own stack there.

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

/// Who takes a line for thirteen when the opponent is near his end.
fn search() -> Background {
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

fn sent(mv: &Placement) -> u32 {
    let State {
        mut board,
        clear_state: mut chain,
        ..
    } = position();
    lock(&PASON, &mut board, &mut chain, mv).attack
}

fn rival(rows: usize) -> VersusInfo {
    let tower = Board::parse(&"....#.....\n".repeat(rows)).expect("a board");
    VersusInfo {
        opponent: OpponentDanger::from_boards(&PASON, &[tower]),
        pending_garbage: 0,
    }
}

#[test]
fn lines_are_sent_when_the_opponent_is_near_his_end() {
    let mut calm = search();
    calm.set_versus(rival(8));
    calm.set_position(position());
    assert_eq!(sent(&calm.suggest().moves[0]), 0, "saved for a tetris");

    let mut keen = search();
    keen.set_versus(rival(19));
    keen.set_position(position());
    assert_eq!(sent(&keen.suggest().moves[0]), 1, "sent at once");
}

#[test]
fn nothing_that_was_found_against_another_stack_counts() {
    let mut search = search();
    search.set_position(position());
    assert_eq!(sent(&search.suggest().moves[0]), 0);
    search.set_versus(rival(19));
    search.set_position(position());
    assert_eq!(sent(&search.suggest().moves[0]), 1);
    search.set_versus(VersusInfo::default());
    search.set_position(position());
    assert_eq!(sent(&search.suggest().moves[0]), 0);
}

/// Rows that wait for an I, many: so high, what comes up may be the end.
fn high(rows: usize, queue: &str) -> State {
    let mut state = State::new(Randomizer::SEVEN_BAG);
    state.board = Board::parse(&"#########.\n".repeat(rows)).expect("a board");
    for piece in queue.chars().filter_map(Piece::from_letter) {
        state.push_piece(piece);
    }
    state
}

/// Shipped weights, and the duel as it stands in the first position.
fn careful(state: &State, incoming: u32) -> Background {
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

fn first(search: &mut Background) -> Piece {
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
        let mut search = careful(&high(rows, "IOT"), incoming);
        assert_eq!(first(&mut search), expected, "{rows} rows, {incoming}");
    }
}

#[test]
fn another_start_says_that_it_came_or_went() {
    let state = high(12, "IOT");
    let mut search = careful(&state, 0);
    for (incoming, expected) in [(0, Piece::O), (8, Piece::I), (0, Piece::O)] {
        let rival = OpponentDanger::default();
        search.set_versus(VersusInfo {
            opponent: rival,
            pending_garbage: incoming,
        });
        search.set_position(state.clone());
        assert_eq!(first(&mut search), expected, "{incoming}");
    }
}

/// Until the next start: a tetris cancels four.
#[test]
fn what_a_move_does_not_cancel_still_waits() {
    for (incoming, expected) in [(12, Piece::I), (8, Piece::O)] {
        let state = high(16, "IIOT");
        let mut search = careful(&state, incoming);
        let tetris = search.suggest().moves[0];
        assert_eq!(tetris.piece, Piece::I);
        search.play(tetris);
        assert_eq!(first(&mut search), expected, "{incoming}");
    }
}

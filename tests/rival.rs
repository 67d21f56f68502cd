//! The opponent's part in a decision: he near his end, lines are sent rather than saved for.

use landfall::brain::{Options, Rival, Weights, Worker};
use landfall::game::{Board, Chain, PASON, Piece, Placement, Randomizer, State, lock};
use std::collections::VecDeque;
use std::sync::Arc;

/// Two rows wait for an I, which may be two of a tetris or sent at once.
fn position() -> State {
    State {
        board: Board::parse("#########.\n#########.").expect("a board"),
        hold: None,
        queue: VecDeque::from([Piece::I, Piece::O]),
        randomizer: Randomizer::Uniform,
        chain: Chain::default(),
    }
}

/// Who takes a line for thirteen when the opponent is near his end.
fn worker() -> Worker {
    let shipped = Weights::for_rules(&PASON);
    let weights = Weights {
        rival_attack: [0, 0, 0, 12 * shipped.attack],
        rival_height: [0; 4],
        ..Weights::clone(&shipped)
    };
    Worker::new(
        &PASON,
        Options {
            threads: 1,
            nodes: Some(20_000),
            weights: Some(Arc::new(weights)),
            ..Options::default()
        },
    )
}

fn sent(mv: &Placement) -> u32 {
    let State {
        mut board,
        mut chain,
        ..
    } = position();
    lock(&PASON, &mut board, &mut chain, mv).attack
}

fn rival(rows: usize) -> Rival {
    let tower = Board::parse(&"....#.....\n".repeat(rows)).expect("a board");
    Rival::of(&PASON, &[tower])
}

#[test]
fn lines_are_sent_when_the_opponent_is_near_his_end() {
    let mut calm = worker();
    calm.face(rival(8));
    calm.start(position());
    assert_eq!(sent(&calm.suggest().moves[0]), 0, "saved for a tetris");

    let mut keen = worker();
    keen.face(rival(19));
    keen.start(position());
    assert_eq!(sent(&keen.suggest().moves[0]), 1, "sent at once");
}

#[test]
fn nothing_that_was_found_against_another_stack_counts() {
    let mut worker = worker();
    worker.start(position());
    assert_eq!(sent(&worker.suggest().moves[0]), 0);
    worker.face(rival(19));
    worker.start(position());
    assert_eq!(sent(&worker.suggest().moves[0]), 1);
    worker.face(Rival::default());
    worker.start(position());
    assert_eq!(sent(&worker.suggest().moves[0]), 0);
}

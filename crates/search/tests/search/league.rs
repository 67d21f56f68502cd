//! The league's rules in the search: garbage that waits, and back-to-back that is counted.

use landfall_rules::lock::ClearState;
use landfall_rules::rulesets::TETRIO_S2;
use landfall_rules::{Board, Piece, Placement, Randomizer, State};
use landfall_search::game::{Child, Game};
use landfall_search::net::{Net, Neuron};
use landfall_search::tetris::{TetrisGame, WaitingGarbage};
use landfall_search::{Position, Weights};
use std::sync::Arc;

const READY: &str = "
    ##.....###
    ####.#####
    ####.#####
";

/// Weights for everything that the league adds to the guideline.
fn weights() -> Weights {
    Weights {
        back_to_back_count: [11, 22, 33, 44],
        back_to_back_beyond: [7, 5],
        garbage_row: 13,
        waiting_garbage: -17,
        other_spin: [1, 2, 3, 4],
        surge: 9,
        net: net(),
        ..Weights::default()
    }
}

/// Two neurons that depend on the board and on every counter.
fn net() -> Net {
    let neuron = |sign: i32| Neuron {
        bias: 900,
        weights: std::array::from_fn(|k| sign * (k as i32 % 5 - 2) * 30 + 20),
        output_weight: sign * 700,
    };
    Net::new([1, -1].map(neuron))
}

/// A game on a drawn board with one piece, and its root with garbage that waits.
fn game(
    board: &str,
    piece: Piece,
    back_to_back: u16,
    waiting: WaitingGarbage,
) -> (TetrisGame, Position) {
    let mut state = State::new(Randomizer::unknown());
    state.board = board.parse().expect("a drawn board");
    state.clear_state.back_to_back = back_to_back;
    state.push_piece(piece);
    let root = Position {
        waiting_garbage: waiting,
        ..Position::from_state(&state)
    };
    (
        TetrisGame::new(&TETRIO_S2, Arc::new(weights()), &state),
        root,
    )
}

fn waiting(rows: u32, pieces_placed: Option<u32>) -> WaitingGarbage {
    WaitingGarbage::new(&TETRIO_S2, rows, pieces_placed)
}

/// Returns every move with the position after it.
fn children(game: &TetrisGame, root: &Position) -> Vec<(Child<Placement>, Position)> {
    let mut children = Vec::new();
    game.expand(root, 0, &mut children);
    let play = |child: Child<Placement>| (child, game.play(root, 0, child.mv));
    children.into_iter().map(play).collect()
}

/// Returns the rows that a move has cleared, by the cells that are left.
fn cleared(before: &Position, after: &Position, risen: u32) -> u32 {
    let cells = |position: &Position| -> u32 {
        position
            .board
            .columns
            .iter()
            .map(|column| column.count_ones())
            .sum()
    };
    (cells(before) + 4 + 9 * risen - cells(after)) / 10
}

#[test]
fn a_clear_holds_garbage_down_and_another_lock_lets_it_rise_where_that_is_dangerous() {
    let tall = "####......\n".repeat(13) + READY;
    for (board, rising) in [(READY, 0), (&tall, 8)] {
        let (game, root) = game(board, Piece::I, 0, waiting(11, None));
        let (mut held, mut others) = (0, 0);
        for (_, next) in children(&game, &root) {
            let rows = u32::from(next.waiting_garbage.rows);
            let garbage = u32::from(next.clear_state.garbage_rows);
            if cleared(&root, &next, garbage) == 2 {
                // The upright I: a double of one line, the first clear.
                assert_eq!((rows, garbage), (10, 0));
                held += 1;
            } else {
                assert_eq!((rows, garbage), (11 - rising, rising));
                others += 1;
            }
        }
        assert!(held > 0 && others > 0, "{held} {others}");
    }
}

#[test]
fn a_surge_cancels_what_waits_and_twice_as_much_in_the_opener() {
    // A double ends a chain of eight: a surge of seven lines, and one of its own.
    let left = |waiting: WaitingGarbage| {
        let (game, root) = game(READY, Piece::I, 8, waiting);
        let children = children(&game, &root);
        let after = children.iter().map(|(_, next)| next);
        let mut ended = after.filter(|next| next.clear_state.back_to_back == 0);
        ended.next().expect("the double").waiting_garbage.rows
    };
    assert_eq!(left(waiting(20, None)), 12);
    assert_eq!(left(waiting(20, Some(14))), 12, "the opener is over");
    assert_eq!(left(waiting(20, Some(13))), 4);
    assert_eq!(left(waiting(6, None)), 0);
}

#[test]
fn moves_are_valued_as_the_positions_after_them() {
    let boards = [
        READY,
        "..##......\n##...#####\n##.#######",
        &"#.........\n".repeat(20),
        &"#########.\n".repeat(26),
    ];
    for board in boards {
        for piece in Piece::ALL {
            for rows in [0, 1, 5, 12] {
                for back_to_back in [0, 1, 4, 5, 9, 40] {
                    let (game, root) = game(board, piece, back_to_back, waiting(rows, Some(3)));
                    for (child, next) in children(&game, &root) {
                        assert_eq!(child.eval, weights().evaluate(&next), "{:?}", child.mv);
                    }
                }
            }
        }
    }
}

#[test]
fn positions_differ_by_what_waits_and_by_their_count() {
    let (game, root) = game(READY, Piece::I, 3, waiting(4, None));
    let counted = |back_to_back, garbage_rows| ClearState {
        back_to_back,
        garbage_rows,
        ..root.clear_state
    };
    for (clear_state, waiting_garbage) in [
        (counted(4, 0), root.waiting_garbage),
        (counted(3, 1), root.waiting_garbage),
        (counted(3, 0), waiting(5, None)),
    ] {
        let mut other = root;
        (other.clear_state, other.waiting_garbage) = (clear_state, waiting_garbage);
        assert_ne!(game.key(&root), game.key(&other), "{other:?}");
    }
}

#[test]
fn a_chain_that_is_long_enough_is_worth_more() {
    let counters_alone = Weights {
        net: Net::EMPTY,
        ..weights()
    };
    let value = |back_to_back| {
        let (_, mut root) = game(READY, Piece::I, back_to_back, waiting(0, None));
        root.board = Board::EMPTY;
        counters_alone.evaluate(&root) - i32::from(back_to_back > 0) * counters_alone.back_to_back
    };
    let empty = value(0);
    let values = [1, 2, 3, 4, 5, 6, 10, 11, 30, 31].map(|count| value(count) - empty);
    assert_eq!(values, [0, 11, 22, 33, 44, 51, 79, 84, 179, 179]);
}

/// Rules without such garbage have none, whatever a frontend sends.
#[test]
fn garbage_waits_only_where_the_rules_make_it_wait() {
    let none = WaitingGarbage::new(&landfall_rules::rulesets::GUIDELINE, 7, Some(0));
    assert_eq!(none, WaitingGarbage::default());
}

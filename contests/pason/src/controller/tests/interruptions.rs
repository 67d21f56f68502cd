//! Interruptions of a piece: gravity, garbage, refused turns at the top, a missing piece.

use super::*;

#[test]
fn gravity_in_between_is_followed() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    for _ in 0..3 {
        game.step();
        game.fixture.piece.y -= 1;
        game.show_piece();
    }
    game.play_piece();
    assert_eq!(game.fixture.board, Board::EMPTY);
}

#[test]
fn a_refused_turn_at_the_top_is_repeated_lower() {
    // This server requires turned pieces to stay below the first row.
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    let mut refused = 0;
    for _ in 0..100 {
        let Some(order) = game.next_move() else {
            game.show_piece();
            game.controller.on_timeout();
            continue;
        };
        game.controller.on_move_sent(order);
        let moved = apply_move(&game.fixture.board, game.fixture.piece, order.mv);
        if top_row(&moved) < 1 && moved.rotation != game.fixture.piece.rotation {
            refused += 1;
        } else {
            game.fixture.piece = moved;
        }
        game.controller.on_reply(MoveReply::Accepted);
        if order.mv == Move::Drop {
            break;
        }
        game.show_piece();
    }
    assert!(refused > 0);
    game.fixture.lock_piece();
    assert_eq!(game.fixture.board, Board::EMPTY);
}

#[test]
fn garbage_in_between_is_planned_for() {
    let mut game = ControlledGame::new(Board::EMPTY, spawn(Piece::I, 0));
    game.step();
    game.show_piece();
    game.fixture.board = well();
    game.show_board();
    game.play_piece();
    assert_eq!(game.fixture.board, Board::EMPTY);
}

#[test]
fn a_piece_that_arrives_early_gets_no_stale_move() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    let order = game.next_move().expect("a move");
    game.controller.on_move_sent(order);
    // The piece locks by itself, and the next one appears, before the reply arrives.
    game.fixture.perform(Move::Drop, spawn(Piece::T, 2));
    game.show_piece();
    assert_eq!(game.controller.next_action(), Action::Wait);
    game.controller.on_reply(MoveReply::Accepted);
    // Where the first piece locked is unknown until a state shows a board.
    assert_eq!(game.controller.next_action(), Action::AwaitState);
    game.show_board();
    let order = game.next_move().expect("a move");
    assert_eq!(order.piece_number, 2);
}

#[test]
fn without_a_piece_no_move_is_sent() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    for states in [BTreeMap::from([(TEAM, None)]), BTreeMap::new()] {
        let message = game.fixture.pieces_message(states);
        game.controller.update(&message);
        assert_eq!(game.controller.next_action(), Action::Wait);
    }
    game.fixture.number = 2;
    game.show_piece();
    game.show_board();
    game.fixture.board.fill(0, 19);
    game.show_board();
    assert!(game.next_move().is_some());
}

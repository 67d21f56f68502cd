//! When a piece is dropped, when a move is sent again, and what a state proves.

use super::*;

#[test]
fn a_piece_is_dropped_only_where_a_state_has_shown_it() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    let mut sent = Vec::new();
    while let Some(mv) = game.step() {
        sent.push(mv);
    }
    assert!(!sent.is_empty() && !sent.contains(&Move::Drop), "{sent:?}");
    assert_eq!(game.controller.next_action(), Action::AwaitState);
    game.show_piece();
    assert_eq!(game.step(), Some(Move::Drop));
}

#[test]
fn stale_and_duplicated_states_change_nothing() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    let old_board = game.fixture.board_message();
    let old_piece = game.fixture.piece_message();
    game.controller.update(&old_board);
    game.controller.update(&old_piece);
    game.play_piece();
    game.show_board();
    game.show_piece();
    let action = game.controller.next_action();
    for _ in 0..2 {
        game.controller.update(&old_piece);
        game.controller.update(&old_board);
    }
    assert_eq!(game.controller.next_action(), action);
    assert_eq!(game.step().map(|_| game.fixture.number), Some(2));
}

#[test]
fn states_that_lag_behind_do_not_disturb() {
    let mut unsent = Vec::new();
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    while let Some(mv) = game.step() {
        assert_ne!(mv, Move::Drop);
        let message = game.fixture.piece_message();
        unsent.push(message);
    }
    // All but the last move: the controller still waits and sends nothing twice.
    let last = unsent.pop().expect("some moves");
    for message in unsent {
        game.controller.update(&message);
        assert_eq!(game.controller.next_action(), Action::AwaitState);
    }
    game.controller.update(&last);
    assert_eq!(game.step(), Some(Move::Drop));
    assert_eq!(game.fixture.board, Board::EMPTY);
}

#[test]
fn a_server_that_never_shows_moves_is_trusted() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    while let Some(mv) = game.step() {
        assert_ne!(mv, Move::Drop);
    }
    // The piece was turned near the top, which some servers may not perform, so this takes longer.
    for _ in 0..DOUBT_TIMEOUTS {
        assert_eq!(game.controller.next_action(), Action::AwaitState);
        game.controller.on_timeout();
    }
    assert_eq!(game.step(), Some(Move::Drop));
    assert_eq!(game.fixture.board, Board::EMPTY);
}

#[test]
fn a_lost_drop_is_sent_again_for_the_same_piece() {
    let mut game = ControlledGame::new(Board::EMPTY, spawn(Piece::O, 0));
    let drop = loop {
        let order = game.next_move().expect("a move");
        game.controller.on_move_sent(order);
        if order.mv == Move::Drop {
            break order;
        }
        game.fixture.piece = apply_move(&game.fixture.board, game.fixture.piece, order.mv);
        game.controller.on_reply(MoveReply::Accepted);
        game.show_piece();
    };
    game.controller.on_reply(MoveReply::Lost);
    // The same command, whether the server received the first one or not.
    assert_eq!(game.next_move(), Some(drop));
    game.controller.on_move_sent(drop);
    game.controller.on_reply(MoveReply::Accepted);
    assert_eq!(game.controller.next_action(), Action::AwaitState);
}

#[test]
fn refused_moves_are_tried_again() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    let order = game.next_move().expect("a move");
    game.controller.on_move_sent(order);
    game.controller.on_reply(MoveReply::Refused);
    assert_eq!(game.next_move(), Some(order));
    game.play_piece();
    assert_eq!(game.fixture.board, Board::EMPTY);
}

#[test]
fn a_piece_that_never_moves_is_dropped_in_the_end() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    for _ in 0..100 {
        match game.next_move() {
            Some(order) if order.mv == Move::Drop => return,
            Some(order) => {
                game.controller.on_move_sent(order);
                game.controller.on_reply(MoveReply::Accepted);
                game.show_piece();
            }
            None => game.controller.on_timeout(),
        }
    }
    panic!("never dropped");
}

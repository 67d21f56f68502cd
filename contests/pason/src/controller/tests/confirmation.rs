//! When a piece is dropped, when a move is sent again, and what a state proves.

use super::*;

#[test]
fn a_piece_is_dropped_only_where_a_state_has_shown_it() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    let mut sent = Vec::new();
    while let Some(mv) = table.step() {
        sent.push(mv);
    }
    assert!(!sent.is_empty() && !sent.contains(&Move::Drop), "{sent:?}");
    assert_eq!(table.controller.next_action(), Action::AwaitState);
    table.show_piece();
    assert_eq!(table.step(), Some(Move::Drop));
}

#[test]
fn stale_and_duplicated_states_change_nothing() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    let old_board = table.fixture.board_message();
    let old_piece = table.fixture.piece_message();
    table.controller.update(&old_board);
    table.controller.update(&old_piece);
    table.play_piece();
    table.show_board();
    table.show_piece();
    let wish = table.controller.next_action();
    for _ in 0..2 {
        table.controller.update(&old_piece);
        table.controller.update(&old_board);
    }
    assert_eq!(table.controller.next_action(), wish);
    assert_eq!(table.step().map(|_| table.fixture.number), Some(2));
}

#[test]
fn states_that_lag_behind_do_not_disturb() {
    let mut unsent = Vec::new();
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    while let Some(mv) = table.step() {
        assert_ne!(mv, Move::Drop);
        let message = table.fixture.piece_message();
        unsent.push(message);
    }
    // All but the last: the pilot still waits and sends nothing twice.
    let last = unsent.pop().expect("some moves");
    for message in unsent {
        table.controller.update(&message);
        assert_eq!(table.controller.next_action(), Action::AwaitState);
    }
    table.controller.update(&last);
    assert_eq!(table.step(), Some(Move::Drop));
    assert_eq!(table.fixture.grid, Grid::default());
}

#[test]
fn a_server_that_never_shows_moves_is_trusted() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    while let Some(mv) = table.step() {
        assert_ne!(mv, Move::Drop);
    }
    table.controller.on_timeout();
    assert_eq!(table.step(), Some(Move::Drop));
    assert_eq!(table.fixture.grid, Grid::default());
}

#[test]
fn a_lost_drop_is_sent_again_for_the_same_piece() {
    let mut table = ControlledGame::new(Grid::default(), spawn_pose(PieceName::O, 0));
    let drop = loop {
        let order = table.next_move().expect("a move");
        table.controller.on_move_sent(order);
        if order.mv == Move::Drop {
            break order;
        }
        table.fixture.pose = apply_move(&table.fixture.grid, table.fixture.pose, order.mv);
        table.controller.on_reply(MoveReply::Accepted);
        table.show_piece();
    };
    table.controller.on_reply(MoveReply::Lost);
    assert_eq!(table.controller.next_action(), Action::AwaitState);
    table.controller.on_timeout();
    assert_eq!(table.next_move(), Some(drop));
}

#[test]
fn refused_moves_are_tried_again() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    let order = table.next_move().expect("a move");
    table.controller.on_move_sent(order);
    table.controller.on_reply(MoveReply::Refused);
    assert_eq!(table.next_move(), Some(order));
    table.play_piece();
    assert_eq!(table.fixture.grid, Grid::default());
}

#[test]
fn a_piece_that_never_obeys_is_dropped_in_the_end() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    for _ in 0..100 {
        match table.next_move() {
            Some(order) if order.mv == Move::Drop => return,
            Some(order) => {
                table.controller.on_move_sent(order);
                table.controller.on_reply(MoveReply::Accepted);
                table.show_piece();
            }
            None => table.controller.on_timeout(),
        }
    }
    panic!("never dropped");
}

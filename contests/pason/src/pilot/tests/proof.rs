//! When a piece is dropped, when a move is sent again, and what a state proves.

use super::*;

#[test]
fn a_piece_is_dropped_only_where_a_state_has_shown_it() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    let mut sent = Vec::new();
    while let Some(mv) = table.step() {
        sent.push(mv);
    }
    assert!(!sent.is_empty() && !sent.contains(&Move::Drop), "{sent:?}");
    assert_eq!(table.pilot.wish(), Wish::Proof);
    table.show_piece();
    assert_eq!(table.step(), Some(Move::Drop));
}

#[test]
fn stale_and_duplicated_states_change_nothing() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    let old_board = table.stage.board();
    let old_piece = table.stage.piece();
    table.pilot.hear(&old_board);
    table.pilot.hear(&old_piece);
    table.play_piece();
    table.show_board();
    table.show_piece();
    let wish = table.pilot.wish();
    for _ in 0..2 {
        table.pilot.hear(&old_piece);
        table.pilot.hear(&old_board);
    }
    assert_eq!(table.pilot.wish(), wish);
    assert_eq!(table.step().map(|_| table.stage.number), Some(2));
}

#[test]
fn states_that_lag_behind_do_not_disturb() {
    let mut unsent = Vec::new();
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    while let Some(mv) = table.step() {
        assert_ne!(mv, Move::Drop);
        let message = table.stage.piece();
        unsent.push(message);
    }
    // All but the last: the pilot still waits and sends nothing twice.
    let last = unsent.pop().expect("some moves");
    for message in unsent {
        table.pilot.hear(&message);
        assert_eq!(table.pilot.wish(), Wish::Proof);
    }
    table.pilot.hear(&last);
    assert_eq!(table.step(), Some(Move::Drop));
    assert_eq!(table.stage.grid, Grid::default());
}

#[test]
fn a_server_that_never_shows_moves_is_trusted() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    while let Some(mv) = table.step() {
        assert_ne!(mv, Move::Drop);
    }
    table.pilot.lose_patience();
    assert_eq!(table.step(), Some(Move::Drop));
    assert_eq!(table.stage.grid, Grid::default());
}

#[test]
fn a_lost_drop_is_sent_again_for_the_same_piece() {
    let mut table = Table::begin(Grid::default(), spawn(PieceName::O, 0));
    let drop = loop {
        let order = table.order().expect("a move");
        table.pilot.sent(order);
        if order.mv == Move::Drop {
            break order;
        }
        table.stage.pose = apply(&table.stage.grid, table.stage.pose, order.mv);
        table.pilot.answered(Answer::Accepted);
        table.show_piece();
    };
    table.pilot.answered(Answer::Lost);
    assert_eq!(table.pilot.wish(), Wish::Proof);
    table.pilot.lose_patience();
    assert_eq!(table.order(), Some(drop));
}

#[test]
fn refused_moves_are_tried_again() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    let order = table.order().expect("a move");
    table.pilot.sent(order);
    table.pilot.answered(Answer::Refused);
    assert_eq!(table.order(), Some(order));
    table.play_piece();
    assert_eq!(table.stage.grid, Grid::default());
}

#[test]
fn a_piece_that_never_obeys_is_dropped_in_the_end() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    for _ in 0..100 {
        match table.order() {
            Some(order) if order.mv == Move::Drop => return,
            Some(order) => {
                table.pilot.sent(order);
                table.pilot.answered(Answer::Accepted);
                table.show_piece();
            }
            None => table.pilot.lose_patience(),
        }
    }
    panic!("never dropped");
}

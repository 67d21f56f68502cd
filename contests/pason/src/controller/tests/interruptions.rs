//! What happens to a piece on its way, or before: gravity, garbage, the top, no piece at all.

use super::*;

#[test]
fn gravity_in_between_is_followed() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    for _ in 0..3 {
        table.step();
        table.fixture.pose.row += 1;
        table.show_piece();
    }
    table.play_piece();
    assert_eq!(table.fixture.grid, Grid::default());
}

#[test]
fn a_refused_turn_at_the_top_is_done_lower() {
    // This server wants turned pieces to stay below the first row.
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    let mut refused = 0;
    for _ in 0..100 {
        let Some(order) = table.next_move() else {
            table.show_piece();
            table.controller.on_timeout();
            continue;
        };
        table.controller.on_move_sent(order);
        let moved = apply_move(&table.fixture.grid, table.fixture.pose, order.mv);
        if moved.top_row() < 1 && moved.orient != table.fixture.pose.orient {
            refused += 1;
        } else {
            table.fixture.pose = moved;
        }
        table.controller.on_reply(MoveReply::Accepted);
        if order.mv == Move::Drop {
            break;
        }
        table.show_piece();
    }
    assert!(refused > 0);
    table.fixture.grid = table
        .fixture
        .grid
        .lock_cells(&table.fixture.pose.cells())
        .grid;
    assert_eq!(table.fixture.grid, Grid::default());
}

#[test]
fn garbage_in_between_is_planned_for() {
    let mut table = ControlledGame::new(Grid::default(), spawn_pose(PieceName::I, 0));
    table.step();
    table.show_piece();
    table.fixture.grid = well();
    table.show_board();
    table.play_piece();
    assert_eq!(table.fixture.grid, Grid::default());
}

#[test]
fn a_piece_that_arrives_early_gets_no_stale_move() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    let order = table.next_move().expect("a move");
    table.controller.on_move_sent(order);
    // It locks by itself, and the next piece comes, before the answer does.
    table.fixture.grid = table
        .fixture
        .grid
        .lock_cells(&table.fixture.grid.dropped(table.fixture.pose).cells())
        .grid;
    table.fixture.number = 2;
    table.fixture.pose = spawn_pose(PieceName::T, 2);
    table.show_piece();
    assert_eq!(table.controller.next_action(), Action::Wait);
    table.controller.on_reply(MoveReply::Accepted);
    // Where the first one locked is not known before a board is seen.
    assert_eq!(table.controller.next_action(), Action::AwaitState);
    table.show_board();
    let order = table.next_move().expect("a move");
    assert_eq!(order.piece_number, 2);
}

#[test]
fn no_piece_is_no_reason_to_move() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    for states in [BTreeMap::from([(TEAM, None)]), BTreeMap::new()] {
        let message = table.fixture.pieces_message(states);
        table.controller.update(&message);
        assert_eq!(table.controller.next_action(), Action::Wait);
    }
    table.fixture.number = 2;
    table.show_piece();
    table.show_board();
    table.fixture.grid.rows[0] = 1;
    table.show_board();
    assert!(table.next_move().is_some());
}

//! What happens to a piece on its way, or before: gravity, garbage, the top, no piece at all.

use super::*;

#[test]
fn gravity_in_between_is_followed() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    for _ in 0..3 {
        table.step();
        table.stage.pose.row += 1;
        table.show_piece();
    }
    table.play_piece();
    assert_eq!(table.stage.grid, Grid::default());
}

#[test]
fn a_refused_turn_at_the_top_is_done_lower() {
    // This server wants turned pieces to stay below the first row.
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    let mut refused = 0;
    for _ in 0..100 {
        let Some(order) = table.order() else {
            table.show_piece();
            table.pilot.lose_patience();
            continue;
        };
        table.pilot.sent(order);
        let moved = apply(&table.stage.grid, table.stage.pose, order.mv);
        if moved.top() < 1 && moved.orient != table.stage.pose.orient {
            refused += 1;
        } else {
            table.stage.pose = moved;
        }
        table.pilot.answered(Answer::Accepted);
        if order.mv == Move::Drop {
            break;
        }
        table.show_piece();
    }
    assert!(refused > 0);
    table.stage.grid = table.stage.grid.lock(&table.stage.pose.cells()).grid;
    assert_eq!(table.stage.grid, Grid::default());
}

#[test]
fn garbage_in_between_is_planned_for() {
    let mut table = Table::begin(Grid::default(), spawn(PieceName::I, 0));
    table.step();
    table.show_piece();
    table.stage.grid = well();
    table.show_board();
    table.play_piece();
    assert_eq!(table.stage.grid, Grid::default());
}

#[test]
fn a_piece_that_arrives_early_gets_no_stale_move() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    let order = table.order().expect("a move");
    table.pilot.sent(order);
    // It locks by itself, and the next piece comes, before the answer does.
    table.stage.grid = table
        .stage
        .grid
        .lock(&table.stage.grid.rest(table.stage.pose).cells())
        .grid;
    table.stage.number = 2;
    table.stage.pose = spawn(PieceName::T, 2);
    table.show_piece();
    assert_eq!(table.pilot.wish(), Wish::Rest);
    table.pilot.answered(Answer::Accepted);
    // Where the first one locked is not known before a board is seen.
    assert_eq!(table.pilot.wish(), Wish::Proof);
    table.show_board();
    let order = table.order().expect("a move");
    assert_eq!(order.piece_number, 2);
}

#[test]
fn no_piece_is_no_reason_to_move() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    for states in [BTreeMap::from([(TEAM, None)]), BTreeMap::new()] {
        let message = table.stage.pieces(states);
        table.pilot.hear(&message);
        assert_eq!(table.pilot.wish(), Wish::Rest);
    }
    table.stage.number = 2;
    table.show_piece();
    table.show_board();
    table.stage.grid.rows[0] = 1;
    table.show_board();
    assert!(table.order().is_some());
}

//! Whole pieces, games and matches.

use super::*;
use crate::messages::StateMessage;

#[test]
fn a_piece_goes_where_it_was_wanted_and_the_next_follows() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    let moves = table.play_piece();
    assert_eq!(moves.last(), Some(&Move::Drop));
    assert_eq!(table.stage.grid, Grid::default(), "{moves:?}");
    // The new piece comes before the new board: the board is foreseen.
    table.show_piece();
    let Wish::Advice(start) = table.pilot.wish() else {
        panic!("{:?}", table.pilot.wish());
    };
    assert!(start.board.is_empty());
    assert_eq!(
        (table.pilot.tally().lines, table.pilot.tally().points),
        (4, 800)
    );
    table.show_board();
    assert_eq!(table.pilot.wish(), Wish::Advice(start));
}

#[test]
fn every_initial_orientation_is_played() {
    for orient in 0..4 {
        let mut table = Table::begin(Grid::default(), spawn(PieceName::L, orient));
        table.play_piece();
        assert_eq!(table.stage.number, 2, "{orient}");
        assert_eq!(table.stage.grid.height(), 2, "{orient}");
    }
}

#[test]
fn games_follow_each_other_and_the_match_ends() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    for winner in [TEAM, OTHER] {
        let message = table.stage.game_end(winner);
        table.pilot.hear(&message);
        assert_eq!(table.pilot.wish(), Wish::Rest);
        table.show_piece();
        table.show_board();
        assert!(table.order().is_some());
    }
    assert_eq!(
        (table.pilot.tally().won(), table.pilot.tally().lost()),
        (1, 1)
    );
    table.pilot.hear(&match_end());
    assert_eq!(table.pilot.wish(), Wish::Leave);
}

#[test]
fn a_server_that_begins_anew_is_heard() {
    let mut table = Table::begin(well(), spawn(PieceName::I, 0));
    table.stage.sequence = 0;
    table.stage.number = 7;
    table.show_piece();
    table.pilot.lose_patience();
    table.stage.grid = Grid::default();
    table.show_board();
    assert_eq!(table.order().map(|order| order.piece_number), Some(7));
}

/// Games on the simulated server, in all the ways that the contest's document leaves open,
/// with gravity now and then: both pilots go on, every drop lands where it was meant, and
/// the boards are those that are recorded. The golden output of Pason games.
#[test]
fn simulated_games_are_played_whatever_the_server_allows() {
    use crate::server::sim::{Arrival, Ceiling, Game, Rules};
    use landfall_rules::mix64;
    for (seed, ceiling, arrival, recorded) in [
        (1, Ceiling::Open, Arrival::Upright, 0x8ace_9a43_d861_ad77),
        (2, Ceiling::Open, Arrival::Random, 0x67db_086b_f877_bc44),
        (3, Ceiling::Roof, Arrival::Upright, 0x52c4_956c_7eba_f3b0),
        (4, Ceiling::Roof, Arrival::Random, 0x989f_2384_1028_fb0b),
    ] {
        let mut game = Game::new(Rules { ceiling, arrival }, seed, [1, 1]);
        let mut tables = [(); 2].map(|()| Table::begin(Grid::default(), spawn(PieceName::O, 0)));
        let mut actions: u32 = 0;
        let mut hash: u64 = 0;
        while game.ending().is_none() && tables[0].pilot.tally().pieces < 100 {
            actions += 1;
            assert!(actions < 10_000, "the pilots have stopped playing");
            for (player, table) in tables.iter_mut().enumerate() {
                let side = &game.players()[player];
                table.stage.grid.rows = side.board.rows;
                let shown = side.piece;
                let header = table.stage.header();
                table.pilot.hear(&StateMessage::GamePieceState {
                    header,
                    states: BTreeMap::from([(TEAM.to_string(), shown)]),
                    queue: game.queue(),
                });
                table.show_board();
                let Some(order) = table.order() else {
                    table.pilot.lose_patience();
                    continue;
                };
                assert_eq!(Some(order.piece_number), shown.map(|piece| piece.number));
                table.pilot.sent(order);
                let lock = game.apply(player, order.mv, Some(order.piece_number));
                assert_eq!(lock.is_some(), order.mv == Move::Drop);
                table.pilot.answered(Answer::Accepted);
            }
            if actions.is_multiple_of(11) {
                game.step();
            }
            for player in game.players() {
                let rows = player.board.rows.iter().map(|&row| u64::from(row));
                hash = rows
                    .chain([player.points as u64])
                    .fold(hash, |hash, word| mix64(hash ^ word));
            }
        }
        let pieces = tables[0].pilot.tally().pieces;
        assert!(pieces >= 40, "{seed}: {pieces} pieces, {:?}", game.ending());
        assert_eq!(hash, recorded, "{seed}: {hash:#018x}");
    }
}

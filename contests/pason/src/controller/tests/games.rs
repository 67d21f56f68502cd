//! Whole pieces, games and matches.

use super::*;
use crate::messages::StateMessage;

#[test]
fn a_piece_goes_where_it_was_wanted_and_the_next_follows() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    let moves = table.play_piece();
    assert_eq!(moves.last(), Some(&Move::Drop));
    assert_eq!(table.fixture.grid, Grid::default(), "{moves:?}");
    // The new piece comes before the new board: the board is foreseen.
    table.show_piece();
    let Action::RequestSuggestion(start) = table.controller.next_action() else {
        panic!("{:?}", table.controller.next_action());
    };
    assert!(start.board.is_empty());
    assert_eq!(
        (
            table.controller.stats().lines,
            table.controller.stats().points
        ),
        (4, 800)
    );
    table.show_board();
    assert_eq!(
        table.controller.next_action(),
        Action::RequestSuggestion(start)
    );
}

#[test]
fn every_initial_orientation_is_played() {
    for orient in 0..4 {
        let mut table = ControlledGame::new(Grid::default(), spawn_pose(PieceName::L, orient));
        table.play_piece();
        assert_eq!(table.fixture.number, 2, "{orient}");
        assert_eq!(table.fixture.grid.height(), 2, "{orient}");
    }
}

#[test]
fn games_follow_each_other_and_the_match_ends() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    for winner in [TEAM, OTHER] {
        let message = table.fixture.game_end_message(winner);
        table.controller.update(&message);
        assert_eq!(table.controller.next_action(), Action::Wait);
        table.show_piece();
        table.show_board();
        assert!(table.next_move().is_some());
    }
    assert_eq!(
        (
            table.controller.stats().won(),
            table.controller.stats().lost()
        ),
        (1, 1)
    );
    table.controller.update(&match_end_message());
    assert_eq!(table.controller.next_action(), Action::Leave);
}

#[test]
fn a_server_that_begins_anew_is_heard() {
    let mut table = ControlledGame::new(well(), spawn_pose(PieceName::I, 0));
    table.fixture.sequence = 0;
    table.fixture.number = 7;
    table.show_piece();
    table.controller.on_timeout();
    table.fixture.grid = Grid::default();
    table.show_board();
    assert_eq!(table.next_move().map(|order| order.piece_number), Some(7));
}

/// Games on the simulated server, in all the ways that the contest's document leaves open,
/// with gravity now and then: both pilots go on, every drop lands where it was meant, and
/// the boards are those that are recorded. The golden output of Pason games.
#[test]
fn simulated_games_are_played_whatever_the_server_allows() {
    use crate::server::game::{AboveBoard, Game, GameRules, SpawnOrientation};
    use landfall_rules::mix64;
    for (seed, ceiling, arrival, recorded) in [
        (
            1,
            AboveBoard::Allowed,
            SpawnOrientation::Zero,
            0x8ace_9a43_d861_ad77,
        ),
        (
            2,
            AboveBoard::Allowed,
            SpawnOrientation::Random,
            0x67db_086b_f877_bc44,
        ),
        (
            3,
            AboveBoard::Refused,
            SpawnOrientation::Zero,
            0x52c4_956c_7eba_f3b0,
        ),
        (
            4,
            AboveBoard::Refused,
            SpawnOrientation::Random,
            0x989f_2384_1028_fb0b,
        ),
    ] {
        let mut game = Game::new(
            GameRules {
                above_board: ceiling,
                spawn_orientation: arrival,
            },
            seed,
            [1, 1],
        );
        let mut tables =
            [(); 2].map(|()| ControlledGame::new(Grid::default(), spawn_pose(PieceName::O, 0)));
        let mut actions: u32 = 0;
        let mut hash: u64 = 0;
        while game.ending().is_none() && tables[0].controller.stats().pieces < 100 {
            actions += 1;
            assert!(actions < 10_000, "the pilots have stopped playing");
            for (player, table) in tables.iter_mut().enumerate() {
                let side = &game.players()[player];
                table.fixture.grid.rows = side.board.rows;
                let shown = side.piece;
                let header = table.fixture.header();
                table.controller.update(&StateMessage::GamePieceState {
                    header,
                    states: BTreeMap::from([(TEAM.to_string(), shown)]),
                    queue: game.queue(),
                });
                table.show_board();
                let Some(order) = table.next_move() else {
                    table.controller.on_timeout();
                    continue;
                };
                assert_eq!(Some(order.piece_number), shown.map(|piece| piece.number));
                table.controller.on_move_sent(order);
                let lock = game.apply(player, order.mv, Some(order.piece_number));
                assert_eq!(lock.is_some(), order.mv == Move::Drop);
                table.controller.on_reply(MoveReply::Accepted);
            }
            if actions.is_multiple_of(11) {
                game.gravity_step();
            }
            for player in game.players() {
                let rows = player.board.rows.iter().map(|&row| u64::from(row));
                hash = rows
                    .chain([player.points as u64])
                    .fold(hash, |hash, word| mix64(hash ^ word));
            }
        }
        let pieces = tables[0].controller.stats().pieces;
        assert!(pieces >= 40, "{seed}: {pieces} pieces, {:?}", game.ending());
        assert_eq!(hash, recorded, "{seed}: {hash:#018x}");
    }
}

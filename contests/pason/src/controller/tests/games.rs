//! Whole pieces, games and matches.

use super::*;
use crate::messages::{BoardState, StateMessage};
use crate::server::game::{Game, GameRules};
use landfall_rules::rng::mix64;

#[test]
fn a_piece_reaches_its_target_and_the_next_follows() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    let moves = game.play_piece();
    assert_eq!(moves.last(), Some(&Move::Drop));
    assert_eq!(game.fixture.board, Board::EMPTY, "{moves:?}");
    // The new piece comes before the new board: the board is predicted.
    game.show_piece();
    let Action::RequestSuggestion(start) = game.controller.next_action() else {
        panic!("{:?}", game.controller.next_action());
    };
    assert!(start.board.is_empty());
    assert_eq!(
        (
            game.controller.stats().lines,
            game.controller.stats().points
        ),
        (4, 800)
    );
    game.show_board();
    assert_eq!(
        game.controller.next_action(),
        Action::RequestSuggestion(start)
    );
}

#[test]
fn every_initial_orientation_is_played() {
    for orient in 0..4 {
        let mut game = ControlledGame::new(Board::EMPTY, spawn(Piece::L, orient));
        game.play_piece();
        assert_eq!(game.fixture.number, 2, "{orient}");
        assert_eq!(game.fixture.board.max_height(), 2, "{orient}");
    }
}

#[test]
fn games_follow_each_other_and_the_match_ends() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    for winner in [TEAM, OTHER] {
        let message = game.fixture.game_end_message(winner);
        game.controller.update(&message);
        assert_eq!(game.controller.next_action(), Action::Wait);
        game.show_piece();
        game.show_board();
        assert!(game.next_move().is_some());
    }
    assert_eq!(
        (
            game.controller.stats().won(),
            game.controller.stats().lost()
        ),
        (1, 1)
    );
    game.controller.update(&match_end_message());
    assert_eq!(game.controller.next_action(), Action::Leave);
}

#[test]
fn states_of_a_restarted_server_are_accepted() {
    let mut game = ControlledGame::new(well(), spawn(Piece::I, 0));
    game.fixture.sequence = 0;
    game.fixture.number = 7;
    game.show_piece();
    game.controller.on_timeout();
    game.fixture.board = Board::EMPTY;
    game.show_board();
    assert_eq!(game.next_move().map(|order| order.piece_number), Some(7));
}

/// Games on the simulated server, in all variants that the contest's document allows, with
/// occasional gravity: both controllers continue to play, every drop lands on its target, and the
/// boards are the recorded ones. This is the golden output of Pason games.
#[test]
fn simulated_games_are_played_under_every_server_rule() {
    for (seed, closed_top, random_orientation, recorded) in [
        (1, false, false, 0x8ace_9a43_d861_ad77),
        (2, false, true, 0x67db_086b_f877_bc44),
        (3, true, false, 0x52c4_956c_7eba_f3b0),
        (4, true, true, 0x989f_2384_1028_fb0b),
    ] {
        let rules = GameRules {
            closed_top,
            random_orientation,
        };
        let mut game = Game::new(rules, seed, [1, 1]);
        let mut sides = [(); 2].map(|()| ControlledGame::new(Board::EMPTY, spawn(Piece::O, 0)));
        let mut actions: u32 = 0;
        let mut hash: u64 = 0;
        while game.result().is_none() && sides[0].controller.stats().pieces < 100 {
            actions += 1;
            assert!(actions < 10_000, "the controllers have stopped playing");
            for (player, side) in sides.iter_mut().enumerate() {
                step_on_server(&mut game, player, side);
            }
            if actions.is_multiple_of(11) {
                game.gravity_step();
            }
            for player in game.players() {
                let rows = BoardState::from(&player.board).rows.map(u64::from);
                hash = rows
                    .into_iter()
                    .chain([player.points as u64])
                    .fold(hash, |hash, word| mix64(hash ^ word));
            }
        }
        let pieces = sides[0].controller.stats().pieces;
        assert!(pieces >= 40, "{seed}: {pieces} pieces, {:?}", game.result());
        assert_eq!(hash, recorded, "{seed}: {hash:#018x}");
    }
}

/// Shows one player the state of a simulated game, and performs the move that follows.
fn step_on_server(game: &mut Game, player: usize, side: &mut ControlledGame) {
    let shown = game.players()[player].piece;
    side.fixture.board = game.players()[player].board;
    let header = side.fixture.header();
    side.controller.update(&StateMessage::GamePieceState {
        header,
        states: BTreeMap::from([(TEAM.to_string(), shown)]),
        queue: game.queue(),
    });
    side.show_board();
    let Some(next) = side.next_move() else {
        side.controller.on_timeout();
        return;
    };
    assert_eq!(Some(next.piece_number), shown.map(|piece| piece.number));
    side.controller.on_move_sent(next);
    let lock = game.apply(player, next.mv, Some(next.piece_number));
    assert_eq!(lock.is_some(), next.mv == Move::Drop);
    side.controller.on_reply(MoveReply::Accepted);
}

//! Games on drawn boards, top row first, and whole games.

use super::*;
use crate::messages::BoardState;

/// A board whose lowest rows are drawn.
fn board(rows: &[&str]) -> Board {
    rows.join("\n").parse::<Board>().expect("a board")
}

/// All cells of the third row from the top except the left one are filled.
fn nearly_full_third_row() -> Board {
    let mut board = Board::EMPTY;
    (1..10).for_each(|x| board.fill(x, 17));
    board
}

/// A game in which player 0 has this piece at its spawn, above these rows.
fn game(piece: Piece, rows: &[&str]) -> Game {
    let mut game = Game::new(GameRules::default(), 7, [1, 1]);
    hand(&mut game, 0, piece);
    game.players[0].board = board(rows);
    game
}

fn hand(game: &mut Game, player: usize, piece: Piece) {
    let number = game.players[player].next_number - 1;
    game.players[player].piece = Some(falling_piece(&spawn(piece, 0), number));
}

fn play(game: &mut Game, moves: &[Move]) -> Option<Lock> {
    moves.iter().fold(None, |_, &mv| game.apply(0, mv, None))
}

fn lowest(game: &Game, player: usize, count: usize) -> Vec<String> {
    let drawn = BoardState::from(&game.players[player].board).to_string();
    let rows: Vec<String> = drawn.lines().map(str::to_string).collect();
    rows[ROWS - count..].to_vec()
}

use Move::*;

/// Drops an upright I into the right column.
const INTO_THE_RIGHT_COLUMN: [Move; 7] = [Down, LRotate, Right, Right, Right, Right, Drop];

#[test]
fn an_o_dropped_from_the_spawn_matches_the_live_server() {
    let mut game = game(Piece::O, &[]);
    let lock = play(&mut game, &[Drop]).expect("a lock");
    assert_eq!(
        lock,
        Lock {
            player: 0,
            cleared_rows: vec![]
        }
    );
    let state = BoardState::from(&game.players[0].board);
    assert!(state.to_hex().ends_with("000c030"));
}

#[test]
fn a_drop_deals_the_next_piece_at_once() {
    let mut game = game(Piece::O, &[]);
    let queue = game.queue();
    let number = game.players[0].piece.map(|p| p.number);
    play(&mut game, &[Drop]);
    let piece = game.players[0].piece.expect("a piece");
    assert_eq!(piece.piece, queue[0]);
    assert_eq!((piece.row, piece.col, piece.orient), (0, 5, 0));
    assert_ne!(Some(piece.number), number);
    assert_eq!(game.queue()[..4], queue[1..]);
    // The queue is shared: the other player gets the next one.
    game.apply(1, Drop, None);
    assert_eq!(game.players[1].piece.map(|p| p.piece), Some(queue[1]));
    assert_eq!(game.queue().len(), QUEUE_LENGTH);
}

#[test]
fn moves_that_collide_are_not_performed() {
    let mut game = game(Piece::I, &[]);
    for _ in 0..20 {
        play(&mut game, &[Left]);
    }
    assert_eq!(game.players[0].piece.map(|p| p.col), Some(2));
    for _ in 0..20 {
        play(&mut game, &[Right]);
    }
    assert_eq!(game.players[0].piece.map(|p| p.col), Some(8));
    // An upright I at the wall cannot turn: there are no kicks.
    play(&mut game, &[Down, LRotate, Right]);
    let upright = game.players[0].piece.expect("a piece");
    assert_eq!((upright.orient, upright.col), (1, 9));
    play(&mut game, &[LRotate]);
    play(&mut game, &[RRotate]);
    assert_eq!(game.players[0].piece, Some(upright));
}

#[test]
fn turns_work_in_both_directions() {
    let mut game = game(Piece::T, &[]);
    let orient = |game: &Game| game.players[0].piece.map(|p| p.orient);
    play(&mut game, &[Down, LRotate]);
    assert_eq!(orient(&game), Some(1));
    play(&mut game, &[RRotate, RRotate]);
    assert_eq!(orient(&game), Some(3));
    play(&mut game, &[LRotate]);
    assert_eq!(orient(&game), Some(0));
}

#[test]
fn a_closed_top_refuses_turns_above_the_board() {
    let mut open = game(Piece::T, &[]);
    let mut closed = open.clone();
    closed.rules.closed_top = true;
    play(&mut open, &[LRotate]);
    play(&mut closed, &[LRotate]);
    assert_eq!(open.players[0].piece.map(|p| p.orient), Some(1));
    assert_eq!(closed.players[0].piece.map(|p| p.orient), Some(0));
    play(&mut closed, &[Down, LRotate]);
    assert_eq!(closed.players[0].piece.map(|p| p.orient), Some(1));
}

#[test]
fn a_move_for_another_piece_is_not_performed() {
    let mut game = game(Piece::O, &[]);
    let piece = game.players[0].piece.expect("a piece");
    assert_eq!(game.apply(0, Drop, Some(piece.number + 1)), None);
    assert_eq!(game.players[0].piece, Some(piece));
    assert!(game.apply(0, Drop, Some(piece.number)).is_some());
}

#[test]
fn gravity_locks_and_the_next_piece_waits_for_the_next_step() {
    let mut game = game(Piece::O, &[]);
    hand(&mut game, 1, Piece::I);
    for _ in 0..18 {
        assert_eq!(game.gravity_step(), []);
    }
    assert_eq!(game.players[0].piece.map(|p| p.row), Some(18));
    let locks = game.gravity_step();
    assert_eq!(locks.len(), 1);
    assert_eq!(game.players[0].piece, None);
    assert_eq!(game.apply(0, Drop, None), None);
    // The I has one row more to fall.
    assert_eq!(game.players[1].piece.map(|p| p.row), Some(19));
    let queue = game.queue();
    let locks = game.gravity_step();
    assert_eq!(locks.len(), 1);
    let piece = game.players[0].piece.expect("a piece");
    assert_eq!((piece.piece, piece.row), (queue[0], 0));
}

#[test]
fn rows_are_cleared_scored_and_sent() {
    for (full, points, sent) in [(1, 100, 0), (2, 200, 1), (3, 500, 2), (4, 800, 4)] {
        let mut rows = ["########.."; 4];
        rows[..full].fill("#########.");
        let mut game = game(Piece::I, &rows);
        let lock = play(&mut game, &INTO_THE_RIGHT_COLUMN);
        let cleared = lock.expect("a lock").cleared_rows;
        assert_eq!(cleared, (16..16 + full).collect::<Vec<_>>());
        assert_eq!(game.players[0].points, points);
        assert_eq!(game.players[0].lines as usize, full);
        let garbage = BoardState::from(&game.players[1].board).rows;
        let filled = garbage.iter().filter(|r| **r != 0);
        assert!(filled.count() <= sent);
        assert!(garbage.iter().all(|row| *row != FULL));
        if sent == 4 {
            assert_ne!(game.players[1].board, Board::EMPTY);
            assert_eq!(game.players[0].board, Board::EMPTY);
        }
    }
}

#[test]
fn rows_above_a_cleared_row_fall_by_one() {
    let mut game = game(
        Piece::O,
        &["#.........", "####..####", ".#........", "####..####"],
    );
    // Columns 4 and 5 are empty, so the O falls to the floor.
    let lock = play(&mut game, &[Drop]).expect("a lock");
    assert_eq!(lock.cleared_rows, [19]);
    assert_eq!(
        lowest(&game, 0, 4),
        ["..........", "#.........", "####..####", ".#..##...."]
    );
}

#[test]
fn garbage_rises_from_below_and_lifts_a_piece_only_if_necessary() {
    let mut game = game(Piece::O, &["#........."]);
    let before = game.players[0].piece;
    game.add_garbage_row(0);
    assert_eq!(game.players[0].piece, before);
    assert_eq!(lowest(&game, 0, 2)[0], "#.........");

    game.players[0].board = board(&["....##...."]);
    let resting = FallingPiece {
        row: 17,
        ..before.expect("a piece")
    };
    game.players[0].piece = Some(resting);
    game.add_garbage_row(0);
    assert_eq!(game.players[0].piece.map(|p| p.row), Some(16));
}

#[test]
fn garbage_that_pushes_a_cell_out_of_the_top_loses() {
    let mut game = game(Piece::O, &["#.........", "#........."]);
    game.players[0].board.fill(0, 18);
    game.add_garbage_row(0);
    assert_eq!(game.result(), None);
    game.add_garbage_row(0);
    let reason = EndReason::TopOut;
    assert_eq!(game.result(), Some(GameResult { winner: 1, reason }));
    assert_eq!(game.apply(1, Drop, None), None);
}

#[test]
fn a_lock_above_the_board_loses_and_so_does_a_blocked_spawn() {
    let mut high = game(Piece::T, &[]);
    high.players[0].board = nearly_full_third_row();
    play(&mut high, &[LRotate, Drop]);
    assert_eq!(high.result().map(|e| e.winner), Some(1));

    let mut blocked = game(Piece::O, &[]);
    blocked.players[0].board = nearly_full_third_row();
    play(&mut blocked, &[Drop]);
    assert_eq!(blocked.result().map(|e| e.winner), Some(1));
    assert_eq!(blocked.players[0].piece, None);
}

#[test]
fn the_points_of_either_player_raise_the_level_of_both() {
    let mut game = game(
        Piece::I,
        &["########..", "######....", "######....", "######...."],
    );
    assert_eq!(game.level().number, 1);
    game.players[1].points = 2_000;
    assert_eq!(game.level().number, 2);
    game.players[0].board = board(&["#########.", "########..", "########..", "########.."]);
    play(&mut game, &INTO_THE_RIGHT_COLUMN);
    assert_eq!(game.players[0].points, 200);
    assert_eq!(level_for_points(i64::MAX).number, 10);
    let first = std::time::Duration::from_secs(1);
    assert!(level_for_points(2_000).gravity_interval(first) < first);
}

#[test]
fn time_out_is_decided_by_points_and_then_by_a_coin() {
    let mut game = game(Piece::O, &[]);
    game.players[1].points = 100;
    game.decide_by_points();
    let reason = EndReason::Points;
    assert_eq!(game.result(), Some(GameResult { winner: 1, reason }));
    let winners: Vec<usize> = (0..64)
        .filter_map(|seed| {
            let mut game = Game::new(GameRules::default(), seed, [1, 1]);
            game.decide_by_points();
            game.result().map(|ending| ending.winner)
        })
        .collect();
    assert!(winners.contains(&0) && winners.contains(&1));
}

#[test]
fn a_whole_game_is_a_function_of_its_seed() {
    let run = |seed: u64, random_orientation| {
        let rules = GameRules {
            random_orientation,
            ..GameRules::default()
        };
        let mut game = Game::new(rules, seed, [1, 1]);
        let mut dice = SplitMix64::new(seed);
        let mut steps = 0;
        while game.result().is_none() {
            for player in [0, 1] {
                game.apply(player, Move::ALL[dice.below(6) as usize], None);
            }
            game.gravity_step();
            steps += 1;
            assert!(steps < 10_000, "a game of random moves ends");
        }
        (steps, game.result(), game.players.clone())
    };
    for seed in 0..50 {
        for random in [false, true] {
            assert_eq!(run(seed, random), run(seed, random));
        }
    }
}

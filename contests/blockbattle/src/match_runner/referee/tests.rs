//! Rounds of the contest, case by case: effects of the players on each other, and winners.

use super::*;
use landfall_rules::Rotation;

/// A game in this round, on these boards, with this piece in play.
fn game(round: u32, boards: [&str; 2], piece: Piece) -> Referee {
    let mut game = Referee::new(1);
    game.round = round;
    game.queue[0] = piece;
    for (player, drawn) in game.players.iter_mut().zip(boards) {
        player.board = drawn.parse().expect("a board");
        player.chain.solid_row_in = ((15 - round % 15) % 15 + 1) as u8;
    }
    game
}

fn upright(x: i8, y: i8) -> Placement {
    Placement::new(Piece::I, Rotation::East, x, y)
}

fn flat(x: i8, y: i8) -> Placement {
    Placement::new(Piece::I, Rotation::North, x, y)
}

const EMPTY: &str = "..........";

const FOUR: &str = "
    #########.
    #########.
    #########.
    #########.";

/// Four rows whose clear leaves a block, so it is not a perfect clear.
const FOUR_AND_ONE: &str = "
    #.........
    #########.
    #########.
    #########.
    #########.";

#[test]
fn both_get_the_same_pieces() {
    let mut game = Referee::new(4);
    for _ in 0..5 {
        let moves = [0, 1].map(|player| {
            let state = game.state(player);
            assert_eq!(state.queue, game.queue);
            state.legal_placements(&BLOCKBATTLE)[0]
        });
        let next = game.queue[1];
        game.play_round(moves);
        assert_eq!(game.queue[0], next);
    }
}

#[test]
fn ten_points_are_three_lines_at_once() {
    let mut game = game(1, [FOUR_AND_ONE, EMPTY], Piece::I);
    game.play_round([upright(9, 2), flat(1, 0)]);
    assert_eq!(
        (game.players[0].points, game.players[0].chain.skips),
        (10, 1)
    );
    assert_eq!(game.players[1].board.max_height(), 4);
    assert_eq!(game.outcome(), None);
}

#[test]
fn points_below_one_line_are_kept() {
    let mut game = game(1, [FOUR_AND_ONE, EMPTY], Piece::I);
    game.players[0].points = 2;
    game.play_round([upright(9, 2), flat(1, 0)]);
    assert_eq!(game.players[1].board.max_height(), 5, "12 / 3 - 2 / 3 is 4");
}

#[test]
fn garbage_has_two_holes_where_number_and_total_are_even_together() {
    for before in [0, 3] {
        let mut game = game(1, [FOUR_AND_ONE, EMPTY], Piece::I);
        game.players[0].points = before;
        game.play_round([upright(9, 2), flat(1, 0)]);
        let total = (before + 10) / 3;
        for number in 1..=3u32 {
            let board = &game.players[1].board;
            let holes = (0..10)
                .filter(|&x| !board.filled(x, number as i8 - 1))
                .count();
            let expected = 1 + usize::from((number + total).is_multiple_of(2));
            assert_eq!(holes, expected, "row {number} of a total of {total}");
        }
    }
}

#[test]
fn garbage_stands_above_solid_rows() {
    let mut game = game(1, [FOUR_AND_ONE, "##########\n##########"], Piece::I);
    game.play_round([upright(9, 2), flat(1, 2)]);
    let board = &game.players[1].board;
    assert_eq!(board.full_rows(), 0b11);
    assert_eq!(board.max_height(), 2 + 3 + 1);
}

#[test]
fn a_solid_row_comes_every_fifteen_rounds() {
    let mut game = game(15, [EMPTY, EMPTY], Piece::I);
    game.play_round([flat(1, 0), flat(1, 0)]);
    for player in &game.players {
        assert_eq!(player.board.full_rows(), 1);
        assert_eq!(
            (player.board.max_height(), player.chain.solid_row_in),
            (2, 15)
        );
    }
    let mut game = self::game(14, [EMPTY, EMPTY], Piece::I);
    game.play_round([flat(1, 0), flat(1, 0)]);
    assert_eq!(game.players[0].board.full_rows(), 0);
}

#[test]
fn solid_rows_are_never_cleared() {
    let mut game = game(1, ["#########.\n##########", EMPTY], Piece::I);
    let clears = game.play_round([upright(9, 3), flat(1, 0)]);
    assert_eq!(clears[0].lines, 1);
    assert_eq!(game.players[0].board.full_rows(), 1);
    assert_eq!(game.players[0].board.max_height(), 4);
}

#[test]
fn a_field_with_solid_rows_alone_is_perfectly_clear() {
    let mut game = game(1, ["######....\n##########", EMPTY], Piece::I);
    let clears = game.play_round([flat(7, 1), flat(1, 0)]);
    assert_eq!((clears[0].points, clears[0].perfect), (18, true));
    assert_eq!(game.players[1].board.max_height(), 7);
}

#[test]
fn every_skip_on_an_empty_field_scores() {
    let mut game = game(1, ["##########", "#........."], Piece::I);
    game.players[0].chain.skips = 2;
    game.players[0].chain.combo = 1;
    for left in [1, 0] {
        let clears = game.play_round([
            Placement::skip(game.queue[0]),
            Placement::skip(game.queue[0]),
        ]);
        assert_eq!(clears[0].points, 18);
        assert_eq!(game.players[0].chain.skips, left);
        assert_eq!(game.players[0].chain.combo, 1);
    }
    assert_eq!(game.players[0].points, 36);
}

/// A round in which the second player places a horizontal bar at the bottom, and the winner after
/// it.
#[test]
fn a_player_that_tops_out_or_cannot_move_loses() {
    let stacked = |rows| "........#.\n".repeat(rows);
    let full_row_on_top = "#.........\n".repeat(17) + "##########\n#.........\n";
    let blocked_spawn = "....#.....\n".repeat(20);
    for (what, round, boards, mv, outcome) in [
        (
            "a cell above the field, even if rows go",
            1,
            [&full_row_on_top, EMPTY],
            upright(0, 20),
            Outcome::Won(1),
        ),
        (
            "garbage pushes a block out",
            1,
            [FOUR_AND_ONE, &stacked(18)],
            upright(9, 2),
            Outcome::Won(0),
        ),
        (
            "a solid row pushes a block out",
            15,
            [&stacked(20), EMPTY],
            flat(1, 0),
            Outcome::Won(1),
        ),
        (
            "both lose in one round",
            15,
            [&stacked(20), &stacked(20)],
            flat(1, 0),
            Outcome::Draw,
        ),
        (
            "a piece appears on a block",
            1,
            [&blocked_spawn, EMPTY],
            flat(7, 0),
            Outcome::Won(1),
        ),
    ] {
        let mut game = game(round, boards, Piece::I);
        game.play_round([mv, flat(1, 0)]);
        assert_eq!(game.outcome(), Some(outcome), "{what}");
    }
}

#[test]
fn four_rows_that_leave_nothing_pay_a_perfect_clear_and_a_skip() {
    let mut game = game(1, [FOUR, EMPTY], Piece::I);
    game.play_round([upright(9, 2), flat(1, 0)]);
    assert_eq!(
        (game.players[0].points, game.players[0].chain.skips),
        (18, 1)
    );
    assert_eq!(game.players[1].board.max_height(), 7);
}

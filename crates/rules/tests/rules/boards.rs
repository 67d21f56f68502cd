//! Boards: reading, drawing, cells, removed rows and raised rows.

use landfall_rules::Board;
use landfall_rules::board::{Bitboard, ParseBoardError};
use landfall_testing::parse_board;

#[test]
fn reads_the_last_line_as_the_floor() {
    let board = parse_board(
        "
        #.........
        ####..####
        ",
    );
    assert_eq!(board.columns, [3, 1, 1, 1, 0, 0, 1, 1, 1, 1]);
    assert_eq!(board.to_string(), "#.........\n####..####");
}

#[test]
fn reads_dots_underscores_and_inner_spaces_as_empty() {
    assert_eq!(parse_board("#_. X@Z  8"), parse_board("#...###..#"));
}

#[test]
fn reads_empty_drawings_as_an_empty_board() {
    for text in ["", "\n \n", "..........", "..........\n.........."] {
        assert_eq!(parse_board(text), Board::EMPTY);
    }
    assert_eq!(Board::EMPTY.to_string(), "..........");
}

#[test]
fn reads_other_widths() {
    let board = "#..#".parse::<Bitboard<4>>().unwrap();
    assert_eq!(board.columns, [1, 0, 0, 1]);
}

#[test]
fn refuses_a_row_of_another_width() {
    let error = "\n..........\n.........\n.........."
        .parse::<Board>()
        .unwrap_err();
    let expected = ParseBoardError::Width {
        line: 3,
        found: 9,
        expected: 10,
    };
    assert_eq!(error, expected);
    assert_eq!(
        error.to_string(),
        "line 3 has 9 cells, a row has 10: draw one character a cell, '.' for empty"
    );
    let wide = "...........".parse::<Board>().unwrap_err();
    assert!(matches!(
        wide,
        ParseBoardError::Width {
            line: 1,
            found: 11,
            ..
        }
    ));
}

/// The width is counted in characters, not bytes.
#[test]
fn reads_characters_beyond_ascii() {
    assert_eq!(parse_board("█.........").columns[0], 1);
}

#[test]
fn refuses_more_than_64_rows() {
    let rows = |n| "#.........\n".repeat(n);
    assert_eq!(parse_board(&rows(64)).max_height(), 64);
    let error = rows(65).parse::<Board>().unwrap_err();
    assert_eq!(error, ParseBoardError::TooTall { rows: 65, most: 64 });
    assert_eq!(
        error.to_string(),
        "65 rows are drawn, a board has at most 64"
    );
}

#[test]
fn everything_outside_is_filled_except_above() {
    let board = Board::EMPTY;
    for (x, y) in [
        (-1, 0),
        (10, 0),
        (0, -1),
        (i8::MIN, 5),
        (i8::MAX, 5),
        (5, i8::MIN),
    ] {
        assert!(board.filled(x, y), "({x}, {y})");
    }
    for (x, y) in [(0, 0), (9, 63), (4, 64), (4, i8::MAX)] {
        assert!(!board.filled(x, y), "({x}, {y})");
    }
}

#[test]
fn fills_cells_on_the_board_only() {
    let mut board = Board::EMPTY;
    for (x, y) in [(-1, 0), (10, 0), (0, -1), (0, 64), (i8::MAX, i8::MIN)] {
        board.fill(x, y);
        assert!(board.is_empty(), "({x}, {y})");
    }
    board.fill(9, 63);
    assert!(board.filled(9, 63) && board.max_height() == 64);
}

#[test]
fn heights() {
    let board = parse_board(
        "
        ..#.......
        ..........
        #.#......#
        ",
    );
    let heights: Vec<u32> = (0..10).map(|x| board.height(x)).collect();
    assert_eq!(heights, [1, 0, 3, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(board.max_height(), 3);
}

#[test]
fn removing_full_rows_moves_the_others_down() {
    let mut board = parse_board(
        "
        ##........
        ##########
        #.........
        ##########
        ##########
        .#########
        ",
    );
    assert_eq!(board.full_rows(), 0b10110);
    board.remove_rows(board.full_rows());
    assert_eq!(
        board,
        parse_board(
            "
            ##........
            #.........
            .#########
            "
        )
    );
}

#[test]
fn removes_the_rows_of_a_mask() {
    let mut board = parse_board("#.........\n.#........");
    board.remove_rows(0);
    assert_eq!(board, parse_board("#.........\n.#........"));
    board.remove_rows(0b01);
    assert_eq!(board, parse_board("#........."));
    let mut top = Board::EMPTY;
    top.fill(0, 63);
    top.fill(1, 62);
    top.remove_rows(1 << 63 | 1);
    let mut expected = Board::EMPTY;
    expected.fill(1, 61);
    assert_eq!(top, expected);
}

#[test]
fn garbage_is_added_at_the_floor_lowest_row_first() {
    let mut board = parse_board(
        "
        #........#
        ##......##
        ",
    );
    board.raise(&[0b11_1111_1110, 0b01_1111_1111]);
    assert_eq!(
        board,
        parse_board(
            "
            #........#
            ##......##
            #########.
            .#########
            "
        )
    );
}

#[test]
fn rows_raised_beyond_the_top_are_lost() {
    let mut board = parse_board("#.........");
    board.raise(&[0; 63]);
    assert_eq!(board.height(0), 64);
    board.raise(&[0]);
    assert!(board.is_empty());
    for rows in [64, 65, 200] {
        let mut board = parse_board("#.........");
        board.raise(&vec![2; rows]);
        assert_eq!(
            (board.columns[0], board.columns[1]),
            (0, u64::MAX),
            "{rows} rows"
        );
    }
}

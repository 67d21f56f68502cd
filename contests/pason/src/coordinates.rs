//! Converts between the contest's coordinates and those of the rules.
//!
//! This is the only code in which rows flip. The contest counts rows from the top, negative ones
//! above the board, and numbers the orientations of a piece; `landfall_rules` counts rows from the
//! floor, and its [`Rotation`] of index `n` is the contest's orientation `n`.
//!
//! ```text
//!          contest               rules
//!  row  0  ..........  top       y 19
//!  ...
//!  row 19  ..........  floor     y  0
//! ```
//!
//! `piece_moves` has the moves of pieces, `messages` the digits of a board.

use crate::messages::{BoardState, COLUMNS, FallingPiece, ROWS, orientations};
use landfall_rules::rulesets::PASON;
use landfall_rules::{Board, Piece, Placement, Rotation};

/// A cell as (row, column), the top left one (0, 0). Rows above the board are negative.
pub type ContestCell = (i32, i32);

/// Returns the cells of a piece in reading order. Placements that cover the same cells have equal
/// lists.
pub fn cells(placement: &Placement) -> [ContestCell; 4] {
    let mut cells = placement
        .cells(&PASON)
        .map(|(x, y)| (flip(y.into()), x.into()));
    cells.sort_unstable();
    cells
}

/// Returns the row of the highest cell of a piece.
pub fn top_row(placement: &Placement) -> i32 {
    cells(placement)[0].0
}

/// Returns the placement of a reported piece, or `None` if the piece has no such orientation or is
/// not near the board.
pub fn placement(falling: &FallingPiece) -> Option<Placement> {
    if falling.orient >= orientations(falling.piece) {
        return None;
    }
    Some(Placement::new(
        falling.piece,
        Rotation::from_index(falling.orient.into()),
        i8::try_from(falling.col).ok()?,
        i8::try_from(flip(falling.row)).ok()?,
    ))
}

/// Returns the report of a piece with this placement and number.
pub fn falling_piece(placement: &Placement, number: i64) -> FallingPiece {
    FallingPiece {
        piece: placement.piece,
        orient: placement.rotation.index() as u8,
        number,
        row: flip(placement.y.into()),
        col: placement.x.into(),
    }
}

/// Returns a new piece in this orientation, as the contest deals it: its origin in row 0, column 5.
pub fn spawn(piece: Piece, orient: u8) -> Placement {
    let rotation = Rotation::from_index(orient.into());
    Placement::new(piece, rotation, PASON.spawn.x, PASON.spawn.y)
}

/// Converts a row of the contest to a row of the rules, or back.
fn flip(row: i32) -> i32 {
    (ROWS as i32 - 1).saturating_sub(row)
}

impl From<&BoardState> for Board {
    fn from(state: &BoardState) -> Board {
        let mut floor_first = state.rows;
        floor_first.reverse();
        let mut board = Board::EMPTY;
        board.raise(&floor_first);
        board
    }
}

/// Cells above the board are left out.
impl From<&Board> for BoardState {
    fn from(board: &Board) -> BoardState {
        let bit =
            |row: usize, col: usize| u16::from(board.filled(col as i8, (ROWS - 1 - row) as i8));
        BoardState {
            rows: std::array::from_fn(|row| {
                (0..COLUMNS).fold(0, |bits, col| bits | bit(row, col) << col)
            }),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::piece_moves::{dropped, fits};
    use landfall_tbp::convert;
    use landfall_tbp::messages::Orientation;
    use landfall_testing::plain_pason;

    /// Every report of a piece whose origin is on the board.
    pub fn reports(piece: Piece) -> impl Iterator<Item = FallingPiece> {
        let orients = 0..plain_pason::states(piece).len() as u8;
        let cells = || (0..20).flat_map(|row| (0..10).map(move |col| (row, col)));
        orients.flat_map(move |orient| {
            cells().map(move |(row, col)| FallingPiece {
                piece,
                orient,
                number: 1,
                row,
                col,
            })
        })
    }

    /// Every placement on the board, with the contest's numbers for it.
    fn placements() -> Vec<(Placement, FallingPiece)> {
        let reports = Piece::ALL.into_iter().flat_map(reports);
        let placements = reports.map(|falling| (placement(&falling).expect("near"), falling));
        placements
            .filter(|(at, _)| fits(&Board::EMPTY, at) && top_row(at) >= 0)
            .collect()
    }

    #[test]
    fn every_pose_survives_a_round_trip() {
        let placements = placements();
        for (placement, falling) in &placements {
            assert_eq!(falling_piece(placement, 1), *falling);
            let mv = convert::to_move(&PASON, placement);
            assert!((0..10).contains(&mv.location.x) && (0..20).contains(&mv.location.y));
            assert_eq!(convert::to_placement(&PASON, &mv), Ok(*placement));
        }
        // Per piece: orientations, each with its columns and rows.
        let count = 9 * 19 + (7 * 20 + 10 * 17) + 2 * (8 * 19 + 9 * 18) + 3 * 2 * (8 * 19 + 9 * 18);
        assert_eq!(placements.len(), count);
    }

    /// Compares the rules' table with the table entered from the contest's picture.
    #[test]
    fn cells_are_those_of_the_contests_picture() {
        for (placement, falling) in placements() {
            let state = usize::from(falling.orient);
            let mut expected = plain_pason::states(placement.piece)[state]
                .map(|(row, col)| (falling.row + i32::from(row), falling.col + i32::from(col)));
            expected.sort_unstable();
            assert_eq!(cells(&placement), expected, "{falling:?}");
        }
    }

    /// Adding one to the orientation turns a quarter counter-clockwise, as the picture shows.
    #[test]
    fn one_more_turns_counter_clockwise() {
        for piece in [Piece::L, Piece::J, Piece::T] {
            for orient in 0..4 {
                let origin = spawn(piece, 0);
                let about_origin = |orient| {
                    let cells = cells(&spawn(piece, orient));
                    cells.map(|(row, col)| (row - flip(origin.y.into()), col - i32::from(origin.x)))
                };
                let mut turned = about_origin(orient).map(|(row, col)| (-col, row));
                turned.sort_unstable();
                assert_eq!(turned, about_origin((orient + 1) % 4), "{piece:?} {orient}");
            }
        }
    }

    /// The feet of L, J and T point down at first: this is the protocol's south.
    #[test]
    fn the_first_orientations_are_the_protocols_south() {
        for piece in [Piece::L, Piece::J, Piece::T] {
            let location = convert::to_move(&PASON, &spawn(piece, 0)).location;
            assert_eq!(location.orientation, Orientation::South);
            assert_eq!((location.x, location.y), (5, 19));
        }
    }

    #[test]
    fn an_o_dropped_at_the_spawn_matches_the_live_server() {
        let rest = dropped(&Board::EMPTY, spawn(Piece::O, 0));
        assert_eq!(cells(&rest), [(18, 4), (18, 5), (19, 4), (19, 5)]);
    }

    #[test]
    fn boards_survive_a_round_trip() {
        let mut state = BoardState::EMPTY;
        state.rows[0] = 0b1;
        state.rows[19] = 0b10_0000_0011;
        let board = Board::from(&state);
        assert!(board.filled(0, 19) && board.filled(1, 0) && board.filled(9, 0));
        assert!(!board.filled(2, 0));
        assert_eq!(BoardState::from(&board), state);
        // Cells above the board are not reported.
        let mut high = board;
        high.fill(4, 20);
        assert_eq!(BoardState::from(&high), state);
    }

    #[test]
    fn impossible_reports_have_no_placement() {
        let falling = falling_piece(&spawn(Piece::O, 0), 1);
        assert!(placement(&falling).is_some());
        let turned = FallingPiece {
            orient: 1,
            ..falling
        };
        assert_eq!(placement(&turned), None);
        for far in [i32::MIN, -1000, 1000, i32::MAX] {
            let [mut above, mut beside] = [falling; 2];
            above.row = far;
            beside.col = far;
            assert_eq!([above, beside].each_ref().map(placement), [None; 2]);
        }
    }
}

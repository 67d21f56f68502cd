//! Between the words of the wire and the words of the rules.
//!
//! The only file that knows both. Checks shapes and ranges on the way in; whether a move
//! is possible is the rules' business.

mod frontend;

pub use frontend::{VersusStatus, to_rules, to_rules_with_randomizer, to_start};

use super::messages::{
    IncomingGarbage, Location, Move, Opponent, Orientation, PieceCounts, PieceName,
    RandomizerState, SpinName, Start, Timings,
};
use landfall_rules::{
    Board, ClearDelays, ClearState, GUIDELINE, Piece, Placement, Randomizer, Rotation, Ruleset,
    SRS, SkipRule, Spin, SpinRule, State, UnknownRuleset,
};
use std::fmt;

/// The piece of a name.
pub fn to_piece(name: PieceName) -> Piece {
    match name {
        PieceName::I => Piece::I,
        PieceName::O => Piece::O,
        PieceName::T => Piece::T,
        PieceName::L => Piece::L,
        PieceName::J => Piece::J,
        PieceName::S => Piece::S,
        PieceName::Z => Piece::Z,
    }
}

/// The name of a piece.
pub fn piece_name(piece: Piece) -> PieceName {
    match piece {
        Piece::I => PieceName::I,
        Piece::O => PieceName::O,
        Piece::T => PieceName::T,
        Piece::L => PieceName::L,
        Piece::J => PieceName::J,
        Piece::S => PieceName::S,
        Piece::Z => PieceName::Z,
    }
}

/// The ruleset that `rules` names; the guideline if it names none.
///
/// # Errors
/// When there is no ruleset of that name.
pub fn to_ruleset(name: Option<&str>) -> Result<&'static Ruleset, UnknownRuleset> {
    name.map_or(Ok(&GUIDELINE), Ruleset::by_name)
}

/// The name that `rules` needs for a ruleset: none for what the protocol assumes anyway.
pub fn ruleset_name(rules: &Ruleset) -> Option<String> {
    (rules.name != GUIDELINE.name).then(|| rules.name.to_string())
}

/// How long clears take, as it was told.
pub fn to_delays(timings: &Timings) -> ClearDelays {
    ClearDelays {
        rows: timings.clear,
        perfect: timings.perfect_clear,
    }
}

/// How long clears take, to be told.
pub fn to_timings(delays: &ClearDelays) -> Timings {
    Timings {
        clear: delays.rows,
        perfect_clear: delays.perfect,
    }
}

/// The move that a placement is. The wire knows the states and centres of SRS alone, so
/// whatever the rules turn pieces by, the move is the one on the same cells. A skip is a
/// location far below the floor.
pub fn to_move(rules: &Ruleset, placement: &Placement) -> Move {
    // Every rotation system turns the same seven shapes; a stranger one would be told as is.
    let placement = match placement.is_skip() {
        true => *placement,
        false => rules
            .rotation
            .translate(*placement, &SRS)
            .unwrap_or(*placement),
    };
    Move {
        location: Location {
            piece: piece_name(placement.piece),
            orientation: match placement.rotation {
                Rotation::North => Orientation::North,
                Rotation::East => Orientation::East,
                Rotation::South => Orientation::South,
                Rotation::West => Orientation::West,
            },
            x: i32::from(placement.x),
            y: i32::from(placement.y),
        },
        spin: match placement.spin {
            Spin::None => SpinName::None,
            Spin::Mini => SpinName::Mini,
            Spin::Full => SpinName::Full,
        },
    }
}

/// The placement that a move is, in the canonical state of the rules' rotation system. The
/// spin label of a T is trusted where spins count; else there is none, whatever the frontend
/// calls it.
///
/// # Errors
/// When the centre, which is always one of the piece's cells, is not on the board, or the
/// rules have no such shape.
pub fn to_placement(rules: &Ruleset, mv: &Move) -> Result<Placement, ConvertError> {
    let Location {
        piece: name, x, y, ..
    } = mv.location;
    let skip = Placement::skip(to_piece(name));
    if rules.skips != SkipRule::Never && y == i32::from(skip.y) {
        return Ok(skip);
    }
    let width = Board::<10>::EMPTY.columns.len() as i32;
    if !(0..width).contains(&x) || !(0..rules.height as i32).contains(&y) {
        return Err(ConvertError::CentreOffBoard { x, y });
    }
    let piece = to_piece(name);
    let spin = match mv.spin {
        _ if piece != Piece::T || rules.spins == SpinRule::Never => Spin::None,
        SpinName::None => Spin::None,
        SpinName::Mini => Spin::Mini,
        SpinName::Full => Spin::Full,
    };
    let placement = Placement {
        piece,
        rotation: match mv.location.orientation {
            Orientation::North => Rotation::North,
            Orientation::East => Rotation::East,
            Orientation::South => Rotation::South,
            Orientation::West => Rotation::West,
        },
        x: x as i8,
        y: y as i8,
        spin,
    };
    SRS.translate(placement, rules.rotation)
        .ok_or(ConvertError::UnknownOrientation)
}

/// The position that a `start` describes, with what is known about the pieces to come.
///
/// # Errors
/// When the board has not the shape that the rules give it.
pub fn to_state(
    rules: &Ruleset,
    start: &Start,
    randomizer: Randomizer,
) -> Result<State, ConvertError> {
    Ok(State {
        board: to_board(rules, &start.board)?,
        hold: start.hold.map(to_piece),
        queue: start.queue.iter().copied().map(to_piece).collect(),
        randomizer,
        clear_state: ClearState {
            combo: u16::try_from(start.combo).unwrap_or(u16::MAX),
            back_to_back: start.back_to_back,
            skips: u8::try_from(start.skips).unwrap_or(u8::MAX),
            solid_row_in: u8::try_from(start.solid_in).unwrap_or(0),
        },
    })
}

/// A board from rows, the floor first. Rows that are absent at the top are empty; rows
/// above the ceiling may be there if they are empty too.
fn to_board(rules: &Ruleset, rows: &[Vec<Option<String>>]) -> Result<Board, ConvertError> {
    let mut board = Board::EMPTY;
    let width = board.columns.len();
    for (y, row) in rows.iter().enumerate() {
        if row.len() != width {
            return Err(ConvertError::RowWidth {
                row: y,
                cells: row.len(),
                width,
            });
        }
        let filled = || row.iter().enumerate().filter(|(_, cell)| cell.is_some());
        if y >= rules.height as usize && filled().next().is_some() {
            return Err(ConvertError::TooTall {
                row: y,
                height: rules.height,
            });
        }
        for (x, _) in filled() {
            board.fill(x as i8, y as i8);
        }
    }
    Ok(board)
}

/// What a `start` says about the other players of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versus {
    /// Boards of the opponents, as far as they are known.
    pub boards: Vec<Board>,
    /// Rows of garbage that wait for the player.
    pub incoming_garbage: u32,
    /// What could not be understood, a sentence each.
    pub warnings: Vec<String>,
}

/// Returns what a `start` says about the other players.
pub fn to_versus(rules: &Ruleset, start: &Start) -> Versus {
    let (mut boards, mut oddities) = (Vec::new(), Vec::new());
    for (number, opponent) in start.opponents.iter().enumerate() {
        match to_opponent(rules, number, opponent) {
            Ok(board) => boards.extend(board),
            Err(oddity) => oddities.push(format!("taken as an unknown opponent: {oddity}")),
        }
    }
    let incoming_garbage = match &start.incoming_garbage {
        IncomingGarbage::Rows(rows) => *rows,
        IncomingGarbage::Invalid { reason } => {
            oddities.push(format!("taken as no garbage: {reason}"));
            0
        }
    };
    Versus {
        boards,
        incoming_garbage,
        warnings: oddities,
    }
}

/// The board of an opponent, if it is told; else what is wrong with it.
fn to_opponent(
    rules: &Ruleset,
    number: usize,
    opponent: &Opponent,
) -> Result<Option<Board>, String> {
    match opponent {
        Opponent::Valid { board: None } => Ok(None),
        Opponent::Valid { board: Some(rows) } => to_board(rules, rows).map(Some).map_err(|_| {
            format!(
                "`start.opponents[{number}].board` is not a board of 10 columns and at most {} rows",
                rules.height
            )
        }),
        Opponent::Invalid { reason } => Err(reason.clone()),
    }
}

/// What a randomizer state tells about the pieces to come, `None` if nothing.
pub fn to_randomizer(state: &RandomizerState) -> Option<Randomizer> {
    match state {
        RandomizerState::Uniform => Some(Randomizer::Uniform),
        RandomizerState::SevenBag { bag_state } => {
            let mut current = [0u8; 7];
            for &name in bag_state {
                let count = &mut current[to_piece(name).index()];
                *count = count.saturating_add(1);
            }
            (current != [0; 7]).then_some(Randomizer::Bag {
                current,
                filled: [1; 7],
            })
        }
        RandomizerState::GeneralBag {
            current_bag,
            filled_bag,
        } => {
            let (current, filled) = (to_piece_counts(current_bag), to_piece_counts(filled_bag));
            (current != [0; 7] && filled != [0; 7]).then_some(Randomizer::Bag { current, filled })
        }
        RandomizerState::Unknown | RandomizerState::Invalid { .. } => None,
    }
}

fn to_piece_counts(bag: &PieceCounts) -> [u8; 7] {
    Piece::ALL.map(|piece| match piece {
        Piece::I => bag.i,
        Piece::O => bag.o,
        Piece::T => bag.t,
        Piece::L => bag.l,
        Piece::J => bag.j,
        Piece::S => bag.s,
        Piece::Z => bag.z,
    })
}

/// Why something on the wire has no counterpart in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConvertError {
    /// A row of the board has the wrong number of cells.
    RowWidth {
        /// The row, from 0 at the floor.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The cells of a proper row.
        width: usize,
    },
    /// A row above the ceiling is not empty.
    TooTall {
        /// The row, from 0 at the floor.
        row: usize,
        /// Rows that the board has.
        height: u32,
    },
    /// The centre of a piece is not on the board.
    CentreOffBoard {
        /// Its column.
        x: i32,
        /// Its row.
        y: i32,
    },
    /// The rules' pieces never have this shape.
    UnknownOrientation,
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::RowWidth { row, cells, width } => write!(
                f,
                "`start.board[{row}]` has {cells} cells: a row has {width}, and row 0 is the floor"
            ),
            ConvertError::TooTall { row, height } => write!(
                f,
                "`start.board[{row}]` is not empty: a board has {height} rows, further ones must be empty"
            ),
            ConvertError::CentreOffBoard { x, y } => write!(
                f,
                "the centre x={x} y={y} is not on the board: columns count from 0 at the left, rows from 0 at the floor"
            ),
            ConvertError::UnknownOrientation => f.write_str("the piece never lies like that"),
        }
    }
}

impl std::error::Error for ConvertError {}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{PASON, movegen};

    fn mv(piece: PieceName, orientation: Orientation, x: i32, y: i32, spin: SpinName) -> Move {
        Move {
            location: Location {
                piece,
                orientation,
                x,
                y,
            },
            spin,
        }
    }

    #[test]
    fn every_placement_survives_the_way_there_and_back() {
        for rules in Ruleset::ALL {
            for piece in Piece::ALL {
                let mut placements = Vec::new();
                movegen::placements(rules, &Board::EMPTY, piece, &mut placements);
                let columns = [17, 9, 34, 34, 34, 17, 17][piece.index()];
                assert_eq!(placements.len(), columns, "{piece:?}");
                for placement in placements {
                    let mv = to_move(rules, &placement);
                    assert_eq!(to_placement(rules, &mv), Ok(placement));
                }
            }
        }
    }

    /// Every state at every place, reachable or not, has one name on the wire.
    #[test]
    fn every_pose_of_every_ruleset_is_told_and_understood() {
        for rules in Ruleset::ALL {
            for piece in Piece::ALL {
                for (rotation, x) in Rotation::ALL
                    .into_iter()
                    .flat_map(|rotation| (0..10).map(move |x| (rotation, x)))
                {
                    for y in 2..18 {
                        let pose = Placement {
                            piece,
                            rotation,
                            x,
                            y,
                            spin: Spin::None,
                        };
                        let cells = rules.rotation.cells(&pose);
                        if !cells.iter().all(|(x, _)| (0..10).contains(x)) {
                            continue;
                        }
                        let told = to_move(rules, &pose);
                        let understood = to_placement(rules, &told);
                        assert_eq!(understood, Ok(rules.rotation.canonical(pose)));
                        // A bot that knows SRS alone sees the same cells.
                        let mut srs = SRS.cells(&to_placement(&GUIDELINE, &told).unwrap());
                        let mut cells = cells;
                        srs.sort_unstable();
                        cells.sort_unstable();
                        assert_eq!(srs, cells, "{pose:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_rotation_systems_are_told_by_the_cells() {
        // The foot of a fresh L is down in the contest; in SRS that is the south state.
        let fresh = Placement {
            piece: Piece::L,
            rotation: Rotation::North,
            x: 5,
            y: 19,
            spin: Spin::None,
        };
        let told = mv(PieceName::L, Orientation::South, 5, 19, SpinName::None);
        assert_eq!(to_move(&PASON, &fresh), told);
        assert_eq!(to_placement(&PASON, &told), Ok(fresh));
        let spun = Move {
            spin: SpinName::Full,
            location: Location {
                piece: PieceName::T,
                ..told.location
            },
        };
        let placement = to_placement(&PASON, &spun).map(|placement| placement.spin);
        assert_eq!(placement, Ok(Spin::None));
    }

    #[test]
    fn other_orientations_of_the_same_cells_are_the_same_placement() {
        use {Orientation::*, PieceName::*};
        let pairs = [
            ((S, North, 1, 0), (S, South, 1, 1)),
            ((Z, East, 4, 5), (Z, West, 5, 5)),
            ((I, North, 1, 0), (I, South, 2, 0)),
            ((I, East, 3, 2), (I, West, 3, 1)),
            ((O, North, 8, 0), (O, South, 9, 1)),
            ((O, North, 8, 0), (O, East, 8, 1)),
            ((O, North, 8, 0), (O, West, 9, 0)),
        ];
        for ((piece, a, ax, ay), (_, b, bx, by)) in pairs {
            let first = to_placement(&GUIDELINE, &mv(piece, a, ax, ay, SpinName::None));
            let second = to_placement(&GUIDELINE, &mv(piece, b, bx, by, SpinName::None));
            assert_eq!(first, second, "{piece:?} {a:?} {b:?}");
        }
    }

    #[test]
    fn only_a_t_spins() {
        let label = |piece| {
            let mv = mv(piece, Orientation::North, 4, 0, SpinName::Full);
            to_placement(&GUIDELINE, &mv).map(|placement| placement.spin)
        };
        assert_eq!(label(PieceName::T), Ok(Spin::Full));
        assert_eq!(label(PieceName::L), Ok(Spin::None));
    }

    #[test]
    fn centres_off_the_board_are_refused() {
        for (x, y) in [
            (-1, 0),
            (10, 0),
            (0, -1),
            (0, 40),
            (i32::MAX, 0),
            (0, i32::MIN),
        ] {
            let mv = mv(PieceName::I, Orientation::North, x, y, SpinName::None);
            let found = to_placement(&GUIDELINE, &mv);
            assert_eq!(found, Err(ConvertError::CentreOffBoard { x, y }));
        }
    }

    #[test]
    fn boards_are_padded_but_not_bent() {
        let row = |cells: usize| vec![Some("G".to_string()); cells];
        let empty = || vec![None; 10];
        assert_eq!(to_board(&GUIDELINE, &[]), Ok(Board::EMPTY));
        let short = to_board(&GUIDELINE, &[empty(), row(10)]).unwrap();
        assert_eq!(short.columns, [2; 10]);
        for cells in [0, 9, 11] {
            let found = to_board(&GUIDELINE, &[empty(), row(cells)]);
            let expected = ConvertError::RowWidth {
                row: 1,
                cells,
                width: 10,
            };
            assert_eq!(found, Err(expected));
        }
        let mut tall = vec![empty(); 400];
        assert_eq!(to_board(&GUIDELINE, &tall), Ok(Board::EMPTY));
        tall[40][3] = Some("G".to_string());
        let expected = ConvertError::TooTall {
            row: 40,
            height: 40,
        };
        assert_eq!(to_board(&GUIDELINE, &tall), Err(expected));
    }
}

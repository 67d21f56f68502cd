//! Translates between `start` and positions: the state, the randomizer, the opponents.

use super::{ConvertError, piece_name, to_piece};
use crate::messages::{IncomingGarbage, Opponent, PieceCounts, RandomizerState, Start};
use landfall_rules::board::{CellKind, MAX_HEIGHT, Row, WIDTH};
use landfall_rules::lock::ClearState;
use landfall_rules::{Board, Piece, Playfield, Randomizer, Ruleset, State};

/// Returns the position of a `start`. `randomizer` deals the pieces after its queue.
///
/// # Errors
/// The board does not have the size of these rules.
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
            back_to_back: to_back_to_back(rules, start.back_to_back),
            skips: u8::try_from(start.skips).unwrap_or(u8::MAX),
            solid_row_in: u8::try_from(start.solid_in).unwrap_or(0),
            garbage_rows: to_field(&start.board).garbage_rows(rules),
        },
    })
}

/// Returns the back-to-back count of these rules: at most 1 if they do not count.
pub fn to_back_to_back(rules: &Ruleset, count: u32) -> u16 {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    if rules.attack.back_to_back.is_counted() {
        count
    } else {
        count.min(1)
    }
}

/// Returns the board of rows, the floor first, and how many of the lowest are garbage, if the rules
/// reward clearing garbage.
///
/// # Errors
/// The board does not have the size of these rules.
pub fn to_board_with_garbage(
    rules: &Ruleset,
    rows: &[Vec<Option<String>>],
) -> Result<(Board, u8), ConvertError> {
    Ok((to_board(rules, rows)?, to_field(rows).garbage_rows(rules)))
}

/// What a frontend can send in addition to the player's own position in a versus game.
#[derive(Clone, Copy, Debug)]
pub struct VersusStatus<'a> {
    /// Rows of garbage that wait for the player.
    pub incoming_garbage: u32,
    /// The opponent's field.
    pub opponent: &'a Playfield,
    /// Pieces that the player has placed, if the rules count them.
    pub pieces_placed: Option<u32>,
    /// The frame of the game, 1/60 s, if attacks grow with time.
    pub frame: Option<u64>,
}

/// Returns the `start` of a position. The rows of the board are those of `field`, which has the kind
/// of each cell. `versus` is for bots with the feature
/// [`VERSUS_FEATURE`](crate::messages::VERSUS_FEATURE).
pub fn to_start(state: &State, field: &Playfield, versus: Option<&VersusStatus>) -> Start {
    let opponent = |versus: &VersusStatus| Opponent::Valid {
        board: Some(field_rows(versus.opponent)),
    };
    Start {
        hold: state.hold.map(piece_name),
        queue: state.queue.iter().copied().map(piece_name).collect(),
        combo: u32::from(state.clear_state.combo),
        back_to_back: u32::from(state.clear_state.back_to_back),
        board: field_rows(field),
        skips: u32::from(state.clear_state.skips),
        solid_in: u32::from(state.clear_state.solid_row_in),
        randomizer: Some(to_randomizer_state(&state.randomizer)),
        incoming_garbage: IncomingGarbage::Rows(versus.map_or(0, |versus| versus.incoming_garbage)),
        opponents: versus.map(opponent).into_iter().collect(),
        pieces_placed: versus.and_then(|versus| versus.pieces_placed),
        frame: versus.and_then(|versus| versus.frame),
    }
}

fn field_rows(field: &Playfield) -> Vec<Vec<Option<String>>> {
    field.rows().iter().map(row_cells).collect()
}

/// Returns the field of rows, the floor first: a cell with the letter of a piece is a block of that
/// piece, any other is garbage. Cells outside the field are ignored; [`to_state`] returns an error
/// for them.
pub fn to_field(rows: &[Vec<Option<String>>]) -> Playfield {
    let mut field = Playfield::new();
    for (y, row) in rows.iter().enumerate().take(MAX_HEIGHT) {
        for (x, name) in row.iter().enumerate().take(WIDTH) {
            if let Some(name) = name {
                let piece = name.parse().map(CellKind::Piece);
                let kind = piece.unwrap_or(CellKind::Garbage);
                field.fill(&[(x as i8, y as i8)], kind);
            }
        }
    }
    field
}

/// Returns the rows of a board, the floor first, up to the highest that is not empty. All blocks
/// are garbage, because a board has no kinds of cells.
pub fn board_rows(board: &Board) -> Vec<Vec<Option<String>>> {
    let cell = |x, y| board.filled(x, y).then(|| "G".to_string());
    (0..board.max_height() as i8)
        .map(|y| (0..WIDTH as i8).map(|x| cell(x, y)).collect())
        .collect()
}

/// Returns an opponent with this board.
pub fn to_opponent(board: &Board) -> Opponent {
    Opponent::Valid {
        board: Some(board_rows(board)),
    }
}

/// Returns the state of a randomizer at the end of the queue, for a `start`.
pub fn to_randomizer_state(randomizer: &Randomizer) -> RandomizerState {
    let odds = randomizer.odds();
    match randomizer {
        Randomizer::Uniform => RandomizerState::Uniform,
        Randomizer::Bag { .. } => RandomizerState::SevenBag {
            bag_state: Piece::ALL
                .into_iter()
                .filter(|piece| odds[piece.index()] > 0)
                .map(piece_name)
                .collect(),
        },
        Randomizer::Unknown { .. } => RandomizerState::Unknown,
    }
}

fn row_cells(row: &Row) -> Vec<Option<String>> {
    let name = |cell: &Option<CellKind>| cell.map(|kind| char::from(kind).to_string());
    row.iter().map(name).collect()
}

/// The opponents and the garbage of a `start`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versus {
    /// The known boards of the opponents.
    pub boards: Vec<Board>,
    /// Rows of garbage that wait for the player.
    pub incoming_garbage: u32,
    /// What is wrong with these attributes, one sentence per fault.
    pub warnings: Vec<String>,
}

/// Returns the opponents and the garbage of a `start`. An attribute that cannot be used gives a
/// warning.
pub fn to_versus(rules: &Ruleset, start: &Start) -> Versus {
    let mut versus = Versus::default();
    for (number, opponent) in start.opponents.iter().enumerate() {
        let reason = match opponent {
            Opponent::Valid { board: None } => continue,
            Opponent::Valid { board: Some(rows) } => match to_board(rules, rows) {
                Ok(board) => {
                    versus.boards.push(board);
                    continue;
                }
                Err(_) => format!(
                    "`start.opponents[{number}].board` is not a board of {WIDTH} columns and at most {} rows",
                    rules.height
                ),
            },
            Opponent::Invalid { reason } => reason.clone(),
        };
        let warning = format!("taken as an unknown opponent: {reason}");
        versus.warnings.push(warning);
    }
    match &start.incoming_garbage {
        IncomingGarbage::Rows(rows) => versus.incoming_garbage = *rows,
        IncomingGarbage::Invalid { reason } => {
            let warning = format!("taken as no garbage: {reason}");
            versus.warnings.push(warning);
        }
    }
    versus
}

/// Returns the board of rows, the floor first. Absent rows at the top are empty; rows above the top
/// of the board are accepted if they are empty.
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

/// Returns the randomizer of a state; `None` if it is unknown or has an empty bag.
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

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::{GUIDELINE, TETRIO_S2};

    /// Counts above 1 are written as numbers, and are 1 under rules that do not count.
    #[test]
    fn back_to_back_is_counted_if_the_rules_count_it() {
        let garbage = vec![Some("G".to_string()), None];
        let row = garbage.into_iter().cycle().take(WIDTH).collect::<Vec<_>>();
        for (count, kept, written) in [(0, 0, "false"), (1, 1, "true"), (7, 1, "7")] {
            let start = Start {
                back_to_back: count,
                board: vec![row.clone(), row.clone()],
                ..Start::default()
            };
            let json = serde_json::to_value(&start).unwrap();
            assert_eq!(json["back_to_back"].to_string(), written);
            let read = |rules| {
                to_state(rules, &start, Randomizer::Uniform)
                    .unwrap()
                    .clear_state
            };
            let (guideline, league) = (read(&GUIDELINE), read(&TETRIO_S2));
            assert_eq!((guideline.back_to_back, guideline.garbage_rows), (kept, 0));
            assert_eq!(
                (league.back_to_back, league.garbage_rows),
                (count as u16, 2)
            );
        }
    }

    #[test]
    fn short_boards_are_padded_and_others_refused() {
        let row = |cells: usize| vec![Some("G".to_string()); cells];
        let empty = || vec![None; WIDTH];
        assert_eq!(to_board(&GUIDELINE, &[]), Ok(Board::EMPTY));
        let short = to_board(&GUIDELINE, &[empty(), row(WIDTH)]).unwrap();
        assert_eq!(short.columns, [2; WIDTH]);
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

    #[test]
    fn a_start_has_the_board_the_queue_and_the_bag() {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in [Piece::T, Piece::O, Piece::S, Piece::I, Piece::Z] {
            state.push_piece(piece);
        }
        state.hold = state.queue.pop_front();
        let mut field = Playfield::new();
        field.raise(0x3ff & !1);
        field.fill(&[(4, 1)], CellKind::Piece(Piece::O));
        let start = to_start(&state, &field, None);
        assert_eq!(start.queue.len(), 4);
        assert_eq!((start.board.len(), start.board[0].len()), (40, 10));
        let garbage = start.board[0].iter().flatten().filter(|cell| *cell == "G");
        assert_eq!(garbage.count(), 9);
        assert_eq!(start.board[1][4].as_deref(), Some("O"));
        assert_eq!(to_field(&start.board), field);
        assert!(start.hold.is_some());
        // Five of seven are dealt: two are left in the bag.
        let Some(RandomizerState::SevenBag { bag_state }) = start.randomizer else {
            panic!("not a seven-bag");
        };
        assert_eq!(bag_state.len(), 2);
    }
}

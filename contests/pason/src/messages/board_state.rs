//! The locked cells of a board, and their form of 50 hex digits in messages.

use serde::{Serialize, Serializer};
use std::fmt;

/// Rows of a board.
pub const ROWS: usize = 20;
/// Columns of a board.
pub const COLUMNS: usize = 10;

/// Digits of a board. Each digit is four cells.
const DIGITS: usize = ROWS * COLUMNS / 4;

/// The locked cells as they are reported, top row first; bit `c` of a row is column `c` from
/// the left. Converts to and from [`landfall_rules::Board`].
///
/// ```
/// use landfall_pason::messages::BoardState;
/// use landfall_rules::Board;
///
/// // An O that was dropped at the spawn, as the live server reported it.
/// let state = BoardState::from_hex(&format!("{}c030", "0".repeat(46))).unwrap();
/// let board = Board::from(&state);
/// assert!(board.filled(4, 0) && board.filled(5, 1));
/// assert_eq!(BoardState::from(&board), state);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct BoardState {
    /// Top row first.
    pub rows: [u16; ROWS],
}

impl BoardState {
    /// The board without blocks.
    pub const EMPTY: BoardState = BoardState { rows: [0; ROWS] };

    /// Whether a cell is filled; cells outside the board are empty.
    pub fn filled(&self, row: i32, col: i32) -> bool {
        match (usize::try_from(row), usize::try_from(col)) {
            (Ok(row), Ok(col)) if row < ROWS && col < COLUMNS => self.rows[row] >> col & 1 != 0,
            _ => false,
        }
    }

    /// Parses a board of exactly 50 hex digits of either case: top-left cell first, across
    /// the row and then down, most significant bit first.
    pub fn from_hex(text: &str) -> Option<BoardState> {
        if text.len() != DIGITS {
            return None;
        }
        let mut board = BoardState::EMPTY;
        for (index, digit) in text.chars().enumerate() {
            let digit = digit.to_digit(16)?;
            for bit in 0..4 {
                if digit >> (3 - bit) & 1 != 0 {
                    let cell = index * 4 + bit;
                    board.rows[cell / COLUMNS] |= 1 << (cell % COLUMNS);
                }
            }
        }
        Some(board)
    }

    /// Returns the 50 hex digits, in lower case.
    pub fn to_hex(&self) -> String {
        let digit = |index: usize| {
            let bits = (0..4).fold(0, |bits, bit| {
                let cell = index * 4 + bit;
                bits << 1 | u32::from(self.rows[cell / COLUMNS] >> (cell % COLUMNS) & 1)
            });
            char::from_digit(bits, 16).unwrap_or('0')
        };
        (0..DIGITS).map(digit).collect()
    }
}

impl fmt::Display for BoardState {
    /// Draws the board, top row first: `#` filled, `.` empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows {
            let cells = (0..COLUMNS).map(|col| if row >> col & 1 != 0 { '#' } else { '.' });
            writeln!(f, "{}", cells.collect::<String>())?;
        }
        Ok(())
    }
}

impl Serialize for BoardState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

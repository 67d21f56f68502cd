//! Boards. A [`Board`] has one bit column per x: bit `y` of column `x` is the cell in row `y`, row
//! 0 at the floor. A [`Playfield`] also knows what fills each cell.
//!
//! Rows 0..64 exist. The ruleset says at which height a game is lost.

mod playfield;

pub use playfield::{CellKind, Playfield, Row};

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Cell coordinates: column from the left, row from the floor.
pub type Cell = (i8, i8);

/// Columns of the board of every ruleset.
pub const WIDTH: usize = 10;

/// Rows of the highest ruleset.
pub const MAX_HEIGHT: usize = 40;

/// A row in which every column is filled, as [`Board::raise`] takes it.
pub const FULL_ROW: u16 = (1 << WIDTH) - 1;

/// The board of the rulesets.
pub type Board = Bitboard<WIDTH>;

/// A board of `W` columns; [`Board`] is that of the rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<const W: usize> {
    /// One bit set per filled cell; index is the column, bit is the row.
    pub columns: [u64; W],
}

impl<const W: usize> Bitboard<W> {
    /// The board without blocks.
    pub const EMPTY: Bitboard<W> = Bitboard { columns: [0; W] };

    /// Returns whether a cell is filled; outside the columns or below the floor everything is.
    pub fn filled(&self, x: i8, y: i8) -> bool {
        match self.columns.get(x as usize) {
            Some(_) if y < 0 => true,
            Some(column) => y < 64 && column >> y & 1 == 1,
            None => true,
        }
    }

    /// Fills one cell. Cells outside the board are ignored.
    pub fn fill(&mut self, x: i8, y: i8) {
        if let Some(column) = self.columns.get_mut(x as usize)
            && (0..64).contains(&y)
        {
            *column |= 1 << y;
        }
    }

    /// Empties one cell. Cells outside the board are ignored.
    pub fn clear(&mut self, x: i8, y: i8) {
        if let Some(column) = self.columns.get_mut(x as usize)
            && (0..64).contains(&y)
        {
            *column &= !(1 << y);
        }
    }

    /// Returns the filled cells, column by column from the left, each from the floor.
    ///
    /// ```
    /// use landfall_rules::Board;
    /// let board: Board = "#.........\n##........".parse().unwrap();
    /// assert_eq!(board.cells().collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 0)]);
    /// assert_eq!(board.cells().collect::<Board>(), board);
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<W> {
        let columns = self.columns.into_iter().enumerate();
        columns.flat_map(|(x, column)| {
            let rows = (0..64).filter(move |y| column >> y & 1 == 1);
            rows.map(move |y| (x as i8, y))
        })
    }

    /// Returns the number of rows up to and with the highest filled cell of a column.
    pub fn height(&self, x: usize) -> u32 {
        64 - self.columns[x].leading_zeros()
    }

    /// Returns the number of rows up to and with the highest filled cell of the board.
    pub fn max_height(&self) -> u32 {
        64 - self
            .columns
            .iter()
            .fold(0, |all, c| all | c)
            .leading_zeros()
    }

    /// Returns whether no cell is filled.
    pub fn is_empty(&self) -> bool {
        self.columns.iter().all(|&c| c == 0)
    }

    /// Returns the rows in which every cell is filled, as a mask of rows.
    pub fn full_rows(&self) -> u64 {
        self.columns.iter().fold(!0, |full, c| full & c)
    }

    /// Removes the rows of a mask; the rows above move down.
    pub fn remove_rows(&mut self, rows: u64) {
        let mut left = rows;
        while left != 0 {
            let y = 63 - left.leading_zeros();
            let below = (1 << y) - 1;
            for column in &mut self.columns {
                *column = (*column & below) | (*column >> 1 & !below);
            }
            left &= below;
        }
    }

    /// Returns whether nothing is filled but full rows at the floor.
    pub fn is_bare(&self) -> bool {
        let full = self.full_rows();
        self.columns.iter().all(|&column| column == full)
    }

    /// Returns a hash of the cells, mixed into `seed`, which may be a hash of other things. Faster
    /// than [`Hash`], and the same on every machine.
    #[inline]
    pub fn seeded_hash(&self, seed: u64) -> u64 {
        self.columns.iter().fold(seed, |hash, &column| {
            (hash ^ column)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        })
    }

    /// Moves the rows above the lowest `kept` ones up, and puts `garbage` (a mask of filled columns
    /// per row, the lowest first) between. Rows that leave row 63 are lost.
    pub fn raise_above(&mut self, kept: u32, garbage: &[u16]) {
        let below = 1u64.checked_shl(kept).map_or(!0, |bit| bit - 1);
        let base = self.columns.map(|column| column & below);
        for column in &mut self.columns {
            *column = column.checked_shr(kept).unwrap_or(0);
        }
        self.raise(garbage);
        for (column, base) in self.columns.iter_mut().zip(base) {
            *column = column.checked_shl(kept).unwrap_or(0) | base;
        }
    }

    /// Moves all rows up by as many rows as `garbage` has, and puts `garbage` (a mask of filled
    /// columns per row, floor first) below them. Rows that leave row 63 are lost.
    pub fn raise(&mut self, garbage: &[u16]) {
        let rows = garbage.len().min(64);
        for (x, column) in self.columns.iter_mut().enumerate() {
            *column = column.checked_shl(rows as u32).unwrap_or(0);
            for (y, row) in garbage.iter().take(rows).enumerate() {
                *column |= u64::from(row >> x & 1) << y;
            }
        }
    }
}

impl<const W: usize> Default for Bitboard<W> {
    fn default() -> Self {
        Bitboard::EMPTY
    }
}

/// The board of these filled cells. Cells outside the board are ignored.
impl<const W: usize> FromIterator<Cell> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Bitboard<W> {
        let mut board = Bitboard::EMPTY;
        for (x, y) in cells {
            board.fill(x, y);
        }
        board
    }
}

/// Parses a drawn board, top row first; `.`, `_` and a space within a row are empty, anything else
/// is filled. The last line is row 0; white space at the ends of a line and blank lines do not
/// count. A line with the wrong width is an error, and so are more than 64 rows.
///
/// ```
/// use landfall_rules::Board;
/// let board: Board = "
///     .#........
///     .###..####
/// ".parse().unwrap();
/// assert!(board.filled(1, 1) && !board.filled(4, 0));
/// assert_eq!(board.to_string(), ".#........\n.###..####");
/// ```
impl<const W: usize> FromStr for Bitboard<W> {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Bitboard<W>, ParseBoardError> {
        let rows = drawn_rows(text, W, 64)?;
        let mut board = Bitboard::EMPTY;
        for (y, (_, row)) in rows.iter().rev().enumerate() {
            for (x, cell) in row.chars().enumerate() {
                if !matches!(cell, '.' | '_' | ' ') {
                    board.columns[x] |= 1 << y;
                }
            }
        }
        Ok(board)
    }
}

/// Returns the rows of a drawing, top row first, with the numbers of their lines from 1, if there are
/// at most `most`, of `width` cells each.
fn drawn_rows(
    text: &str,
    width: usize,
    most: usize,
) -> Result<Vec<(usize, &str)>, ParseBoardError> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(i, line)| (i + 1, line.trim()));
    let rows: Vec<(usize, &str)> = lines.filter(|(_, row)| !row.is_empty()).collect();
    if rows.len() > most {
        let rows = rows.len();
        return Err(ParseBoardError::TooTall { rows, most });
    }
    for &(line, row) in &rows {
        let found = row.chars().count();
        if found != width {
            return Err(ParseBoardError::Width {
                line,
                found,
                expected: width,
            });
        }
    }
    Ok(rows)
}

/// Draws the board top row first, `#` filled and `.` empty, at least one row.
impl<const W: usize> fmt::Display for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.max_height().max(1)).rev() {
            for column in &self.columns {
                f.write_str(if column >> y & 1 == 1 { "#" } else { "." })?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// The drawing, on lines of its own.
impl<const W: usize> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

/// Why a drawn board could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseBoardError {
    /// A row is not as wide as the board.
    Width {
        /// Line of the text, from 1.
        line: usize,
        /// Cells in that line.
        found: usize,
        /// Cells in a row of this board.
        expected: usize,
    },
    /// More rows than a board has.
    TooTall {
        /// Rows in the text.
        rows: usize,
        /// Rows of the board.
        most: usize,
    },
    /// A letter of a [`Playfield`] is neither a piece nor garbage.
    Letter {
        /// Line of the text, from 1.
        line: usize,
        /// The letter.
        letter: char,
    },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::Width {
                line,
                found,
                expected,
            } => write!(
                f,
                "line {line} has {found} cells, a row has {expected}: draw one character a cell, '.' for empty"
            ),
            ParseBoardError::TooTall { rows, most } => {
                write!(f, "{rows} rows are drawn, a board has at most {most}")
            }
            ParseBoardError::Letter { line, letter } => write!(
                f,
                "line {line} has {letter:?}: write a piece's letter, 'G' for garbage or '.' for empty"
            ),
        }
    }
}

impl core::error::Error for ParseBoardError {}

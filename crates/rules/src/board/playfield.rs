//! The playfield as people see it: what filled each cell. A [`Board`] knows filled
//! and empty only; here a cell keeps its colour until it is cleared.

use crate::board::{Board, Cell, MAX_HEIGHT, ParseBoardError, WIDTH, drawn_rows};
use crate::piece::{ParsePieceError, Piece};
use crate::ruleset::Ruleset;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// What fills a cell. Its letter is that of the piece, or `G`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellKind {
    /// Part of this piece.
    Piece(Piece),
    /// Part of a garbage row.
    Garbage,
}

impl From<CellKind> for char {
    fn from(kind: CellKind) -> char {
        match kind {
            CellKind::Piece(piece) => piece.into(),
            CellKind::Garbage => 'G',
        }
    }
}

/// Reads the letter of a piece, or `G`.
impl TryFrom<char> for CellKind {
    type Error = ParsePieceError;

    fn try_from(letter: char) -> Result<CellKind, ParsePieceError> {
        match letter {
            'G' => Ok(CellKind::Garbage),
            letter => Piece::try_from(letter).map(CellKind::Piece),
        }
    }
}

/// Writes the letter.
impl fmt::Display for CellKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(char::from(*self).encode_utf8(&mut [0; 4]))
    }
}

impl FromStr for CellKind {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<CellKind, ParsePieceError> {
        match text {
            "G" => Ok(CellKind::Garbage),
            piece => piece.parse().map(CellKind::Piece),
        }
    }
}

/// A row of cells.
pub type Row = [Option<CellKind>; WIDTH];

/// A field of 40 rows, the floor first.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Playfield {
    rows: Vec<Row>,
}

impl Default for Playfield {
    fn default() -> Playfield {
        Playfield::new()
    }
}

/// The field of a board, with every block as garbage.
impl From<&Board> for Playfield {
    fn from(board: &Board) -> Playfield {
        let cell = |x, y| board.filled(x, y).then_some(CellKind::Garbage);
        let row = |y| core::array::from_fn(|x| cell(x as i8, y));
        Playfield {
            rows: (0..MAX_HEIGHT as i8).map(row).collect(),
        }
    }
}

/// Draws the field top row first, at least one row: `.` is empty, a filled cell has the letter of
/// its [`CellKind`].
impl fmt::Display for Playfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.drawn_rows().rev().collect();
        match rows.is_empty() {
            true => f.write_str(&".".repeat(WIDTH)),
            false => f.write_str(&rows.join("\n")),
        }
    }
}

/// Parses a drawing, top row first: `.`, `_` and a space within a row are empty, a filled cell has
/// the letter of its [`CellKind`]. White space at the ends of a line and blank lines do not count.
///
/// ```
/// use landfall_rules::board::CellKind;
/// use landfall_rules::{Piece, Playfield};
///
/// let field: Playfield = "
///     .T........
///     TTT.GGGGGG
/// ".parse()?;
/// assert_eq!(field.get((1, 1)), Some(CellKind::Piece(Piece::T)));
/// assert_eq!(field.to_string(), ".T........\nTTT.GGGGGG");
/// # Ok::<(), landfall_rules::board::ParseBoardError>(())
/// ```
impl FromStr for Playfield {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Playfield, ParseBoardError> {
        let mut field = Playfield::new();
        let rows = drawn_rows(text, WIDTH, MAX_HEIGHT)?;
        for (y, (line, row)) in rows.into_iter().rev().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                field.rows[y][x] = match letter {
                    '.' | '_' | ' ' => None,
                    letter => Some(
                        CellKind::try_from(letter)
                            .map_err(|_| ParseBoardError::Letter { line, letter })?,
                    ),
                };
            }
        }
        Ok(field)
    }
}

/// The drawing, on lines of its own.
impl fmt::Debug for Playfield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

impl Playfield {
    /// Returns a field without blocks.
    pub fn new() -> Playfield {
        Playfield {
            rows: vec![[None; WIDTH]; MAX_HEIGHT],
        }
    }

    /// Returns every row, the floor first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the text of each row up to the highest filled cell, the floor first: `.` is empty, a
    /// filled cell has the letter of its [`CellKind`].
    pub fn drawn_rows(&self) -> impl DoubleEndedIterator<Item = String> {
        let letter = |cell: &Option<CellKind>| cell.map_or('.', char::from);
        let rows = self.rows[..self.height()].iter();
        rows.map(move |row| row.iter().map(letter).collect())
    }

    /// Returns what fills a cell; `None` outside the field.
    pub fn get(&self, (x, y): Cell) -> Option<CellKind> {
        *self.rows.get(y as usize)?.get(x as usize)?
    }

    /// Fills cells. Those outside the field are ignored.
    pub fn fill(&mut self, cells: &[Cell], block: CellKind) {
        for &cell in cells {
            self.set(cell, Some(block));
        }
    }

    /// Fills a cell, or empties it. One outside the field is ignored.
    pub fn set(&mut self, (x, y): Cell, block: Option<CellKind>) {
        let row = self.rows.get_mut(y as usize);
        if let Some(cell) = row.and_then(|row| row.get_mut(x as usize)) {
            *cell = block;
        }
    }

    /// Returns the board of the filled cells.
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for (y, row) in self.rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|cell| cell.1.is_some()) {
                board.fill(x as i8, y as i8);
            }
        }
        board
    }

    /// Returns the mirror image of the field, with mirrored pieces.
    pub fn mirrored(&self) -> Playfield {
        let mirrored = |cell: Option<CellKind>| match cell {
            Some(CellKind::Piece(piece)) => Some(CellKind::Piece(piece.mirrored())),
            other => other,
        };
        let row = |row: &Row| core::array::from_fn(|x| mirrored(row[WIDTH - 1 - x]));
        Playfield {
            rows: self.rows.iter().map(row).collect(),
        }
    }

    /// Returns how many of the lowest rows are garbage, where the rules pay for clearing one
    /// ([`ClearState::garbage_rows`](crate::lock::ClearState::garbage_rows)); else 0.
    pub fn garbage_rows(&self, rules: &Ruleset) -> u8 {
        let is_garbage = |row: &&Row| row.contains(&Some(CellKind::Garbage));
        match rules.attack.garbage_bonus {
            0 => 0,
            _ => self.rows.iter().take_while(is_garbage).count() as u8,
        }
    }

    /// Returns whether every cell of a row is filled.
    pub fn full(&self, y: usize) -> bool {
        self.rows[y].iter().all(Option::is_some)
    }

    /// Removes the full rows; the rows above move down.
    pub fn remove_full_rows(&mut self) {
        self.rows.retain(|row| row.iter().any(Option::is_none));
        self.rows.resize(MAX_HEIGHT, [None; WIDTH]);
    }

    /// Removes the rows of a mask; the rows above move down.
    pub fn remove_rows(&mut self, rows: u64) {
        let mut numbers = 0..MAX_HEIGHT;
        self.rows
            .retain(|_| numbers.next().is_none_or(|y| rows >> y & 1 == 0));
        self.rows.resize(MAX_HEIGHT, [None; WIDTH]);
    }

    /// Pushes everything up by one row of garbage, a mask of its filled columns. The top row
    /// is lost.
    pub fn raise(&mut self, garbage: u16) {
        let row = core::array::from_fn(|x| (garbage >> x & 1 == 1).then_some(CellKind::Garbage));
        self.rows.pop();
        self.rows.insert(0, row);
    }

    /// Returns the number of rows up to and with the highest filled cell.
    pub fn height(&self) -> usize {
        self.rows
            .iter()
            .rposition(|row| row.iter().any(Option::is_some))
            .map_or(0, |y| y + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_their_colours_when_rows_are_removed() {
        let mut field = Playfield::new();
        field.raise(crate::board::FULL_ROW & !(1 << 3));
        field.fill(&[(3, 0), (3, 1)], CellKind::Piece(Piece::I));
        assert!(field.full(0));
        field.remove_full_rows();
        assert_eq!(field.get((3, 0)), Some(CellKind::Piece(Piece::I)));
        assert_eq!((field.height(), field.rows().len()), (1, MAX_HEIGHT));
    }

    #[test]
    fn cells_outside_the_field_are_ignored() {
        let mut field = Playfield::new();
        field.fill(
            &[(-1, 0), (WIDTH as i8, 0), (0, -1), (0, 40)],
            CellKind::Garbage,
        );
        assert_eq!(field, Playfield::new());
        assert_eq!(field.get((-1, 0)), None);
    }
}

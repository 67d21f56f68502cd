//! The playfield of a page: 23 rows, and one row of garbage below it.

use crate::digits::{Reader, Writer};
use crate::error::FumenError;
use landfall_rules::board::CellKind;
use landfall_rules::{Piece, Playfield};

/// Columns of a field.
pub const COLUMNS: usize = 10;

/// Rows of a field, without the one below it.
pub const ROWS: usize = 23;

/// A version of the format with a known layout. The versions differ in the rows of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// 21 rows.
    V110,
    /// 23 rows. This version is written.
    V115,
}

impl Version {
    /// Returns the rows of a field, without the one below it.
    pub(crate) fn rows(self) -> usize {
        match self {
            Version::V110 => 21,
            Version::V115 => ROWS,
        }
    }

    /// Returns the cells of a field, with the row below it.
    pub(crate) fn cells(self) -> usize {
        COLUMNS * (self.rows() + 1)
    }
}

/// Added to differences to make them non-negative.
const DIFFERENCE_OFFSET: i32 = 8;

/// The number of a grey block.
const GREY: i32 = 8;

/// What is in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A block of a piece.
    Piece(Piece),
    /// A block of garbage.
    Grey,
}

/// The pieces in the order of their numbers, from 1.
pub(crate) const PIECES: [Piece; 7] = [
    Piece::I,
    Piece::L,
    Piece::O,
    Piece::Z,
    Piece::T,
    Piece::J,
    Piece::S,
];

/// Returns the number of a piece, 1..=7.
pub(crate) fn piece_number(piece: Piece) -> u32 {
    let index = PIECES.iter().position(|&other| other == piece);
    index.map_or(0, |index| index as u32 + 1)
}

/// A field; `rows[0]` is the row below it, `rows[1]` the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    rows: [[Cell; COLUMNS]; ROWS + 1],
}

impl Default for Field {
    fn default() -> Field {
        Field {
            rows: [[Cell::Empty; COLUMNS]; ROWS + 1],
        }
    }
}

/// The lowest rows of a playfield, as many as a field has.
impl From<&Playfield> for Field {
    fn from(playfield: &Playfield) -> Field {
        let mut field = Field::default();
        for (y, row) in playfield.rows().iter().enumerate().take(ROWS) {
            for (x, block) in row.iter().enumerate() {
                let cell = match block {
                    None => Cell::Empty,
                    Some(CellKind::Garbage) => Cell::Grey,
                    Some(CellKind::Piece(piece)) => Cell::Piece(*piece),
                };
                field.set(x, y, cell);
            }
        }
        field
    }
}

/// The field without the row below it.
impl From<&Field> for Playfield {
    fn from(field: &Field) -> Playfield {
        let mut playfield = Playfield::new();
        for (y, row) in field.rows[1..].iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                let block = match cell {
                    Cell::Empty => continue,
                    Cell::Grey => CellKind::Garbage,
                    Cell::Piece(piece) => CellKind::Piece(*piece),
                };
                playfield.fill(&[(x as i8, y as i8)], block);
            }
        }
        playfield
    }
}

impl Field {
    /// Returns how many blocks of a playfield are above the highest row of a field.
    pub fn lost_blocks(playfield: &Playfield) -> usize {
        let above = playfield.rows().iter().skip(ROWS);
        above.flatten().filter(|cell| cell.is_some()).count()
    }

    /// Returns a cell, row 0 the floor; empty outside the field.
    pub fn get(&self, x: usize, y: usize) -> Cell {
        let row = self.rows.get(y + 1);
        row.and_then(|row| row.get(x)).copied().unwrap_or_default()
    }

    /// Fills a cell, row 0 the floor. Returns whether it is on the field.
    pub fn set(&mut self, x: usize, y: usize, cell: Cell) -> bool {
        let place = self.rows.get_mut(y + 1).and_then(|row| row.get_mut(x));
        match place {
            Some(place) => {
                *place = cell;
                true
            }
            None => false,
        }
    }

    /// Returns the number of rows up to the highest block.
    pub fn height(&self) -> usize {
        let filled = |row: &[Cell; COLUMNS]| row.iter().any(|&cell| cell != Cell::Empty);
        self.rows[1..].iter().rposition(filled).map_or(0, |y| y + 1)
    }

    /// Removes the full rows; rows above fall.
    pub(crate) fn remove_full_rows(&mut self) {
        let full = |row: &[Cell; COLUMNS]| row.iter().all(|&cell| cell != Cell::Empty);
        let left = self.rows[1..].iter().filter(|row| !full(row)).copied();
        let left: Vec<[Cell; COLUMNS]> = left.collect();
        let mut rows = [[Cell::Empty; COLUMNS]; ROWS + 1];
        rows[0] = self.rows[0];
        rows[1..=left.len()].copy_from_slice(&left);
        self.rows = rows;
    }

    /// Raises all rows by one; the row below enters the field, and the highest of the version
    /// leaves it.
    pub(crate) fn raise(&mut self, version: Version) {
        let rows = &mut self.rows[..=version.rows()];
        rows.rotate_right(1);
        rows[0] = [Cell::Empty; COLUMNS];
    }

    /// Mirrors all rows but the one below.
    pub(crate) fn mirror(&mut self) {
        for row in &mut self.rows[1..] {
            row.reverse();
        }
    }

    /// Returns the cells in the order of the format: the top row first, left to right.
    fn numbers(&self, version: Version) -> impl Iterator<Item = i32> {
        let rows = self.rows[..=version.rows()].iter();
        rows.rev().flatten().map(|cell| match cell {
            Cell::Empty => 0,
            Cell::Piece(piece) => piece_number(*piece) as i32,
            Cell::Grey => GREY,
        })
    }
}

/// The run that means that nothing has changed. The number of further pages with the same field
/// follows it.
fn unchanged_run(version: Version) -> u32 {
    run_number(DIFFERENCE_OFFSET, version.cells() as u32, version)
}

/// Returns the number of a run: the difference times the cells of a field, plus the length of the
/// run less one. It has two digits.
fn run_number(difference: i32, length: u32, version: Version) -> u32 {
    difference as u32 * version.cells() as u32 + length - 1
}

/// Writes the differences between two fields in runs of equal ones.
pub(crate) fn write_field(writer: &mut Writer, before: &Field, after: &Field) {
    let version = Version::V115;
    let differences = after.numbers(version).zip(before.numbers(version));
    let mut run: Option<(i32, u32)> = None;
    for difference in differences.map(|(after, before)| after - before + DIFFERENCE_OFFSET) {
        run = match run {
            Some((same, length)) if same == difference => Some((same, length + 1)),
            Some((other, length)) => {
                writer.number(run_number(other, length, version), 2);
                Some((difference, 1))
            }
            None => Some((difference, 1)),
        };
    }
    if let Some((difference, length)) = run {
        writer.number(run_number(difference, length, version), 2);
    }
}

/// Reads the next field, and whether it is written as unchanged.
///
/// # Errors
/// The text ends, or has blocks that do not exist.
pub(crate) fn read_field(
    reader: &mut Reader,
    before: &Field,
    version: Version,
) -> Result<(Field, bool), FumenError> {
    let mut numbers: Vec<i32> = before.numbers(version).collect();
    let cells = version.cells();
    let mut at = 0;
    while at < cells {
        let run = reader.number(2)?;
        if at == 0 && run == unchanged_run(version) {
            return Ok((before.clone(), true));
        }
        let difference = (run / cells as u32) as i32 - DIFFERENCE_OFFSET;
        let end = at + (run % cells as u32) as usize + 1;
        let Some(run) = numbers.get_mut(at..end) else {
            return Err(reader.malformed(2, "it describes more cells than a field has"));
        };
        for cell in run {
            *cell += difference;
            if !(0..=GREY).contains(cell) {
                return Err(reader.malformed(2, "it names a colour of blocks that does not exist"));
            }
        }
        at = end;
    }
    let mut field = Field::default();
    let rows = field.rows[..=version.rows()].iter_mut().rev();
    for (cell, number) in rows.flatten().zip(numbers) {
        *cell = match number {
            0 => Cell::Empty,
            GREY => Cell::Grey,
            piece => Cell::Piece(PIECES[piece as usize - 1]),
        };
    }
    Ok((field, false))
}

//! Pages: a field, a piece that locks on it, flags and a comment; and the field that the next
//! page starts from.

use super::field::{
    CELLS, COLUMNS, Cell, Field, PIECES, ROWS, piece_number, read_field, write_field,
};
use super::text::{FumenError, Reader, Writer};
use landfall_rules::{Piece, Placement, Rotation, SRS, Spin};

/// Most letters of an escaped comment.
const MAX_COMMENT_LETTERS: usize = 4_095;

/// Letters of printable ASCII; four of them make a number.
const COMMENT_LETTERS: u32 = 96;

/// Most pages of a fumen; editors write fewer.
const MAX_PAGES: usize = 20_000;

/// The rotation states in the order of their numbers.
const ROTATIONS: [Rotation; 4] = [
    Rotation::South,
    Rotation::East,
    Rotation::North,
    Rotation::West,
];

/// The longest text that is read, in bytes: as many pages as are read, each with its longest comment,
/// need more, but no editor makes such links.
pub const MAX_BYTES: usize = 16 << 20;

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The field before the piece.
    pub field: Field,
    /// The piece that locks on it, in SRS, without a spin.
    pub piece: Option<Placement>,
    /// A comment from this page on; `None` keeps that of the page before.
    pub comment: Option<String>,
}

/// Returns the offset of the stored cell from the centre of a piece. States with the same cells
/// share a stored cell, as in older rotation systems.
fn stored_offset(piece: Piece, rotation: Rotation) -> (i8, i8) {
    use Rotation::{East, North, South, West};
    match (piece, rotation) {
        (Piece::O, West) => (-1, 1),
        (Piece::O | Piece::I, South) => (-1, 0),
        (Piece::O | Piece::S | Piece::Z, North) | (Piece::I, West) => (0, 1),
        (Piece::S, East) => (1, 0),
        (Piece::Z, West) => (-1, 0),
        _ => (0, 0),
    }
}

/// The flags of a page.
#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    raise: bool,
    mirror: bool,
    guideline_colors: bool,
    comment: bool,
    keep: bool,
}

/// Encodes pages. Pieces that are not entirely on the field are left out.
pub fn encode(pages: &[Page]) -> String {
    let mut writer = Writer::default();
    let mut before = Field::default();
    // The position of the count of pages that repeat the field of the page before.
    let mut repeats: Option<usize> = None;
    for (number, page) in pages.iter().enumerate() {
        match repeats {
            Some(place) if page.field == before && *writer.digit_mut(place) < 63 => {
                *writer.digit_mut(place) += 1;
            }
            _ => {
                write_field(&mut writer, &before, &page.field);
                repeats = (page.field == before).then(|| {
                    writer.number(0, 1);
                    writer.position() - 1
                });
            }
        }
        let piece = page.piece.filter(|piece| stored_cell(piece).is_some());
        let flags = Flags {
            guideline_colors: number == 0,
            comment: page.comment.is_some(),
            ..Flags::default()
        };
        writer.number(encode_action(piece, flags), 3);
        if let Some(comment) = &page.comment {
            write_comment(&mut writer, comment);
        }
        before = next_field(&page.field, piece, flags);
    }
    writer.finish()
}

/// Decodes pages.
///
/// # Errors
/// The text is no fumen, ends too early, or contains numbers that mean nothing.
pub fn decode(text: &str) -> Result<Vec<Page>, FumenError> {
    if text.len() > MAX_BYTES {
        return Err(FumenError::TooLong { bytes: text.len() });
    }
    let mut reader = Reader::new(text)?;
    let mut pages = Vec::new();
    let mut before = Field::default();
    let mut repeats = 0;
    while !reader.is_empty() {
        if pages.len() >= MAX_PAGES {
            return Err(FumenError::Malformed("it has more pages than any editor"));
        }
        let field = match repeats {
            0 => {
                let field = read_field(&mut reader, &before)?;
                if field == before {
                    repeats = reader.number(1)?;
                }
                field
            }
            _ => {
                repeats -= 1;
                before
            }
        };
        let (piece, flags) = decode_action(reader.number(3)?)?;
        let comment = if flags.comment {
            Some(read_comment(&mut reader)?)
        } else {
            None
        };
        before = next_field(&field, piece, flags);
        pages.push(Page {
            field,
            piece,
            comment,
        });
    }
    if pages.is_empty() {
        Err(FumenError::Truncated)
    } else {
        Ok(pages)
    }
}

/// Returns the field after a page.
fn next_field(field: &Field, piece: Option<Placement>, flags: Flags) -> Field {
    let mut field = field.clone();
    if flags.keep {
        return field;
    }
    if let Some(piece) = piece {
        for (x, y) in SRS.cells(&piece) {
            if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) {
                field.set(x, y, Cell::Piece(piece.piece));
            }
        }
    }
    field.remove_full_rows();
    if flags.raise {
        field.raise();
    }
    if flags.mirror {
        field.mirror();
    }
    field
}

/// Returns the number of the stored cell of a piece, if all of it is on the field.
fn stored_cell(piece: &Placement) -> Option<u32> {
    let inside = |(x, y): (i8, i8)| (0..COLUMNS as i8).contains(&x) && (0..ROWS as i8).contains(&y);
    if !SRS.cells(piece).into_iter().all(inside) {
        return None;
    }
    let (dx, dy) = stored_offset(piece.piece, piece.rotation);
    let (x, y) = (i32::from(piece.x + dx), i32::from(piece.y + dy));
    let place = (ROWS as i32 - 1 - y) * COLUMNS as i32 + x;
    u32::try_from(place).ok()
}

fn encode_action(piece: Option<Placement>, flags: Flags) -> u32 {
    let (kind, state, place) = match &piece {
        Some(piece) => {
            let state = ROTATIONS.iter().position(|&state| state == piece.rotation);
            let place = stored_cell(piece).unwrap_or(0);
            (piece_number(piece.piece), state.unwrap_or(0) as u32, place)
        }
        None => (0, 0, 0),
    };
    let bits = [
        flags.raise,
        flags.mirror,
        flags.guideline_colors,
        flags.comment,
        flags.keep,
    ];
    let bits = bits
        .iter()
        .rev()
        .fold(0, |sum, &bit| sum * 2 + u32::from(bit));
    ((bits * CELLS as u32 + place) * 4 + state) * 8 + kind
}

fn decode_action(number: u32) -> Result<(Option<Placement>, Flags), FumenError> {
    let (kind, state) = (number % 8, ROTATIONS[(number / 8 % 4) as usize]);
    let place = (number / 32 % CELLS as u32) as usize;
    let bits = number / 32 / CELLS as u32;
    let bit = |index: u32| bits >> index & 1 == 1;
    let flags = Flags {
        raise: bit(0),
        mirror: bit(1),
        guideline_colors: bit(2),
        comment: bit(3),
        keep: bit(4),
    };
    if kind == 0 {
        return Ok((None, flags));
    }
    let piece = PIECES[kind as usize - 1];
    let (dx, dy) = stored_offset(piece, state);
    let placement = Placement {
        piece,
        rotation: state,
        x: (place % COLUMNS) as i8 - dx,
        y: ROWS as i8 - 1 - (place / COLUMNS) as i8 - dy,
        spin: Spin::None,
    };
    Ok((Some(placement), flags))
}

/// Writes a comment, escaped and cut to its longest length.
fn write_comment(writer: &mut Writer, comment: &str) {
    let escaped = escape(comment);
    let letters = &escaped.as_bytes()[..whole_letters(&escaped)];
    writer.number(letters.len() as u32, 2);
    for four in letters.chunks(4) {
        let number = four.iter().rev();
        let number = number.fold(0, |sum, &letter| {
            sum * COMMENT_LETTERS + u32::from(letter - b' ')
        });
        writer.number(number, 5);
    }
}

/// Returns how many letters of an escaped comment are kept: no escape is cut, nor one half of a pair.
fn whole_letters(escaped: &str) -> usize {
    if escaped.len() <= MAX_COMMENT_LETTERS {
        return escaped.len();
    }
    let mut end = MAX_COMMENT_LETTERS;
    if let Some(at) = escaped[..end].rfind('%') {
        let length = if escaped[at..].starts_with("%u") {
            6
        } else {
            3
        };
        if at + length > end {
            end = at;
        }
    }
    let last = &escaped[end.saturating_sub(6)..end];
    let is_first_half = ["%uD8", "%uD9", "%uDA", "%uDB"]
        .iter()
        .any(|half| last.starts_with(half));
    if is_first_half { end - 6 } else { end }
}

fn read_comment(reader: &mut Reader) -> Result<String, FumenError> {
    let length = reader.number(2)? as usize;
    let mut letters = String::new();
    for _ in 0..length.div_ceil(4) {
        let mut four = reader.number(5)?;
        for _ in 0..4 {
            let letter = b' ' + (four % COMMENT_LETTERS) as u8;
            letters.push(char::from(letter));
            four /= COMMENT_LETTERS;
        }
    }
    letters.truncate(length);
    Ok(unescape(&letters))
}

/// Escapes as the JavaScript function `escape` does: UTF-16, `%XX` below 256, else `%uXXXX`.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"@*_+-./".contains(&byte) => {
                escaped.push(char::from(byte));
            }
            Ok(byte) => escaped.push_str(&format!("%{byte:02X}")),
            Err(_) => escaped.push_str(&format!("%u{unit:04X}")),
        }
    }
    escaped
}

/// Reverses [`escape`]. Text that only looks escaped stays.
fn unescape(text: &str) -> String {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let code = |from: usize, to: usize| {
            let digits = rest.get(from..to)?;
            let hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            u16::from_str_radix(digits, 16).ok().filter(|_| hex)
        };
        let (unit, length) = match letter {
            '%' if rest.starts_with("%u") => (code(2, 6), 6),
            '%' => (code(1, 3), 3),
            _ => (None, 1),
        };
        match unit {
            Some(unit) => {
                units.push(unit);
                rest = &rest[length..];
            }
            None => {
                units.extend(letter.encode_utf16(&mut [0; 2]).iter());
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests;

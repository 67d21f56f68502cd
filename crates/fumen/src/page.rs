//! Pages: a field, a piece, flags and a comment; and the field that the next page starts from.

use crate::action::{ACTION_DIGITS, Action, decode_action, encode_action, stored_cell};
use crate::comment::{read_comment, write_comment};
use crate::digits::{Reader, Writer};
use crate::error::FumenError;
use crate::field::{Cell, Field, Version, read_field, write_field};
use landfall_rules::Placement;
use landfall_rules::rulesets::GUIDELINE;

/// Most pages of a fumen; editors write fewer.
pub const MAX_PAGES: usize = 20_000;

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The field before the piece.
    pub field: Field,
    /// The piece on it, in SRS, without a spin.
    pub piece: Option<Placement>,
    /// A comment from this page on; `None` keeps that of the page before.
    pub comment: Option<String>,
    /// What happens at the end of the page.
    pub flags: Flags,
}

/// The flags of a page. If `lock` is false, they have no effect at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Whether the piece locks, full rows are cleared, and a quiz is updated. A piece that does not
    /// lock is only shown.
    pub lock: bool,
    /// Whether the row below the field then rises into the field.
    pub rise: bool,
    /// Whether the field is then mirrored.
    pub mirror: bool,
    /// Whether pieces have the colours of the guideline; editors read it from the first page only.
    pub colorize: bool,
}

/// The piece locks, nothing rises, nothing is mirrored, in the colours of the guideline.
impl Default for Flags {
    fn default() -> Flags {
        Flags {
            lock: true,
            rise: false,
            mirror: false,
            colorize: true,
        }
    }
}

/// Encodes pages as a fumen of version 115. Pieces that are not entirely on the field are left out.
pub fn encode(pages: &[Page]) -> String {
    let mut writer = Writer::default();
    let mut before = Field::default();
    // The position of the count of pages that repeat the field of the page before.
    let mut repeats: Option<usize> = None;
    for page in pages {
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
        let action = Action {
            piece: page.piece.filter(|piece| stored_cell(piece).is_some()),
            flags: page.flags,
            comment: page.comment.is_some(),
        };
        writer.number(encode_action(&action), ACTION_DIGITS);
        if let Some(comment) = &page.comment {
            write_comment(&mut writer, comment);
        }
        before = next_field(&page.field, &action, Version::V115);
    }
    writer.finish()
}

/// Reads pages one after the other.
#[derive(Clone, Debug)]
pub struct PageReader {
    version: Version,
    /// The field of the next page, if that does not change it.
    before: Field,
    /// Pages that are known to have that field.
    repeats: u32,
}

impl PageReader {
    /// Returns a reader of the pages of a fumen.
    pub fn new(version: Version) -> PageReader {
        PageReader {
            version,
            before: Field::default(),
            repeats: 0,
        }
    }

    /// Returns whether the fumen can end here: no announced page is missing.
    pub fn can_end(&self) -> bool {
        self.repeats == 0
    }

    /// Reads the next page.
    ///
    /// # Errors
    /// The text ends too early, or contains numbers that mean nothing.
    pub fn page(&mut self, reader: &mut Reader) -> Result<Page, FumenError> {
        let field = if self.repeats > 0 {
            self.repeats -= 1;
            self.before.clone()
        } else {
            let (field, unchanged) = read_field(reader, &self.before, self.version)?;
            if unchanged {
                self.repeats = reader.number(1)?;
            }
            field
        };
        let action = decode_action(reader.number(ACTION_DIGITS as usize)?, self.version);
        let comment = match action.comment {
            true => Some(read_comment(reader)?),
            false => None,
        };
        reader.end_page();
        self.before = next_field(&field, &action, self.version);
        Ok(Page {
            field,
            piece: action.piece,
            comment,
            flags: action.flags,
        })
    }
}

/// Returns the field after a page.
pub fn next_field(field: &Field, action: &Action, version: Version) -> Field {
    let mut field = field.clone();
    if !action.flags.lock {
        return field;
    }
    if let Some(piece) = action.piece {
        for (x, y) in piece.cells(&GUIDELINE) {
            if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                && y < version.rows()
            {
                field.set(x, y, Cell::Piece(piece.piece));
            }
        }
    }
    field.remove_full_rows();
    if action.flags.rise {
        field.raise(version);
    }
    if action.flags.mirror {
        field.mirror();
    }
    field
}

#[cfg(test)]
mod tests;

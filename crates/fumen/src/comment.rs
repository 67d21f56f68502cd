//! The text of a comment: escaped as in JavaScript, four letters per number.

use crate::digits::{Reader, Writer};
use crate::error::FumenError;

/// Most letters of an escaped comment.
const MAX_COMMENT_LETTERS: usize = 4_095;

/// Letters of printable ASCII; four of them make a number.
const COMMENT_LETTERS: u32 = 96;

/// Writes a comment, escaped and cut to its longest length.
pub fn write_comment(writer: &mut Writer, comment: &str) {
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

/// Returns how many letters of an escaped comment are kept: no escape and no surrogate pair is
/// split.
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

/// Reads a comment.
///
/// # Errors
/// The text ends before.
pub fn read_comment(reader: &mut Reader) -> Result<String, FumenError> {
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

/// Reverses [`escape`]. Text that only resembles an escape is unchanged.
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

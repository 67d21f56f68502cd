//! Finds fumens in a text: in links and their parameters, percent-encoded, in HTML, in Markdown, in
//! prose.
//!
//! A fumen begins with its version and `@`. Its digits continue over `?`, which editors insert, and
//! over blanks and line breaks as long as they make pages: messages are wrapped, and a fumen does
//! not contain its length.

mod found;
mod letter;

use crate::digits::{Digits, digit_value};
use crate::error::FumenError;
use crate::page::{MAX_PAGES, Page};
use found::{FoundFumen, Stop};
use letter::{Letter, letter_at};
use std::collections::HashSet;

/// The longest text that is read, in bytes. The most pages with the longest comments would need
/// more, but no editor creates such links.
pub const MAX_BYTES: usize = 16 << 20;

/// Decodes every fumen of a text, in order. A repeated fumen, as in a link whose text is its
/// address, counts once.
///
/// # Errors
/// There is none, or one of them cannot be read; the error says which one.
pub fn decode_all(text: &str) -> Result<Vec<Vec<Page>>, FumenError> {
    let bytes = text.len();
    if bytes > MAX_BYTES {
        return Err(FumenError::TooLong { bytes });
    }
    let mut seen = HashSet::new();
    let (mut fumens, mut pages, mut count) = (Vec::new(), 0, 0);
    let mut broken = None;
    for found in Finder::new(text) {
        let decoded = found.decode(MAX_PAGES - pages);
        let digits = &found.digits.values;
        let used = decoded.as_ref().map_or(digits.len(), |(_, used)| *used);
        if !seen.insert((found.version, digits[..used].to_vec())) {
            continue;
        }
        count += 1;
        match decoded {
            _ if broken.is_some() => {}
            Ok((fumen, _)) => {
                pages += fumen.len();
                fumens.push(fumen);
            }
            Err(error) => broken = Some((count, error)),
        }
    }
    match broken {
        None if count == 0 => Err(FumenError::NotFound),
        None => Ok(fumens),
        Some((_, error)) if count == 1 => Err(error),
        Some((number, error)) => Err(FumenError::OneOf {
            number,
            count,
            source: error.into(),
        }),
    }
}

/// Decodes the fumen of a text, such as a link.
///
/// # Errors
/// There is none, there are several, or it cannot be read.
pub fn decode(text: &str) -> Result<Vec<Page>, FumenError> {
    let mut fumens = decode_all(text)?;
    match fumens.len() {
        1 => Ok(fumens.remove(0)),
        count => Err(FumenError::Several { count }),
    }
}

/// Returns whether a text contains the beginning of a fumen, readable or not.
pub fn contains_fumen(text: &str) -> bool {
    Finder::new(text).next().is_some()
}

/// The least digits that make a text with an unknown version a fumen.
const FEWEST_DIGITS: usize = 4;

/// Finds texts that begin like a fumen.
#[derive(Clone, Debug)]
struct Finder<'a> {
    text: &'a str,
    at: usize,
}

impl Finder<'_> {
    fn new(text: &str) -> Finder<'_> {
        Finder { text, at: 0 }
    }

    /// Returns the version before the next `@` that has one, and moves behind it.
    fn next_version(&mut self) -> Option<u16> {
        loop {
            let rest = &self.text[self.at..];
            let at = self.at + rest.find(['@', '%', '&'])?;
            let Letter { letter, end, .. } = letter_at(self.text, at)?;
            self.at = end;
            if letter == '@'
                && let Some((version, _)) = version_before(&self.text[..at])
            {
                return Some(version);
            }
        }
    }

    /// Reads the following digits, and moves behind them.
    fn digits(&mut self, version: u16) -> FoundFumen {
        let (mut digits, mut ends) = (Digits::default(), Vec::new());
        let (mut place, mut stop) = (1_u32, None);
        while let Some(Letter {
            letter,
            end,
            length,
        }) = letter_at(self.text, self.at)
        {
            if let Some(value) = digit_value(letter) {
                digits.values.push(value);
                digits.places.push(place);
            } else if letter.is_whitespace() {
                end_run(&mut ends, digits.values.len());
            } else if letter != '?' && !INVISIBLE.contains(&letter) {
                stop = Some(Stop {
                    letter,
                    place: place as usize,
                    next: letter_at(self.text, end).map(|next| next.letter),
                });
                break;
            }
            self.at = end;
            place = place.saturating_add(length);
        }
        if stop.is_some_and(|stop| stop.letter == '@') {
            // The last of them are the version of the next fumen.
            let length = version_before(&self.text[..self.at]).map_or(0, |(_, length)| length);
            let count = digits.values.len().saturating_sub(length);
            digits.values.truncate(count);
            digits.places.truncate(count);
            ends.retain(|&end| end <= count);
        }
        end_run(&mut ends, digits.values.len());
        FoundFumen {
            version,
            digits,
            ends,
            stop,
        }
    }
}

impl Iterator for Finder<'_> {
    type Item = FoundFumen;

    fn next(&mut self) -> Option<FoundFumen> {
        loop {
            let version = self.next_version()?;
            let found = self.digits(version);
            let enough = KNOWN.contains(&version) || found.digits.values.len() >= FEWEST_DIGITS;
            if enough && !found.is_mail() {
                return Some(found);
            }
        }
    }
}

/// The versions that can be read.
const KNOWN: [u16; 2] = [110, 115];

/// Records that a run of digits ends here, unless it is already recorded.
fn end_run(ends: &mut Vec<usize>, count: usize) {
    if ends.last() != Some(&count) {
        ends.push(count);
    }
}

/// Returns the version at the end of a text, and its number of letters. An unsupported version
/// counts only with the letter of its editor, because any text can precede an `@`.
fn version_before(text: &str) -> Option<(u16, usize)> {
    let mut letters = text.chars().rev();
    let number = [1, 10, 100].into_iter().try_fold(0, |number, unit| {
        let digit = letters.next()?.to_digit(10)?;
        Some(number + digit as u16 * unit)
    })?;
    let before = letters.next();
    let has_editor = before.is_some_and(|letter| "vmdVMD".contains(letter));
    let counts = match KNOWN.contains(&number) {
        true => !before.is_some_and(|letter| letter.is_ascii_digit()),
        false => has_editor,
    };
    counts.then_some((number, 3 + usize::from(has_editor)))
}

/// Letters without width that messengers insert into long words.
const INVISIBLE: [char; 5] = ['\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}'];

#[cfg(test)]
mod tests;

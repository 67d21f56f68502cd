//! Digits in base 64, and numbers of several digits, lowest digit first.

use crate::error::FumenError;

/// The digits by value.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The beginning of every encoded fumen.
const VERSION: &str = "v115@";

/// Letters of the text between two `?`, at which old message boards break lines.
const LINE_LENGTH: usize = 47;

/// Returns the value of a letter, if it is a digit.
pub fn digit_value(letter: char) -> Option<u8> {
    let value = DIGITS.iter().position(|&digit| char::from(digit) == letter);
    value.map(|value| value as u8)
}

/// Writes numbers.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    digits: Vec<u8>,
}

impl Writer {
    /// Adds a number of this many digits, lowest digit first. A number that is too large loses its
    /// high digits.
    pub fn number(&mut self, mut value: u32, digits: u32) {
        for _ in 0..digits {
            self.digits.push((value % 64) as u8);
            value /= 64;
        }
    }

    /// Returns the position of the next digit.
    pub fn position(&self) -> usize {
        self.digits.len()
    }

    /// Returns the digit at a position.
    pub fn digit_mut(&mut self, place: usize) -> &mut u8 {
        &mut self.digits[place]
    }

    /// Returns the text, with its version and its line marks.
    pub fn finish(self) -> String {
        let mut text = VERSION.to_string();
        for (number, digit) in self.digits.into_iter().enumerate() {
            // The marks themselves are not counted.
            if (VERSION.len() + number).is_multiple_of(LINE_LENGTH) {
                text.push('?');
            }
            text.push(char::from(DIGITS[usize::from(digit)]));
        }
        text
    }
}

/// The digits of a fumen in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digits {
    /// The value of each, 0..=63.
    pub values: Vec<u8>,
    /// The place of each in the text after the `@`, from 1.
    pub places: Vec<u32>,
}

/// Reads numbers.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    digits: &'a Digits,
    next: usize,
    /// The current page, from 1, for errors.
    page: usize,
}

impl<'a> Reader<'a> {
    /// Returns a reader of all digits, at page 1.
    pub fn new(digits: &'a Digits) -> Reader<'a> {
        let (next, page) = (0, 1);
        Reader { digits, next, page }
    }

    /// Returns whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.next >= self.digits.values.len()
    }

    /// Returns how many digits have been read.
    pub fn position(&self) -> usize {
        self.next
    }

    /// Counts a page that has been read.
    pub fn end_page(&mut self) {
        self.page += 1;
    }

    /// Reads a number of this many digits, at most 5.
    ///
    /// # Errors
    /// The text ends before.
    pub fn number(&mut self, digits: usize) -> Result<u32, FumenError> {
        let read = self.digits.values.get(self.next..self.next + digits);
        let read = read.ok_or(FumenError::Truncated { page: self.page })?;
        self.next += digits;
        Ok(read
            .iter()
            .rev()
            .fold(0, |sum, &digit| sum * 64 + u32::from(digit)))
    }

    /// Returns the error of a number of this many digits that was read last.
    pub fn malformed(&self, digits: usize, reason: &'static str) -> FumenError {
        let first = self.next.saturating_sub(digits);
        let place = self.digits.places.get(first);
        FumenError::Malformed {
            page: self.page,
            place: place.map_or(0, |&place| place as usize),
            reason,
        }
    }
}

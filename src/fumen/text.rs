//! The outermost layer: a version, digits in base 64, and numbers of several digits.

use std::fmt;

/// The version that is written and read.
const VERSION: &str = "v115@";

/// The digits by value.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A `?` stands after so many letters of the whole text, counted from the last one, so that
/// old message boards break the line there.
const LINE_LENGTH: usize = 47;

/// Numbers that are written down.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    digits: Vec<u8>,
}

impl Writer {
    /// Adds a number of so many digits, the low one first. What is too large loses its
    /// high digits.
    pub fn number(&mut self, mut value: u32, digits: u32) {
        for _ in 0..digits {
            self.digits.push((value % 64) as u8);
            value /= 64;
        }
    }

    /// Where the next digit will stand.
    pub fn position(&self) -> usize {
        self.digits.len()
    }

    /// The digit at a place, to be changed.
    pub fn digit_mut(&mut self, place: usize) -> &mut u8 {
        &mut self.digits[place]
    }

    /// The text, with its version and its line marks.
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

/// Numbers that are read.
#[derive(Clone, Debug)]
pub struct Reader {
    digits: Vec<u8>,
    next: usize,
}

impl Reader {
    /// Finds the fumen in a text, which may be a link with more around it.
    ///
    /// # Errors
    /// There is none, it is of another version, or it has letters that are no digits.
    pub fn new(text: &str) -> Result<Reader, FumenError> {
        let Some(at) = text.find("115@") else {
            return Err(match text.find("110@") {
                Some(_) => FumenError::Version,
                None => FumenError::NotFound,
            });
        };
        let data = &text[at + 4..];
        let data = data.split(['&', '#', '"', '<']).next().unwrap_or_default();
        let mut digits = Vec::new();
        for letter in data.chars() {
            if letter == '?' || letter.is_whitespace() {
                continue;
            }
            let value = DIGITS.iter().position(|&digit| char::from(digit) == letter);
            let value = value.ok_or(FumenError::Letter {
                letter,
                place: digits.len() + 1,
            })?;
            digits.push(value as u8);
        }
        Ok(Reader { digits, next: 0 })
    }

    /// Whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.next >= self.digits.len()
    }

    /// The next number of so many digits, at most 5.
    ///
    /// # Errors
    /// The text ends before.
    pub fn number(&mut self, digits: usize) -> Result<u32, FumenError> {
        let read = self.digits.get(self.next..self.next + digits);
        let read = read.ok_or(FumenError::Truncated)?;
        self.next += digits;
        Ok(read
            .iter()
            .rev()
            .fold(0, |sum, &digit| sum * 64 + u32::from(digit)))
    }
}

/// Why a text is no fumen that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FumenError {
    /// Nothing in it looks like one.
    NotFound,
    /// It is of an older version.
    Version,
    /// A letter is no digit.
    Letter {
        /// The letter.
        letter: char,
        /// Which one of the data, from 1.
        place: usize,
    },
    /// It ends in the middle of a page.
    Truncated,
    /// A number says something impossible.
    Malformed(&'static str),
}

impl fmt::Display for FumenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FumenError::NotFound => f.write_str("there is no fumen here: it begins with v115@"),
            FumenError::Version => f.write_str(
                "the fumen is of version 110: open it in an editor, which writes it as 115",
            ),
            FumenError::Letter { letter, place } => write!(
                f,
                "the fumen has {letter:?} as letter {place} after the @: only A-Z, a-z, 0-9, + and / have a meaning"
            ),
            FumenError::Truncated => {
                f.write_str("the fumen ends in the middle of a page: copy all of it")
            }
            FumenError::Malformed(what) => write!(f, "the fumen makes no sense: {what}"),
        }
    }
}

impl std::error::Error for FumenError {}

//! One fumen in a text, and the extent of its digits.

use crate::digits::{Digits, Reader, digit_value};
use crate::error::FumenError;
use crate::field::Version;
use crate::page::{Page, PageReader};
use std::ops::RangeInclusive;

/// A letter that ends the digits of a fumen and is not a blank.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The letter.
    pub letter: char,
    /// Its place in the text after the `@`, from 1.
    pub place: usize,
    /// The letter after it.
    pub next: Option<char>,
}

impl Stop {
    fn digit_follows(&self) -> bool {
        self.next.is_some_and(|next| digit_value(next).is_some())
    }

    /// Returns whether this letter ended the digits too early: it does not usually follow links, or
    /// is in the middle of a word.
    fn is_fault(&self) -> bool {
        match self.letter {
            '&' | '#' | '<' | '>' | '"' | ')' | ']' | '`' | '|' | '@' => false,
            '.' | ',' | ';' | ':' | '\'' | '*' | '~' | '_' => self.digit_follows(),
            _ => true,
        }
    }

    /// Returns whether digits of complete pages continue after this letter: it is a digit of
    /// another base 64 alphabet.
    fn is_inside(&self) -> bool {
        self.digit_follows() && matches!(self.letter, '-' | '_')
    }

    fn error(&self) -> FumenError {
        FumenError::Letter {
            letter: self.letter,
            place: self.place,
        }
    }
}

/// A fumen in a text.
#[derive(Clone, Debug)]
pub struct FoundFumen {
    /// The number before the `@`.
    pub version: u16,
    pub digits: Digits,
    /// How many digits there are up to each run of blanks, and in all.
    pub ends: Vec<usize>,
    /// The letter that ends the digits; `None` at the end of the text.
    pub stop: Option<Stop>,
}

impl FoundFumen {
    /// Decodes at most `most` pages, and returns how many digits they have: all digits, or those up
    /// to a blank that make complete pages.
    ///
    /// # Errors
    /// The version is unknown, or no digits up to a blank make complete pages.
    pub fn decode(&self, most: usize) -> Result<(Vec<Page>, usize), FumenError> {
        let version = match self.version {
            110 => Version::V110,
            115 => Version::V115,
            version => return Err(FumenError::Version { version }),
        };
        let mut reader = Reader::new(&self.digits);
        let mut page_reader = PageReader::new(version);
        let mut pages = Vec::new();
        let mut complete = None;
        let mut error = FumenError::Truncated { page: 1 };
        while !reader.is_empty() {
            match page_reader.page(&mut reader) {
                Ok(_) if pages.len() >= most => return Err(FumenError::TooManyPages),
                Ok(page) => pages.push(page),
                Err(broken) => {
                    error = broken;
                    break;
                }
            }
            let end = reader.position();
            let can_end = page_reader.can_end() || self.ends == [end];
            if can_end && self.ends.binary_search(&end).is_ok() {
                complete = Some((pages.len(), end));
            }
        }
        let Some((count, end)) = complete else {
            return match (&error, self.stop) {
                _ if self.words_follow(&error, reader.position()) => self.first_run().decode(most),
                (FumenError::Truncated { .. }, Some(stop))
                    if self.ends.len() == 1 && stop.is_fault() =>
                {
                    Err(stop.error())
                }
                _ => Err(error),
            };
        };
        match self.stop {
            Some(stop) if stop.is_inside() && self.ends.last() == Some(&end) => Err(stop.error()),
            _ => {
                pages.truncate(count);
                Ok((pages, end))
            }
        }
    }

    /// Returns the digits up to the first blank.
    fn first_run(&self) -> FoundFumen {
        let mut first = self.clone();
        first.ends.truncate(1);
        first.digits.values.truncate(first.ends[0]);
        first.stop = None;
        first
    }

    /// Returns whether only lower-case words are between the first blank and the position of the
    /// decoding error. They are then prose; otherwise they are the next lines of the fumen.
    fn words_follow(&self, error: &FumenError, at: usize) -> bool {
        let at = match error {
            FumenError::Truncated { .. } => self.digits.values.len(),
            _ => at,
        };
        let chunk = self.ends.partition_point(|&end| end < at);
        let end = self.ends.get(chunk).copied().unwrap_or(at);
        let words = self.digits.values.get(self.ends[0]..end);
        words.is_some_and(|words| {
            !words.is_empty() && words.iter().all(|digit| SMALL_LETTERS.contains(digit))
        })
    }

    /// Returns whether this is an e-mail address that only resembles a fumen.
    pub fn is_mail(&self) -> bool {
        let small = |value: &u8| SMALL_LETTERS.contains(value) || DIGIT_LETTERS.contains(value);
        let domain_follows = |letter: char| letter.is_ascii_lowercase();
        let dotted = |stop: Stop| stop.letter == '.' && stop.next.is_some_and(domain_follows);
        self.stop.is_some_and(dotted)
            && self.ends.len() == 1
            && !self.digits.values.is_empty()
            && self.digits.values.iter().all(small)
    }
}

/// The values of the digits `a` to `z`.
const SMALL_LETTERS: RangeInclusive<u8> = 26..=51;

/// The values of the digits `0` to `9`.
const DIGIT_LETTERS: RangeInclusive<u8> = 52..=61;

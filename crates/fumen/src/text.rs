//! The text of a fumen: a version, digits in base 64, and numbers of several digits.

/// The version that is written and read.
const VERSION: &str = "v115@";

/// The digits by value.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Letters of the text between two `?`, at which old message boards break the line.
const LINE_LENGTH: usize = 47;

/// Writes numbers.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    digits: Vec<u8>,
}

impl Writer {
    /// Adds a number of this many digits, the low one first. A number that is too large loses
    /// its high digits.
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

/// Reads numbers.
#[derive(Clone, Debug)]
pub struct Reader {
    digits: Vec<u8>,
    next: usize,
}

impl Reader {
    /// Finds the fumen in a text, which may be a link with more around it.
    ///
    /// # Errors
    /// There is no fumen, it has another version, or letters that are no digits.
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

    /// Returns whether everything has been read.
    pub fn is_empty(&self) -> bool {
        self.next >= self.digits.len()
    }

    /// Reads a number of this many digits, at most 5.
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

/// Why a text is no fumen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FumenError {
    /// The text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    #[error("the text has {bytes} bytes, at most {most} are read", most = crate::MAX_BYTES)]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Nothing in it looks like one.
    #[error("there is no fumen here: it begins with v115@")]
    NotFound,
    /// It is of an older version.
    #[error("the fumen is of version 110: open it in an editor, which writes it as 115")]
    Version,
    /// A letter is no digit.
    #[error(
        "the fumen has {letter:?} as letter {place} after the @: only A-Z, a-z, 0-9, + and / have a meaning"
    )]
    Letter {
        /// The letter.
        letter: char,
        /// Its position in the data, from 1.
        place: usize,
    },
    /// It ends in the middle of a page.
    #[error("the fumen ends in the middle of a page: copy all of it")]
    Truncated,
    /// A number means something impossible.
    #[error("the fumen makes no sense: {0}")]
    Malformed(&'static str),
}

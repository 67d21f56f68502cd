//! Why a text cannot be read as a fumen.

/// Why a text cannot be read as a fumen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FumenError {
    /// The text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    #[error("the text has {bytes} bytes, and at most {most} are read: give the fumen alone", most = crate::MAX_BYTES)]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// Nothing in it looks like a fumen.
    #[error("there is no fumen in the text: a fumen begins with v115@ or v110@")]
    NotFound,
    /// Its version has an unknown layout.
    #[error(
        "the fumen is of version {version}, and only 110 and 115 can be read: open it in a fumen editor, \
         and copy the link that the editor makes"
    )]
    Version {
        /// The number before the `@`.
        version: u16,
    },
    /// A letter is not a digit.
    #[error(
        "the fumen has {letter:?} as character {place} after its @, where only A-Z, a-z, 0-9, +, / and ? may \
         stand: copy the fumen again"
    )]
    Letter {
        /// The letter.
        letter: char,
        /// Its place in the text after the `@`, from 1.
        place: usize,
    },
    /// It ends in the middle of a page.
    #[error("the fumen ends in the middle of page {page}: copy all of it")]
    Truncated {
        /// The page, from 1.
        page: usize,
    },
    /// A number has no meaning.
    #[error(
        "page {page} of the fumen cannot be read from character {place} after its @ on: {reason}; copy all of the \
         fumen again"
    )]
    Malformed {
        /// The page, from 1.
        page: usize,
        /// The place of the number's first digit in the text after the `@`, from 1.
        place: usize,
        /// What is impossible.
        reason: &'static str,
    },
    /// It has too many pages.
    #[error("the fumens of the text have more than {most} pages, and no more are read: give a part of them", most = crate::MAX_PAGES)]
    TooManyPages,
    /// There are several fumens where one is expected.
    #[error("there are {count} fumens in the text, and one is wanted: give one of them")]
    Several {
        /// How many there are.
        count: usize,
    },
    /// One of several cannot be read.
    #[error("fumen {number} of {count}: {source}")]
    OneOf {
        /// Which one, from 1.
        number: usize,
        /// How many there are.
        count: usize,
        /// What is wrong with it.
        source: Box<FumenError>,
    },
}

//! A queue of pieces.

use super::{ParsePieceError, Piece};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut};
use core::str::FromStr;

/// Pieces in the order in which they come. Has all methods of [`VecDeque`].
///
/// ```
/// use landfall_rules::{Piece, Queue};
///
/// let mut queue: Queue = "TIO".parse()?;
/// assert_eq!(queue.pop_front(), Some(Piece::T));
/// queue.push_back(Piece::L);
/// assert_eq!(queue.to_string(), "IOL");
/// # Ok::<(), landfall_rules::piece::ParsePieceError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Queue(VecDeque<Piece>);

impl Queue {
    /// Returns a queue without pieces.
    pub const fn new() -> Queue {
        Queue(VecDeque::new())
    }
}

impl Deref for Queue {
    type Target = VecDeque<Piece>;

    fn deref(&self) -> &VecDeque<Piece> {
        &self.0
    }
}

impl DerefMut for Queue {
    fn deref_mut(&mut self) -> &mut VecDeque<Piece> {
        &mut self.0
    }
}

impl FromIterator<Piece> for Queue {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Queue {
        Queue(pieces.into_iter().collect())
    }
}

impl<'a> FromIterator<&'a Piece> for Queue {
    fn from_iter<I: IntoIterator<Item = &'a Piece>>(pieces: I) -> Queue {
        pieces.into_iter().copied().collect()
    }
}

impl<const N: usize> From<[Piece; N]> for Queue {
    fn from(pieces: [Piece; N]) -> Queue {
        Queue(pieces.into())
    }
}

impl From<Vec<Piece>> for Queue {
    fn from(pieces: Vec<Piece>) -> Queue {
        Queue(pieces.into())
    }
}

impl From<&[Piece]> for Queue {
    fn from(pieces: &[Piece]) -> Queue {
        pieces.iter().collect()
    }
}

impl IntoIterator for Queue {
    type Item = Piece;
    type IntoIter = alloc::collections::vec_deque::IntoIter<Piece>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Queue {
    type Item = &'a Piece;
    type IntoIter = alloc::collections::vec_deque::Iter<'a, Piece>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Extend<Piece> for Queue {
    fn extend<I: IntoIterator<Item = Piece>>(&mut self, pieces: I) {
        self.0.extend(pieces);
    }
}

impl<'a> Extend<&'a Piece> for Queue {
    fn extend<I: IntoIterator<Item = &'a Piece>>(&mut self, pieces: I) {
        self.0.extend(pieces);
    }
}

impl PartialEq<[Piece]> for Queue {
    fn eq(&self, pieces: &[Piece]) -> bool {
        self.0.iter().eq(pieces)
    }
}

impl<const N: usize> PartialEq<[Piece; N]> for Queue {
    fn eq(&self, pieces: &[Piece; N]) -> bool {
        self.0 == *pieces
    }
}

impl PartialEq<Vec<Piece>> for Queue {
    fn eq(&self, pieces: &Vec<Piece>) -> bool {
        self.0 == *pieces
    }
}

/// Writes the letters of the pieces, the first to come first.
impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| write!(f, "{piece}"))
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queue({self})")
    }
}

/// Reads the letters of the pieces, upper case, with nothing between.
impl FromStr for Queue {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Queue, ParsePieceError> {
        text.chars().map(Piece::try_from).collect()
    }
}

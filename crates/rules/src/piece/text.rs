//! The text of pieces, rotation states, spins and placements. The names are those of the Tetris
//! Bot Protocol.

use super::{Piece, Placement, Rotation, Spin};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

impl From<Piece> for char {
    fn from(piece: Piece) -> char {
        match piece {
            Piece::I => 'I',
            Piece::O => 'O',
            Piece::T => 'T',
            Piece::L => 'L',
            Piece::J => 'J',
            Piece::S => 'S',
            Piece::Z => 'Z',
        }
    }
}

/// Reads the upper-case letter of a piece.
impl TryFrom<char> for Piece {
    type Error = ParsePieceError;

    fn try_from(letter: char) -> Result<Piece, ParsePieceError> {
        Piece::ALL
            .into_iter()
            .find(|&piece| char::from(piece) == letter)
            .ok_or_else(|| ParsePieceError(letter.to_string()))
    }
}

/// Writes the letter of the piece, upper case.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(char::from(*self).encode_utf8(&mut [0; 4]))
    }
}

impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Piece, ParsePieceError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Piece::try_from(letter),
            _ => Err(ParsePieceError(shortened(text))),
        }
    }
}

impl Rotation {
    const fn name(self) -> &'static str {
        match self {
            Rotation::North => "north",
            Rotation::East => "east",
            Rotation::South => "south",
            Rotation::West => "west",
        }
    }
}

/// Writes the name of the state: `north`, `east`, `south` or `west`.
impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rotation {
    type Err = ParseRotationError;

    fn from_str(text: &str) -> Result<Rotation, ParseRotationError> {
        Rotation::ALL
            .into_iter()
            .find(|rotation| rotation.name() == text)
            .ok_or_else(|| ParseRotationError(shortened(text)))
    }
}

impl Spin {
    const fn name(self) -> &'static str {
        match self {
            Spin::None => "none",
            Spin::Mini => "mini",
            Spin::Full => "full",
        }
    }
}

/// Writes the name of the spin: `none`, `mini` or `full`.
impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Spin {
    type Err = ParseSpinError;

    fn from_str(text: &str) -> Result<Spin, ParseSpinError> {
        Spin::ALL
            .into_iter()
            .find(|spin| spin.name() == text)
            .ok_or_else(|| ParseSpinError(shortened(text)))
    }
}

/// Writes piece, rotation state, centre, and the spin if there is one:
/// `T south x=2 y=1 spin full`. A skipped piece is `T skip`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placement {
            piece,
            rotation,
            x,
            y,
            spin,
        } = *self;
        if *self == Placement::skip(piece) {
            return f.pad(&format!("{piece} skip"));
        }
        let place = format!("{piece} {rotation} x={x} y={y}");
        match spin {
            Spin::None => f.pad(&place),
            spin => f.pad(&format!("{place} spin {spin}")),
        }
    }
}

/// The same as the text.
impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the text that `Display` writes, with any white space between the words.
impl FromStr for Placement {
    type Err = ParsePlacementError;

    fn from_str(text: &str) -> Result<Placement, ParsePlacementError> {
        let malformed = || ParsePlacementError::Form(shortened(text));
        let mut words = text.split_whitespace();
        let mut next = || words.next().ok_or_else(malformed);
        let piece: Piece = next()?.parse().map_err(ParsePlacementError::Piece)?;
        let placement = match next()? {
            "skip" => Placement::skip(piece),
            rotation => {
                let rotation = rotation.parse().map_err(ParsePlacementError::Rotation)?;
                let x = coordinate(next()?, "x=").ok_or_else(malformed)?;
                let y = coordinate(next()?, "y=").ok_or_else(malformed)?;
                let spin = match words.next() {
                    None => Spin::None,
                    Some("spin") => {
                        let spin = words.next().ok_or_else(malformed)?;
                        spin.parse().map_err(ParsePlacementError::Spin)?
                    }
                    Some(_) => return Err(malformed()),
                };
                Placement {
                    spin,
                    ..Placement::new(piece, rotation, x, y)
                }
            }
        };
        match words.next() {
            None => Ok(placement),
            Some(_) => Err(malformed()),
        }
    }
}

fn coordinate(word: &str, prefix: &str) -> Option<i8> {
    word.strip_prefix(prefix)?.parse().ok()
}

/// Returns the beginning of a text, for a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A text is not the letter of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePieceError(String);

impl fmt::Display for ParsePieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.0;
        write!(
            f,
            "{found:?} is not a piece: write one of I, O, T, L, J, S, Z"
        )
    }
}

impl core::error::Error for ParsePieceError {}

/// A text is not the name of a rotation state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRotationError(String);

impl fmt::Display for ParseRotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.0;
        write!(
            f,
            "{found:?} is not a rotation state: write north, east, south or west"
        )
    }
}

impl core::error::Error for ParseRotationError {}

/// A text is not the name of a spin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSpinError(String);

impl fmt::Display for ParseSpinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.0;
        write!(f, "{found:?} is not a spin: write none, mini or full")
    }
}

impl core::error::Error for ParseSpinError {}

/// Why a text is not a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlacementError {
    /// The first word is not a piece.
    Piece(ParsePieceError),
    /// The second word is not a rotation state.
    Rotation(ParseRotationError),
    /// The word after `spin` is not a spin.
    Spin(ParseSpinError),
    /// A word is missing, is too much, or is not `x=` and `y=` with a number from -128 to 127.
    /// Contains the beginning of the text.
    Form(String),
}

impl fmt::Display for ParsePlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlacementError::Piece(error) => write!(f, "{error}"),
            ParsePlacementError::Rotation(error) => write!(f, "{error}"),
            ParsePlacementError::Spin(error) => write!(f, "{error}"),
            ParsePlacementError::Form(found) => write!(
                f,
                "{found:?} is not a placement: write it as \"T south x=2 y=1 spin full\", without \
                 \"spin full\" where it is no spin, or as \"T skip\""
            ),
        }
    }
}

impl core::error::Error for ParsePlacementError {}

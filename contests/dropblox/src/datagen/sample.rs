//! A training sample as a line of text: a leaf of a search line, and its outcomes.
//!
//! Contains the text format. `games` decides which leaves become samples.

use crate::convert::{DropbloxBoard, HEIGHT};
use crate::messages::COLUMNS;
use crate::value_net::NetInput;
use std::fmt;
use std::num::ParseIntError;
use std::str::SplitAsciiWhitespace;

/// Rollouts from each leaf, each with its own blocks. Two rollouts separate luck from value.
pub const ROLLOUTS: usize = 2;

/// A leaf of a search line, and its outcomes. Samples of a position are consecutive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The game's seed.
    pub game: u64,
    /// Index of the position within the game, from 0.
    pub position: u32,
    /// The leaf.
    pub leaf: NetInput,
    /// The leaf of the best line at the end of each rollout; an empty board if the game was over by
    /// then.
    pub outcomes: [NetInput; ROLLOUTS],
}

impl fmt::Display for Sample {
    /// Writes the line that [`parse_samples`] reads, without a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.position)?;
        for position in std::iter::once(&self.leaf).chain(&self.outcomes) {
            write!(f, " {}", position.score)?;
            for column in position.board.columns {
                write!(f, " {column:x}")?;
            }
        }
        Ok(())
    }
}

/// Parses samples, one per line: the game's seed and the index of the position; then score and
/// columns of the leaf, and of the outcome of each rollout. Columns are from left to right, in
/// hexadecimal, with bit 0 at the floor.
///
/// # Errors
/// The first invalid line, and its error.
pub fn parse_samples(text: &str) -> Result<Vec<Sample>, SampleError> {
    let numbered = text.lines().zip(1..);
    numbered
        .map(|(text, line)| parse_sample(text).map_err(|fault| SampleError { line, fault }))
        .collect()
}

fn parse_sample(line: &str) -> Result<Sample, SampleFault> {
    let mut words = line.split_ascii_whitespace();
    let sample = Sample {
        game: parse_number(&mut words, "the game", 10)?,
        position: parse_u32(&mut words, "the position")?,
        leaf: parse_position(&mut words)?,
        outcomes: [parse_position(&mut words)?, parse_position(&mut words)?],
    };
    let leaf = sample.leaf.score;
    if let Some(outcome) = sample.outcomes.iter().find(|o| o.score < leaf) {
        let outcome = outcome.score;
        return Err(SampleFault::ScoreFell { leaf, outcome });
    }
    match words.next() {
        None => Ok(sample),
        Some(word) => Err(SampleFault::Trailing(shortened(word))),
    }
}

fn parse_position(words: &mut SplitAsciiWhitespace) -> Result<NetInput, SampleFault> {
    let score = parse_u32(words, "a score")?;
    let mut board = DropbloxBoard::EMPTY;
    for x in 0..COLUMNS {
        board.columns[x] = parse_number(words, "a column", 16)?;
        if board.columns[x] >> HEIGHT != 0 {
            return Err(SampleFault::ColumnTooHigh(x + 1));
        }
    }
    Ok(NetInput { score, board })
}

fn parse_u32(words: &mut SplitAsciiWhitespace, what: &'static str) -> Result<u32, SampleFault> {
    let number = parse_number(words, what, 10)?;
    u32::try_from(number).map_err(|_| SampleFault::TooLarge { what, number })
}

fn parse_number(
    words: &mut SplitAsciiWhitespace,
    what: &'static str,
    radix: u32,
) -> Result<u64, SampleFault> {
    let word = words.next().ok_or(SampleFault::Missing(what))?;
    u64::from_str_radix(word, radix).map_err(|error| SampleFault::NotANumber {
        what,
        word: shortened(word),
        error,
    })
}

/// Returns the part of a word that an error message shows.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

/// An invalid line of a file of samples.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct SampleError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The error.
    pub fault: SampleFault,
}

/// The error of a line of a file of samples.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleFault {
    /// The line ends before this.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A word is not a number of the required radix.
    #[error("{what}, {word:?}: {error}")]
    NotANumber {
        /// What the word stands for.
        what: &'static str,
        /// Its first 40 characters.
        word: String,
        /// What is wrong with it.
        error: ParseIntError,
    },
    /// A number is beyond 32 bits.
    #[error("{what}, {number}, is too large")]
    TooLarge {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        number: u64,
    },
    /// The column of this number, from 1, has cells above the ceiling.
    #[error("column {0} is higher than {HEIGHT} rows")]
    ColumnTooHigh(usize),
    /// A rollout ends with fewer points than it began with.
    #[error("{outcome} points come after {leaf}")]
    ScoreFell {
        /// Points at the leaf.
        leaf: u32,
        /// Points at the end of the rollout.
        outcome: u32,
    },
    /// This word follows the last column.
    #[error("{0:?} comes after the end")]
    Trailing(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Sample {
        let mut board = DropbloxBoard::EMPTY;
        board.columns = std::array::from_fn(|x| (1 << x) - 1);
        let over = NetInput {
            score: 515,
            board: DropbloxBoard::EMPTY,
        };
        Sample {
            game: 7,
            position: 3,
            leaf: NetInput { score: 512, board },
            outcomes: [over, NetInput { score: 520, board }],
        }
    }

    #[test]
    fn samples_survive_a_round_trip() {
        let samples = [some(), Sample { game: 8, ..some() }];
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        assert_eq!(parse_samples(&text), Ok(samples.to_vec()));
        assert_eq!(parse_samples(""), Ok(vec![]));
    }

    #[test]
    fn invalid_samples_are_named_with_their_line() {
        let good = some().to_string();
        for (line, named) in [
            ("", "the game is missing"),
            ("7 3 512 zz", "a column, \"zz\""),
            (&good[..good.len() - 4], "a column is missing"),
            (&format!("{good} 1"), "\"1\" comes after the end"),
            (&good.replacen("512", "99999999999", 1), "is too large"),
            (&good.replacen("512", "516", 1), "515 points come after 516"),
            (
                &good.replacen(" 7ff ", " 200000000 ", 1),
                "higher than 33 rows",
            ),
        ] {
            let error = parse_samples(&format!("{good}\n{line}\n"))
                .expect_err(line)
                .to_string();
            assert!(error.contains("line 2") && error.contains(named), "{error}");
        }
    }
}

//! What was seen of a line's end, a line of text each.

use crate::convert::{DropbloxBoard, HEIGHT};
use crate::messages::COLUMNS;
use crate::value_net::NetInput;
use std::fmt;
use std::str::SplitAsciiWhitespace;

/// Rows of blocks by which it is seen what comes of an end. Two tell luck and worth apart.
pub const ROLLOUTS: usize = 2;

/// An end of a line, and what came of it. Samples of a position follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The game's seed.
    pub game: u64,
    /// Which of the game's positions it is an end of, from 0.
    pub position: u32,
    /// The end.
    pub leaf: NetInput,
    /// With each row of blocks: the end of the best line that there was some moves later; an
    /// empty board if the game is over there.
    pub outcomes: [NetInput; ROLLOUTS],
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.position)?;
        for moment in std::iter::once(&self.leaf).chain(&self.outcomes) {
            write!(f, " {}", moment.score)?;
            for column in moment.board.columns {
                write!(f, " {column:x}")?;
            }
        }
        Ok(())
    }
}

/// Reads samples, one a line: the game's seed, the number of the position; score and columns
/// (from the left, in hex, bit 0 at the floor) of the end, and of what came of it with each row
/// of blocks.
///
/// # Errors
/// The number of the line that is no sample, and why.
pub fn parse_samples(text: &str) -> Result<Vec<Sample>, String> {
    let named = |(i, line)| parse_sample(line).map_err(|why| format!("line {}: {why}", i + 1));
    text.lines().enumerate().map(named).collect()
}

fn parse_sample(line: &str) -> Result<Sample, String> {
    let mut words = line.split_ascii_whitespace();
    let sample = Sample {
        game: parse_number(&mut words, "the game", 10)?,
        position: parse_u32(&mut words, "the position")?,
        leaf: parse_position(&mut words)?,
        outcomes: [parse_position(&mut words)?, parse_position(&mut words)?],
    };
    if let Some(later) = sample.outcomes.iter().find(|l| l.score < sample.leaf.score) {
        let (end, later) = (sample.leaf.score, later.score);
        return Err(format!("{later} points come after {end}"));
    }
    match words.next() {
        None => Ok(sample),
        Some(word) => Err(format!("{word:?} comes after the end")),
    }
}

fn parse_position(words: &mut SplitAsciiWhitespace) -> Result<NetInput, String> {
    let score = parse_u32(words, "a score")?;
    let mut field = DropbloxBoard::EMPTY;
    for x in 0..COLUMNS {
        field.columns[x] = parse_number(words, "a column", 16)?;
        if field.columns[x] >> HEIGHT != 0 {
            return Err(format!("column {} is higher than {HEIGHT} rows", x + 1));
        }
    }
    Ok(NetInput {
        score,
        board: field,
    })
}

fn parse_u32(words: &mut SplitAsciiWhitespace, what: &str) -> Result<u32, String> {
    let number = parse_number(words, what, 10)?;
    u32::try_from(number).map_err(|_| format!("{what}, {number}, is too large"))
}

fn parse_number(words: &mut SplitAsciiWhitespace, what: &str, radix: u32) -> Result<u64, String> {
    let word = words.next().ok_or(format!("{what} is missing"))?;
    let shown: String = word.chars().take(40).collect();
    u64::from_str_radix(word, radix).map_err(|error| format!("{what}, {shown:?}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Sample {
        let mut field = DropbloxBoard::EMPTY;
        field.columns = std::array::from_fn(|x| (1 << x) - 1);
        let over = NetInput {
            score: 515,
            board: DropbloxBoard::EMPTY,
        };
        Sample {
            game: 7,
            position: 3,
            leaf: NetInput {
                score: 512,
                board: field,
            },
            outcomes: [
                over,
                NetInput {
                    score: 520,
                    board: field,
                },
            ],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let samples = [some(), Sample { game: 8, ..some() }];
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        assert_eq!(parse_samples(&text), Ok(samples.to_vec()));
        assert_eq!(parse_samples(""), Ok(vec![]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
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
            let error = parse_samples(&format!("{good}\n{line}\n")).expect_err(line);
            assert!(error.contains("line 2") && error.contains(named), "{error}");
        }
    }
}

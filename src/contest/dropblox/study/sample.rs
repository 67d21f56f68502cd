//! What was seen of a line's end, a line of text each.

use crate::contest::dropblox::geometry::{Field, HEIGHT};
use crate::contest::dropblox::messages::COLUMNS;
use crate::contest::dropblox::values::Moment;
use std::fmt;
use std::str::SplitAsciiWhitespace;

/// A line that was played to its end. Samples of a game follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The game's seed.
    pub game: u64,
    /// The end of the best line that was found; an empty board if the game is over there.
    pub best: Moment,
    /// The end of the line that was played.
    pub taken: Moment,
    /// Points at the end of the game.
    pub outcome: u32,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        for moment in [&self.best, &self.taken] {
            write!(f, " {}", moment.score)?;
            for column in moment.field.columns {
                write!(f, " {column:x}")?;
            }
        }
        write!(f, " {}", self.outcome)
    }
}

/// Reads samples, one a line: the game's seed; score and columns (from the left, in hex, bit 0
/// at the floor) of the best end, and of the one that was taken; the points at the end of the
/// game.
///
/// # Errors
/// The number of the line that is no sample, and why.
pub fn read(text: &str) -> Result<Vec<Sample>, String> {
    let named = |(i, line)| sample(line).map_err(|why| format!("line {}: {why}", i + 1));
    text.lines().enumerate().map(named).collect()
}

fn sample(line: &str) -> Result<Sample, String> {
    let mut words = line.split_ascii_whitespace();
    let sample = Sample {
        game: number(&mut words, "the game", 10)?,
        best: moment(&mut words)?,
        taken: moment(&mut words)?,
        outcome: score(&mut words)?,
    };
    match words.next() {
        None => Ok(sample),
        Some(word) => Err(format!("{word:?} comes after the end")),
    }
}

fn moment(words: &mut SplitAsciiWhitespace) -> Result<Moment, String> {
    let score = score(words)?;
    let mut field = Field::EMPTY;
    for x in 0..COLUMNS {
        field.columns[x] = number(words, "a column", 16)?;
        if field.columns[x] >> HEIGHT != 0 {
            return Err(format!("column {} is higher than {HEIGHT} rows", x + 1));
        }
    }
    Ok(Moment { score, field })
}

fn score(words: &mut SplitAsciiWhitespace) -> Result<u32, String> {
    let score = number(words, "a score", 10)?;
    u32::try_from(score).map_err(|_| format!("{score} is no score"))
}

fn number(words: &mut SplitAsciiWhitespace, what: &str, radix: u32) -> Result<u64, String> {
    let word = words.next().ok_or(format!("{what} is missing"))?;
    let shown: String = word.chars().take(40).collect();
    u64::from_str_radix(word, radix).map_err(|error| format!("{what}, {shown:?}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Sample {
        let mut field = Field::EMPTY;
        field.columns = std::array::from_fn(|x| (1 << x) - 1);
        let moment = Moment { score: 512, field };
        let empty = Moment {
            score: 515,
            field: Field::EMPTY,
        };
        Sample {
            game: 7,
            best: empty,
            taken: moment,
            outcome: 590,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let samples = [some(), Sample { game: 8, ..some() }];
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        assert_eq!(read(&text), Ok(samples.to_vec()));
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = some().to_string();
        for (line, named) in [
            ("", "the game is missing"),
            ("7 512 zz", "a column, \"zz\""),
            (&good[..good.len() - 4], "a score is missing"),
            (&format!("{good} 1"), "\"1\" comes after the end"),
            (&good.replacen("512", "99999999999", 1), "is no score"),
            (
                &good.replacen(" 7ff ", " 200000000 ", 1),
                "higher than 33 rows",
            ),
        ] {
            let error = read(&format!("{good}\n{line}\n")).expect_err(line);
            assert!(error.contains("line 2") && error.contains(named), "{error}");
        }
    }
}

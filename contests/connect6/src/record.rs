//! Game records as text: players, result, and one line per turn.
//!
//! ```text
//! Connect6 game
//! black: key 11
//! white: key 12
//! result: black wins: six in a row
//! 1 j10
//! 2 k9 k11 350 ms
//! ```

use super::rules::{IllegalTurn, ParsePointError, ParseTurnError, Position, Turn};
use std::fmt;
use std::time::Duration;

/// The first line.
const TITLE: &str = "Connect6 game";

/// A game with its players, result and times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Names of black and white.
    pub players: [String; 2],
    /// The result, in words.
    pub result: String,
    /// The turns.
    pub turns: Vec<Turn>,
    /// The time of each turn, in whole milliseconds; `None` for turns of the opening.
    pub times: Vec<Option<Duration>>,
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "black: {}", self.players[0])?;
        writeln!(f, "white: {}", self.players[1])?;
        writeln!(f, "result: {}", self.result)?;
        for (number, turn) in self.turns.iter().enumerate() {
            write!(f, "{} {turn}", number + 1)?;
            match self.times.get(number) {
                Some(Some(time)) => writeln!(f, " {} ms", time.as_millis())?,
                _ => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRecordError {
    /// A line has the wrong form.
    #[error("line {line}: {wanted} should be here")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The expected form.
        wanted: String,
    },
    /// A line, from 1, does not name a point.
    #[error("line {0}: {1}")]
    Point(usize, ParsePointError),
    /// A line, from 1, has an illegal turn.
    #[error("line {0}: {1}")]
    Illegal(usize, IllegalTurn),
}

impl GameRecord {
    /// Parses a record, and checks that its turns are legal.
    ///
    /// # Errors
    /// A line has the wrong form or an illegal turn; the first such line is reported.
    pub fn parse(text: &str) -> Result<GameRecord, ParseRecordError> {
        let mut lines = text.lines().zip(1..);
        let mut due = 1;
        let mut head = |wanted: &str| {
            // At the end of the text, the next line is missing.
            let (text, line) = lines.next().unwrap_or(("", due));
            due = line + 1;
            let rest = text
                .strip_prefix(wanted)
                .map(|rest| rest.trim().to_string());
            rest.ok_or(ParseRecordError::Line {
                line,
                wanted: format!("{wanted:?}"),
            })
        };
        head(TITLE)?;
        let players = [head("black:")?, head("white:")?];
        let mut record = GameRecord {
            players,
            result: head("result:")?,
            turns: Vec::new(),
            times: Vec::new(),
        };
        let mut position = Position::new();
        for (text, line) in lines.filter(|(text, _)| !text.trim().is_empty()) {
            let (turn, time) = parse_turn(text, line, record.turns.len() + 1)?;
            position
                .play(turn)
                .map_err(|why| ParseRecordError::Illegal(line, why))?;
            record.turns.push(turn);
            record.times.push(time);
        }
        Ok(record)
    }
}

/// Parses a turn, with its time if it has one.
fn parse_turn(
    text: &str,
    line: usize,
    number: usize,
) -> Result<(Turn, Option<Duration>), ParseRecordError> {
    let wrong = || ParseRecordError::Line {
        line,
        wanted: format!("turn {number}, such as \"{number} k9 k11 350 ms\","),
    };
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let time = match words[..] {
        [.., time, "ms"] => {
            let time = time.parse().map_err(|_| wrong())?;
            words.truncate(words.len() - 2);
            Some(Duration::from_millis(time))
        }
        _ => None,
    };
    if words.first() != Some(&number.to_string().as_str()) {
        return Err(wrong());
    }
    match words[1..].join(" ").parse() {
        Ok(turn) => Ok((turn, time)),
        Err(ParseTurnError::Point(why)) => Err(ParseRecordError::Point(line, why)),
        Err(ParseTurnError::PointCount(_)) => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "Connect6 game
black: landfall
white: key 12
result: black wins: six in a row
1 j10
2 k9 k11 350 ms
3 a1 s19 0 ms
";

    #[test]
    fn a_record_survives_a_round_trip() {
        let record = GameRecord::parse(GAME).expect("a record");
        assert_eq!(record.times[1], Some(Duration::from_millis(350)));
        assert_eq!(record.players[1], "key 12");
        assert_eq!(record.to_string(), GAME);
    }

    #[test]
    fn missing_lines_are_named() {
        for (text, words) in [
            ("", "line 1: \"Connect6 game\""),
            ("Connect6 game\nblack: A\n", "line 3: \"white:\""),
        ] {
            let fault = GameRecord::parse(text).expect_err(words);
            assert!(fault.to_string().contains(words), "{words}: {fault}");
        }
    }

    #[test]
    fn invalid_lines_are_named() {
        for (from, to, words) in [
            ("Connect6 game", "Connect5", "line 1: \"Connect6 game\""),
            ("white:", "green:", "line 3: \"white:\""),
            ("2 k9", "3 k9", "line 6: turn 2"),
            ("2 k9 k11 350", "2 k9 k11 x", "line 6: turn 2"),
            ("a1 s19", "a1 s20", "line 7: \"s20\" is no point"),
            ("a1 s19", "a1 k9", "line 7: k9 is occupied"),
            ("a1 s19", "a1", "line 7: the turn should be of 2 stones"),
            ("a1 s19", "a1 b1 c1", "line 7: turn 3"),
        ] {
            let fault = GameRecord::parse(&GAME.replace(from, to)).expect_err(words);
            assert!(fault.to_string().contains(words), "{words}: {fault}");
        }
    }
}

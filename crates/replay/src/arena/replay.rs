//! Parses and checks replays, so that their users need not check them again. Contains no drawing
//! and no rules; docs/replays.md describes the format.

use super::format::VERSION;
use crate::json_error::short;
use landfall_rules::timing::{Delays, MoveDelays};
use serde_json::{Map, Value, json};
use std::iter::Enumerate;
use std::str::Lines;
use thiserror::Error;

/// Most seats that a replay may have.
const MAX_SEATS: usize = 8;

/// Most bytes per line.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Most columns or rows of a board.
const MAX_BOARD_SIDE: u64 = 200;

/// A replay whose lines are valid.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The head.
    pub head: Map<String, Value>,
    /// The commands or names of the seats.
    pub seats: Vec<String>,
    /// Moves, garbage and the end, in the order of the file.
    pub lines: Vec<Map<String, Value>>,
}

/// The totals of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Pieces locked.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Lines sent.
    pub attack: u64,
}

impl Replay {
    /// Parses a replay. An incomplete last line is left out.
    ///
    /// # Errors
    /// The first invalid line, and the reason.
    pub fn parse(text: &str) -> Result<Replay, ReplayError> {
        let mut reader = ReplayReader::new(text)?;
        let lines = reader.by_ref().collect::<Result<_, _>>()?;
        let ReplayReader { head, seats, .. } = reader;
        Ok(Replay { head, seats, lines })
    }

    /// Returns the line of the end, if the game has one.
    pub fn end_line(&self) -> Option<&Map<String, Value>> {
        self.lines.iter().find(|line| line.contains_key("boards"))
    }

    /// Returns the largest frame of any line.
    pub fn frames(&self) -> u64 {
        let frames = self.lines.iter().filter_map(|line| line["f"].as_u64());
        frames.max().unwrap_or(0)
    }

    /// Returns how long clears and moves took, as the head says.
    ///
    /// # Errors
    /// The head does not say it; replays of other games need not.
    pub fn delays(&self) -> Result<Delays, MissingTimings> {
        let timings = self.head.get("timings").and_then(delays);
        timings.ok_or(MissingTimings)
    }

    /// Returns the totals of a seat.
    pub fn totals(&self, seat: usize) -> Totals {
        let mut totals = Totals::default();
        for line in self
            .lines_of(seat)
            .filter(|line| !line.contains_key("garbage") && !line.contains_key("rows"))
        {
            let number = |name: &str| line.get(name).and_then(Value::as_u64).unwrap_or(0);
            totals.pieces += 1;
            totals.lines += number("lines");
            totals.attack += number("sent");
        }
        totals
    }

    /// Returns the lines of a seat.
    pub fn lines_of(&self, seat: usize) -> impl Iterator<Item = &Map<String, Value>> {
        self.lines
            .iter()
            .filter(move |line| line.get("s").is_some_and(|s| *s == seat))
    }

    /// Returns the replay as JSON lines, the head first.
    pub fn to_json_lines(&self) -> String {
        let lines = std::iter::once(&self.head).chain(&self.lines);
        lines
            .map(|line| json!(line).to_string() + "\n")
            .collect::<String>()
    }
}

/// Reads a replay line by line and keeps only one line.
#[derive(Clone, Debug)]
pub struct ReplayReader<'a> {
    /// The head.
    pub head: Map<String, Value>,
    /// The commands or names of the seats.
    pub seats: Vec<String>,
    lines: WrittenLines<'a>,
}

impl<'a> ReplayReader<'a> {
    /// Reads the head of a replay. The iterator returns the other lines; an incomplete last line is
    /// left out.
    ///
    /// # Errors
    /// The head is invalid.
    pub fn new(text: &'a str) -> Result<ReplayReader<'a>, ReplayError> {
        let mut lines = WrittenLines {
            text,
            numbered: text.lines().enumerate(),
            incomplete_line: None,
        };
        let head = lines.next();
        let (number, head) = head.ok_or_else(|| ReplayError::new(0, LineError::EmptyFile))??;
        let at_head = |error: LineError| ReplayError::new(number, error);
        check_version(&head).map_err(at_head)?;
        let seats = seats(&head).map_err(at_head)?;
        check_board(&head).map_err(at_head)?;
        Ok(ReplayReader { head, seats, lines })
    }

    /// Returns the number of the last line, from 1, if it has been left out because it is incomplete.
    pub fn incomplete_line(&self) -> Option<usize> {
        self.lines.incomplete_line
    }
}

impl Iterator for ReplayReader<'_> {
    type Item = Result<Map<String, Value>, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?.and_then(|(number, line)| {
            match check_line(&line, self.seats.len()) {
                Ok(()) => Ok(line),
                Err(error) => Err(ReplayError::of_line(number, error, &line)),
            }
        });
        Some(line)
    }
}

/// The objects of a text, one per line, with the index of the line.
#[derive(Clone, Debug)]
struct WrittenLines<'a> {
    text: &'a str,
    numbered: Enumerate<Lines<'a>>,
    /// The number of the last line, from 1, once it has been left out.
    incomplete_line: Option<usize>,
}

impl Iterator for WrittenLines<'_> {
    type Item = Result<(usize, Map<String, Value>), ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        let lines = self.numbered.by_ref();
        let (number, line) = lines.find(|(_, line)| !line.trim().is_empty())?;
        let wrong = |error: LineError| Some(Err(ReplayError::new(number, error)));
        if line.len() > MAX_LINE_BYTES {
            return wrong(LineError::TooLong);
        }
        let is_last = || self.numbered.clone().next().is_none();
        match serde_json::from_str(line) {
            Ok(Value::Object(line)) => Some(Ok((number, line))),
            Ok(_) => wrong(LineError::NoObject),
            Err(_) if number > 0 && !self.text.ends_with('\n') && is_last() => {
                self.incomplete_line = Some(number + 1);
                None
            }
            Err(error) => wrong(error.into()),
        }
    }
}

fn check_version(head: &Map<String, Value>) -> Result<(), LineError> {
    match head.get("replay").and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => Ok(()),
        Some(version) => Err(LineError::Version(version)),
        None => Err(LineError::NoHead),
    }
}

/// Returns how long clears and moves take, as the timings of a head say.
fn delays(timings: &Value) -> Option<Delays> {
    let frames = |value: &Value| value.as_f64().filter(|frames| *frames >= 0.0);
    let rows = timings["clear"].as_array()?.iter().map(frames);
    Some(Delays {
        rows: rows.collect::<Option<Vec<f64>>>()?.try_into().ok()?,
        perfect: frames(&timings["perfect_clear"])?,
        moves: Some(MoveDelays {
            step: frames(&timings["step"])?,
            soft_drop: frames(&timings["soft_drop"])?,
        }),
    })
}

fn seats(head: &Map<String, Value>) -> Result<Vec<String>, LineError> {
    let seats = head.get("seats").and_then(Value::as_array);
    let name = |(number, seat): (usize, &Value)| match seat.as_str() {
        Some(name) => name.to_string(),
        None => format!("seat {}", number + 1),
    };
    match seats.filter(|seats| (1..=MAX_SEATS).contains(&seats.len())) {
        Some(seats) => Ok(seats.iter().enumerate().map(name).collect()),
        None => Err(LineError::Seats),
    }
}

fn check_board(head: &Map<String, Value>) -> Result<(), LineError> {
    let size = |name: &str| head["board"].get(name).and_then(Value::as_u64);
    let within = |size: Option<u64>| size.is_some_and(|size| (1..=MAX_BOARD_SIDE).contains(&size));
    if !head.contains_key("board") || !within(size("columns")) || !within(size("rows")) {
        return Err(LineError::Board);
    }
    Ok(())
}

/// Checks the shape of a line, not the legality of a move.
fn check_line(line: &Map<String, Value>, seats: usize) -> Result<(), LineError> {
    let number = |name: &str| line.get(name).and_then(Value::as_u64);
    if number("f").is_none() {
        return Err(LineError::Frame);
    }
    if line.contains_key("boards") {
        return Ok(());
    }
    if number("s").is_none_or(|seat| seat as usize >= seats) {
        return Err(LineError::UnknownSeat { last: seats - 1 });
    }
    if let Some(rows) = line.get("garbage") {
        let rows = rows
            .as_array()
            .map(|rows| rows.iter().all(Value::is_string));
        return match rows {
            Some(true) => Ok(()),
            _ => Err(LineError::Garbage),
        };
    }
    if let Some(rows) = line.get("rows") {
        let rows = rows.as_array();
        return match rows.is_some_and(|rows| rows.iter().all(Value::is_string)) {
            true => Ok(()),
            false => Err(LineError::Rows),
        };
    }
    if let Some(cells) = line.get("cells") {
        let pair = |cell: &Value| {
            cell.as_array()
                .is_some_and(|cell| matches!(&cell[..], [x, y] if x.is_i64() && y.is_i64()))
        };
        return match cells.as_array().map(|cells| cells.iter().all(pair)) {
            Some(true) => Ok(()),
            _ => Err(LineError::Cells),
        };
    }
    match line
        .get("move")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
    {
        Some([piece, state, x, y, spin])
            if [piece, state, spin].iter().all(|word| word.is_string())
                && [x, y].iter().all(|number| number.is_i64()) =>
        {
            Ok(())
        }
        _ => Err(LineError::Kind),
    }
}

/// The error of a replay, and its line.
#[derive(Debug, Error)]
#[error("line {line} of the replay: {source}")]
pub struct ReplayError {
    /// The line, from 1.
    pub line: usize,
    /// The seat of the line, from 0, if the line names one.
    pub seat: Option<usize>,
    /// Whether it seems to be a move.
    pub is_move: bool,
    /// The error.
    pub source: LineError,
}

impl ReplayError {
    fn new(index: usize, source: LineError) -> ReplayError {
        ReplayError {
            line: index + 1,
            seat: None,
            is_move: false,
            source,
        }
    }

    /// Returns the error of a line that is an object.
    fn of_line(index: usize, source: LineError, line: &Map<String, Value>) -> ReplayError {
        let seat = line.get("s").and_then(Value::as_u64);
        let others = ["boards", "garbage", "rows"];
        ReplayError {
            seat: seat.and_then(|seat| usize::try_from(seat).ok()),
            is_move: !others.iter().any(|key| line.contains_key(*key)),
            ..ReplayError::new(index, source)
        }
    }
}

/// The error of a line of a replay.
#[derive(Debug, Error)]
pub enum LineError {
    /// It is too long.
    #[error("has more than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// There is no line at all.
    #[error("is missing: the file is empty")]
    EmptyFile,
    /// It is not JSON.
    #[error("{}", short(.0))]
    Json(#[from] serde_json::Error),
    /// It is JSON, but not an object.
    #[error("is no JSON object")]
    NoObject,
    /// The first line is not a head.
    #[error(
        "has no `replay`: the first line of a replay must be its head, an object with `replay` and `seats`"
    )]
    NoHead,
    /// The version is not known.
    #[error("is of version {0}: this program reads version {VERSION}")]
    Version(u64),
    /// The head's seats.
    #[error("`seats` must be a list of 1 to {MAX_SEATS} names")]
    Seats,
    /// The head's board.
    #[error("`board` must have `columns` and `rows` from 1 to {MAX_BOARD_SIDE}")]
    Board,
    /// The frame of a line.
    #[error("`f` must be a frame")]
    Frame,
    /// The seat of a line.
    #[error("`s` must be a seat, from 0 to {last}")]
    UnknownSeat {
        /// The last seat of the replay.
        last: usize,
    },
    /// A line of garbage.
    #[error("`garbage` must be a list of rows")]
    Garbage,
    /// A line of a position.
    #[error("`rows` must be a list of rows")]
    Rows,
    /// A line of cells.
    #[error("`cells` must be a list of [x, y]")]
    Cells,
    /// It is no line of any kind.
    #[error("needs `move`, [piece, rotation, x, y, spin], or `cells`, `garbage` or `boards`")]
    Kind,
}

/// A replay's head does not say how long clears and moves took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "its head must have `timings`: `clear`, a list of four frames, `perfect_clear`, `step` and `soft_drop`"
)]
pub struct MissingTimings;

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"replay":2,"seats":["a","b"],"board":{"columns":10,"rows":20}}"#;

    #[test]
    fn invalid_replays_are_refused_with_their_line() {
        let two = |line: &str| format!("{HEAD}\n{line}\n");
        for (text, line, what) in [
            (String::new(), 1, "empty"),
            ("{}\n".into(), 1, "`replay`"),
            (
                r#"{"replay":3,"seats":["a"]}"#.to_string() + "\n",
                1,
                "version 3",
            ),
            (
                r#"{"replay":1,"seats":["a"]}"#.to_string() + "\n",
                1,
                "version 1",
            ),
            (
                r#"{"replay":2,"seats":[]}"#.to_string() + "\n",
                1,
                "`seats`",
            ),
            (
                r#"{"replay":2,"seats":["a"]}"#.to_string() + "\n",
                1,
                "`board`",
            ),
            (two("[]"), 2, "no JSON object"),
            (two("{"), 2, "EOF"),
            (two(r#"{"s":0}"#), 2, "`f`"),
            (two(r#"{"f":1,"s":2,"garbage":[]}"#), 2, "`s`"),
            (two(r#"{"f":1,"s":0,"garbage":[1]}"#), 2, "`garbage`"),
            (two(r#"{"f":1,"s":0,"rows":"I"}"#), 2, "`rows`"),
            (two(r#"{"f":1,"s":0,"cells":[[1]]}"#), 2, "`cells`"),
            (two(r#"{"f":1,"s":0,"move":["T"]}"#), 2, "`move`"),
        ] {
            let error = Replay::parse(&text).unwrap_err();
            assert!(
                error.line == line && error.source.to_string().contains(what),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn the_head_gives_the_delays() {
        let delays = |timings: &str| {
            let end = HEAD.strip_suffix('}').unwrap();
            Replay::parse(&format!("{end}{timings}}}\n"))
                .unwrap()
                .delays()
        };
        let own = r#","timings":{"clear":[1,2,3,4.5],"perfect_clear":5,"step":2,"soft_drop":1}"#;
        let expected = Delays {
            rows: [1.0, 2.0, 3.0, 4.5],
            perfect: 5.0,
            moves: Some(MoveDelays {
                step: 2.0,
                soft_drop: 1.0,
            }),
        };
        assert_eq!(delays(own), Ok(expected));
        for timings in [
            "",
            r#","preset":"ppt""#,
            r#","timings":7"#,
            &own.replace("4.5", "-4"),
            &own.replace(",4.5", ""),
            &own.replace(r#","step":2"#, ""),
            &own.replace(r#","perfect_clear":5"#, ""),
        ] {
            assert_eq!(delays(timings), Err(MissingTimings), "{timings}");
        }
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let text = format!(
            "{HEAD}\n{}\n{}",
            r#"{"f":7,"s":1,"garbage":["GG"]}"#, r#"{"f":9,"#
        );
        let replay = Replay::parse(&text).unwrap();
        assert_eq!((replay.lines.len(), replay.frames()), (1, 7));
        let mut reader = ReplayReader::new(&text).unwrap();
        assert_eq!(reader.by_ref().count(), 1);
        assert_eq!(reader.incomplete_line(), Some(3));
        let mut whole = ReplayReader::new(HEAD).unwrap();
        assert_eq!(whole.by_ref().count(), 0);
        assert_eq!(whole.incomplete_line(), None);
    }
}

//! A replay, read and checked, so that its users need not check it again. Owns no drawing and no rules; the format is described in docs/replays.md.

use super::preset::{Preset, PresetError};
use super::recorder::{BOARD_SIZE, VERSION, shapes};
use landfall_rules::{ClearDelays, SRS};
use serde_json::{Map, Value, json};
use thiserror::Error;

/// Most seats that a replay may have.
const MAX_SEATS: usize = 8;

/// Most columns or rows of a board.
const MAX_BOARD_SIDE: u64 = 200;

/// A replay whose lines are what they should be.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The head, with everything that the version of today has.
    pub head: Map<String, Value>,
    /// The commands or names of the seats.
    pub seats: Vec<String>,
    /// Moves, garbage and the end, in the order of the file.
    pub lines: Vec<Map<String, Value>>,
}

/// What a seat did, in numbers.
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
    /// Reads a replay. A last line that was cut off is left out.
    ///
    /// # Errors
    /// The first line that is not what it should be, and why.
    pub fn parse(text: &str) -> Result<Replay, ReplayError> {
        let mut lines = Vec::new();
        let written = text.lines().enumerate();
        for (number, line) in written.filter(|(_, line)| !line.trim().is_empty()) {
            let line = match serde_json::from_str(line) {
                Ok(Value::Object(line)) => line,
                Ok(_) => return Err(ReplayError::new(number, "is no JSON object")),
                Err(_) if !text.ends_with('\n') && number + 1 == text.lines().count() => break,
                Err(error) => return Err(ReplayError::new(number, &error.to_string())),
            };
            lines.push((number, line));
        }
        let mut lines = lines.into_iter();
        let (number, head) = lines
            .next()
            .ok_or_else(|| ReplayError::new(0, "is missing: the file is empty"))?;
        let wrong = |what: String| ReplayError::new(number, &what);
        let head = upgrade_head(head).map_err(wrong)?;
        let seats = seats(&head).map_err(wrong)?;
        check_board(&head).map_err(wrong)?;
        let mut reading = Replay {
            head,
            seats,
            lines: Vec::new(),
        };
        for (number, line) in lines {
            check_line(&line, reading.seats.len())
                .map_err(|what| ReplayError::new(number, &what))?;
            reading.lines.push(line);
        }
        Ok(reading)
    }

    /// The line of the end, if the game has one.
    pub fn end_line(&self) -> Option<&Map<String, Value>> {
        self.lines.iter().find(|line| line.contains_key("boards"))
    }

    /// Frames that the game lasted, as far as the lines go.
    pub fn frames(&self) -> u64 {
        let frames = self.lines.iter().filter_map(|line| line["f"].as_u64());
        frames.max().unwrap_or(0)
    }

    /// How long clears took: as its head says, else as in the shipped preset that it names.
    ///
    /// # Errors
    /// The head does not say, or what it says is malformed.
    pub fn clear_delays(&self) -> Result<ClearDelays, ClearDelaysError> {
        if let Some(timings) = self.head.get("timings") {
            return delays(timings).ok_or(ClearDelaysError::Malformed);
        }
        let name = self.head.get("preset").and_then(Value::as_str);
        let preset = Preset::by_name(name.ok_or(ClearDelaysError::Missing)?);
        let preset = preset.map_err(ClearDelaysError::UnknownPreset)?;
        Ok(preset.frames.clear_delays())
    }

    /// What a seat did.
    pub fn totals(&self, seat: usize) -> Totals {
        let mut tally = Totals::default();
        for line in self
            .lines_of(seat)
            .filter(|line| !line.contains_key("garbage"))
        {
            let number = |name: &str| line.get(name).and_then(Value::as_u64).unwrap_or(0);
            tally.pieces += 1;
            tally.lines += number("lines");
            tally.attack += number("sent");
        }
        tally
    }

    /// The lines of a seat.
    pub fn lines_of(&self, seat: usize) -> impl Iterator<Item = &Map<String, Value>> {
        self.lines
            .iter()
            .filter(move |line| line.get("s").is_some_and(|s| *s == seat))
    }

    /// The lines again, the head first.
    pub fn to_json_lines(&self) -> String {
        let lines = std::iter::once(&self.head).chain(&self.lines);
        lines
            .map(|line| json!(line).to_string() + "\n")
            .collect::<String>()
    }
}

/// Gives a head of an older version what it lacks.
fn upgrade_head(mut head: Map<String, Value>) -> Result<Map<String, Value>, String> {
    let version = head.get("replay").and_then(Value::as_u64);
    match version {
        Some(version) if version == u64::from(VERSION) => {}
        Some(1) => {
            let [columns, rows, ceiling] = BOARD_SIZE;
            head.insert(
                "board".into(),
                json!({"columns": columns, "rows": rows, "ceiling": ceiling}),
            );
            head.insert("shapes".into(), shapes(&SRS));
        }
        Some(version) => {
            return Err(format!(
                "is of version {version}: this program reads 1 to {VERSION}"
            ));
        }
        None => return Err("has no `replay`: the first line of a replay is its head".into()),
    }
    Ok(head)
}

/// Returns how long clears take, as a head says.
fn delays(timings: &Value) -> Option<ClearDelays> {
    let frames = |value: &Value| value.as_f64().filter(|frames| *frames >= 0.0);
    let rows = timings["clear"].as_array()?.iter().map(frames);
    Some(ClearDelays {
        rows: rows.collect::<Option<Vec<f64>>>()?.try_into().ok()?,
        perfect: frames(&timings["perfect_clear"])?,
    })
}

fn seats(head: &Map<String, Value>) -> Result<Vec<String>, String> {
    let seats = head.get("seats").and_then(Value::as_array);
    let names = seats.map(|seats| seats.iter().map(|seat| seat.as_str().map(str::to_string)));
    match names.and_then(|names| names.collect::<Option<Vec<String>>>()) {
        Some(names) if (1..=MAX_SEATS).contains(&names.len()) => Ok(names),
        _ => Err(format!("`seats` must be a list of 1 to {MAX_SEATS} names")),
    }
}

fn check_board(head: &Map<String, Value>) -> Result<(), String> {
    let size = |name: &str| head["board"].get(name).and_then(Value::as_u64);
    let within = |size: Option<u64>| size.is_some_and(|size| (1..=MAX_BOARD_SIDE).contains(&size));
    if !head.contains_key("board") || !within(size("columns")) || !within(size("rows")) {
        return Err(format!(
            "`board` must have `columns` and `rows` from 1 to {MAX_BOARD_SIDE}"
        ));
    }
    Ok(())
}

/// Checks the shape of a line; whether a move is legal is not asked.
fn check_line(line: &Map<String, Value>, seats: usize) -> Result<(), String> {
    let number = |name: &str| line.get(name).and_then(Value::as_u64);
    if number("f").is_none() {
        return Err("`f` must be a frame".into());
    }
    if line.contains_key("boards") {
        return Ok(());
    }
    if number("s").is_none_or(|seat| seat as usize >= seats) {
        return Err(format!("`s` must be a seat, from 0 to {}", seats - 1));
    }
    if let Some(rows) = line.get("garbage") {
        let rows = rows
            .as_array()
            .map(|rows| rows.iter().all(Value::is_string));
        return match rows {
            Some(true) => Ok(()),
            _ => Err("`garbage` must be a list of rows".into()),
        };
    }
    if let Some(cells) = line.get("cells") {
        let pair = |cell: &Value| {
            cell.as_array()
                .is_some_and(|cell| matches!(&cell[..], [x, y] if x.is_i64() && y.is_i64()))
        };
        return match cells.as_array().map(|cells| cells.iter().all(pair)) {
            Some(true) => Ok(()),
            _ => Err("`cells` must be a list of [x, y]".into()),
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
        _ => Err(
            "needs `move`, [piece, rotation, x, y, spin], or `cells`, `garbage` or `boards`".into(),
        ),
    }
}

/// What is wrong with a replay.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the replay: {what}")]
pub struct ReplayError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, without a subject.
    pub what: String,
}

impl ReplayError {
    fn new(index: usize, what: &str) -> ReplayError {
        ReplayError {
            line: index + 1,
            what: what.to_string(),
        }
    }
}

/// Why a replay does not say how long clears take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClearDelaysError {
    /// Its head has timings, but not these.
    #[error("its head's `timings` must have `clear`, four frames, and `perfect_clear`")]
    Malformed,
    /// Its head has no timings, and no preset either.
    #[error("its head has no `timings`, and names no `preset`")]
    Missing,
    /// Its head has no timings, and its preset is not known.
    #[error("its head has no `timings`, and {0}")]
    UnknownPreset(#[source] PresetError),
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"replay":1,"seats":["a","b"]}"#;

    #[test]
    fn what_is_no_replay_is_refused_with_its_line() {
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
                r#"{"replay":1,"seats":[]}"#.to_string() + "\n",
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
            (two(r#"{"f":1,"s":0,"cells":[[1]]}"#), 2, "`cells`"),
            (two(r#"{"f":1,"s":0,"move":["T"]}"#), 2, "`move`"),
        ] {
            let error = Replay::parse(&text).unwrap_err();
            assert!(
                error.line == line && error.what.contains(what),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn how_long_clears_take_is_told_by_the_head_or_by_its_preset() {
        let delays = |more: &str| {
            let head = HEAD.replace('}', &format!("{more}}}\n"));
            Replay::parse(&head).unwrap().clear_delays()
        };
        let own = delays(r#","preset":"mine","timings":{"clear":[1,2,3,4.5],"perfect_clear":5}"#);
        let expected = ClearDelays {
            rows: [1.0, 2.0, 3.0, 4.5],
            perfect: 5.0,
        };
        assert_eq!(own, Ok(expected));
        let shipped = Preset::by_name("ppt").unwrap().frames.clear_delays();
        assert_eq!(delays(r#","preset":"ppt""#), Ok(shipped));
        for (head, what) in [
            ("", "no `preset`"),
            (r#","preset":"mine""#, "\"mine\""),
            (r#","timings":7"#, "four frames"),
            (r#","timings":{"clear":[1,2,3,4]}"#, "four frames"),
            (
                r#","timings":{"clear":[1,2,3],"perfect_clear":5}"#,
                "four frames",
            ),
            (
                r#","timings":{"clear":[1,2,3,-4],"perfect_clear":5}"#,
                "four frames",
            ),
        ] {
            let error = delays(head).unwrap_err().to_string();
            assert!(error.contains(what), "{head}: {error}");
        }
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let text = format!(
            "{HEAD}\n{}\n{}",
            r#"{"f":7,"s":1,"garbage":["GG"]}"#, r#"{"f":9,"#
        );
        let reading = Replay::parse(&text).unwrap();
        assert_eq!((reading.lines.len(), reading.frames()), (1, 7));
    }

    #[test]
    fn the_first_version_gets_the_board_and_the_shapes_that_it_meant() {
        let reading = Replay::parse(&format!("{HEAD}\n")).unwrap();
        assert_eq!(reading.head["board"]["columns"], 10);
        assert_eq!(reading.head["shapes"]["O"]["north"][0], json!([0, 0]));
        assert!(Replay::parse(&reading.to_json_lines()).is_ok());
    }
}

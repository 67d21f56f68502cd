//! Compares recorded games and boards with a ruleset, member by member. docs/verify.md describes the
//! format.
//!
//! Reads and counts lines. `game` computes the members of a lock, `boards` those of a board; the rules
//! themselves are those of `landfall-rules`.

mod boards;
mod game;

use game::RecordedGame;
use landfall_rules::board::WIDTH;
use landfall_rules::{Board, Placement, Ruleset};
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::{self, BufRead};
use thiserror::Error;

/// Longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// The result for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Games begun.
    pub games: u64,
    /// Locks of these games.
    pub locks: u64,
    /// Boards with counts of placements.
    pub boards: u64,
    /// Members that agree with the rules.
    pub members: u64,
    /// The first member that does not, at which reading stopped.
    pub difference: Option<Difference>,
}

/// A member of a line that differs from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 1.
    pub line: u64,
    /// The member's name.
    pub member: String,
    /// The value in the file.
    pub found: String,
    /// The value by the rules.
    pub expected: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: `{}` is {}, the rules give {}",
            self.line, self.member, self.found, self.expected
        )
    }
}

/// Why a file cannot be verified.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// It cannot be read.
    #[error("line {line}: {source}")]
    Read {
        /// The line, from 1.
        line: u64,
        /// The system's error.
        source: io::Error,
    },
    /// A line is not as docs/verify.md describes it.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        problem: LineProblem,
    },
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum LineProblem {
    /// It is longer than a line may be.
    #[error("longer than {MAX_LINE} bytes")]
    TooLong,
    /// It is no JSON object.
    #[error("not a JSON object: {0}")]
    Json(String),
    /// A member has a wrong type or value, or is missing.
    #[error("`{member}` must be {expected}")]
    Member {
        /// The member's name.
        member: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// A lock comes before any game.
    #[error("a piece locks before the line that begins its game, with `game` and `seed`")]
    NoGame,
    /// Garbage arrived, but the ruleset does not define how it waits.
    #[error("garbage cannot be replayed under the ruleset {0}, which does not define how it waits")]
    Garbage(&'static str),
}

/// Replays the games of a file and compares each member of each line with the rules, up to the first
/// difference.
///
/// ```
/// use landfall_arena::verify;
/// use landfall_rules::rulesets::TETRIO_S2;
///
/// let file = r#"{"game":1,"seed":42}
/// {"piece":"O","held":false,"cells":[[4,0],[4,1],[5,0],[5,1]],"spin":"none","lines":1}"#;
/// let found = verify(&TETRIO_S2, file.as_bytes()).unwrap();
/// let difference = found.difference.unwrap();
/// assert_eq!(difference.to_string(), "line 2: `lines` is 1, the rules give 0");
/// ```
///
/// # Errors
/// A line cannot be read or does not have the format.
pub fn verify(rules: &Ruleset, file: impl BufRead) -> Result<Verification, VerifyError> {
    let mut verifier = Verifier {
        rules: *rules,
        game: None,
        found: Verification::default(),
    };
    let mut lines = Lines { file, number: 0 };
    while let Some(text) = lines.next_line()? {
        let number = lines.number;
        if text.trim().is_empty() {
            continue;
        }
        let difference = verifier.line(&text).map_err(|problem| VerifyError::Line {
            line: number,
            problem,
        })?;
        if let Some(difference) = difference {
            verifier.found.difference = Some(Difference {
                line: number,
                ..difference
            });
            break;
        }
    }
    Ok(verifier.found)
}

struct Verifier {
    rules: Ruleset,
    game: Option<RecordedGame>,
    found: Verification,
}

impl Verifier {
    /// Compares a line. Returns the first difference, with the line number 0.
    fn line(&mut self, text: &str) -> Result<Option<Difference>, LineProblem> {
        let line: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| LineProblem::Json(error.to_string()))?;
        let expected = if line.contains_key("counts") {
            self.found.boards += 1;
            boards::expected(&self.rules, &line)?
        } else if line.contains_key("game") {
            self.found.games += 1;
            self.game = Some(RecordedGame::new(&self.rules, &line)?);
            return Ok(None);
        } else {
            self.found.locks += 1;
            let game = self.game.as_mut().ok_or(LineProblem::NoGame)?;
            game.lock(&line)?
        };
        Ok(self.compare(&line, expected))
    }

    /// Compares the members of a line. A missing member with a default is compared by that; others
    /// are skipped.
    fn compare(&mut self, line: &Map<String, Value>, expected: Vec<Member>) -> Option<Difference> {
        for Member {
            name,
            value,
            default,
        } in expected
        {
            let found = match (line.get(name), default) {
                (Some(found), _) => found.clone(),
                (None, Some(default)) => default,
                (None, None) => continue,
            };
            if !agrees(&found, &value) {
                return Some(Difference {
                    line: 0,
                    member: name.to_string(),
                    found: found.to_string(),
                    expected: value.to_string(),
                });
            }
            self.found.members += 1;
        }
        None
    }
}

/// Returns whether a member has the expected value. `true` stands for any number but 0.
fn agrees(found: &Value, expected: &Value) -> bool {
    match (found, expected.as_u64()) {
        (Value::Bool(found), Some(number)) => *found == (number > 0),
        _ => found == expected,
    }
}

/// The expected value of a member.
struct Member {
    name: &'static str,
    value: Value,
    /// The value of a missing member, if it has one.
    default: Option<Value>,
}

impl Member {
    fn new(name: &'static str, value: impl Into<Value>) -> Member {
        Member {
            name,
            value: value.into(),
            default: None,
        }
    }
}

/// The lines of a file, of bounded length.
struct Lines<R> {
    file: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    fn next_line(&mut self) -> Result<Option<String>, VerifyError> {
        self.number += 1;
        let mut text = String::new();
        let mut limited = io::Read::take(&mut self.file, MAX_LINE);
        let read = limited.read_line(&mut text);
        let bytes = read.map_err(|source| VerifyError::Read {
            line: self.number,
            source,
        })?;
        if bytes as u64 == MAX_LINE && !text.ends_with('\n') {
            return Err(VerifyError::Line {
                line: self.number,
                problem: LineProblem::TooLong,
            });
        }
        Ok((bytes > 0).then_some(text))
    }
}

/// Returns the error for a member that is missing or wrong.
fn member_error(member: &'static str, expected: &'static str) -> LineProblem {
    LineProblem::Member { member, expected }
}

/// Parses `board`, which is absent for an empty one. Returns its rows, the floor first.
fn parse_rows(line: &Map<String, Value>, height: u32) -> Result<Vec<String>, LineProblem> {
    let problem = || member_error("board", "rows of ten characters, the floor first");
    let Some(value) = line.get("board") else {
        return Ok(Vec::new());
    };
    let rows = value.as_array().ok_or_else(problem)?;
    if rows.len() > height as usize {
        return Err(problem());
    }
    rows.iter()
        .map(|row| {
            let row = row
                .as_str()
                .filter(|row| row.is_ascii() && row.len() == WIDTH);
            row.map(str::to_string).ok_or_else(problem)
        })
        .collect()
}

/// Returns the board of rows, the floor first.
fn board_of(rows: &[String]) -> Board {
    let mut board = Board::EMPTY;
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.chars().enumerate().filter(|(_, cell)| *cell != '.') {
            board.fill(x as i8, y as i8);
        }
    }
    board
}

/// Returns a placement as in a line: its cells by column and row, and its spin.
fn cells_and_spin(rules: &Ruleset, placement: &Placement) -> (Value, Value) {
    let mut cells = placement.cells(rules);
    cells.sort_unstable();
    (json!(cells), json!(placement.spin.to_string()))
}

#[cfg(test)]
mod tests;

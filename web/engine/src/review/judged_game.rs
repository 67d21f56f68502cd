//! A recorded game with the moves that were judged so far.

use crate::json::{
    JsonError, ReadJson, from_json, object, optional_flag, optional_text, optional_whole,
};
use landfall_replay::{ReadError, ReadOptions, RecordedGame, read_with};
use landfall_review::judge::{DEFAULT_NODES, JudgeOptions, MAX_DEPTH, NODES_RANGE};
use landfall_review::page::{page_data, page_rounds};
use landfall_review::players::Players;
use landfall_review::report::{MoveReport, Report, Reviews};
use landfall_review::summary::SummaryRow;
use landfall_review::{GameReview, NoMoves, ReviewOptions};
use landfall_rules::Ruleset;
use landfall_rules::rulesets::{GUIDELINE, UnknownRuleset};
use serde_json::Value;
use std::ops::RangeInclusive;
use thiserror::Error;

/// The program that the report names, unless the options name another.
const PROGRAM: &str = concat!("landfall ", env!("CARGO_PKG_VERSION"));

/// What a game is called in the summary, unless the options say it. `landfall review` calls it the
/// same.
const TITLE: &str = "Review";

/// Why a game cannot be reviewed.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// The options cannot be read.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// There is no such ruleset.
    #[error("{0}")]
    Ruleset(UnknownRuleset),
    /// A limit of the search is too small or too large.
    #[error("`{name}` is {given}: it must be from {least} to {most}")]
    Limit {
        /// The limit.
        name: &'static str,
        /// What it should be.
        given: u64,
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The game has no moves to review.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
    /// The game has no such move.
    #[error("there is no move {number}: the game has {moves} moves, from 0")]
    NoSuchMove {
        /// The move.
        number: usize,
        /// How many there are.
        moves: usize,
    },
    /// Every move has its report.
    #[error("all {0} moves have their reports")]
    Complete(usize),
    /// A text is no report of a move.
    #[error("this is no report of a move: {0}")]
    Report(#[source] serde_json::Error),
    /// The review cannot be written as JSON.
    #[error("the review cannot be written as JSON: {0}")]
    Write(#[source] serde_json::Error),
}

/// A recorded game with the reports of its first moves.
#[derive(Debug)]
pub struct JudgedGame {
    game: RecordedGame,
    options: ReviewOptions,
    title: String,
    moves: usize,
    judged: Vec<MoveReport>,
}

/// The options of a review.
#[derive(Debug)]
struct Options {
    rules: Option<String>,
    nodes: u64,
    depth: Option<u32>,
    names: bool,
    title: String,
    program: String,
}

impl ReadJson for Options {
    fn read(what: &'static str, value: &Value) -> Result<Options, JsonError> {
        let known = &["rules", "nodes", "depth", "names", "title", "program"];
        let given = object(what, value, known)?;
        let depth = optional_whole(given, "depth")?;
        Ok(Options {
            rules: optional_text(given, "rules")?,
            nodes: optional_whole(given, "nodes")?.unwrap_or(DEFAULT_NODES),
            depth: depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            names: optional_flag(given, "names")?,
            title: optional_text(given, "title")?.unwrap_or_else(|| TITLE.into()),
            program: optional_text(given, "program")?.unwrap_or_else(|| PROGRAM.into()),
        })
    }
}

/// Checks that a limit of the search is in its range.
fn check<T>(name: &'static str, given: T, range: RangeInclusive<T>) -> Result<(), ReviewError>
where
    T: PartialOrd + Copy + Into<u64>,
{
    match range.contains(&given) {
        true => Ok(()),
        false => Err(ReviewError::Limit {
            name,
            given: given.into(),
            least: (*range.start()).into(),
            most: (*range.end()).into(),
        }),
    }
}

impl Options {
    fn rules(&self) -> Result<Ruleset, ReviewError> {
        let Some(name) = &self.rules else {
            return Ok(GUIDELINE);
        };
        name.parse().map_err(ReviewError::Ruleset)
    }

    fn review(self) -> Result<ReviewOptions, ReviewError> {
        check("nodes", self.nodes, NODES_RANGE)?;
        if let Some(depth) = self.depth {
            check("depth", depth, 1..=MAX_DEPTH)?;
        }
        Ok(ReviewOptions {
            judge: JudgeOptions {
                nodes: self.nodes,
                depth: self.depth,
                ..JudgeOptions::default()
            },
            names: self.names,
            program: self.program,
            ..ReviewOptions::default()
        })
    }
}

impl JudgedGame {
    /// Reads a game of a file, with options as JSON.
    ///
    /// # Errors
    /// The options or the file cannot be read, or the game has no moves that can be reviewed.
    pub fn read(bytes: &[u8], options: &str) -> Result<JudgedGame, ReviewError> {
        let options: Options = from_json("the options of the review", options)?;
        let read = ReadOptions {
            rules: options.rules()?,
            ..ReadOptions::default()
        };
        let title = options.title.clone();
        let options = options.review()?;
        let mut game = read_with(bytes, &read)?;
        Players::default().number(&mut game);
        let moves = GameReview::new(&game, &options).move_count();
        if moves == 0 {
            return Err(NoMoves::of(&game).into());
        }
        Ok(JudgedGame {
            game,
            options,
            title,
            moves,
            judged: Vec::new(),
        })
    }

    /// Returns how many moves there are to judge.
    pub fn move_count(&self) -> usize {
        self.moves
    }

    /// Returns the review. It is made for every move, which takes far less time than judging one.
    fn review(&self) -> GameReview<'_> {
        GameReview::new(&self.game, &self.options)
    }

    /// Judges a move, by its number from 0.
    ///
    /// # Errors
    /// There is no such move.
    pub fn judge(&self, number: usize) -> Result<MoveReport, ReviewError> {
        let never = || false;
        let no_such_move = ReviewError::NoSuchMove {
            number,
            moves: self.moves,
        };
        if number >= self.moves {
            return Err(no_such_move);
        }
        self.review()
            .judge(number, &never, &never)
            .ok_or(no_such_move)
    }

    /// Adds the report of the next move.
    ///
    /// # Errors
    /// It is no report, or there is no move left.
    pub fn add(&mut self, report: &str) -> Result<(), ReviewError> {
        if self.judged.len() >= self.moves {
            return Err(ReviewError::Complete(self.moves));
        }
        let report = serde_json::from_str(report).map_err(ReviewError::Report)?;
        self.judged.push(report);
        Ok(())
    }

    fn report(&self) -> Report {
        self.review().report(self.judged.clone())
    }

    /// Returns the data of the page, its lists of moves without the first `known` moves.
    pub fn page_data(&self, known: usize) -> String {
        page_data(&self.game, &self.report(), known)
    }

    /// Returns the rounds as replays.
    pub fn rounds(&self) -> Vec<String> {
        page_rounds(&self.game, &self.review().report(Vec::new()))
    }

    /// Returns what `landfall review --json` writes.
    ///
    /// # Errors
    /// It cannot be written as JSON, which no review leads to.
    pub fn json(&self) -> Result<String, ReviewError> {
        let report = self.report();
        let row = SummaryRow::new(self.title.clone(), None, &report);
        let reviews = Reviews::new(vec![report], vec![row]);
        reviews.to_json().map_err(ReviewError::Write)
    }
}

#[cfg(test)]
mod tests;

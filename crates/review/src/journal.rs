//! The journal of reviews: a line for each judged move, so that a review that was interrupted goes
//! on where it stopped. Reading and writing is [`landfall_experiment::journal`].

use crate::report::{MoveReport, Settings};
use landfall_experiment::journal::{Header, Journal, JournalError};
use landfall_rules::rng::mix64;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::Path;

/// The version of the format.
const VERSION: u32 = 2;

/// What a judgement depends on besides the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewHeader {
    /// The version of the format.
    pub review_journal: u32,
    /// The program with its version.
    pub program: String,
    /// A hash of the weights of the evaluation, where they are not those of the program.
    pub weights: Option<String>,
    /// The limits of the search.
    pub settings: Settings,
}

impl ReviewHeader {
    /// Returns the header of this version.
    pub fn new(program: &str, weights: Option<String>, settings: &Settings) -> ReviewHeader {
        ReviewHeader {
            review_journal: VERSION,
            program: program.to_string(),
            weights,
            settings: settings.clone(),
        }
    }
}

/// A judged move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewRecord {
    /// The hash of the game's file.
    pub game: u64,
    /// The number of the move among all of the game, from 0.
    pub index: u64,
    /// The judgement.
    pub judged: MoveReport,
}

impl Header for ReviewHeader {
    type Record = ReviewRecord;

    fn difference(&self, other: &ReviewHeader) -> Option<String> {
        let differs = |name: &str, here: String, there: String| {
            (here != there).then(|| format!("{name} is {there} there and {here} here"))
        };
        let settings = |header: &ReviewHeader| format!("{:?}", header.settings);
        let weights = |header: &ReviewHeader| format!("{:?}", header.weights);
        differs(
            "the version",
            self.review_journal.to_string(),
            other.review_journal.to_string(),
        )
        .or_else(|| differs("the program", self.program.clone(), other.program.clone()))
        .or_else(|| differs("the hash of the weights", weights(self), weights(other)))
        .or_else(|| differs("the depth", settings(self), settings(other)))
    }

    fn identify(record: &ReviewRecord) -> (u64, String) {
        let number = mix64(record.game ^ mix64(record.index));
        (number, format!("move {}", record.index + 1))
    }
}

/// A journal, and the moves that it had when it was opened.
#[derive(Debug)]
pub struct ReviewJournal {
    journal: Journal<ReviewHeader>,
    known: HashMap<u64, BTreeMap<u64, MoveReport>>,
}

impl ReviewJournal {
    /// Opens a journal to go on with it, or begins one where there is none.
    ///
    /// # Errors
    /// It cannot be read or written, or it is of reviews with other settings.
    pub fn open(path: &Path, header: &ReviewHeader) -> Result<ReviewJournal, JournalError> {
        let mut known: HashMap<u64, BTreeMap<u64, MoveReport>> = HashMap::new();
        let (journal, records) = Journal::open(path, header)?;
        for record in records {
            let game = known.entry(record.game).or_default();
            game.insert(record.index, record.judged);
        }
        Ok(ReviewJournal { journal, known })
    }

    /// Removes the judged moves of a game and returns them by their number.
    pub fn take(&mut self, game: u64) -> BTreeMap<u64, MoveReport> {
        self.known.remove(&game).unwrap_or_default()
    }

    /// Adds a judged move.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: u64, index: u64, judged: &MoveReport) -> io::Result<()> {
        self.journal.append(&ReviewRecord {
            game,
            index,
            judged: judged.clone(),
        })
    }
}

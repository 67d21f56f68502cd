//! `landfall tune`: weights of an evaluation, found by playing.
//!
//! ```text
//! problem              what can be tuned: the trait between the optimiser and a game
//! tetris, solo_game    the evaluation of a ruleset: matches and solo games
//! dropblox             the evaluation of Dropblox
//! target               which problem the rules of a name are
//! space                weights as points of the optimiser, and back
//! evaluator            scores of a generation: the games
//! config, state        what a run is, and where it stands
//! journal, page, chart what is written
//! options, progress    the command line, and the progress on stderr
//! ```
//!
//! The optimiser is `landfall_experiment::cma`. Weights from finished games are `crate::learn`'s.

mod chart;
mod config;
mod dropblox;
mod error;
mod evaluator;
mod journal;
mod options;
mod page;
mod problem;
mod progress;
mod solo_game;
mod space;
mod state;
mod target;
mod tetris;

pub use error::TuneError;
pub use options::Options;
pub use target::Target;
pub use tetris::{PlayerFactory, step_size};

use config::TuneConfig;
use dropblox::DropbloxProblem;
use evaluator::CandidateEvaluator;
use journal::{GenerationRecord, TuneJournal};
use landfall_experiment::files;
use landfall_experiment::journal::Journal;
use landfall_rules::GUIDELINE;
use problem::Problem;
use progress::RunProgress;
use serde::Deserialize;
use state::TuningState;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tetris::TetrisProblem;

/// Finds weights until the limits of the options are reached or `stop` is set. `make_player`
/// makes a player for matches of weights and nodes a move.
///
/// Returns the text of the weights file if the options name no file for it.
///
/// # Errors
/// The options do not make a run, the journal cannot be continued, a game cannot be played,
/// or a file cannot be written.
pub fn run(
    options: &Options,
    make_player: PlayerFactory,
    stop: &AtomicBool,
) -> Result<Option<String>, TuneError> {
    let target = match &options.resume {
        Some(journal) => target_of_journal(journal)?,
        None => options.target,
    };
    match target {
        Target::Ruleset(rules) => run_problem(&TetrisProblem { rules, make_player }, options, stop),
        Target::Dropblox => run_problem(&DropbloxProblem::default(), options, stop),
    }
}

fn run_problem<P: Problem>(
    problem: &P,
    options: &Options,
    stop: &AtomicBool,
) -> Result<Option<String>, TuneError> {
    let limits = options.limits()?;
    let (journal, config, mut records) = open_journal(problem, options)?;
    let mut files = OutputFiles::new(options, journal);
    let mut state = TuningState::new(problem, &config)?;
    for record in &records {
        state.replay(&config, record)?;
    }
    let evaluator = CandidateEvaluator {
        problem,
        config: &config,
        jobs: usize::from(options.jobs),
        stop,
    };
    files.write(problem, &config, &records, &state)?;
    let mut progress = RunProgress::new(limits, state.generation(), state.games());
    while !progress.is_finished(state.generation(), state.games()) {
        let candidates = state.candidates();
        let scores = evaluator.evaluate(state.generation(), &candidates, &state.weights())?;
        let Some(scores) = scores else {
            break;
        };
        let record = state.record(&config, &scores);
        progress.report(&record);
        files.append(&record)?;
        records.push(record);
        files.write(problem, &config, &records, &state)?;
    }
    drop(progress);
    match options.out {
        Some(_) => Ok(None),
        None => weights_text(problem, &state).map(Some),
    }
}

/// A journal, its configuration, and the generations that are in it.
type OpenJournal<W> = (TuneJournal<W>, TuneConfig<W>, Vec<GenerationRecord<W>>);

/// Begins the journal of the options, or continues one.
fn open_journal<P: Problem>(
    problem: &P,
    options: &Options,
) -> Result<OpenJournal<P::Weights>, TuneError> {
    if let Some(path) = &options.resume {
        let (journal, contents) = Journal::resume(path, None)?;
        return Ok((journal, contents.header, contents.records));
    }
    let config = options.config(problem)?;
    let path = options.journal.as_deref().unwrap_or(Path::new(""));
    let journal = Journal::create(path, &config)?;
    Ok((journal, config, Vec::new()))
}

/// Longest first line of a journal, in bytes.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// Returns the rules of a journal; the guideline's if it cannot be read, because resuming it
/// then reports what is wrong.
fn target_of_journal(path: &Path) -> Result<Target, TuneError> {
    #[derive(Deserialize)]
    struct RulesName {
        rules: String,
    }
    let mut line = String::new();
    let read = File::open(path)
        .and_then(|file| BufReader::new(file.take(MAX_HEADER_BYTES)).read_line(&mut line));
    let header = read.ok().and_then(|_| serde_json::from_str(&line).ok());
    match header {
        Some(RulesName { rules }) => Ok(Target::by_name(&rules)?),
        None => Ok(Target::Ruleset(&GUIDELINE)),
    }
}

/// The files that a run writes.
#[derive(Debug)]
struct OutputFiles<W> {
    journal: TuneJournal<W>,
    page: PathBuf,
    weights: Option<PathBuf>,
}

impl<W> OutputFiles<W>
where
    W: PartialEq + serde::Serialize + serde::de::DeserializeOwned,
{
    fn new(options: &Options, journal: TuneJournal<W>) -> OutputFiles<W> {
        let path = options.journal.as_ref().or(options.resume.as_ref());
        let mut page = path.cloned().unwrap_or_default().into_os_string();
        page.push(".html");
        OutputFiles {
            journal,
            page: page.into(),
            weights: options.out.clone(),
        }
    }

    fn append(&mut self, record: &GenerationRecord<W>) -> Result<(), TuneError> {
        // Synced to the disk, because a generation is minutes of work.
        self.journal
            .append(record)
            .and_then(|()| self.journal.sync())
            .map_err(TuneError::JournalWrite)
    }

    /// Writes the page and the weights as they stand.
    fn write<P: Problem<Weights = W>>(
        &self,
        problem: &P,
        config: &TuneConfig<W>,
        records: &[GenerationRecord<W>],
        state: &TuningState<P>,
    ) -> Result<(), TuneError> {
        let page = page::render(problem, config, records)
            .map_err(|error| TuneError::Json(error.into()))?;
        write_file(&self.page, &page)?;
        match &self.weights {
            Some(path) => write_file(path, &weights_text(problem, state)?),
            None => Ok(()),
        }
    }
}

/// Returns the weights found so far as the text of a weights file.
fn weights_text<P: Problem>(problem: &P, state: &TuningState<P>) -> Result<String, TuneError> {
    problem.to_json(&state.weights()).map_err(TuneError::Json)
}

fn write_file(path: &Path, text: &str) -> Result<(), TuneError> {
    files::write_atomic(path, text).map_err(|source| TuneError::Write {
        path: path.to_path_buf(),
        source,
    })
}

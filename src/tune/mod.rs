//! The tuner, `landfall tune`: weights found by playing.
//!
//! Knows the rules, the search, the arena and the games of Dropblox, and no protocol.
//!
//! ```text
//! rules                what weights are found for
//! space                what is tuned, as a space
//! cma                  how candidates come out of scores
//! alone, contest       a game of one player
//! field                how scores come out of candidates
//! plan, run            what a run is; where it stands
//! journal, chart, page what is written
//! options, progress    what was asked for; what is told meanwhile
//! outcome              weights out of finished games instead, `landfall learn`
//! ```

mod chart;
mod dropblox;
mod evaluator;
mod journal;
mod options;
mod solo_game;

mod config;
mod page;
mod progress;
mod space;
mod state;
mod target;

pub use evaluator::PlayerFactory;
pub use options::Options;
pub use space::step_size;
pub use target::Target;

use config::TuneConfig;
use evaluator::{CandidateEvaluator, GameKind};
use journal::{GenerationRecord, TuneJournal};
use landfall_experiment::files;
use landfall_experiment::journal::Journal;
use progress::Progress;
use state::TuningState;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Finds weights as the options ask, until their budget is spent or `stop`. `seat` makes a
/// player of the arena of weights and nodes a move. Gives the text of the weights file if no
/// file was named for it.
///
/// # Errors
/// Why it cannot be played or written, a sentence.
pub fn run(
    options: &Options,
    seat: PlayerFactory,
    stop: &AtomicBool,
) -> Result<Option<String>, String> {
    let budget = options.limits()?;
    let (journal, plan, mut done) = open(options)?;
    let mut files = OutputFiles::new(options, journal);
    let mut run = TuningState::new(&plan)?;
    for line in &done {
        run.replay(&plan, line)?;
    }
    let field = CandidateEvaluator {
        config: &plan,
        game_kind: GameKind::for_target(plan.rules()?),
        jobs: usize::from(options.jobs),
        make_player: seat,
        stop,
    };
    files.write(&plan, &done, &run)?;
    let mut progress = Progress::new(budget, run.generation(), run.games());
    while !progress.is_finished(run.generation(), run.games()) {
        let candidates = run.candidates();
        let outcome = field.evaluate(run.generation(), &candidates, &run.weights())?;
        let Some(outcome) = outcome else {
            break;
        };
        let line = run.record(&plan, &outcome);
        progress.report(&line);
        files.add(&line)?;
        done.push(line);
        files.write(&plan, &done, &run)?;
    }
    progress.finish();
    match options.out {
        Some(_) => Ok(None),
        None => run.weights().to_json().map(Some).map_err(|e| e.to_string()),
    }
}

fn open(options: &Options) -> Result<(TuneJournal, TuneConfig, Vec<GenerationRecord>), String> {
    if let Some(path) = &options.resume {
        let (journal, found) = Journal::resume(path, None).map_err(|error| error.to_string())?;
        return Ok((journal, found.header, found.records));
    }
    let plan = options.config()?;
    let path = options.journal.as_deref().unwrap_or(Path::new(""));
    match Journal::create(path, &plan) {
        Ok(journal) => Ok((journal, plan, Vec::new())),
        Err(error) => Err(error.to_string()),
    }
}

/// What a run writes.
struct OutputFiles {
    journal: TuneJournal,
    page: PathBuf,
    out: Option<PathBuf>,
}

impl OutputFiles {
    fn new(options: &Options, journal: TuneJournal) -> OutputFiles {
        let beside = options.journal.as_ref().or(options.resume.as_ref());
        let mut page = beside.cloned().unwrap_or_default().into_os_string();
        page.push(".html");
        OutputFiles {
            journal,
            page: page.into(),
            out: options.out.clone(),
        }
    }

    fn add(&mut self, line: &GenerationRecord) -> Result<(), String> {
        // To the disk: a generation is minutes of work.
        let added = self.journal.append(line).and_then(|()| self.journal.sync());
        added.map_err(|error| format!("the journal cannot be written: {error}"))
    }

    /// The page and the weights as they stand.
    fn write(
        &self,
        plan: &TuneConfig,
        done: &[GenerationRecord],
        run: &TuningState,
    ) -> Result<(), String> {
        replace(&self.page, &page::render(plan, done)?)?;
        match &self.out {
            Some(out) => replace(out, &run.weights().to_json().map_err(|e| e.to_string())?),
            None => Ok(()),
        }
    }
}

/// Puts a whole file in the place of another, so that nobody ever reads half of one.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    files::write_atomic(path, text)
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

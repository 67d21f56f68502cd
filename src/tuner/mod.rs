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

mod alone;
mod chart;
mod contest;
mod field;
mod journal;
mod options;
pub mod outcome;
mod page;
mod plan;
mod progress;
mod rules;
mod run;
mod space;

pub use field::Seat;
pub use options::Options;
pub use rules::Rules;

use field::{Field, Venue};
use journal::{Generation, Journal};
use landfall_experiment::files;
use plan::Plan;
use progress::Progress;
use run::Run;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Finds weights as the options ask, until their budget is spent or `stop`. `seat` makes a
/// player of the arena of weights and nodes a move. Gives the text of the weights file if no
/// file was named for it.
///
/// # Errors
/// Why it cannot be played or written, a sentence.
pub fn run(options: &Options, seat: Seat, stop: &AtomicBool) -> Result<Option<String>, String> {
    let budget = options.budget()?;
    let (journal, plan, mut done) = open(options)?;
    let mut files = Files::new(options, journal);
    let mut run = Run::new(&plan)?;
    for line in &done {
        run.replay(&plan, line)?;
    }
    let field = Field {
        plan: &plan,
        venue: Venue::of(plan.rules()?),
        jobs: usize::from(options.jobs),
        seat,
        stop,
    };
    files.write(&plan, &done, &run)?;
    let mut progress = Progress::new(budget, run.generation(), run.games());
    while !progress.over(run.generation(), run.games()) {
        let candidates = run.candidates();
        let outcome = field.play(run.generation(), &candidates, &run.weights())?;
        let Some(outcome) = outcome else {
            break;
        };
        let line = run.take(&plan, &outcome);
        progress.tell(&line);
        files.add(&line)?;
        done.push(line);
        files.write(&plan, &done, &run)?;
    }
    progress.end();
    match options.out {
        Some(_) => Ok(None),
        None => run.weights().text().map(Some).map_err(|e| e.to_string()),
    }
}

fn open(options: &Options) -> Result<(Journal, Plan, Vec<Generation>), String> {
    if let Some(path) = &options.resume {
        return Journal::resume(path).map_err(|error| error.to_string());
    }
    let plan = options.plan()?;
    let path = options.journal.as_deref().unwrap_or(Path::new(""));
    match Journal::create(path, &plan) {
        Ok(journal) => Ok((journal, plan, Vec::new())),
        Err(error) => Err(error.to_string()),
    }
}

/// What a run writes.
struct Files {
    journal: Journal,
    page: PathBuf,
    out: Option<PathBuf>,
}

impl Files {
    fn new(options: &Options, journal: Journal) -> Files {
        let beside = options.journal.as_ref().or(options.resume.as_ref());
        let mut page = beside.cloned().unwrap_or_default().into_os_string();
        page.push(".html");
        Files {
            journal,
            page: page.into(),
            out: options.out.clone(),
        }
    }

    fn add(&mut self, line: &Generation) -> Result<(), String> {
        let added = self.journal.add(line);
        added.map_err(|error| format!("the journal cannot be written: {error}"))
    }

    /// The page and the weights as they stand.
    fn write(&self, plan: &Plan, done: &[Generation], run: &Run) -> Result<(), String> {
        replace(&self.page, &page::page(plan, done)?)?;
        match &self.out {
            Some(out) => replace(out, &run.weights().text().map_err(|e| e.to_string())?),
            None => Ok(()),
        }
    }
}

/// Puts a whole file in the place of another, so that nobody ever reads half of one.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    files::write_atomic(path, text)
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

//! `landfall tune`: finds weights of an evaluation by playing games.
//!
//! ```text
//! problem              the trait between the optimiser and a game
//! tetris, solo_game    the evaluation of a ruleset: matches and solo games
//! dropblox             the evaluation of Dropblox
//! target               the rules by name
//! space                conversion between weights and points of the optimiser
//! generation           the jobs of a generation, and their scores
//! config, state, run   the configuration, the state and the files of a run
//! journal, page, chart the journal of a run, and its page with charts
//! steps, tell          single steps of a generation, for many machines
//! jobs_file, scores    the files between these steps
//! options, progress    the command line, and the progress on stderr
//! summary              the result of a run, for people
//! ```
//!
//! The optimiser is `landfall_experiment::cma`. `crate::learn` learns weights from finished games.

mod chart;
mod config;
mod dropblox;
mod error;
mod generation;
mod jobs_file;
mod journal;
mod options;
mod page;
mod problem;
mod progress;
mod run;
mod scores;
mod solo_game;
mod space;
mod state;
mod step_options;
mod steps;
mod summary;
mod target;
mod tell;
mod tetris;

pub use error::TuneError;
pub use options::Options;
pub use summary::{Improvement, RunSummary};
pub use target::Target;
pub use tetris::PlayerFactory;

use dropblox::DropbloxProblem;
use generation::GenerationJobs;
use landfall_experiment::jobs::Jobs;
use landfall_experiment::journal::first_line;
use landfall_rules::rulesets::GUIDELINE;
use problem::Problem;
use progress::RunProgress;
use run::Run;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use target::RulesName;
use tetris::TetrisProblem;

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A run has ended or was stopped.
    Ended {
        /// The text of the weights file, if none was named.
        weights: Option<String>,
        /// The result.
        summary: RunSummary,
    },
    /// The jobs of a generation were written.
    Asked {
        /// The number of the generation, from 0.
        generation: u64,
        /// The number of jobs.
        jobs: u64,
    },
    /// The run has reached a limit; no jobs were written.
    AtLimit,
    /// All requested jobs are played.
    Played,
    /// Playing was stopped before that.
    Stopped,
    /// The run has received all scores of a generation.
    Finished {
        /// The number of the generation, from 0.
        generation: u64,
        /// A short text about the scores.
        scores: String,
        /// The number of duplicate jobs.
        duplicates: usize,
    },
    /// The scores are of generations that the run has finished already.
    FinishedBefore {
        /// The last of these generations.
        generation: u64,
    },
    /// Scores are missing; nothing has changed.
    Missing {
        /// The number of the generation.
        generation: u64,
        /// The jobs whose scores are missing.
        jobs: Vec<Range<u64>>,
        /// Journals of scores that have no whole line yet.
        not_begun: Vec<PathBuf>,
    },
}

/// Finds weights until the limits of the options are reached or `stop` is set, or performs the
/// single step that the options request. `make_player` makes the players of matches.
///
/// # Errors
/// The options are invalid, a file cannot be used or written, or a game cannot be played.
pub fn run(
    options: &Options,
    make_player: PlayerFactory,
    stop: &AtomicBool,
) -> Result<Outcome, TuneError> {
    let (target, jobs_text) = match (&options.steps.play, &options.resume) {
        (Some(path), _) => {
            let read = jobs_file::read_text(path).map_err(|source| TuneError::JobsFile {
                path: path.clone(),
                source,
            })?;
            (read.1, read.0)
        }
        (None, Some(journal)) => (target_of_journal(journal)?, String::new()),
        (None, None) => (options.target, String::new()),
    };
    match target {
        Target::Ruleset(rules) => {
            let problem = TetrisProblem {
                rules: &rules,
                make_player,
            };
            run_problem(&problem, options, &jobs_text, stop)
        }
        Target::Dropblox => run_problem(&DropbloxProblem::default(), options, &jobs_text, stop),
    }
}

/// Runs the command of the options for a problem.
fn run_problem<P: Problem>(
    problem: &P,
    options: &Options,
    jobs_text: &str,
    stop: &AtomicBool,
) -> Result<Outcome, TuneError> {
    let steps = &options.steps;
    if let Some(path) = &steps.ask {
        steps::ask(problem, options, path)
    } else if let Some(path) = &steps.play {
        steps::play(problem, options, (path, jobs_text), stop)
    } else if !steps.tell.is_empty() {
        tell::tell(problem, options, &steps.tell)
    } else {
        play_run(problem, options, stop)
    }
}

/// Plays one generation after the other on this machine.
fn play_run<P: Problem>(
    problem: &P,
    options: &Options,
    stop: &AtomicBool,
) -> Result<Outcome, TuneError> {
    let limits = options.limits;
    if limits.are_none() {
        return Err(TuneError::NoLimit);
    }
    let mut run = Run::open(problem, options)?;
    run.write_files()?;
    let (generations, games) = run.progress();
    let mut progress = RunProgress::new(limits, generations, games);
    loop {
        let (generations, games) = run.progress();
        if progress.is_finished(generations, games) {
            break;
        }
        let generation = run.state.next_generation();
        let jobs = GenerationJobs::new(&run.config, &generation);
        let all = Jobs::new(0..jobs.count(), usize::from(options.jobs), stop);
        let played = jobs.play(problem, all, |_score| Ok(()))?;
        let Some(scores) = jobs.combine(&played) else {
            break;
        };
        progress.report(run.tell(&scores)?);
    }
    drop(progress);
    let weights = match options.out {
        Some(_) => None,
        None => Some(run.weights_text()?),
    };
    let summary = run.summary();
    Ok(Outcome::Ended { weights, summary })
}

/// Returns the rules of a journal; the guideline's if it cannot be read, because resuming it then
/// reports the error.
fn target_of_journal(path: &Path) -> Result<Target, TuneError> {
    let line = first_line(path).unwrap_or_default();
    match serde_json::from_slice(&line) {
        Ok(RulesName { rules }) => Ok(Target::by_name(&rules)?),
        Err(_) => Ok(Target::Ruleset(GUIDELINE)),
    }
}

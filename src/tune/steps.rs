//! The first single steps of a generation, for runs on many machines: `ask` writes the jobs to a
//! file, `play` plays a part of them on any machine. The last step is in `tell`.
//!
//! A run on one machine has the same steps: the next generation of [`Run::state`],
//! [`GenerationJobs::play`] and [`Run::tell`].

use super::Outcome;
use super::error::TuneError;
use super::generation::{GenerationJobs, JobScore};
use super::jobs_file::{JobsFile, JobsFileError};
use super::options::Options;
use super::problem::Problem;
use super::run::Run;
use super::scores::{ScoresHeader, ScoresJournal};
use crate::build_info::BuildInfo;
use landfall_experiment::jobs::Jobs;
use landfall_experiment::journal::{Journal, JournalError};
use landfall_experiment::progress::{Progress, format_duration};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Time between two lines of progress if stderr is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// Writes the jobs of the next generation to a file, unless the run has reached a limit.
///
/// # Errors
/// The run cannot be opened, or the file not written.
pub fn ask<P: Problem>(problem: &P, options: &Options, path: &Path) -> Result<Outcome, TuneError> {
    let run = Run::open(problem, options)?;
    let (generations, games) = run.progress();
    if options.limits.are_reached(generations, games) {
        return Ok(Outcome::AtLimit);
    }
    let generation = run.state.next_generation();
    let build = BuildInfo::of_this_program()?;
    let file = JobsFile {
        header: ScoresHeader::new::<P>(&run.config, &generation, Some(build))?,
        options: run.config.clone(),
        generation,
    };
    file.write(path)?;
    Ok(Outcome::Asked {
        generation: file.header.generation,
        jobs: file.header.jobs,
    })
}

/// Plays jobs of a file, and writes each score to the journal of scores at once.
///
/// # Errors
/// The file or the journal cannot be used, or a game cannot be played.
pub fn play<P: Problem>(
    problem: &P,
    options: &Options,
    (path, text): (&Path, &str),
    stop: &AtomicBool,
) -> Result<Outcome, TuneError> {
    let jobs_error = |source| TuneError::JobsFile {
        path: path.to_path_buf(),
        source,
    };
    let file = JobsFile::parse(problem, text).map_err(jobs_error)?;
    let build = BuildInfo::of_this_program()?;
    if let Some(there) = file.header.build.clone().filter(|there| *there != build)
        && !options.steps.any_build
    {
        let here = build;
        return Err(jobs_error(JobsFileError::OtherBuild { there, here }));
    }
    let jobs = GenerationJobs::new(&file.options, &file.generation);
    let range = match &options.steps.only {
        Some(only) => only.range(jobs.count())?,
        None => 0..jobs.count(),
    };
    let header = ScoresHeader {
        build: Some(build),
        ..file.header.clone()
    };
    let (mut journal, played) = open_scores(options, header)?;
    let played = played.into_iter().map(|score| (score.job, score));
    let mut todo = Jobs {
        done: played.collect(),
        ..Jobs::new(range.clone(), usize::from(options.jobs), stop)
    };
    todo.done.retain(|job, _| range.contains(job));
    let mut done = todo.done.len() as u64;
    let total = range.end - range.start;
    let mut progress = Progress::new("jobs", Some(total))
        .starting_at(done)
        .with_log_interval(LOG_INTERVAL);
    let scores = jobs.play(problem, todo, |score| {
        journal.append(score).map_err(TuneError::ScoresWrite)?;
        done += 1;
        progress.advance_to(done, String::new);
        progress.log(|progress| {
            let left = progress
                .seconds_left()
                .map_or(String::new(), format_duration);
            format!("{done} of {total} jobs, {left} left")
        });
        Ok(())
    })?;
    journal.sync().map_err(TuneError::ScoresWrite)?;
    Ok(match scores.len() as u64 == total {
        true => Outcome::Played,
        false => Outcome::Stopped,
    })
}

/// Begins the journal of scores of the options, or continues it.
fn open_scores(
    options: &Options,
    mut header: ScoresHeader,
) -> Result<(ScoresJournal, Vec<JobScore>), JournalError> {
    let path = options.journal.as_deref().unwrap_or(Path::new(""));
    if options.steps.any_build
        && let Ok(found) = ScoresJournal::read(path)
    {
        header.build = found.header.build;
    }
    Journal::open(path, &header)
}

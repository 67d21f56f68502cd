//! The last single step of a generation: the run takes the scores that workers have written. The
//! steps before it are in `steps`.

use super::Outcome;
use super::error::TuneError;
use super::generation::GenerationJobs;
use super::options::Options;
use super::problem::Problem;
use super::run::Run;
use super::scores::{ScoresHeader, ScoresJournal};
use crate::build_info::BuildInfo;
use landfall_experiment::files::collect_files;
use landfall_experiment::journal::{Header, Journal, JournalError, first_line};
use landfall_experiment::ranges::gaps;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Takes the scores of the next generation from journals. If they are complete, the run finishes
/// that generation.
///
/// # Errors
/// The run cannot be opened, a journal of scores is of another generation, run or build or
/// contradicts another one, or a file cannot be written.
pub fn tell<P: Problem>(
    problem: &P,
    options: &Options,
    paths: &[PathBuf],
) -> Result<Outcome, TuneError> {
    let mut run = Run::open(problem, options)?;
    let generation = run.state.next_generation();
    let build = match options.steps.any_build {
        true => None,
        false => Some(BuildInfo::of_this_program()?),
    };
    let expected = ScoresHeader::new::<P>(&run.config, &generation, build)?;
    let files = TellFiles::sort(&collect_files(paths, "jsonl", "scores")?, &expected)?;
    if files.current.is_empty()
        && let Some(&last) = files.finished.last()
    {
        // An earlier process may have been killed before it wrote the page and the weights.
        run.write_files()?;
        return Ok(Outcome::FinishedBefore { generation: last });
    }
    let (scores, duplicates) = match files.current.is_empty() {
        true => (Vec::new(), 0),
        false => {
            let merged =
                Journal::merge_with_headers(&files.current, |header: &mut ScoresHeader| {
                    header.build.clone_from(&expected.build);
                })?;
            (merged.records, merged.duplicates)
        }
    };
    let jobs = GenerationJobs::<P>::new(&run.config, &generation);
    let Some(scores) = jobs.combine(&scores) else {
        let numbers = scores.iter().map(|score| score.job);
        return Ok(Outcome::Missing {
            generation: generation.number,
            jobs: gaps(numbers.chain([expected.jobs])),
            not_begun: files.not_begun,
        });
    };
    Ok(Outcome::Finished {
        generation: generation.number,
        scores: run.tell(&scores)?.score_summary(),
        duplicates,
    })
}

/// Journals of scores by their generation.
#[derive(Debug, Default)]
struct TellFiles {
    /// The journals of the next generation.
    current: Vec<PathBuf>,
    /// The finished generations of the other journals.
    finished: BTreeSet<u64>,
    /// The journals without a whole line, whose writer has not written the header yet or was killed.
    not_begun: Vec<PathBuf>,
}

impl TellFiles {
    fn sort(paths: &[PathBuf], expected: &ScoresHeader) -> Result<TellFiles, JournalError> {
        let mut files = TellFiles::default();
        for path in paths {
            let line = first_line(path).map_err(|error| JournalError::File {
                path: path.clone(),
                error,
            })?;
            if !line.ends_with(b"\n") {
                files.not_begun.push(path.clone());
                continue;
            }
            let mut header = ScoresJournal::parse(path, &line)?.header;
            if header.is_before(expected) {
                files.finished.insert(header.generation);
                continue;
            }
            if expected.build.is_none() {
                header.build = None;
            }
            if let Some(difference) = expected.difference(&header) {
                let path = path.clone();
                return Err(JournalError::OtherSeries { path, difference });
            }
            files.current.push(path.clone());
        }
        Ok(files)
    }
}

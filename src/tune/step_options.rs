//! The options of `landfall tune` for runs on many machines.

use clap::Args;
use landfall_experiment::ranges::{parse_range, part};
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

/// The options of single steps of a generation.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "One generation on many machines")]
pub struct StepOptions {
    /// Write the jobs of the next generation to this file, and play nothing
    ///
    /// With --journal and the options of a run, or with --resume. Prints the number of the
    /// generation and how many jobs it has. Exit code 4: the run has reached --generations or
    /// --games, and nothing was written.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["play", "tell", "time", "jobs", "out"])]
    pub ask: Option<PathBuf>,

    /// Play jobs of the file of --ask, and write each score to the --journal at once, or continue
    /// that journal
    #[arg(long, value_name = "FILE", group = "scores", requires = "journal", conflicts_with_all = [
        "resume", "target", "start", "reference", "opponent", "score", "warm_up", "nodes",
        "population", "seeds", "pieces", "previews", "from", "sigma", "mean_rate", "seed",
        "preset", "generations", "time", "games", "out",
    ])]
    pub play: Option<PathBuf>,

    /// The jobs that are played: `FROM..TO`, or `K/N` for the K-th of N equal parts, from 1
    #[arg(long, value_name = "JOBS", requires = "play", value_parser = Only::parse)]
    pub only: Option<Only>,

    /// Take the scores of the generation from journals of --play, or folders of them (*.jsonl),
    /// in any order
    ///
    /// With --resume. Exit code 3: scores are missing, their jobs are printed, and nothing has
    /// changed.
    #[arg(long, value_name = "FILE", num_args = 1.., group = "scores", requires = "resume", conflicts_with_all = [
        "journal", "generations", "time", "games", "jobs",
    ])]
    pub tell: Vec<PathBuf>,

    /// Play the jobs or take the scores of another build, too
    #[arg(long, requires = "scores")]
    pub any_build: bool,
}

/// Which jobs of a generation are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Only {
    /// The jobs of these numbers.
    Range(Range<u64>),
    /// One of several equal parts.
    Part {
        /// Its number, from 1.
        number: u64,
        /// The number of parts.
        of: u64,
    },
}

/// Why a value of --only is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OnlyError {
    /// It is neither a range nor a part.
    #[error("give a range of jobs such as 0..60, or a part such as 2/8")]
    Syntax,
    /// The generation has fewer jobs.
    #[error("--only {}..{}: the generation has the jobs 0..{count}", range.start, range.end)]
    NoSuchJobs {
        /// The requested jobs.
        range: Range<u64>,
        /// The number of jobs.
        count: u64,
    },
}

impl Only {
    fn parse(text: &str) -> Result<Only, OnlyError> {
        if let Some(range) = parse_range(text) {
            return Ok(Only::Range(range));
        }
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(number, of)| number.parse().ok().zip(of.parse().ok()));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Only::Part { number, of }),
            _ => Err(OnlyError::Syntax),
        }
    }

    /// Returns the numbers of the jobs among `count` jobs; a part may be empty.
    ///
    /// # Errors
    /// The range has jobs that do not exist.
    pub fn range(&self, count: u64) -> Result<Range<u64>, OnlyError> {
        match self {
            Only::Range(range) if range.end > count => {
                let range = range.clone();
                Err(OnlyError::NoSuchJobs { range, count })
            }
            Only::Range(range) => Ok(range.clone()),
            &Only::Part { number, of } => Ok(part(number, of, count)),
        }
    }
}

impl fmt::Display for Only {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Only::Range(range) => write!(f, "{}..{}", range.start, range.end),
            Only::Part { number, of } => write!(f, "{number}/{of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_a_range_or_a_part() {
        for (text, jobs) in [
            ("3..5", 3..5),
            ("1/3", 0..3),
            ("3/3", 6..10),
            ("20/20", 9..10),
        ] {
            let only = Only::parse(text).unwrap();
            assert_eq!(
                (only.range(10), only.to_string()),
                (Ok(jobs), text.to_string())
            );
        }
        assert_eq!(Only::parse("1/20").unwrap().range(10), Ok(0..0));
        for wrong in [
            "", "3", "0/3", "4/3", "1/0", "-1/3", "5..3", "a/b", "1/2/3", "1.5/3",
        ] {
            assert_eq!(Only::parse(wrong), Err(OnlyError::Syntax), "{wrong}");
        }
        let error = Only::Range(3..11).range(10).unwrap_err().to_string();
        assert_eq!(error, "--only 3..11: the generation has the jobs 0..10");
    }
}

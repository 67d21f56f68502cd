//! Why a run of the tuner fails.

use super::config::ConfigError;
use super::jobs_file::JobsFileError;
use super::problem::BoxError;
use super::step_options::OnlyError;
use landfall_command::weights_file::WeightsFileError;
use landfall_experiment::files::CollectError;
use landfall_experiment::journal::JournalError;
use landfall_rules::rulesets::UnknownRuleset;
use landfall_search::bench::PositionError;
use std::io;
use std::path::PathBuf;

/// Why a command of the tuner fails.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// No limit was given.
    #[error("give a limit: --generations N, --time TIME or --games N")]
    NoLimit,
    /// There are no rules of that name.
    #[error(transparent)]
    Target(#[from] UnknownTarget),
    /// The options are invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The weights that an option names cannot be used.
    #[error("{option} {name}: {source}{}", start_hint(source))]
    Weights {
        /// The option.
        option: &'static str,
        /// Its value.
        name: String,
        /// What is wrong with the file.
        source: WeightsFileError,
    },
    /// The preset cannot be used.
    #[error("--preset {name}: {source}")]
    Preset {
        /// Its name or file.
        name: String,
        /// What is wrong with it.
        source: BoxError,
    },
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A generation cannot be added to the journal.
    #[error("the journal cannot be written: {0}")]
    JournalWrite(#[source] io::Error),
    /// A score cannot be added to the journal of scores.
    #[error("the journal of scores cannot be written: {0}")]
    ScoresWrite(#[source] io::Error),
    /// The file of jobs cannot be used.
    #[error("the jobs {}: {source}", path.display())]
    JobsFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: JobsFileError,
    },
    /// The jobs of --only do not exist.
    #[error(transparent)]
    Only(#[from] OnlyError),
    /// The journals of scores cannot be found.
    #[error(transparent)]
    Collect(#[from] CollectError),
    /// The checksum of this build cannot be computed.
    #[error(transparent)]
    Bench(#[from] PositionError),
    /// A generation of the journal does not follow from its scores.
    #[error(
        "generation {0} of the journal does not follow from its scores: it was written by another version of this program, or changed"
    )]
    JournalMismatch(u64),
    /// A game could not be played.
    #[error("{0}")]
    Game(#[source] BoxError),
    /// Weights or the page cannot be written as JSON.
    #[error("the results cannot be written as JSON: {0}")]
    Json(#[source] BoxError),
    /// A file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// There are no rules of that name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}, {dropblox}", dropblox = super::target::DROPBLOX)]
pub struct UnknownTarget(pub UnknownRuleset);

/// Returns a hint if the value is no file, because it may be a misspelt name.
fn start_hint(source: &WeightsFileError) -> &'static str {
    match source {
        WeightsFileError::Read(_) => "; give zero, random, shipped or a weights file",
        WeightsFileError::Parse { .. } => "",
    }
}

//! A run with its files: the journal, from which its state can be restored, the page, and the
//! weights.

use super::config::TuneConfig;
use super::error::TuneError;
use super::generation::GenerationScores;
use super::journal::{GenerationRecord, TuneJournal};
use super::options::Options;
use super::page;
use super::problem::Problem;
use super::state::TuningState;
use super::summary::{RunFiles, RunSummary};
use landfall_experiment::files;
use landfall_experiment::journal::Journal;
use std::path::{Path, PathBuf};

/// A run between two generations.
#[derive(Debug)]
pub struct Run<'a, P: Problem> {
    problem: &'a P,
    /// The configuration.
    pub config: TuneConfig<P::Weights>,
    journal: TuneJournal<P::Weights>,
    /// The finished generations.
    records: Vec<GenerationRecord<P::Weights>>,
    /// The state of the optimiser.
    pub state: TuningState<P>,
    files: RunFiles,
}

impl<'a, P: Problem> Run<'a, P> {
    /// Begins the run of the options, or continues the run of their journal.
    ///
    /// # Errors
    /// The options are invalid, or the journal cannot be continued.
    pub fn open(problem: &'a P, options: &Options) -> Result<Run<'a, P>, TuneError> {
        let path = options.journal.as_ref().or(options.resume.as_ref());
        let path = path.map_or(Path::new(""), PathBuf::as_path);
        let (journal, config, records) = match options.resume {
            Some(_) => {
                let (journal, contents) = Journal::resume(path, None)?;
                (journal, contents.header, contents.records)
            }
            None => {
                let config = options.config(problem)?;
                let (journal, records) = Journal::open(path, &config)?;
                (journal, config, records)
            }
        };
        let mut state = TuningState::new(problem, &config)?;
        for record in &records {
            state.replay(&config, record)?;
        }
        let mut page = path.as_os_str().to_os_string();
        page.push(".html");
        Ok(Run {
            problem,
            config,
            journal,
            records,
            state,
            files: RunFiles {
                journal: path.to_path_buf(),
                page: page.into(),
                out: options.out.clone(),
            },
        })
    }

    /// Returns the number of finished generations, and of their games.
    pub fn progress(&self) -> (u64, u64) {
        let games = self.records.last().map_or(0, |last| last.games);
        (self.records.len() as u64, games)
    }

    /// Adds the scores of that generation: updates the optimiser, and writes all files. Returns the
    /// new record of the journal.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn tell(
        &mut self,
        scores: &GenerationScores,
    ) -> Result<&GenerationRecord<P::Weights>, TuneError> {
        let record = self.state.record(&self.config, scores);
        // Synced to the disk, because a generation is minutes of work.
        self.journal
            .append(&record)
            .and_then(|()| self.journal.sync())
            .map_err(TuneError::JournalWrite)?;
        self.records.push(record);
        self.write_files()?;
        Ok(&self.records[self.records.len() - 1])
    }

    /// Writes the page and the weights found so far.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_files(&self) -> Result<(), TuneError> {
        let page = page::render(self.problem, &self.config, &self.records)
            .map_err(|error| TuneError::Json(error.into()))?;
        write_file(&self.files.page, &page)?;
        match &self.files.out {
            Some(path) => write_file(path, &self.weights_text()?),
            None => Ok(()),
        }
    }

    /// Returns the summary of the run so far.
    pub fn summary(&self) -> RunSummary {
        RunSummary::new(&self.config, &self.records, self.files.clone())
    }

    /// Returns the weights found so far as the text of a weights file.
    ///
    /// # Errors
    /// The JSON cannot be written.
    pub fn weights_text(&self) -> Result<String, TuneError> {
        let weights = self.state.weights();
        self.problem.to_json(&weights).map_err(TuneError::Json)
    }
}

/// Writes a file of a run atomically.
///
/// # Errors
/// It cannot be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), TuneError> {
    files::write_atomic(path, text).map_err(|source| TuneError::Write {
        path: path.to_path_buf(),
        source,
    })
}

//! Merges journals of one match.

use super::error::ArenaError;
use super::journal::{MatchHeader, MatchJournal};
use super::match_runner::StopCondition;
use super::options::BuildCheck;
use super::report::{Report, Verdict};
use landfall_experiment::journal::Merged;
use landfall_experiment::ranges::gaps;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Merges journals of one match. `stop_condition` is that of the match, whose test is applied to all
/// games.
///
/// # Errors
/// A journal cannot be read, or they are of different matches.
pub fn merge(
    journals: &[PathBuf],
    build_check: BuildCheck,
    stop_condition: StopCondition,
) -> Result<MergedMatch, ArenaError> {
    let merged = MatchJournal::merge_with_headers(journals, |header| {
        if build_check == BuildCheck::Any {
            header.build = None;
        }
    })?;
    let mut report = Report::new(merged.header.clone(), stop_condition);
    for record in &merged.records {
        report.add(record);
    }
    let numbers = merged.records.iter().map(|record| record.game);
    Ok(MergedMatch {
        report,
        missing: gaps(numbers),
        duplicates: merged.duplicates,
        journal: merged,
    })
}

/// The merged journals of a match.
#[derive(Clone, Debug)]
pub struct MergedMatch {
    report: Report,
    /// Games that are in no journal, below the last one that is.
    pub missing: Vec<Range<u64>>,
    /// The number of games that were left out because they were there already.
    pub duplicates: usize,
    journal: Merged<MatchHeader>,
}

impl MergedMatch {
    /// Writes one journal with all games, as a run of one game at a time would have written it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        Ok(self.journal.write(path)?)
    }

    /// Returns the result of the sequential test of all games, if there is a test.
    pub fn verdict(&self) -> Option<Verdict> {
        self.report.verdict()
    }

    /// Returns the score as one short line.
    pub fn progress_line(&self) -> String {
        self.report.progress_line()
    }

    /// Returns the summary as one run of all games would have printed it.
    pub fn text(&self) -> String {
        self.report.text()
    }

    /// Returns the summary as one JSON object, with the missing games and the number of duplicates.
    pub fn json(&self) -> String {
        let mut summary = self.report.json();
        let ranges = self.missing.iter().map(|range| [range.start, range.end]);
        summary["missing"] = ranges.collect::<Vec<_>>().into();
        summary["duplicates"] = self.duplicates.into();
        format!("{summary}\n")
    }
}

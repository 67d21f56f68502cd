//! Journals of one match, put together.

use super::error::ArenaError;
use super::journal::{MatchHeader, MatchJournal};
use super::match_runner::StopCondition;
use super::options::BuildCheck;
use super::report::{Report, Verdict};
use landfall_experiment::journal::Merged;
use landfall_experiment::ranges::gaps;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Puts journals of one match together. `until` says which test is made of all games.
///
/// # Errors
/// They cannot be put together.
pub fn merge(
    journals: &[PathBuf],
    build_check: BuildCheck,
    until: StopCondition,
) -> Result<MergedMatch, ArenaError> {
    let merged = MatchJournal::merge_with_headers(journals, |header| {
        if build_check == BuildCheck::Any {
            header.build = None;
        }
    })?;
    let mut report = Report::new(merged.header.clone(), until);
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

/// Journals of one match, put together.
#[derive(Clone, Debug)]
pub struct MergedMatch {
    report: Report,
    /// Games that are in no journal though later ones are.
    pub missing: Vec<Range<u64>>,
    /// How many games were there again.
    pub duplicates: usize,
    journal: Merged<MatchHeader>,
}

impl MergedMatch {
    /// Writes the one journal that a run of all games, one at a time, would have written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        Ok(self.journal.write(path)?)
    }

    /// Returns what a sequential test says of all games, if one was asked for.
    pub fn verdict(&self) -> Option<Verdict> {
        self.report.verdict()
    }

    /// Returns the score in one short line.
    pub fn progress_line(&self) -> String {
        self.report.progress_line()
    }

    /// Returns the summary that one run of all games would have printed.
    pub fn text(&self) -> String {
        self.report.text()
    }

    /// Returns the summary as one JSON object, with what is missing and what was there again.
    pub fn json(&self) -> String {
        let mut summary = self.report.json();
        let ranges = self.missing.iter().map(|range| [range.start, range.end]);
        summary["missing"] = ranges.collect::<Vec<_>>().into();
        summary["duplicates"] = self.duplicates.into();
        format!("{summary}\n")
    }
}

//! The records of sessions of a soak test, and their summary.

use super::memory::{MIN_JUDGED_PIECES, MemoryUse};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::{self, Write};

/// The counts of a session, or of all sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoakCounts {
    /// Pieces played.
    pub pieces: u64,
    /// Games begun.
    pub games: u64,
    /// Suggestions received and checked.
    pub suggestions: u64,
    /// Suggestions with an illegal move.
    pub illegal: u64,
    /// Rows of garbage that rose.
    pub garbage_rows: u64,
    /// Bursts: several moves reported at once.
    pub bursts: u64,
    /// Floods: many suggestions requested at once.
    pub floods: u64,
    /// Slow reads: the bot had to wait until its output was read.
    pub slow_reads: u64,
    /// Pauses: nothing was sent.
    pub pauses: u64,
    /// Games that were ended early.
    pub restarts: u64,
}

impl SoakCounts {
    fn add(&mut self, other: &SoakCounts) {
        self.pieces += other.pieces;
        self.games += other.games;
        self.suggestions += other.suggestions;
        self.illegal += other.illegal;
        self.garbage_rows += other.garbage_rows;
        self.bursts += other.bursts;
        self.floods += other.floods;
        self.slow_reads += other.slow_reads;
        self.pauses += other.pauses;
        self.restarts += other.restarts;
    }
}

/// A finished session: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SoakRecord {
    /// Its number, from 0.
    pub session: u64,
    /// Its counts.
    #[serde(flatten)]
    pub counts: SoakCounts,
    /// The first illegal suggestion: why it is illegal, what to do, and the board, top row first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_illegal: Option<String>,
    /// The position of the first illegal suggestion, as a `start` message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_illegal_start: Option<String>,
    /// Why it ended early, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The memory of the bot's process.
    pub memory: MemoryUse,
    /// Its duration.
    pub seconds: f64,
}

impl SoakRecord {
    /// Returns the growth of the memory in percent, if the session is long enough.
    fn growth(&self) -> Option<f64> {
        let is_long = self.counts.pieces >= MIN_JUDGED_PIECES;
        self.memory.growth().filter(|_| is_long)
    }

    /// Returns the problems of the session, one text each.
    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let name = format!("session {}", self.session);
        if let Some(illegal) = &self.first_illegal {
            problems.push(format!("{name}: illegal: {illegal}"));
        }
        if let Some(failure) = &self.failure {
            problems.push(format!("{name}: {failure}"));
        }
        if let Some(growth) = self.growth().filter(|_| !self.memory.is_flat()) {
            problems.push(format!("{name}: memory grew by {growth:.1} %"));
        }
        problems
    }
}

/// The records of all sessions.
#[derive(Clone, Debug, Default)]
pub struct SoakReport {
    sessions: u64,
    records: Vec<SoakRecord>,
}

impl SoakReport {
    /// Returns a report of this many sessions, without records.
    pub(super) fn new(sessions: u64) -> SoakReport {
        SoakReport {
            sessions,
            records: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, record: SoakRecord) {
        self.records.push(record);
    }

    /// Returns whether all sessions were run without a problem.
    pub fn passed(&self) -> bool {
        let is_complete = self.records.len() as u64 >= self.sessions;
        is_complete && self.problems().next().is_none()
    }

    fn problems(&self) -> impl Iterator<Item = String> + '_ {
        self.records.iter().flat_map(SoakRecord::problems)
    }

    fn counts(&self) -> SoakCounts {
        let mut counts = SoakCounts::default();
        for record in &self.records {
            counts.add(&record.counts);
        }
        counts
    }

    /// Returns the summary as one JSON object.
    pub fn to_json(&self) -> String {
        let session = |record: &SoakRecord| {
            json!({
                "session": record.session,
                "pieces": record.counts.pieces,
                "seconds": record.seconds,
                "memory_kib": record.memory.medians(),
                "peak_kib": record.memory.peak,
                "growth_percent": record.growth(),
            })
        };
        let mut summary = json!(self.counts());
        summary["sessions"] = self.records.iter().map(session).collect();
        summary["problems"] = self.problems().collect();
        summary["passed"] = self.passed().into();
        format!("{summary}\n")
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        let SoakCounts {
            pieces,
            games,
            suggestions,
            illegal,
            ..
        } = counts;
        let done = self.records.len();
        writeln!(
            f,
            "{pieces} pieces, {games} games, {done} of {} sessions",
            self.sessions
        )?;
        writeln!(f, "{suggestions} suggestions, {illegal} illegal")?;
        writeln!(
            f,
            "{} rows of garbage, {} restarts, {} pauses, {} bursts, {} floods, {} slow readers",
            counts.garbage_rows,
            counts.restarts,
            counts.pauses,
            counts.bursts,
            counts.floods,
            counts.slow_reads
        )?;
        for record in &self.records {
            writeln!(f, "session {}: {}", record.session, describe(record))?;
        }
        for problem in self.problems() {
            writeln!(f, "{problem}")?;
        }
        writeln!(
            f,
            "{}",
            if self.passed() {
                "passed"
            } else {
                "not passed"
            }
        )
    }
}

/// Returns time and memory of a session.
fn describe(record: &SoakRecord) -> String {
    let mut text = format!("{:.0} s", record.seconds);
    let mib = |kib: u64| kib as f64 / 1024.0;
    let memory = &record.memory;
    if let (Some([before, after]), Some(growth)) = (memory.medians(), record.growth()) {
        let (before, after) = (mib(before), mib(after));
        let _ = write!(
            text,
            ", {before:.1} MiB, at the end {after:.1} MiB ({growth:+.1} %)"
        );
    }
    if let Some(peak) = memory.peak {
        let _ = write!(text, ", at most {:.1} MiB", mib(peak));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(session: u64, pieces: u64, last: u64) -> SoakRecord {
        let samples = (0..200).map(|n| if n < 180 { 1_000 } else { last });
        SoakRecord {
            session,
            counts: SoakCounts {
                pieces,
                ..SoakCounts::default()
            },
            first_illegal: None,
            first_illegal_start: None,
            failure: None,
            memory: MemoryUse {
                samples: samples.collect(),
                peak: Some(2_048),
            },
            seconds: 1.0,
        }
    }

    fn report(records: Vec<SoakRecord>) -> SoakReport {
        SoakReport {
            sessions: 1,
            records,
        }
    }

    #[test]
    fn only_sessions_without_a_problem_pass() {
        let good = record(0, 9_000, 1_050);
        assert!(report(vec![good.clone()]).passed());
        assert!(!report(Vec::new()).passed(), "a session is missing");
        let fails = |record: SoakRecord, why: &str| {
            let report = report(vec![record]);
            assert!(
                !report.passed() && report.to_string().contains(why),
                "{report}"
            );
            assert!(report.to_json().contains(why));
        };
        fails(record(0, 9_000, 1_060), "memory grew by 6.0 %");
        let failure = Some("it ended".into());
        fails(
            SoakRecord {
                failure,
                ..good.clone()
            },
            "it ended",
        );
        let first_illegal = Some("off the board".into());
        fails(
            SoakRecord {
                first_illegal,
                ..good
            },
            "off the board",
        );
    }

    #[test]
    fn the_memory_of_a_short_session_is_not_judged() {
        let report = report(vec![record(0, 4_000, 9_000)]);
        assert!(report.passed());
        assert!(
            report.to_string().contains("1 s, at most 2.0 MiB"),
            "{report}"
        );
    }
}

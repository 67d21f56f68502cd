//! Matches between two bots that speak the Tetris Bot Protocol, and the same again from the
//! same seed.
//!
//! Knows the rules and never the search; the protocol is in `player` alone.
//!
//! ```text
//! preset, path                         what is played: data, and the time that moves take
//! garbage, side, referee               one game, pure, in frames
//! player                               a bot, in this process or another
//! game, real_time                      a game between two of them, in virtual or real time
//! match_runner, pair                   many games; two
//! record, report, faults               results of a game, of a match
//! journal, recorder                    what is written; landfall-replay reads replays back
//! viewer                               folders of pages of HTML
//! verify                               recorded games compared with the rules
//! soak                                 one bot, very many pieces, and its memory
//! options, error                       what was asked for, and what can be wrong
//! ```

#![deny(clippy::print_stdout)]

mod error;
mod faults;
mod game;
mod journal;
mod match_runner;
mod options;
mod pair;
mod player;
mod preset;
mod real_time;
mod record;
mod recorder;
mod referee;
mod report;
mod soak;
mod verify;
mod viewer;

pub use error::ArenaError;
pub use faults::{FaultKind, Faults};
pub use journal::{Build, MatchHeader};
pub use options::{BuildCheck, Clock, Options};
pub use pair::play_pair;
pub use player::{
    Player, PlayerError, PlayerErrorKind, PlayerSpec, Suggestion, TimeControl,
    can_measure_cpu_time, explain_illegal,
};
pub use preset::{Preset, PresetError};
pub use record::{BotName, BotRecord, GameRecord, bot_seat};
pub use referee::EndReason;
pub use soak::{
    MemoryUse, SoakCounts, SoakOptions, SoakRecord, SoakReport, SoakSettings, run_soak,
};
pub use verify::{Difference, LineProblem, Verification, VerifyError, verify};
pub use viewer::write_replay_pages;

use journal::MatchJournal;
use landfall_experiment::files::write_atomic;
use landfall_experiment::journal::{Journal, JournalError, Merged};
use landfall_experiment::progress::{Progress, format_duration};
use landfall_experiment::ranges::gaps;
pub use match_runner::{FinishedGame, MatchConfig, MatchObserver, StopCondition, run_match};
use report::Report;
pub use report::Verdict;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use viewer::PageFolder;

/// For A and B whether it lost every game by a fault, so that the score says nothing of how well
/// it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailingBots(pub [bool; 2]);

impl FailingBots {
    /// Returns whether there is one.
    pub fn any(self) -> bool {
        self.0.contains(&true)
    }

    /// Warns of each on stderr.
    pub fn warn(self, games: u64) {
        for (bot, _) in ["A", "B"]
            .iter()
            .zip(self.0)
            .filter(|(_, failing)| *failing)
        {
            log::warn!(
                "bot {bot} failed in every game ({games} of {games}): the score says nothing of how well it plays"
            );
        }
    }
}

/// Plays a match as the options ask, between bots that are started as `players` say. Its
/// progress goes to stderr and its summary to `out`, also when `stop` ended it.
///
/// # Errors
/// It cannot be played, or something of it cannot be written.
pub fn run(
    options: &Options,
    players: [PlayerSpec; 2],
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> Result<FailingBots, ArenaError> {
    let commands = &options.commands;
    let mut head = MatchHeader::new(
        commands.clone(),
        &options.preset.name,
        options.clock.to_string(),
        options.seed,
    );
    head.build = options.build.clone();
    let (journal, done) = open_journal(options, &mut head)?;
    if let Some(folder) = &options.replays {
        fs::create_dir_all(folder).map_err(|error| ArenaError::Folder {
            option: "--replays",
            path: folder.clone(),
            error,
        })?;
    }
    let pages = options.html.as_ref().map(|folder| {
        let title = format!("{} – {}", commands[0], commands[1]);
        PageFolder::create(folder, title).map_err(|error| ArenaError::Folder {
            option: "--html",
            path: folder.clone(),
            error,
        })
    });
    let plan = MatchConfig {
        preset: options.preset.clone(),
        players,
        commands: commands.clone(),
        seed: options.seed,
        games: options.games.clone(),
        stop_condition: options.stop_condition,
        jobs: options.jobs,
        replays: options.replays.is_some() || options.html.is_some(),
        real_time: options.clock == Clock::Real,
    };
    let mut reporter = MatchReporter::new(options, &plan, head, journal, done.len() as u64);
    reporter.pages = pages.transpose()?;
    match_runner::run_match(&plan, done, &mut reporter, stop).map_err(ArenaError::Start)?;
    reporter.finish(options.json, out)
}

/// Puts journals of one match together. `until` says which test is made of all games.
///
/// # Errors
/// They cannot be put together.
pub fn merge(
    journals: &[PathBuf],
    build_check: BuildCheck,
    until: StopCondition,
) -> Result<MergedMatch, ArenaError> {
    let merged = MatchJournal::merge_alike(journals, |header| {
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

/// Returns the file of a preset that comes with the program.
///
/// # Errors
/// There is none of that name.
pub fn preset_text(name: &str) -> Result<&'static str, ArenaError> {
    Ok(Preset::shipped_text(name)?)
}

/// Opens the journal that the options name, if they name one; returns it with the games that
/// it has.
fn open_journal(
    options: &Options,
    header: &mut MatchHeader,
) -> Result<(Option<MatchJournal>, Vec<GameRecord>), JournalError> {
    let path = options.journal.as_ref().or(options.resume.as_ref());
    if let Some(path) = path.filter(|_| options.build_check == BuildCheck::Any)
        && let Ok(found) = MatchJournal::read(path)
    {
        header.build = found.header.build;
    }
    if let Some(path) = &options.journal {
        let (journal, records) = Journal::open(path, header)?;
        return Ok((Some(journal), records));
    }
    match &options.resume {
        Some(path) => {
            let (journal, found) = Journal::resume(path, Some(header))?;
            Ok((Some(journal), found.records))
        }
        None => Ok((None, Vec::new())),
    }
}

/// Writes a summary. A reader that has left is no error.
///
/// # Errors
/// `out` fails in another way.
pub fn write_summary(out: &mut dyn Write, text: &str) -> Result<(), ArenaError> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(ArenaError::Summary(error)),
        _ => Ok(()),
    }
}

/// Time between two lines of progress where stderr is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// Writes journal, replays and progress, and sums up.
struct MatchReporter {
    report: Report,
    journal: Option<MatchJournal>,
    replays: Option<PathBuf>,
    pages: Option<PageFolder>,
    /// Games at most, if there is an end to them.
    games: Option<u64>,
    progress: Progress,
    /// The first thing that could not be written.
    first_error: Option<ArenaError>,
}

impl MatchReporter {
    fn new(
        options: &Options,
        plan: &MatchConfig,
        head: MatchHeader,
        journal: Option<MatchJournal>,
        done: u64,
    ) -> MatchReporter {
        let games = plan.games.end - plan.games.start;
        let games = (plan.games.end != u64::MAX).then_some(games);
        MatchReporter {
            report: Report::new(head, plan.stop_condition),
            journal,
            replays: options.replays.clone(),
            pages: None,
            games,
            progress: Progress::new("games", games)
                .starting_at(done)
                .with_log_interval(LOG_INTERVAL),
            first_error: None,
        }
    }

    /// Logs and keeps the first error of writing. The match goes on, but it ends with this error.
    fn note_write_error(&mut self, written: io::Result<()>, what: &'static str) {
        if let Err(error) = written
            && self.first_error.is_none()
        {
            let trouble = ArenaError::Output { what, error };
            self.progress.suspend(|| log::error!("{trouble}"));
            self.first_error = Some(trouble);
        }
    }

    /// Writes the replay of a game, and its page.
    fn write_replay(&mut self, game: u64, replay: &str) {
        if let Some(folder) = &self.replays {
            let path = folder.join(format!("{game:06}.jsonl"));
            self.note_write_error(write_atomic(&path, replay), "a replay");
        }
        if let Some(pages) = &self.pages {
            let written = pages.write_page(game, replay);
            self.note_write_error(written, "a page");
        }
    }

    fn print_progress(&mut self) {
        let report = &self.report;
        let played = report.score.played();
        self.progress.advance_to(played, || report.progress_line());
        self.progress.log(|progress| {
            let of = self
                .games
                .map_or(String::new(), |games| format!("/{games}"));
            let left = progress.seconds_left().map_or(String::new(), |left| {
                format!(", {} left", format_duration(left))
            });
            format!(
                "{played}{of} games: {}, {:.0} games an hour{left}",
                report.progress_line(),
                progress.per_second() * 3_600.0,
            )
        });
    }

    fn update_index(&mut self, state: viewer::SeriesState) {
        let Some(pages) = &mut self.pages else {
            return;
        };
        let written = pages.update_index(&self.report.text(), self.report.score.games, state);
        self.note_write_error(written, "the index of the pages");
    }

    fn finish(mut self, json: bool, out: &mut dyn Write) -> Result<FailingBots, ArenaError> {
        self.update_index(viewer::SeriesState::Done);
        drop(self.progress);
        write_summary(out, &self.report.summary(json))?;
        let failing = FailingBots(self.report.failing());
        failing.warn(self.report.score.played());
        self.first_error.map_or(Ok(failing), Err)
    }
}

impl MatchObserver for MatchReporter {
    /// Writes the journal last: what it has is not played again, and should have its replay.
    fn game_finished(&mut self, finished: &FinishedGame) {
        let record = &finished.record;
        if let Some(replay) = &finished.replay {
            self.write_replay(record.game, replay);
        }
        if let Some(journal) = &mut self.journal {
            let written = journal.append(record);
            self.note_write_error(written, "the journal");
        }
    }

    fn game_counted(&mut self, finished: FinishedGame) {
        let game = finished.record.game;
        let faults = self.report.add(&finished.record);
        for (bot, fault) in ["A", "B"].iter().zip(faults) {
            if let Some(fault) = fault {
                self.progress
                    .suspend(|| log::warn!("bot {bot}, game {game}: {fault}"));
            }
        }
        if let Some(pages) = &mut self.pages {
            pages.list(&finished.record);
            let score = &self.report.score;
            pages.add_score_point(score.played(), score.elo(), self.report.llr());
        }
        self.update_index(viewer::SeriesState::Running);
        self.print_progress();
    }
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

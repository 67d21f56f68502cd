//! A match as the options ask: its journal, its folders, its games.

use super::error::ArenaError;
use super::journal::{MatchHeader, MatchJournal};
use super::match_runner::{MatchConfig, run_match};
use super::options::{BuildCheck, Clock, Options};
use super::player::PlayerSpec;
use super::record::GameRecord;
use super::reporter::MatchReporter;
use super::viewer::PageFolder;
use landfall_experiment::journal::{Journal, JournalError};
use std::fs;
use std::io::Write;
use std::sync::atomic::AtomicBool;

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
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
    }
    let pages = options.html.as_ref().map(|folder| {
        let title = format!("{} – {}", commands[0], commands[1]);
        PageFolder::create(folder, title).map_err(ArenaError::file(folder))
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
    run_match(&plan, done, &mut reporter, stop).map_err(ArenaError::Start)?;
    reporter.finish(options.json, out)
}

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

//! Plays a match with its options: journal, folders and games.

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

/// Plays a match with these options between `players`. The progress goes to stderr and the summary to
/// `out`, also if `stop` ends the match.
///
/// # Errors
/// The match cannot be played, or an output cannot be written.
pub fn run(
    options: &Options,
    players: [PlayerSpec; 2],
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> Result<FailingBots, ArenaError> {
    let commands = &options.commands;
    let mut header = MatchHeader::new(
        commands.clone(),
        &options.preset.name,
        options.clock.to_string(),
        options.seed,
    );
    header.build = options.build.clone();
    let (journal, done) = open_journal(options, &mut header)?;
    if let Some(folder) = &options.replays {
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
    }
    let pages = options.html.as_ref().map(|folder| {
        let title = format!("{} – {}", commands[0], commands[1]);
        PageFolder::create(folder, title).map_err(ArenaError::file(folder))
    });
    let config = MatchConfig {
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
    let mut reporter = MatchReporter::new(options, &config, header, journal, done.len() as u64);
    reporter.pages = pages.transpose()?;
    run_match(&config, done, &mut reporter, stop).map_err(ArenaError::Start)?;
    reporter.finish(options.json, out)
}

/// Whether A and B lost every game by a fault, so that the score does not measure their strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailingBots(pub [bool; 2]);

impl FailingBots {
    /// Returns whether a bot failed in every game.
    pub fn any(self) -> bool {
        self.0.contains(&true)
    }

    /// Logs a warning for each.
    pub fn warn(self, games: u64) {
        for (bot, _) in ["A", "B"]
            .iter()
            .zip(self.0)
            .filter(|(_, failing)| *failing)
        {
            log::warn!(
                "bot {bot} failed in every game ({games} of {games}): the score does not measure its strength"
            );
        }
    }
}

/// Opens the journal of the options, if there is one. Returns it with its games.
fn open_journal(
    options: &Options,
    header: &mut MatchHeader,
) -> Result<(Option<MatchJournal>, Vec<GameRecord>), JournalError> {
    let path = options.journal.as_ref().or(options.resume.as_ref());
    if let Some(path) = path.filter(|_| options.build_check == BuildCheck::Any)
        && let Ok(contents) = MatchJournal::read(path)
    {
        header.build = contents.header.build;
    }
    if let Some(path) = &options.journal {
        let (journal, records) = Journal::open(path, header)?;
        return Ok((Some(journal), records));
    }
    match &options.resume {
        Some(path) => {
            let (journal, contents) = Journal::resume(path, Some(header))?;
            Ok((Some(journal), contents.records))
        }
        None => Ok((None, Vec::new())),
    }
}

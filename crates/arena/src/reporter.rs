//! Writes the output of a match: journal, replays, pages, progress and summary.

use super::error::ArenaError;
use super::journal::{MatchHeader, MatchJournal};
use super::match_runner::{FinishedGame, MatchConfig, MatchObserver};
use super::options::Options;
use super::report::Report;
use super::series::FailingBots;
use super::viewer::{PageFolder, SeriesState};
use landfall_experiment::files::write_atomic;
use landfall_experiment::progress::{Progress, format_duration};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Time between two lines of progress if stderr is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// Writes the output of a match while it is played.
pub struct MatchReporter {
    report: Report,
    journal: Option<MatchJournal>,
    replays: Option<PathBuf>,
    /// The folder of pages, if there is one.
    pub pages: Option<PageFolder>,
    /// The number of games, if there is an end.
    games: Option<u64>,
    progress: Progress,
    /// The first error of writing.
    first_error: Option<ArenaError>,
}

impl MatchReporter {
    /// Returns the reporter of a match, of which `done` games are in the journal already.
    pub fn new(
        options: &Options,
        config: &MatchConfig,
        header: MatchHeader,
        journal: Option<MatchJournal>,
        done: u64,
    ) -> MatchReporter {
        let games = config.games.end - config.games.start;
        let games = (config.games.end != u64::MAX).then_some(games);
        MatchReporter {
            report: Report::new(header, config.stop_condition),
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

    /// Logs and keeps the first error of writing. The match continues, but ends with this error.
    fn check_written(&mut self, written: io::Result<()>, what: &'static str) {
        if let Err(error) = written
            && self.first_error.is_none()
        {
            let error = ArenaError::Output { what, error };
            self.progress.suspend(|| log::error!("{error}"));
            self.first_error = Some(error);
        }
    }

    /// Writes the replay of a game, and its page.
    fn write_replay(&mut self, game: u64, replay: &str) {
        if let Some(folder) = &self.replays {
            let path = folder.join(format!("{game:06}.jsonl"));
            self.check_written(write_atomic(&path, replay), "a replay");
        }
        if let Some(pages) = &self.pages {
            let written = pages.write_page(game, replay);
            self.check_written(written, "a page");
        }
    }

    fn print_progress(&mut self) {
        let report = &self.report;
        let played = report.score.played();
        self.progress.advance_to(played, || report.progress_line());
        self.progress.log(|progress| {
            let total = self
                .games
                .map_or(String::new(), |games| format!("/{games}"));
            let left = progress.seconds_left().map_or(String::new(), |left| {
                format!(", {} left", format_duration(left))
            });
            format!(
                "{played}{total} games: {}, {:.0} games per hour{left}",
                report.progress_line(),
                progress.per_second() * 3_600.0,
            )
        });
    }

    fn update_index(&mut self, state: SeriesState) {
        let Some(pages) = &mut self.pages else {
            return;
        };
        let written = pages.update_index(&self.report.text(), self.report.score.games, state);
        self.check_written(written, "the index of the pages");
    }

    /// Writes the summary to `out`. Returns which bots failed in every game.
    ///
    /// # Errors
    /// The summary or an earlier output cannot be written.
    pub fn finish(mut self, json: bool, out: &mut dyn Write) -> Result<FailingBots, ArenaError> {
        self.update_index(SeriesState::Done);
        drop(self.progress);
        write_summary(out, &self.report.summary(json))?;
        let failing = FailingBots(self.report.failing());
        failing.warn(self.report.score.played());
        self.first_error.map_or(Ok(failing), Err)
    }
}

impl MatchObserver for MatchReporter {
    /// Writes the journal last: a game in the journal is not played again, so its replay must exist.
    fn game_finished(&mut self, finished: &FinishedGame) {
        let record = &finished.record;
        if let Some(replay) = &finished.replay {
            self.write_replay(record.game, replay);
        }
        if let Some(journal) = &mut self.journal {
            let written = journal.append(record);
            self.check_written(written, "the journal");
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
        self.update_index(SeriesState::Running);
        self.print_progress();
    }
}

/// Writes a summary. A closed pipe is no error.
///
/// # Errors
/// Writing fails for another reason.
pub fn write_summary(out: &mut dyn Write, text: &str) -> Result<(), ArenaError> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(ArenaError::Summary(error)),
        _ => Ok(()),
    }
}

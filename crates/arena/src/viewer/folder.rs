//! A folder of pages on disk, for a running series or for existing replays.

use super::index::{Index, Row, SeriesState, render_index};
use super::score_history::ScoreHistory;
use crate::error::ArenaError;
use crate::record::{BotName, BotRecord, GameRecord};
use crate::referee::EndReason;
use landfall_experiment::files::write_atomic;
use landfall_experiment::statistics::Elo;
use landfall_replay::arena::{Replay, Totals};
use landfall_replay::page::game_page;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Least time between two writes of the index before the end of the series.
const INDEX_INTERVAL: Duration = Duration::from_secs(1);

/// The pages of a series.
#[derive(Debug)]
pub struct PageFolder {
    path: PathBuf,
    title: String,
    rows: Vec<Row>,
    score_history: ScoreHistory,
    index_written: Option<Instant>,
}

impl PageFolder {
    /// Opens a folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn create(path: &Path, title: String) -> io::Result<PageFolder> {
        fs::create_dir_all(path)?;
        Ok(PageFolder {
            path: path.to_path_buf(),
            title,
            rows: Vec::new(),
            score_history: ScoreHistory::default(),
            index_written: None,
        })
    }

    /// Writes the page of a game.
    ///
    /// # Errors
    /// The page cannot be written.
    pub fn write_page(&self, game: u64, replay: &str) -> io::Result<()> {
        let replay = Replay::parse(replay).map_err(io::Error::other)?;
        write_atomic(&self.path.join(page_name(game)), game_page(&replay))
    }

    /// Adds a game that counts to the index, with a link if its page exists.
    pub fn list(&mut self, record: &GameRecord) {
        self.score_history.add_game(record);
        let name = page_name(record.game);
        self.rows.push(Row {
            name: record.game.to_string(),
            page: self.path.join(&name).exists().then_some(name),
            result: match record.winner {
                Some(BotName::A) => "A won".into(),
                Some(BotName::B) => "B won".into(),
                None => "drawn".into(),
            },
            note: [end_note("A", &record.a), end_note("B", &record.b)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", "),
            frames: record.frames,
            totals: vec![totals(&record.a), totals(&record.b)],
        });
    }

    /// Adds a point to the charts: Elo and log-likelihood ratio after this many games, if they are
    /// known.
    pub fn add_score_point(&mut self, games: u64, elo: Option<Elo>, llr: Option<f64>) {
        self.score_history.add_point(games, elo, llr);
    }

    /// Writes the index, at most once per second before the end of the series.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn update_index(
        &mut self,
        summary: &str,
        score: [u64; 3],
        state: SeriesState,
    ) -> io::Result<()> {
        let is_due = self
            .index_written
            .is_none_or(|at| at.elapsed() >= INDEX_INTERVAL);
        if state == SeriesState::Running && !is_due {
            return Ok(());
        }
        let text = render_index(&Index {
            title: &self.title,
            summary,
            score: Some(score),
            history: &self.score_history.html(),
            rows: &self.rows,
            state,
        });
        write_atomic(&self.path.join("index.html"), &text)?;
        self.index_written = Some(Instant::now());
        Ok(())
    }
}

/// Returns the name of the file of a game's page.
fn page_name(game: u64) -> String {
    format!("{game:06}.html")
}

/// Returns how the game of a bot ended, if it did.
fn end_note(name: &str, bot: &BotRecord) -> Option<String> {
    let end = match (&bot.failure, bot.end?) {
        (Some(failure), _) => format!("{}: {}", failure.kind, failure.text),
        (None, EndReason::Goal) => "reached the goal".into(),
        (None, EndReason::TopOut) => "topped out".into(),
        (None, EndReason::Forfeit) => "gave up".into(),
        (None, EndReason::PlayerError) => "failed".into(),
    };
    Some(format!("{name} {end}"))
}

fn totals(bot: &BotRecord) -> Totals {
    Totals {
        pieces: bot.pieces,
        lines: bot.lines,
        attack: bot.attack,
    }
}

/// Writes a page of every replay, with the name of its file, and an index.
///
/// # Errors
/// A file cannot be read or written, or is no replay.
pub fn write_replay_pages(files: &[PathBuf], folder: &Path) -> Result<(), ArenaError> {
    fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
    let mut rows: Vec<Row> = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(ArenaError::file(file))?;
        let replay = Replay::parse(&text).map_err(|error| ArenaError::Replay {
            path: file.clone(),
            error,
        })?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{name}.html");
        if name == "index.html" || rows.iter().any(|row| row.page.as_ref() == Some(&name)) {
            return Err(ArenaError::SamePage {
                path: file.clone(),
                page: name,
            });
        }
        let path = folder.join(&name);
        write_atomic(&path, game_page(&replay)).map_err(ArenaError::file(&path))?;
        rows.push(row(&replay, name));
    }
    let text = render_index(&Index {
        title: "Replays",
        summary: "",
        score: None,
        history: "",
        rows: &rows,
        state: SeriesState::Done,
    });
    let path = folder.join("index.html");
    write_atomic(&path, &text).map_err(ArenaError::file(&path))
}

fn row(replay: &Replay, page: String) -> Row {
    let winner = replay.end_line().map(|end| {
        let seat = end.get("winner").and_then(Value::as_u64);
        seat.and_then(|seat| replay.seats.get(seat as usize))
    });
    Row {
        name: page.trim_end_matches(".html").to_string(),
        page: Some(page),
        result: match winner {
            None => "not finished".into(),
            Some(None) if replay.seats.len() == 1 => "over".into(),
            Some(None) => "drawn".into(),
            Some(Some(name)) => format!("{name} won"),
        },
        note: [
            replay.head.get("preset").and_then(Value::as_str),
            Some(&replay.seats.join(" - ")),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", "),
        frames: replay.frames(),
        totals: (0..replay.seats.len())
            .map(|seat| replay.totals(seat))
            .collect(),
    }
}

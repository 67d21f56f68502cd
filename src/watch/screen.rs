//! The screen of a watched game: draws a frame from the game's state, without keys or a clock. The
//! layouts are `full`, and `compact` for small terminals.

mod compact;
mod full;
mod page;
mod style;
#[cfg(test)]
mod tests;

pub use style::{CharacterSet, ColorSupport};

use super::game::Game;
use super::game_loop::GameEnd;
use super::pace::Pace;
use landfall_replay::{Stats, clear_label, displayed_combo};
use landfall_rules::{Cell, Clear, Piece, Playfield};
use landfall_tbp::messages::MoveInfo;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use std::time::Duration;
use style::{DIM, GOLD};

/// The rows of the field that are always shown: 20, and the row above in which pieces appear.
const FIELD_ROWS: usize = 21;

/// The state of a game to be drawn.
#[derive(Debug)]
pub struct View<'a> {
    /// Name and version of the bot.
    pub bot: &'a str,
    /// Seed of the game.
    pub seed: u64,
    /// The game.
    pub game: &'a Game,
    /// The statistics of the game so far.
    pub stats: &'a Stats,
    /// Time played.
    pub time: Duration,
    /// The information of the bot about its last search.
    pub search_info: &'a MoveInfo,
    /// The last clear with a label, and its piece.
    pub last_clear: Option<(Piece, &'a Clear)>,
    /// The piece that has just locked, shown before its rows are removed.
    pub flash: Option<Flash<'a>>,
    /// The speed.
    pub pace: Pace,
    /// Whether the game is paused.
    pub paused: bool,
    /// Why the game ended, if it did.
    pub end_reason: Option<GameEnd>,
}

/// A piece that has just locked.
#[derive(Clone, Copy, Debug)]
pub struct Flash<'a> {
    /// The field with the piece and its full rows.
    pub field: &'a Playfield,
    /// The cells of the piece.
    pub cells: &'a [Cell; 4],
}

impl Widget for &View<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if area.is_empty() {
            return;
        }
        match full::Layout::fitting(self.field(), area) {
            Some(layout) => full::draw(self, layout, area, buffer),
            None => compact::draw(self, area, buffer),
        }
    }
}

impl View<'_> {
    /// Returns the field that is shown.
    fn field(&self) -> &Playfield {
        self.flash.map_or(self.game.field(), |flash| flash.field)
    }
}

/// Returns the words that announce the last clear.
fn clear_words(view: &View) -> Vec<String> {
    let Some((piece, clear)) = view.last_clear else {
        return Vec::new();
    };
    let mut words: Vec<String> = Vec::new();
    if clear.perfect {
        words.extend(["PERFECT".into(), "CLEAR".into()]);
    }
    if clear.back_to_back {
        words.push("B2B".into());
    }
    let label = clear_label(piece, clear).unwrap_or_default();
    words.extend(label.split_whitespace().map(str::to_string));
    if displayed_combo(clear) > 0 {
        words.push(format!("COMBO {}", displayed_combo(clear)));
    }
    if clear.surge > 0 {
        words.push(format!("SURGE {}", clear.surge));
    }
    if clear.attack > 0 {
        words.push(format!("+{}", clear.attack));
    }
    words
}

/// Returns the keys and their effects; no text after the end, when keys have none.
fn keys(view: &View) -> &'static str {
    if view.end_reason.is_some() {
        ""
    } else if view.paused {
        "q quit   space resume   n next piece   + - speed"
    } else {
        "q quit   space pause   + - speed"
    }
}

/// Returns the speed, the pause, or the reason of the end, and its style.
fn state_text(view: &View) -> (String, Style) {
    match view.end_reason {
        Some(reason) => (reason.to_string().to_uppercase(), GOLD),
        None if view.paused => (format!("PAUSED, {}", view.pace), GOLD),
        None => (view.pace.to_string(), DIM),
    }
}

/// Formats a number in a few characters: 950, 12.3k, 4.56M.
fn short(number: f64) -> String {
    match number {
        n if !n.is_finite() || n < 0.0 => "-".into(),
        n if n < 1_000.0 && n.fract() == 0.0 => format!("{n:.0}"),
        n if n < 1_000.0 => format!("{n:.1}"),
        n if n < 100_000.0 => format!("{:.1}k", n / 1e3),
        n if n < 1_000_000.0 => format!("{:.0}k", n / 1e3),
        n if n < 1e9 => format!("{:.2}M", n / 1e6),
        n => format!("{:.2e}", n),
    }
}

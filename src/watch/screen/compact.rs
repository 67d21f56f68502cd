//! The screen for terminals below 78 x 24: the field, and the figures that fit beside it. If the
//! lines do not suffice, a cell is one column wide and half a line high.
//!
//! ```text
//! │ field │  figures
//! └───────┘
//! state
//! ```

use super::page::{CellLook, Page};
use super::style::{BOLD, DIM, GOLD, PLAIN, cell_color};
use super::{FIELD_ROWS, View, clear_words, short, state_text};
use crate::watch::summary::pieces_per_second;
use landfall_rules::Queue;
use landfall_rules::board::{CellKind, WIDTH};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// Columns between the field and the figures.
const GAP: usize = 2;

/// The largest number of columns of the figures.
const MAX_FIGURES: usize = 30;

/// The fewest columns in which figures are shown.
const MIN_FIGURES: usize = 8;

/// The fewest lines of a terminal on which the floor and the line of state are shown.
const MIN_LINES_WITH_FRAME: usize = 5;

/// Draws the page.
pub fn draw(view: &View, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let frame_lines = if height >= MIN_LINES_WITH_FRAME { 2 } else { 0 };
    let whole_cells = height >= FIELD_ROWS + frame_lines && width >= 22;
    let field_width = if whole_cells { 22 } else { 12 };
    let rows = view.field().height().max(FIELD_ROWS);
    let lines = if whole_cells { rows } else { rows.div_ceil(2) }.min(height - frame_lines);
    let free = width.saturating_sub(field_width + GAP).min(MAX_FIGURES);
    let figures = if free >= MIN_FIGURES { free } else { 0 };
    let page_width = match figures {
        0 => field_width,
        _ => field_width + GAP + figures,
    };
    let mut page = Page::centred(buffer, area, page_width, lines + frame_lines);
    if whole_cells {
        whole_field(&mut page, view, lines);
    } else {
        half_field(&mut page, view, lines);
    }
    if frame_lines > 0 {
        let floor = format!("└{}┘", "─".repeat(field_width - 2));
        page.text(0, lines, &floor, DIM);
        let (state, style) = state_text(view);
        let pieces = format!("{} pieces  ", view.stats.pieces);
        page.text(0, lines + 1, &pieces, PLAIN);
        page.text(pieces.len(), lines + 1, &state, style);
    }
    if figures > 0 {
        let left = field_width + GAP;
        for (y, (name, value)) in figures_of(view).into_iter().take(lines + 1).enumerate() {
            page.text(left, y, &name, if value.is_empty() { BOLD } else { DIM });
            page.text_right(left + figures, y, &value, PLAIN);
        }
    }
}

/// Draws cells of two columns and one line.
fn whole_field(page: &mut Page, view: &View, lines: usize) {
    for line in 0..lines {
        page.text(0, line, "│", DIM);
        page.text(1 + 2 * WIDTH, line, "│", DIM);
        for x in 0..WIDTH {
            let cell = (x as i8, (lines - 1 - line) as i8);
            let (text, style) = CellLook::of(view, view.field(), cell).text(1);
            page.text(1 + 2 * x, line, &text, style);
        }
    }
    rows_above(page, view, lines);
}

/// Draws cells of one column and half a line.
fn half_field(page: &mut Page, view: &View, lines: usize) {
    for line in 0..lines {
        page.text(0, line, "│", DIM);
        page.text(1 + WIDTH, line, "│", DIM);
        for x in 0..WIDTH {
            let row = 2 * (lines - 1 - line) as i8;
            let color = |row: i8| color(CellLook::of(view, view.field(), (x as i8, row)));
            let (symbol, style) = match (color(row + 1), color(row)) {
                (None, None) => (" ", PLAIN),
                (Some(top), None) => ("▀", Style::new().fg(top)),
                (None, Some(bottom)) => ("▄", Style::new().fg(bottom)),
                (Some(top), Some(bottom)) if top == bottom => ("█", Style::new().fg(top)),
                (Some(top), Some(bottom)) => ("▀", Style::new().fg(top).bg(bottom)),
            };
            page.text(1 + x, line, symbol, style);
        }
    }
    rows_above(page, view, 2 * lines);
}

/// Writes the number of rows of a high stack that are not shown.
fn rows_above(page: &mut Page, view: &View, rows: usize) {
    if view.field().height() > rows {
        let hidden = format!("+{} rows", view.field().height() - rows);
        page.text(1, 0, &hidden, GOLD);
    }
}

fn color(look: CellLook) -> Option<Color> {
    match look {
        CellLook::Outside | CellLook::Empty => None,
        CellLook::Block(kind) => Some(cell_color(kind)),
        CellLook::Flash(..) => Some(cell_color(CellKind::Garbage)),
    }
}

/// Returns names and values, the most important first. The announcement of the last clear has no
/// value.
fn figures_of(view: &View) -> Vec<(String, String)> {
    let state = view.game.state();
    let stats = view.stats;
    let seconds = view.time.as_secs();
    let letters = state.queue.iter().skip(1).take(7);
    let letters = letters.collect::<Queue>().to_string();
    let info = |number: Option<f64>| number.map_or("-".into(), short);
    let mut figures = vec![("next", letters)];
    if view.game.rules().hold {
        let hold = state
            .hold
            .map_or("-".to_string(), |piece| piece.to_string());
        figures.push(("hold", hold));
    }
    let pps = pieces_per_second(stats, view.time);
    figures.extend([
        ("pieces", stats.pieces.to_string()),
        ("lines", stats.lines.to_string()),
        ("attack", stats.attack.to_string()),
        ("att/piece", format!("{:.3}", stats.attack_per_piece())),
        ("pieces/s", format!("{pps:.2}")),
        ("time", format!("{}:{:02}", seconds / 60, seconds % 60)),
    ]);
    if view.game.rules().counts_points() {
        figures.push(("points", stats.points.to_string()));
    }
    figures.extend([
        ("depth", info(view.search_info.depth)),
        ("nodes", info(view.search_info.nodes)),
        ("nodes/s", info(view.search_info.nps)),
    ]);
    let figures = figures.into_iter();
    let mut figures: Vec<_> = figures
        .map(|(name, value)| (name.to_string(), value))
        .collect();
    figures.push((clear_words(view).join(" "), String::new()));
    figures
}

//! The full screen, for terminals of at least 78 x 24. On larger terminals cells are two or more
//! times as large, and the page is in the middle.
//!
//! ```text
//! bot                                                     seed
//! hold, last clear | field, 20 rows and the spawn row above | next | numbers
//!                  +----------------------------------------+
//! keys
//! ```

use super::page::{CellLook, Page};
use super::style::{BOLD, DIM, GOLD, PLAIN, cell_style};
use super::{FIELD_ROWS, View, clear_words, keys, short, state_text};
use crate::watch::summary::pieces_per_second;
use landfall_replay::{CLEAR_KINDS, Stats};
use landfall_rules::board::{CellKind, WIDTH};
use landfall_rules::{Piece, Playfield, Queue};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The lines of the page outside of the field: title, floor, keys.
const OTHER_LINES: usize = 3;

/// The layout of the page. A cell is `2 * scale` columns wide and `scale` lines high.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    scale: usize,
    rows: usize,
}

impl Layout {
    /// Returns the largest layout that fits, if any does.
    pub fn fitting(field: &Playfield, area: Rect) -> Option<Layout> {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let lines = height.checked_sub(OTHER_LINES)?;
        let fits = |scale: &usize| Layout::at(*scale, FIELD_ROWS).width() <= width;
        let scale = (1..=lines / FIELD_ROWS).rev().find(fits)?;
        let rows = field.height().max(FIELD_ROWS).min(lines / scale);
        Some(Layout::at(scale, rows))
    }

    fn at(scale: usize, rows: usize) -> Layout {
        Layout { scale, rows }
    }

    /// Returns the line of the floor.
    fn floor(self) -> usize {
        self.rows * self.scale + 1
    }

    fn field_left(self) -> usize {
        8 + 8 * self.scale
    }

    fn field_right(self) -> usize {
        self.field_left() + 1 + 20 * self.scale
    }

    fn next_left(self) -> usize {
        self.field_right() + 3
    }

    fn numbers_left(self) -> usize {
        self.next_left() + 4 + 8 * self.scale
    }

    fn width(self) -> usize {
        self.numbers_left() + 26
    }

    fn height(self) -> usize {
        self.rows * self.scale + OTHER_LINES
    }
}

/// Draws the page.
pub fn draw(view: &View, layout: Layout, area: Rect, buffer: &mut Buffer) {
    let page = Page::centred(buffer, area, layout.width(), layout.height());
    let mut page = FullPage { page, layout };
    page.title(view);
    page.field(view);
    page.hold(view);
    page.last_clear(view);
    page.next(view);
    page.numbers(view);
    page.keys(view);
}

struct FullPage<'b> {
    page: Page<'b>,
    layout: Layout,
}

impl FullPage<'_> {
    fn title(&mut self, view: &View) {
        let seed = format!("seed {}", view.seed);
        let width = self.layout.width();
        let bot: String = view.bot.chars().take(width - seed.len() - 3).collect();
        self.page.text(1, 0, &bot, BOLD);
        self.page.text_right(width - 1, 0, &seed, DIM);
    }

    /// Draws the field with its walls: row 0 above the floor.
    fn field(&mut self, view: &View) {
        let field = view.field();
        let Layout { scale, rows } = self.layout;
        let (left, right) = (self.layout.field_left(), self.layout.field_right());
        let floor = self.layout.floor();
        for line in 1..floor {
            self.page.text(left, line, "│", DIM);
            self.page.text(right, line, "│", DIM);
            let row = (floor - 1 - line) / scale;
            for x in 0..WIDTH {
                let look = CellLook::of(view, field, (x as i8, row as i8));
                // The dot of an empty cell is on its lowest line.
                let lowest = (floor - 1 - line).is_multiple_of(scale);
                let look = match look {
                    CellLook::Empty if !lowest => CellLook::Outside,
                    look => look,
                };
                let (text, style) = look.text(scale);
                self.page.text(left + 1 + 2 * scale * x, line, &text, style);
            }
        }
        let floor_text = format!("└{}┘", "─".repeat(20 * scale));
        self.page.text(left, floor, &floor_text, DIM);
        if field.height() > rows {
            let hidden = format!(" {} rows above ", field.height() - rows);
            self.page.text(left + 4, 1, &hidden, GOLD);
        }
    }

    fn hold(&mut self, view: &View) {
        if !view.game.rules().hold {
            return;
        }
        self.page.text(3, 1, "HOLD", DIM);
        if let Some(piece) = view.game.state().hold {
            self.piece(view, 3, 3, piece);
        }
    }

    fn last_clear(&mut self, view: &View) {
        let top = 5 + 2 * self.layout.scale;
        for (i, words) in clear_words(view).iter().enumerate() {
            self.page.text(3, top + i, words, GOLD);
        }
    }

    /// Draws the next pieces; those that do not fit are letters.
    fn next(&mut self, view: &View) {
        let Layout { scale, rows } = self.layout;
        let left = self.layout.next_left();
        self.page.text(left, 1, "NEXT", DIM);
        let pieces: Vec<Piece> = view.game.state().queue.iter().skip(1).copied().collect();
        let step = 2 * scale + 1;
        let fitting = (rows * scale - 5) / step;
        let (drawn, rest) = pieces.split_at(pieces.len().min(fitting));
        for (i, &piece) in drawn.iter().enumerate() {
            self.piece(view, left, 3 + step * i, piece);
        }
        for (i, line) in rest.chunks(10).enumerate() {
            let line = Queue::from(line).to_string();
            self.page.text(left, 3 + step * drawn.len() + i, &line, DIM);
        }
    }

    /// Draws a piece in its spawn state, two cells high.
    fn piece(&mut self, view: &View, x: usize, y: usize, piece: Piece) {
        let scale = self.layout.scale;
        let cells = view.game.rules().rotation.rule(piece).states[0];
        let leftmost = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let lowest = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let kind = CellKind::Piece(piece);
        let (text, _) = CellLook::Block(kind).text(scale);
        for (dx, dy) in cells {
            let column = x + 2 * scale * (dx - leftmost) as usize;
            let line = y + scale * (1 - (dy - lowest)) as usize;
            for step in 0..scale {
                self.page.text(column, line + step, &text, cell_style(kind));
            }
        }
    }

    fn numbers(&mut self, view: &View) {
        let stats = view.stats;
        let seconds = view.time.as_secs();
        let pps = pieces_per_second(stats, view.time);
        let info = |number: Option<f64>| number.map_or("-".into(), short);
        self.number(1, "pieces", &stats.pieces.to_string());
        self.number(2, "lines", &stats.lines.to_string());
        self.number(3, "attack", &stats.attack.to_string());
        self.number(
            4,
            "attack/piece",
            &format!("{:.3}", stats.attack_per_piece()),
        );
        self.number(5, "pieces/s", &format!("{pps:.2}"));
        self.number(6, "time", &format!("{}:{:02}", seconds / 60, seconds % 60));
        if view.game.rules().counts_points() {
            self.number(7, "points", &stats.points.to_string());
        }
        self.clears(8, stats);
        self.number(14, "perfect clears", &stats.perfect_clears.to_string());
        self.number(15, "longest B2B", &stats.longest_back_to_back.to_string());
        self.number(16, "max combo", &stats.max_combo.to_string());
        self.surge(17, view);
        self.number(18, "depth", &info(view.search_info.depth));
        self.number(19, "nodes", &info(view.search_info.nodes));
        self.number(20, "nodes/s", &info(view.search_info.nps));
        if let Some(extra) = &view.search_info.extra {
            let extra: String = extra.chars().take(26).collect();
            let extra = extra.replace(char::is_control, " ");
            self.page.text(self.layout.numbers_left(), 21, &extra, DIM);
        }
    }

    /// Draws the length of the back-to-back chain and the lines that its end would send, if the
    /// rules have a surge.
    fn surge(&mut self, y: usize, view: &View) {
        let rule = &view.game.rules().attack.back_to_back;
        if let Some(surge) = rule.surge {
            let chain = u32::from(view.game.state().clear_state.back_to_back);
            let value = format!("{chain} / {}", surge.lines(chain));
            self.number(y, "B2B / surge", &value);
        }
    }

    fn number(&mut self, y: usize, name: &str, value: &str) {
        let left = self.layout.numbers_left();
        self.page.text(left, y, name, DIM);
        self.page.text_right(left + 24, y, value, PLAIN);
    }

    /// Draws the counts of clears by kind, in two columns.
    fn clears(&mut self, top: usize, stats: &Stats) {
        const LINES: usize = CLEAR_KINDS.len().div_ceil(2);
        for (i, (kind, count)) in CLEAR_KINDS.iter().zip(stats.clears).enumerate() {
            let x = self.layout.numbers_left() + 13 * (i / LINES);
            let y = top + i % LINES;
            self.page.text(x, y, kind.short, DIM);
            self.page.text_right(x + 11, y, &count.to_string(), PLAIN);
        }
    }

    fn keys(&mut self, view: &View) {
        let y = self.layout.floor() + 1;
        self.page.text(1, y, keys(view), DIM);
        let (state, style) = state_text(view);
        self.page
            .text_right(self.layout.width() - 1, y, &state, style);
    }
}

//! The face for terminals: where everything stands on the page.
//!
//! A pure function from what is known of the game to a page; reads no keys and writes
//! nothing. Fits 80 x 24.
//!
//! ```text
//! bot                                                     seed
//! hold, last clear | field, 20 rows and the spawn row above | next | numbers
//!                  +----------------------------------------+
//! keys
//! ```

#[cfg(test)]
mod tests;

use super::canvas::{Canvas, Rgb, Style};
use super::game::Game;
use super::game_loop::GameEnd;
use super::pace::Pace;
use super::summary::pieces_per_second;
use landfall_rules::{
    CLEAR_KINDS, Cell, CellKind, Clear, Piece, Playfield, Stats, clear_label, displayed_combo,
};
use landfall_tbp::messages::MoveInfo;
use std::time::Duration;

/// Columns that the page needs.
pub const WIDTH: usize = 78;

/// Lines that the page needs.
pub const HEIGHT: usize = 24;

/// Rows of the field that are always shown: 20, and the one above in which pieces appear.
const FIELD_ROWS: usize = 21;

/// Lines of the page that are not the field's: title, floor, keys.
const OTHER_LINES: usize = 3;

const FIELD_LEFT: usize = 16;
const FIELD_RIGHT: usize = FIELD_LEFT + 21;
const NEXT_LEFT: usize = 40;
const NUMBERS_LEFT: usize = 52;

const WHITE: Rgb = Rgb(255, 255, 255);
const BLACK: Rgb = Rgb(0, 0, 0);
const DIM: Style = Style::ink(Rgb(128, 128, 128));
const DOT: Style = Style::ink(Rgb(72, 72, 72));
const GOLD: Style = Style {
    bold: true,
    ..Style::ink(Rgb(255, 215, 95))
};

/// What is shown.
#[derive(Debug)]
pub struct View<'a> {
    /// Name and version of the bot.
    pub bot: &'a str,
    /// Seed of the game.
    pub seed: u64,
    /// The game.
    pub game: &'a Game,
    /// What happened in it.
    pub stats: &'a Stats,
    /// Time played.
    pub time: Duration,
    /// What the bot said of its last search.
    pub search_info: &'a MoveInfo,
    /// The last lock worth calling out.
    pub last_clear: Option<&'a Clear>,
    /// The piece that has just locked, shown before its rows go.
    pub flash: Option<Flash<'a>>,
    /// Speed.
    pub pace: Pace,
    /// Whether the game stands still.
    pub paused: bool,
    /// Why the game ended, if it did.
    pub end_reason: Option<GameEnd>,
}

/// A piece that has just locked.
#[derive(Clone, Copy, Debug)]
pub struct Flash<'a> {
    /// The field with the piece, full rows and all.
    pub field: &'a Playfield,
    /// The cells of the piece.
    pub cells: &'a [Cell; 4],
}

/// Draws a page of the size of the terminal.
pub fn draw(view: &View, width: usize, height: usize) -> Canvas {
    let mut canvas = Canvas::new(width, height);
    if width < WIDTH || height < HEIGHT {
        let message = format!("{WIDTH} x {HEIGHT} needed, this is {width} x {height}");
        canvas.text(0, 0, "The terminal is too small:", Style::PLAIN);
        canvas.text(0, 1, &message, Style::PLAIN);
        return canvas;
    }
    let field = view.flash.map_or(view.game.field(), |flash| flash.field);
    let rows = field.height().max(FIELD_ROWS).min(height - OTHER_LINES);
    let mut page = Page {
        canvas,
        left: (width - WIDTH) / 2,
    };
    page.title(view);
    page.field(view, field, rows);
    page.hold(view);
    page.last_clear(view);
    page.next(view, rows);
    page.numbers(view);
    page.keys(view, rows + 2);
    page.canvas
}

/// A page that stands in the middle of a wide terminal.
struct Page {
    canvas: Canvas,
    left: usize,
}

impl Page {
    fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        self.canvas.text(self.left + x, y, text, style);
    }

    /// Text that ends before column `end`.
    fn text_right(&mut self, end: usize, y: usize, text: &str, style: Style) {
        self.canvas.text_right(self.left + end, y, text, style);
    }

    fn title(&mut self, view: &View) {
        let seed = format!("seed {}", view.seed);
        let room = WIDTH - seed.len() - 3;
        let bot: String = view.bot.chars().take(room).collect();
        self.text(1, 0, &bot, Style::BOLD);
        self.text_right(WIDTH - 1, 0, &seed, DIM);
    }

    /// The field with its walls: row 0 on line `rows`, the floor below it.
    fn field(&mut self, view: &View, field: &Playfield, rows: usize) {
        for line in 1..=rows {
            self.text(FIELD_LEFT, line, "│", DIM);
            self.text(FIELD_RIGHT, line, "│", DIM);
            for x in 0..10 {
                let cell = (x as i8, (rows - line) as i8);
                let (symbols, style) = field_cell(view, field, cell);
                self.text(FIELD_LEFT + 1 + 2 * x, line, symbols, style);
            }
        }
        self.text(FIELD_LEFT, rows + 1, &format!("└{}┘", "─".repeat(20)), DIM);
        if field.height() > rows {
            let hidden = format!(" {} rows above ", field.height() - rows);
            self.text(FIELD_LEFT + 4, 1, &hidden, GOLD);
        }
    }

    fn hold(&mut self, view: &View) {
        if !view.game.rules().hold {
            return;
        }
        self.text(3, 1, "HOLD", DIM);
        if let Some(piece) = view.game.state().hold {
            self.piece(view, 3, 3, piece);
        }
    }

    fn last_clear(&mut self, view: &View) {
        let Some(clear) = view.last_clear else {
            return;
        };
        let mut lines: Vec<String> = Vec::new();
        if clear.perfect {
            lines.extend(["PERFECT".into(), "CLEAR".into()]);
        }
        if clear.back_to_back {
            lines.push("B2B".into());
        }
        let words = clear_label(clear).unwrap_or_default().split(' ');
        lines.extend(words.map(str::to_string));
        if displayed_combo(clear) > 0 {
            lines.push(format!("COMBO {}", displayed_combo(clear)));
        }
        if clear.attack > 0 {
            lines.push(format!("+{}", clear.attack));
        }
        for (i, line) in lines.iter().enumerate() {
            self.text(3, 7 + i, line, GOLD);
        }
    }

    /// The pieces to come, each in three lines; for more the letters.
    fn next(&mut self, view: &View, rows: usize) {
        self.text(NEXT_LEFT, 1, "NEXT", DIM);
        let coming: Vec<Piece> = view.game.state().queue.iter().skip(1).copied().collect();
        let room = (rows - 5) / 3;
        let (drawn, rest) = coming.split_at(coming.len().min(room));
        for (i, &piece) in drawn.iter().enumerate() {
            self.piece(view, NEXT_LEFT, 3 + 3 * i, piece);
        }
        let letters: Vec<char> = rest.iter().map(|piece| piece.letter()).collect();
        for (i, line) in letters.chunks(10).enumerate() {
            let line: String = line.iter().collect();
            self.text(NEXT_LEFT, 3 + 3 * drawn.len() + i, &line, DIM);
        }
    }

    /// A piece in its spawn state, two lines high.
    fn piece(&mut self, view: &View, x: usize, y: usize, piece: Piece) {
        let cells = view.game.rules().rotation.rule(piece).states[0];
        let leftmost = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let lowest = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        for (dx, dy) in cells {
            let column = x + 2 * (dx - leftmost) as usize;
            let line = (y as i8 + 1 - (dy - lowest)) as usize;
            self.text(column, line, "[]", block_style(CellKind::Piece(piece)));
        }
    }

    fn numbers(&mut self, view: &View) {
        let stats = view.stats;
        let seconds = view.time.as_secs();
        let pps = pieces_per_second(stats, view.time);
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
        self.number(
            18,
            "depth",
            &view.search_info.depth.map_or("-".into(), short),
        );
        self.number(
            19,
            "nodes",
            &view.search_info.nodes.map_or("-".into(), short),
        );
        self.number(
            20,
            "nodes/s",
            &view.search_info.nps.map_or("-".into(), short),
        );
        if let Some(extra) = &view.search_info.extra {
            let room = WIDTH - NUMBERS_LEFT;
            let extra: String = extra.chars().take(room).collect();
            let extra = extra.replace(char::is_control, " ");
            self.text(NUMBERS_LEFT, 21, &extra, DIM);
        }
    }

    fn number(&mut self, y: usize, name: &str, value: &str) {
        self.text(NUMBERS_LEFT, y, name, DIM);
        self.text_right(NUMBERS_LEFT + 24, y, value, Style::PLAIN);
    }

    /// The clears by kind, in two columns.
    fn clears(&mut self, top: usize, stats: &Stats) {
        const LINES: usize = CLEAR_KINDS.len().div_ceil(2);
        for (i, (kind, count)) in CLEAR_KINDS.iter().zip(stats.clears).enumerate() {
            let x = NUMBERS_LEFT + 13 * (i / LINES);
            let y = top + i % LINES;
            self.text(x, y, kind.short, DIM);
            self.text_right(x + 11, y, &count.to_string(), Style::PLAIN);
        }
    }

    fn keys(&mut self, view: &View, y: usize) {
        let keys = if view.paused {
            "q quit   space go on   n next piece   + - speed"
        } else {
            "q quit   space pause   + - speed"
        };
        self.text(1, y, keys, DIM);
        let (state, style) = match view.end_reason {
            Some(ending) => (ending.to_string().to_uppercase(), GOLD),
            None if view.paused => (format!("PAUSED, {}", view.pace), GOLD),
            None => (view.pace.to_string(), DIM),
        };
        self.text_right(WIDTH - 1, y, &state, style);
    }
}

/// What a cell of the field looks like: two characters and their style.
fn field_cell(view: &View, field: &Playfield, cell: Cell) -> (&'static str, Style) {
    if let Some(block) = field.get(cell) {
        return match view.flash {
            Some(flash) if flash.cells.contains(&cell) => ("##", flash_style(block, 110)),
            Some(_) if field.full(cell.1 as usize) => ("##", flash_style(block, 190)),
            _ => ("[]", block_style(block)),
        };
    }
    let in_play = view.game.spawn_cells().zip(view.game.state().queue.front());
    match in_play {
        Some((cells, &piece)) if view.flash.is_none() && cells.contains(&cell) => {
            ("[]", block_style(CellKind::Piece(piece)))
        }
        // Where nothing may lock there is no board.
        _ if cell.1 >= view.game.rules().lock_out_row as i8 => ("  ", DOT),
        _ => (" .", DOT),
    }
}

/// The guideline's colour of a block.
fn color(block: CellKind) -> Rgb {
    match block {
        CellKind::Piece(Piece::I) => Rgb(0, 215, 235),
        CellKind::Piece(Piece::O) => Rgb(240, 210, 0),
        CellKind::Piece(Piece::T) => Rgb(175, 60, 215),
        CellKind::Piece(Piece::L) => Rgb(245, 145, 0),
        CellKind::Piece(Piece::J) => Rgb(40, 80, 240),
        CellKind::Piece(Piece::S) => Rgb(60, 205, 60),
        CellKind::Piece(Piece::Z) => Rgb(230, 40, 45),
        CellKind::Garbage => Rgb(120, 120, 120),
    }
}

/// A block: its colour, with an edge in a darker shade.
fn block_style(block: CellKind) -> Style {
    Style {
        ink: Some(color(block).mix(BLACK, 100)),
        paper: Some(color(block)),
        bold: false,
    }
}

/// A block that lights up; `light` of 255 is white.
fn flash_style(block: CellKind, light: u8) -> Style {
    let paper = color(block).mix(WHITE, light);
    Style {
        ink: Some(paper),
        paper: Some(paper),
        bold: true,
    }
}

/// A number in at most six characters: 950, 12.3k, 4.56M.
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

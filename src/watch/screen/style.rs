//! The colours of the screen, and the reduction of colours and characters to those of the terminal.

use landfall_experiment::locale::is_unicode;
use landfall_rules::Piece;
use landfall_rules::board::CellKind;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// Red, green, blue.
type Rgb = (u8, u8, u8);

const WHITE: Rgb = (255, 255, 255);
const BLACK: Rgb = (0, 0, 0);

/// The style of names, walls and keys.
pub const DIM: Style = Style::new().fg(Color::Rgb(128, 128, 128));

/// The style of the dots of empty cells.
pub const DOT: Style = Style::new().fg(Color::Rgb(72, 72, 72));

/// The style of announcements.
pub const GOLD: Style = Style::new()
    .fg(Color::Rgb(255, 215, 95))
    .add_modifier(Modifier::BOLD);

/// The style of the bot's name and of clears on small terminals.
pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// The terminal's own colours.
pub const PLAIN: Style = Style::new();

/// Returns the colour of a cell.
pub fn cell_color(cell: CellKind) -> Color {
    rgb(cell_rgb(cell))
}

/// Returns the style of a cell: its colour, with the edge in a darker shade.
pub fn cell_style(cell: CellKind) -> Style {
    let color = cell_rgb(cell);
    Style::new().fg(rgb(mix(color, BLACK, 100))).bg(rgb(color))
}

/// Returns the style of a cell that lights up; `light` of 255 is white.
pub fn flash_style(cell: CellKind, light: u8) -> Style {
    let color = rgb(mix(cell_rgb(cell), WHITE, light));
    Style::new()
        .fg(color)
        .bg(color)
        .add_modifier(Modifier::BOLD)
}

fn cell_rgb(cell: CellKind) -> Rgb {
    match cell {
        CellKind::Piece(Piece::I) => (0, 215, 235),
        CellKind::Piece(Piece::O) => (240, 210, 0),
        CellKind::Piece(Piece::T) => (175, 60, 215),
        CellKind::Piece(Piece::L) => (245, 145, 0),
        CellKind::Piece(Piece::J) => (40, 80, 240),
        CellKind::Piece(Piece::S) => (60, 205, 60),
        CellKind::Piece(Piece::Z) => (230, 40, 45),
        CellKind::Garbage => (120, 120, 120),
    }
}

fn rgb((r, g, b): Rgb) -> Color {
    Color::Rgb(r, g, b)
}

/// Mixes two colours; a `share` of 255 gives the second.
fn mix(one: Rgb, other: Rgb, share: u8) -> Rgb {
    let mix = |a: u8, b: u8| {
        ((u32::from(a) * u32::from(255 - share) + u32::from(b) * u32::from(share)) / 255) as u8
    };
    (
        mix(one.0, other.0),
        mix(one.1, other.1),
        mix(one.2, other.2),
    )
}

/// Which colours a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorSupport {
    /// No colours.
    None,
    /// The palette of 256 colours.
    Palette,
    /// All colours.
    Rgb,
}

impl ColorSupport {
    /// Returns the support that the environment names: none with `NO_COLOR`, all if `COLORTERM` is
    /// `truecolor` or `24bit`, else the palette.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> ColorSupport {
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return ColorSupport::None;
        }
        match variable("COLORTERM").as_deref() {
            Some("truecolor" | "24bit") => ColorSupport::Rgb,
            _ => ColorSupport::Palette,
        }
    }

    /// Replaces the colours of a drawn frame by those that the terminal can show.
    pub fn reduce(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            cell.fg = self.color(cell.fg);
            cell.bg = self.color(cell.bg);
        }
    }

    fn color(self, color: Color) -> Color {
        match (self, color) {
            (ColorSupport::None, _) => Color::Reset,
            (ColorSupport::Palette, Color::Rgb(r, g, b)) => Color::Indexed(nearest_index(r, g, b)),
            _ => color,
        }
    }
}

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterSet {
    /// Only ASCII.
    Ascii,
    /// All characters.
    Unicode,
}

impl CharacterSet {
    /// Returns the set of the locale of the environment.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> CharacterSet {
        match is_unicode(variable) {
            true => CharacterSet::Unicode,
            false => CharacterSet::Ascii,
        }
    }

    /// Replaces the characters of a drawn frame by those that the terminal can show.
    pub fn reduce(self, buffer: &mut Buffer) {
        if self == CharacterSet::Unicode {
            return;
        }
        for cell in &mut buffer.content {
            let ascii = match cell.symbol() {
                "│" => "|",
                "─" => "-",
                "└" | "┘" => "+",
                "█" => "#",
                // Half cells: both halves, the upper one, the lower one.
                "▀" if cell.bg != Color::Reset => "#",
                "▀" => "\"",
                "▄" => "_",
                symbol if symbol.is_ascii() => continue,
                _ => "?",
            };
            cell.set_symbol(ascii);
        }
    }
}

/// Returns the nearest colour of the 6 x 6 x 6 cube in the palette of 256.
fn nearest_index(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |value: u8| -> u8 {
        let distance = |&i: &usize| LEVELS[i].abs_diff(value);
        (0..6).min_by_key(distance).unwrap_or(0) as u8
    };
    16 + 36 * nearest(r) + 6 * nearest(g) + nearest(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    #[test]
    fn colours_are_reduced_to_the_support() {
        let reduced = |support: ColorSupport| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 1, 1));
            let style = Style::new()
                .fg(Color::Rgb(255, 0, 0))
                .bg(Color::Rgb(0, 0, 255));
            buffer.set_string(0, 0, "x", style);
            support.reduce(&mut buffer);
            (buffer.content[0].fg, buffer.content[0].bg)
        };
        assert_eq!(reduced(ColorSupport::None), (Color::Reset, Color::Reset));
        assert_eq!(
            reduced(ColorSupport::Rgb),
            (Color::Rgb(255, 0, 0), Color::Rgb(0, 0, 255))
        );
        assert_eq!(
            reduced(ColorSupport::Palette),
            (Color::Indexed(196), Color::Indexed(21))
        );
    }

    #[test]
    fn the_environment_selects_the_colours() {
        let env = |pairs: &'static [(&str, &str)]| {
            ColorSupport::detect(|name| {
                let found = pairs.iter().find(|pair| pair.0 == name);
                found.map(|pair| pair.1.to_string())
            })
        };
        assert_eq!(env(&[("COLORTERM", "truecolor")]), ColorSupport::Rgb);
        assert_eq!(
            env(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]),
            ColorSupport::None
        );
        assert_eq!(env(&[("NO_COLOR", "")]), ColorSupport::Palette);
    }
}

//! A page of coloured characters in memory. Frames are drawn here, compared, and only
//! what changed goes to the terminal.
//!
//! Knows no game, and of terminals only the escape sequences of colours and positions.

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetColors};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use std::io::{self, Write};

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// This colour mixed with another; `share` of 255 is the other alone.
    pub const fn mix(self, other: Rgb, share: u8) -> Rgb {
        const fn mix(a: u8, b: u8, share: u8) -> u8 {
            ((a as u32 * (255 - share as u32) + b as u32 * share as u32) / 255) as u8
        }
        Rgb(
            mix(self.0, other.0, share),
            mix(self.1, other.1, share),
            mix(self.2, other.2, share),
        )
    }

    /// The nearest colour of the 6 x 6 x 6 cube in the palette of 256.
    fn ansi(self) -> u8 {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let nearest = |value: u8| -> u8 {
            let distance = |&i: &usize| LEVELS[i].abs_diff(value);
            (0..6).min_by_key(distance).unwrap_or(0) as u8
        };
        16 + 36 * nearest(self.0) + 6 * nearest(self.1) + nearest(self.2)
    }
}

/// How a character looks. Without a colour the terminal's own is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Colour of the character.
    pub ink: Option<Rgb>,
    /// Colour behind it.
    pub paper: Option<Rgb>,
    /// Whether it is bold.
    pub bold: bool,
}

impl Style {
    /// The terminal's own colours.
    pub const PLAIN: Style = Style {
        ink: None,
        paper: None,
        bold: false,
    };

    /// The terminal's own colours, bold.
    pub const BOLD: Style = Style {
        bold: true,
        ..Style::PLAIN
    };

    /// A colour on the terminal's own background.
    pub const fn ink(ink: Rgb) -> Style {
        Style {
            ink: Some(ink),
            ..Style::PLAIN
        }
    }
}

/// Which colours a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None.
    None,
    /// The palette of 256.
    Palette,
    /// All.
    Rgb,
}

impl Colors {
    /// What the environment asks for: none with `NO_COLOR`, all if `COLORTERM` says so.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Colors {
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Colors::None;
        }
        match variable("COLORTERM").as_deref() {
            Some("truecolor" | "24bit") => Colors::Rgb,
            _ => Colors::Palette,
        }
    }

    fn color(self, rgb: Option<Rgb>) -> Color {
        match (self, rgb) {
            (Colors::None, _) | (_, None) => Color::Reset,
            (Colors::Palette, Some(rgb)) => Color::AnsiValue(rgb.ansi()),
            (Colors::Rgb, Some(Rgb(r, g, b))) => Color::Rgb { r, g, b },
        }
    }
}

/// A page of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    glyphs: Vec<(char, Style)>,
}

const BLANK: (char, Style) = (' ', Style::PLAIN);

impl Canvas {
    /// An empty page.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            glyphs: vec![BLANK; width * height],
        }
    }

    /// Lines.
    pub fn height(&self) -> usize {
        self.glyphs.len().checked_div(self.width).unwrap_or(0)
    }

    /// Writes text from a place on; what leaves the page is cut off.
    pub fn text(&mut self, x: usize, y: usize, text: &str, style: Style) {
        if y >= self.height() {
            return;
        }
        for (i, symbol) in text.chars().enumerate() {
            if x + i < self.width {
                self.glyphs[y * self.width + x + i] = (symbol, style);
            }
        }
    }

    /// Writes text so that it ends before column `end`.
    pub fn text_right(&mut self, end: usize, y: usize, text: &str, style: Style) {
        let x = end.saturating_sub(text.chars().count());
        self.text(x, y, text, style);
    }

    /// The characters without their colours, lines without blanks at their ends.
    #[cfg(test)]
    pub fn plain_text(&self) -> String {
        let mut text = String::new();
        for line in self.glyphs.chunks(self.width.max(1)) {
            let line: String = line.iter().map(|glyph| glyph.0).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Writes to a terminal what differs from the page before, in one piece. Without a
    /// page before, or with one of another size, everything.
    ///
    /// # Errors
    /// Those of the output.
    pub fn show(
        &self,
        before: Option<&Canvas>,
        colors: Colors,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let same_size = |b: &&Canvas| (b.width, b.glyphs.len()) == (self.width, self.glyphs.len());
        let before = before.filter(same_size);
        if before == Some(self) {
            return Ok(());
        }
        let mut bytes = Vec::new();
        queue!(bytes, BeginSynchronizedUpdate)?;
        if before.is_none() {
            queue!(bytes, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
        }
        self.show_changes(before, colors, &mut bytes)?;
        queue!(bytes, SetAttribute(Attribute::Reset), EndSynchronizedUpdate)?;
        out.write_all(&bytes)?;
        out.flush()
    }

    fn show_changes(
        &self,
        before: Option<&Canvas>,
        colors: Colors,
        bytes: &mut Vec<u8>,
    ) -> io::Result<()> {
        // Where the terminal's cursor stands, and the style that is set there.
        let mut cursor = usize::MAX;
        let mut current = None;
        for (i, &(symbol, style)) in self.glyphs.iter().enumerate() {
            let was = before.map_or(BLANK, |before| before.glyphs[i]);
            if was == (symbol, style) {
                continue;
            }
            if cursor != i || i % self.width == 0 {
                let (x, y) = (i % self.width, i / self.width);
                queue!(bytes, MoveTo(x as u16, y as u16))?;
            }
            if current != Some(style) {
                set_style(style, colors, bytes)?;
                current = Some(style);
            }
            queue!(bytes, Print(symbol))?;
            cursor = i + 1;
        }
        Ok(())
    }
}

fn set_style(style: Style, colors: Colors, bytes: &mut Vec<u8>) -> io::Result<()> {
    queue!(bytes, SetAttribute(Attribute::Reset))?;
    if style.bold {
        queue!(bytes, SetAttribute(Attribute::Bold))?;
    }
    if colors != Colors::None && (style.ink, style.paper) != (None, None) {
        let pair =
            crossterm::style::Colors::new(colors.color(style.ink), colors.color(style.paper));
        queue!(bytes, SetColors(pair))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(canvas: &Canvas, before: Option<&Canvas>, colors: Colors) -> String {
        let mut bytes = Vec::new();
        canvas.show(before, colors, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn text_is_cut_at_the_edges() {
        let mut canvas = Canvas::new(4, 2);
        canvas.text(2, 0, "abc", Style::PLAIN);
        canvas.text_right(3, 1, "xy", Style::PLAIN);
        canvas.text(0, 2, "no", Style::PLAIN);
        assert_eq!(canvas.plain_text(), "  ab\n xy\n");
    }

    #[test]
    fn only_changes_are_written() {
        let mut before = Canvas::new(10, 2);
        before.text(0, 0, "score 10", Style::PLAIN);
        let mut after = before.clone();
        after.text(0, 0, "score 12", Style::PLAIN);
        assert_eq!(shown(&after, Some(&after.clone()), Colors::Rgb), "");
        let shown = shown(&after, Some(&before), Colors::Rgb);
        assert!(shown.contains("\x1b[1;8H") && shown.contains('2'));
        assert!(!shown.contains('s') && !shown.contains("\x1b[2J"));
    }

    #[test]
    fn another_size_is_drawn_anew() {
        let canvas = Canvas::new(3, 1);
        assert!(shown(&canvas, Some(&Canvas::new(1, 3)), Colors::None).contains("\x1b[2J"));
    }

    #[test]
    fn no_color_means_no_colours_at_all() {
        let mut canvas = Canvas::new(1, 1);
        let style = Style {
            ink: Some(Rgb(255, 0, 0)),
            paper: Some(Rgb(0, 0, 255)),
            bold: true,
        };
        canvas.text(0, 0, "x", style);
        let without = shown(&canvas, None, Colors::None);
        assert!(!without.contains("38;") && !without.contains("48;"));
        assert!(shown(&canvas, None, Colors::Rgb).contains("38;2;255;0;0"));
        assert!(shown(&canvas, None, Colors::Palette).contains("38;5;196"));
    }

    #[test]
    fn the_environment_decides_about_colours() {
        let env = |pairs: &'static [(&str, &str)]| {
            Colors::detect(|name| {
                let found = pairs.iter().find(|pair| pair.0 == name);
                found.map(|pair| pair.1.to_string())
            })
        };
        assert_eq!(env(&[("COLORTERM", "truecolor")]), Colors::Rgb);
        assert_eq!(
            env(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]),
            Colors::None
        );
        assert_eq!(env(&[("NO_COLOR", "")]), Colors::Palette);
    }
}

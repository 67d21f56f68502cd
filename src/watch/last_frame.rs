//! Prints the last frame of a game as lines, so that it remains above the prompt.

use crossterm::style::{PrintStyledContent, StyledContent};
use ratatui::backend::IntoCrossterm;
use ratatui::buffer::{Buffer, Cell};
use std::io::{self, Write};

/// Prints the part of a frame that is not blank, with its colours.
///
/// # Errors
/// The output cannot be written.
pub fn print(frame: &Buffer, out: &mut impl Write) -> io::Result<()> {
    for line in lines(frame) {
        for run in line.chunk_by(|a, b| a.style() == b.style()) {
            let style = run[0].style().into_crossterm();
            let text: String = run.iter().map(Cell::symbol).collect();
            crossterm::queue!(out, PrintStyledContent(StyledContent::new(style, text)))?;
        }
        writeln!(out)?;
    }
    out.flush()
}

/// Returns the lines of a frame without its blank margins.
fn lines(frame: &Buffer) -> Vec<&[Cell]> {
    let width = usize::from(frame.area.width).max(1);
    let rows: Vec<&[Cell]> = frame.content.chunks(width).collect();
    let drawn = |row: &&[Cell]| row.iter().any(is_drawn);
    let (Some(top), Some(bottom)) = (rows.iter().position(drawn), rows.iter().rposition(drawn))
    else {
        return Vec::new();
    };
    let rows = &rows[top..=bottom];
    let left = rows.iter().filter_map(|row| row.iter().position(is_drawn));
    let left = left.min().unwrap_or(0);
    let lines = rows.iter().map(|row| {
        let end = row.iter().rposition(is_drawn).map_or(left, |last| last + 1);
        &row[left..end]
    });
    lines.collect()
}

fn is_drawn(cell: &Cell) -> bool {
    cell.symbol() != " " || cell.bg != ratatui::style::Color::Reset
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::{Color, Style};

    #[test]
    fn blank_margins_are_not_printed() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 12, 6));
        frame.set_string(4, 2, "+--+", Style::new());
        frame.set_string(3, 4, "ab", Style::new().fg(Color::Red));
        let symbols = |line: &&[Cell]| line.iter().map(Cell::symbol).collect::<String>();
        let text: Vec<String> = lines(&frame).iter().map(symbols).collect();
        assert_eq!(text, [" +--+", "", "ab"]);
        let mut out = Vec::new();
        print(&frame, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(
            !out.contains("\x1b[2J") && out.contains("\x1b[38;5;1m"),
            "{out:?}"
        );
    }

    #[test]
    fn a_blank_frame_prints_nothing() {
        assert!(lines(&Buffer::empty(Rect::new(0, 0, 3, 2))).is_empty());
        assert!(lines(&Buffer::empty(Rect::new(0, 0, 0, 0))).is_empty());
    }
}

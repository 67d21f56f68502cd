//! One frame of the demo, fitted to the terminal: both boards where there is room for them,
//! else the figures alone. No line is ever longer than the terminal is wide, because a
//! terminal would break it and every frame after it would stand elsewhere.

use super::match_view::{self, MatchView};

/// A terminal's size, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Characters of a line.
    pub columns: usize,
    /// Lines.
    pub rows: usize,
}

/// The lines of a frame: fewer than the terminal has, so that the cursor can stand below.
pub fn lines(picture: &MatchView, news: &str, size: Size) -> Vec<String> {
    let boards: Vec<String> = picture.to_string().lines().map(str::to_string).collect();
    let room = size.rows.saturating_sub(1);
    let fits = size.columns >= match_view::WIDTH && room > boards.len();
    let mut lines = match fits {
        true => boards,
        false => picture.summary_lines().into(),
    };
    lines.push(news.replace(char::is_control, "?"));
    lines.truncate(room);
    let cut = |line: String| line.chars().take(size.columns).collect();
    lines.into_iter().map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEWS: &str = "Match 1: \"Landfall A\" wins the match (more games)";

    fn frame(columns: usize, rows: usize) -> Vec<String> {
        let picture = MatchView::new(["Landfall A".into(), "Landfall B".into()], 3);
        lines(&picture, NEWS, Size { columns, rows })
    }

    #[test]
    fn no_size_makes_a_frame_that_does_not_fit() {
        for columns in [0, 1, 20, 78, 79, 200] {
            for rows in [0, 1, 2, 5, 22, 23, 24, 60] {
                let frame = frame(columns, rows);
                assert!(frame.len() < rows.max(1), "{columns} by {rows}");
                assert!(frame.iter().all(|line| line.chars().count() <= columns));
            }
        }
    }

    #[test]
    fn boards_are_shown_where_there_is_room() {
        for (columns, rows, shown) in [
            (79, 23, true),
            (200, 60, true),
            (78, 60, false),
            (200, 22, false),
        ] {
            let frame = frame(columns, rows);
            let boards = frame.iter().any(|line| line.starts_with("+----"));
            assert_eq!(boards, shown, "{columns} by {rows}");
            assert_eq!(frame.last().map(String::as_str), Some(NEWS));
        }
    }

    #[test]
    fn a_small_terminal_shows_the_figures() {
        assert_eq!(
            frame(20, 5),
            [
                "the players join",
                "Landfall A 0 (0)",
                "Landfall B 0 (0)",
                "Match 1: \"Landfall A"
            ]
        );
    }
}

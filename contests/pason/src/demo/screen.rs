//! One frame of the demo, fitted to the terminal: both boards if there is room, otherwise a
//! summary. Drawn with `ratatui`.
//!
//! ```text
//! | . . . . . . . . . .|      Match 1, game 1 of 3      | . . . . . . . . . .|
//! |[][] . . . . . . . .|                                | . . . . . . . . . .|
//! +--------------------+                                +--------------------+
//! the server's last line
//! ```

use super::match_view::{MatchView, TeamView};
use crate::messages::{COLUMNS, ROWS};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::symbols::border;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Borders};

/// Characters of a line with both boards.
const WIDTH: u16 = 79;

/// Characters of a board with its walls: two per cell.
const BOARD_WIDTH: u16 = 2 * COLUMNS as u16 + 2;

/// Lines of a board with its floor.
const BOARD_HEIGHT: u16 = ROWS as u16 + 1;

/// Lines of the summary.
const SUMMARY_HEIGHT: u16 = 3;

/// The walls and the floor of a board.
const WALLS: border::Set = border::Set {
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_bottom: "-",
    ..border::PLAIN
};

/// Draws the match and the server's last line for people. The last line of the terminal stays
/// free.
pub fn draw(frame: &mut Frame, view: &MatchView, last_line: &str) {
    let area = frame.area();
    let event_row = event_row(area);
    let above = Rect {
        height: event_row,
        ..area
    };
    if shows_boards(area) {
        draw_boards(frame, view, above);
    } else {
        frame.render_widget(Text::from_iter(view.summary_lines()), above);
    }
    if event_row + 1 < area.height {
        // The text after `;` repeats counts that the screen shows.
        let event = last_line.split(';').next().unwrap_or_default();
        let line = Rect {
            y: event_row,
            height: 1,
            ..area
        };
        frame.render_widget(Line::from(event.replace(char::is_control, "?")), line);
    }
}

/// Returns the row of the server's last line: below the boards or the summary.
pub fn event_row(area: Rect) -> u16 {
    let height = if shows_boards(area) {
        BOARD_HEIGHT
    } else {
        SUMMARY_HEIGHT
    };
    height.min(area.height.saturating_sub(1))
}

fn shows_boards(area: Rect) -> bool {
    area.width >= WIDTH && area.height > BOARD_HEIGHT + 1
}

fn draw_boards(frame: &mut Frame, view: &MatchView, area: Rect) {
    let area = Rect {
        width: WIDTH,
        ..area
    };
    let [left, middle, right] = Layout::horizontal([
        Constraint::Length(BOARD_WIDTH),
        Constraint::Fill(1),
        Constraint::Length(BOARD_WIDTH),
    ])
    .areas(area);
    for (team, area) in view.teams.iter().zip([left, right]) {
        let walls = Block::new()
            .borders(Borders::LEFT | Borders::RIGHT | Borders::BOTTOM)
            .border_set(WALLS);
        let rows = (0..ROWS as i32).map(|row| board_row(team, row));
        frame.render_widget(Text::from_iter(rows), walls.inner(area));
        frame.render_widget(walls, area);
    }
    let lines = (0..ROWS).map(|row| middle_line(view, row));
    frame.render_widget(Text::from_iter(lines).centered(), middle);
}

/// A row of a board, two characters per cell: `##` falling, `[]` locked, ` .` empty.
fn board_row(team: &TeamView, row: i32) -> String {
    let falling = team.falling_cells();
    let cell = |col: i32| {
        if falling.is_some_and(|cells| cells.contains(&(row, col))) {
            "##"
        } else if team.board.filled(row, col) {
            "[]"
        } else {
            " ."
        }
    };
    (0..COLUMNS as i32).map(cell).collect()
}

/// The line between the boards in a row.
fn middle_line(view: &MatchView, row: usize) -> String {
    let both = |label: &str, value: fn(&TeamView) -> String| {
        let [one, two] = view.teams.each_ref().map(value);
        format!("{label:6} {one:>12} {two:>12}")
    };
    match row {
        1 => view.title(),
        4 => both("", TeamView::short_name),
        6 => both("won", |team| team.games_won.to_string()),
        7 => both("points", |team| team.points.to_string()),
        8 => both("pieces", |team| team.pieces.to_string()),
        11 => format!("level {}", view.level()),
        13 => {
            let letters = view.queue.iter().map(|piece| format!(" {piece}"));
            format!("next {}", letters.collect::<String>())
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::match_view::test_messages::{pieces, tetris};
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    const EVENT: &str = "Match 1: \"Landfall A\" wins the match (more games)";

    /// The lines of a frame on a terminal of this size, without the spaces at their ends.
    fn render(view: &MatchView, columns: u16, rows: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
        let drawn = terminal.draw(|frame| draw(frame, view, EVENT));
        let buffer = drawn.expect("drawn").buffer;
        let row = |y| {
            let cells = (0..columns).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_string()
        };
        (0..rows).map(row).collect()
    }

    fn new_match() -> MatchView {
        MatchView::new(["Landfall A".into(), "Landfall B".into()], 3)
    }

    #[test]
    fn boards_stand_side_by_side() {
        let mut view = MatchView::new(["a".into(), "b".into()], 3);
        view.update(&pieces(1, 7));
        view.update(&tetris());
        let lines = render(&view, WIDTH, 23);
        let boards = &lines[..ROWS + 1];
        let text = boards.join("\n");
        let whole = |line: &String| line.chars().count() == usize::from(WIDTH);
        assert!(boards.iter().all(whole), "{text}");
        assert!(lines[0].starts_with("| . . . .#### . . . .|"), "{text}");
        assert!(lines[ROWS - 1].starts_with("|[] . ."), "{text}");
        assert!(
            lines[ROWS - 1].ends_with("| . . . . . . . . . .|"),
            "{text}"
        );
        assert!(lines[ROWS].starts_with("+--------------------+ "), "{text}");
        assert!(lines[ROWS].ends_with(" +--------------------+"), "{text}");
        for words in ["Match 1, game 1 of 3", "next  I T", "level 1"] {
            assert!(text.contains(words), "{words} in {text}");
        }
    }

    #[test]
    fn every_size_of_a_terminal_is_drawn_on() {
        for columns in [0, 1, 20, 78, 79, 200] {
            for rows in [0, 1, 2, 5, 22, 23, 24, 60] {
                let lines = render(&new_match(), columns, rows);
                let last = lines.last().map_or("", String::as_str);
                assert_eq!(last, "", "{columns} by {rows}: the last line stays free");
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
            let lines = render(&new_match(), columns, rows);
            let boards = lines.iter().any(|line| line.starts_with("+----"));
            assert_eq!(boards, shown, "{columns} by {rows}");
            let last = lines.iter().rfind(|line| !line.is_empty());
            assert_eq!(last.map(String::as_str), Some(EVENT));
        }
    }

    #[test]
    fn a_small_terminal_shows_the_summary() {
        assert_eq!(
            render(&new_match(), 20, 5),
            [
                "the players join",
                "Landfall A 0 (0)",
                "Landfall B 0 (0)",
                "Match 1: \"Landfall A",
                ""
            ]
        );
    }
}

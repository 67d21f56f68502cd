//! Writes a match to a terminal with `ratatui`, or its lines to another output.
//!
//! `screen` draws the frames.

use super::match_view::MatchView;
use super::screen;
use super::{DemoError, Event};
use ratatui::backend::{Backend, ClearType, CrosstermBackend};
use ratatui::layout::Size;
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Least time between frames: more frames than a terminal shows would only slow the match down.
const FRAME_INTERVAL: Duration = Duration::from_millis(33);

/// How a match is shown.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// Both boards, drawn on a terminal. The function returns its size, and is called before
    /// each frame.
    Terminal(fn() -> Size),
    /// The server's lines for people: one per game.
    Lines,
}

/// Shows the events of a match.
pub struct Presenter<'o> {
    display: Display<'o>,
    view: MatchView,
    /// The server's last line for people.
    last_line: String,
    drawn_at: Option<Instant>,
}

/// Where the match is displayed.
enum Display<'o> {
    Terminal {
        terminal: Terminal<CrosstermBackend<&'o mut dyn Write>>,
        current_size: fn() -> Size,
        /// The size of the last frame.
        size: Size,
    },
    Lines(&'o mut dyn Write),
}

impl<'o> Presenter<'o> {
    /// Returns a presenter that writes to `out`; a terminal is cleared.
    ///
    /// # Errors
    /// Nothing can be written.
    pub fn new(output: Output, out: &'o mut dyn Write, view: MatchView) -> io::Result<Self> {
        let display = match output {
            Output::Lines => Display::Lines(out),
            Output::Terminal(current_size) => {
                let size = current_size();
                let viewport = Viewport::Fixed(size.into());
                let backend = CrosstermBackend::new(out);
                let mut terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
                terminal.backend_mut().clear_region(ClearType::All)?;
                Display::Terminal {
                    terminal,
                    current_size,
                    size,
                }
            }
        };
        Ok(Presenter {
            display,
            view,
            last_line: String::new(),
            drawn_at: None,
        })
    }

    /// Displays the match until the server ends.
    ///
    /// # Errors
    /// The server or a client failed, or nothing can be written.
    pub fn run(mut self, events: &Receiver<Event>) -> Result<(), DemoError> {
        loop {
            match events.recv_timeout(FRAME_INTERVAL) {
                Ok(Event::State(message)) => self.view.update(&message),
                Ok(Event::Line(line)) => self.show_line(line)?,
                Ok(Event::ClientEnded(ended)) => drop(ended?),
                Ok(Event::ServerEnded(ended)) => {
                    ended?;
                    return Ok(self.finish()?);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(DemoError::ThreadEnded),
            }
            if self
                .drawn_at
                .is_none_or(|at| at.elapsed() >= FRAME_INTERVAL)
            {
                self.draw()?;
            }
        }
    }

    fn show_line(&mut self, line: String) -> io::Result<()> {
        if let Display::Lines(out) = &mut self.display {
            writeln!(out, "{line}")?;
        }
        self.last_line = line;
        Ok(())
    }

    /// Draws a frame. Clears the screen first if the size of the terminal has changed.
    fn draw(&mut self) -> io::Result<()> {
        let Display::Terminal {
            terminal,
            current_size,
            size,
        } = &mut self.display
        else {
            return Ok(());
        };
        let now = current_size();
        if now != *size {
            *size = now;
            terminal.backend_mut().clear_region(ClearType::All)?;
            terminal.resize(now.into())?;
        }
        self.drawn_at = Some(Instant::now());
        terminal.draw(|frame| screen::draw(frame, &self.view, &self.last_line))?;
        Ok(())
    }

    /// Draws the last frame, and below it the full result, which may be longer than a line of the
    /// frame.
    fn finish(&mut self) -> io::Result<()> {
        self.draw()?;
        match &mut self.display {
            Display::Lines(out) => out.flush(),
            Display::Terminal { terminal, size, .. } => {
                let line = screen::event_row((*size).into());
                terminal.set_cursor_position((0, line))?;
                let backend = terminal.backend_mut();
                backend.clear_region(ClearType::AfterCursor)?;
                writeln!(backend, "{}", self.last_line)?;
                terminal.show_cursor()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn present(output: Output) -> String {
        let (events, received) = channel();
        for line in ["game 1 of 1: a wins", "a wins the match; games 1 : 0"] {
            events.send(Event::Line(line.into())).expect("sent");
        }
        events.send(Event::ServerEnded(Ok(()))).expect("sent");
        let mut out = Vec::new();
        let view = MatchView::new(["a".into(), "b".into()], 1);
        let presenter = Presenter::new(output, &mut out, view).expect("a presenter");
        presenter.run(&received).expect("shown");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn lines_are_written_as_they_come() {
        let written = present(Output::Lines);
        assert_eq!(
            written,
            "game 1 of 1: a wins\na wins the match; games 1 : 0\n"
        );
    }

    #[test]
    fn a_terminal_ends_with_the_result_in_full() {
        let size = || Size::new(20, 5);
        let written = present(Output::Terminal(size));
        assert!(
            written.contains("a wins the match; games 1 : 0\n"),
            "{written:?}"
        );
        assert!(
            written.ends_with("\x1b[?25h"),
            "the cursor is shown: {written:?}"
        );
    }
}

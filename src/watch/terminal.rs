//! A game on the terminal: keys, frames and time. Restores the terminal at the end, on signals, when
//! the program is suspended, and on a panic. The frames are drawn by `screen`.

use super::error::WatchError;
use super::game_loop::{GameEnd, GameLoop, PlayedMove};
use super::last_frame;
use super::pace::{Pace, PlayClock};
use super::screen::{CharacterSet, ColorSupport, Flash, View};
use super::signals::{self, Signals};
use super::summary::bot_name;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use crossterm::{cursor, execute, terminal};
use landfall_replay::clear_label;
use landfall_rules::{Clear, Piece};
use landfall_tbp::messages::MoveInfo;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use std::io::{self, Stdout, Write};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The shortest time between frames.
const FRAME: Duration = Duration::from_millis(33);

/// The shortest wait for input.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// The longest time for which a locked piece flashes.
const FLASH: Duration = Duration::from_millis(200);

/// The number of pieces for which a clear is shown.
const CLEAR_SHOWN_PIECES: u64 = 4;

/// Plays a game on the terminal, to its end, or until a key or a signal ends it; returns that
/// signal. The last frame stays on the terminal unless a signal ended the game. The caller prints
/// the summary.
///
/// # Errors
/// The bot broke the protocol or the rules, or the terminal failed.
pub fn run(
    game_loop: &mut GameLoop,
    seed: u64,
    pace: Pace,
    clock: &mut PlayClock,
) -> Result<Option<i32>, WatchError> {
    let signals = Signals::catch()?;
    let guard = TerminalGuard::enter()?;
    let now = Instant::now();
    let mut view = TerminalView {
        bot: bot_name(game_loop),
        game_loop,
        seed,
        pace,
        clock,
        paused: false,
        step: false,
        // The bot gets as much time for the first piece as for any other.
        next_piece_at: now + pace.period(),
        info: MoveInfo::default(),
        last_clear: None,
        flash: None,
        terminal: new_terminal()?,
        signals,
        next_frame_at: now,
        colors: ColorSupport::detect(|name| std::env::var(name).ok()),
        characters: CharacterSet::detect(|name| std::env::var(name).ok()),
    };
    match view.play() {
        Err(WatchError::Io(_)) if is_terminal_closed()? => view.signals.hang_up(),
        Err(WatchError::Io(error)) => return Err(error.into()),
        played => {
            if view.signals.ended_by().is_none() {
                let frame = view.draw_now()?.clone();
                drop(guard);
                last_frame::print(&frame, &mut io::stdout())?;
            }
            played?;
        }
    }
    Ok(view.signals.ended_by())
}

/// A game on the screen.
struct TerminalView<'r> {
    bot: String,
    game_loop: &'r mut GameLoop,
    seed: u64,
    pace: Pace,
    clock: &'r mut PlayClock,
    paused: bool,
    /// Whether one piece is played although the game is paused.
    step: bool,
    /// When the next move is requested.
    next_piece_at: Instant,
    info: MoveInfo,
    /// The last clear with a label, its piece, and the number of pieces after it.
    last_clear: Option<(u64, Piece, Clear)>,
    /// The piece that flashes, and until when.
    flash: Option<(PlayedMove, Instant)>,
    /// Never dropped, because the drop would show the cursor, which `restore_terminal` does already,
    /// and panic if the terminal is closed.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    signals: Signals,
    next_frame_at: Instant,
    colors: ColorSupport,
    characters: CharacterSet,
}

impl TerminalView<'_> {
    /// Plays to the end of the game.
    fn play(&mut self) -> Result<(), WatchError> {
        self.clock.resume();
        while self.game_loop.end_reason().is_none() || self.flash.is_some() {
            self.advance()?;
            self.draw()?;
            self.handle_events()?;
            self.handle_signals()?;
        }
        self.clock.pause();
        Ok(())
    }

    /// Requests a move when the piece is due, and plays the answer when it arrives.
    fn advance(&mut self) -> Result<(), WatchError> {
        let now = Instant::now();
        self.flash.take_if(|flash| flash.1 <= now);
        if self.flash.is_some() || self.game_loop.end_reason().is_some() {
            return Ok(());
        }
        if !self.game_loop.is_waiting() && (self.step || !self.paused && now >= self.next_piece_at)
        {
            self.step = false;
            self.game_loop.request_move();
            // A late answer delays the pieces after it.
            self.next_piece_at = (self.next_piece_at + self.pace.period()).max(now);
        }
        if self.game_loop.is_waiting()
            && let Some(played) = self.game_loop.poll_move(Duration::from_millis(5))?
        {
            self.show_move(played, now);
        }
        Ok(())
    }

    fn show_move(&mut self, played: PlayedMove, now: Instant) {
        let pieces = self.game_loop.stats().pieces;
        let (piece, clear) = (played.lock.placement.piece, played.lock.clear);
        self.last_clear
            .take_if(|(since, ..)| pieces.saturating_sub(*since) >= CLEAR_SHOWN_PIECES);
        if clear_label(piece, &clear).is_some() {
            self.last_clear = Some((pieces, piece, clear));
        }
        self.info = played.info.clone();
        let length = FLASH.min(self.pace.period().mul_f64(0.4));
        if length > FRAME {
            self.flash = Some((played, now + length));
            self.next_frame_at = now;
        }
    }

    /// Draws a frame if it is time for one.
    fn draw(&mut self) -> Result<(), WatchError> {
        let now = Instant::now();
        if now < self.next_frame_at {
            return Ok(());
        }
        self.next_frame_at = now + FRAME;
        self.draw_now()?;
        Ok(())
    }

    /// Draws a frame, and returns it.
    fn draw_now(&mut self) -> io::Result<&Buffer> {
        let view = View {
            bot: &self.bot,
            seed: self.seed,
            game: self.game_loop.game(),
            stats: self.game_loop.stats(),
            time: self.clock.elapsed(),
            search_info: &self.info,
            last_clear: self
                .last_clear
                .as_ref()
                .map(|(_, piece, clear)| (*piece, clear)),
            flash: self.flash.as_ref().map(|(played, _)| Flash {
                field: &played.lock.field,
                cells: &played.lock.cells,
            }),
            pace: self.pace,
            paused: self.paused,
            end_reason: self.game_loop.end_reason(),
        };
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        let drawn = self.terminal.draw(|frame| {
            frame.render_widget(&view, frame.area());
            self.colors.reduce(frame.buffer_mut());
            self.characters.reduce(frame.buffer_mut());
        })?;
        execute!(io::stdout(), EndSynchronizedUpdate)?;
        Ok(drawn.buffer)
    }

    /// Handles the keys that were pressed; waits for one until something else is due.
    fn handle_events(&mut self) -> Result<(), WatchError> {
        let mut wait = self.idle_time();
        while self.wait_for_event(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(key)?,
                Event::Resize(..) => self.next_frame_at = Instant::now(),
                _ => {}
            }
            wait = Duration::ZERO;
        }
        Ok(())
    }

    /// Waits at most this long for an event, and returns whether there is one. A closed terminal
    /// counts as SIGHUP.
    fn wait_for_event(&self, wait: Duration) -> io::Result<bool> {
        if is_terminal_closed()? {
            self.signals.hang_up();
            return Ok(false);
        }
        // With a timeout of zero, crossterm does not read from the terminal.
        event::poll(wait.max(SHORTEST_WAIT))
    }

    /// Ends the game or suspends the program after a signal. Redraws the screen after SIGSTOP and
    /// SIGCONT.
    fn handle_signals(&mut self) -> Result<(), WatchError> {
        if self.signals.ended_by().is_some() {
            self.quit();
        }
        if self.signals.take_suspend() {
            self.suspend()?;
        }
        if self.signals.take_resumed() {
            // Another program may have changed the mode of the terminal.
            restore_terminal();
            self.redraw()?;
        }
        Ok(())
    }

    /// Restores the terminal, and stops the process until it is continued.
    fn suspend(&mut self) -> Result<(), WatchError> {
        self.clock.pause();
        restore_terminal();
        signals::stop_process()?;
        self.signals.take_resumed();
        self.redraw()?;
        if !self.paused {
            self.clock.resume();
        }
        self.next_piece_at = Instant::now() + self.pace.period();
        Ok(())
    }

    fn redraw(&mut self) -> Result<(), WatchError> {
        take_terminal()?;
        // Not `Terminal::clear`, which waits for the terminal to report its cursor.
        execute!(io::stdout(), terminal::Clear(terminal::ClearType::All))?;
        self.terminal = new_terminal()?;
        self.next_frame_at = Instant::now();
        Ok(())
    }

    fn idle_time(&self) -> Duration {
        if self.game_loop.is_waiting() {
            return Duration::ZERO;
        }
        let next = match &self.flash {
            Some((_, end)) => *end,
            None if self.paused && !self.step => Instant::now() + FRAME,
            None => self.next_piece_at,
        };
        next.saturating_duration_since(Instant::now()).min(FRAME)
    }

    fn handle_key(&mut self, key: KeyEvent) -> Result<(), WatchError> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => self.quit(),
            KeyCode::Char('z') if control => self.suspend()?,
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.quit(),
            KeyCode::Char(' ') => self.toggle_pause(),
            KeyCode::Char('+' | '=') => self.set_pace(self.pace.faster()),
            KeyCode::Char('-' | '_') => self.set_pace(self.pace.slower()),
            KeyCode::Char('n') => self.step = self.paused,
            _ => {}
        }
        self.next_frame_at = Instant::now();
        Ok(())
    }

    fn quit(&mut self) {
        self.game_loop.finish(GameEnd::Quit);
        self.flash = None;
    }

    fn toggle_pause(&mut self) {
        self.paused = !self.paused;
        if self.paused {
            self.clock.pause();
        } else {
            self.clock.resume();
            self.next_piece_at = Instant::now();
        }
    }

    fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        self.next_piece_at = self.next_piece_at.min(Instant::now() + pace.period());
    }
}

/// Whether the terminal is in raw mode on the alternate screen, and has to be restored.
static TERMINAL_TAKEN: AtomicBool = AtomicBool::new(false);

/// Keeps the terminal in raw mode on the alternate screen; restores it on drop, and before a panic
/// is printed.
struct TerminalGuard;

impl TerminalGuard {
    fn enter() -> Result<TerminalGuard, WatchError> {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore_terminal();
            default_hook(panic);
        }));
        let guard = TerminalGuard;
        take_terminal()?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Returns whether the terminal was closed, which crossterm does not report.
fn is_terminal_closed() -> io::Result<bool> {
    #[cfg(unix)]
    {
        use nix::errno::Errno;
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        use std::os::fd::AsFd;

        let stdout = io::stdout();
        let mut terminal = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
        match poll(&mut terminal, PollTimeout::ZERO) {
            Ok(0) | Err(Errno::EINTR) => {}
            Ok(_) => {
                let closed = PollFlags::POLLHUP | PollFlags::POLLERR;
                return Ok(terminal[0]
                    .revents()
                    .is_some_and(|now| now.intersects(closed)));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

fn new_terminal() -> io::Result<ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>> {
    Terminal::new(CrosstermBackend::new(io::stdout())).map(ManuallyDrop::new)
}

fn take_terminal() -> io::Result<()> {
    TERMINAL_TAKEN.store(true, Ordering::SeqCst);
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)
}

fn restore_terminal() {
    if TERMINAL_TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
        let _ = out.flush();
    }
}

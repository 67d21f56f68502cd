//! The face for terminals: keys, frames and time. Leaves the terminal as it found it,
//! whatever happens.
//!
//! What stands where on the page is the business of `screen`.

use super::canvas::{Canvas, Colors};
use super::error::WatchError;
use super::game_loop::{GameEnd, GameLoop, PlayedMove};
use super::pace::{Pace, PlayClock};
use super::screen::{Flash, View, draw};
use super::summary::bot_name;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use landfall_rules::{Clear, clear_label};
use landfall_tbp::messages::MoveInfo;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time between frames, at least.
const FRAME: Duration = Duration::from_millis(33);

/// How long a locked piece lights up, at most.
const FLASH: Duration = Duration::from_millis(200);

/// How long the last position of a lost game stays, unless a key is pressed.
const FINAL_POSITION_TIME: Duration = Duration::from_secs(2);

/// Pieces after which a clear is no longer called out.
const CLEAR_SHOWN_PIECES: u64 = 4;

/// Plays a game before the eyes of whoever watches, to its end or until they quit. The
/// summary is left to the caller.
///
/// # Errors
/// What the bot did wrong, or why the terminal failed.
pub fn run(
    round: &mut GameLoop,
    seed: u64,
    pace: Pace,
    clock: &mut PlayClock,
) -> Result<(), WatchError> {
    let _guard = TerminalGuard::enter()?;
    let now = Instant::now();
    let mut show = TerminalView {
        bot: bot_name(round),
        round,
        seed,
        pace,
        clock,
        paused: false,
        step: false,
        // The bot may think about the first piece as long as about any other.
        next_piece_at: now + pace.period(),
        info: MoveInfo::default(),
        last: None,
        flash: None,
        page: None,
        next_frame_at: now,
        colors: Colors::detect(|name| std::env::var(name).ok()),
    };
    show.clock.resume();
    while show.round.end_reason().is_none() || show.flash.is_some() {
        show.advance()?;
        show.draw()?;
        show.handle_events()?;
    }
    show.clock.pause();
    show.show_final_position()
}

/// A game on the screen.
struct TerminalView<'r> {
    bot: String,
    round: &'r mut GameLoop,
    seed: u64,
    pace: Pace,
    clock: &'r mut PlayClock,
    paused: bool,
    /// One more piece although paused.
    step: bool,
    /// When the next piece is to be played.
    next_piece_at: Instant,
    info: MoveInfo,
    /// The last lock worth calling out, and after which piece it was.
    last: Option<(u64, Clear)>,
    /// The piece that lights up, and until when.
    flash: Option<(PlayedMove, Instant)>,
    /// What the terminal shows.
    page: Option<Canvas>,
    next_frame_at: Instant,
    colors: Colors,
}

impl TerminalView<'_> {
    /// Asks when the piece is due, and plays the answer when it comes.
    fn advance(&mut self) -> Result<(), WatchError> {
        let now = Instant::now();
        self.flash.take_if(|flash| flash.1 <= now);
        if self.flash.is_some() || self.round.end_reason().is_some() {
            return Ok(());
        }
        if !self.round.asked() && (self.step || !self.paused && now >= self.next_piece_at) {
            self.step = false;
            self.round.request_move();
            // After a late answer the pieces missed are not made up for.
            self.next_piece_at = (self.next_piece_at + self.pace.period()).max(now);
        }
        if self.round.asked()
            && let Some(turn) = self.round.poll_move(Duration::from_millis(5))?
        {
            self.show_move(turn, now);
        }
        Ok(())
    }

    fn show_move(&mut self, turn: PlayedMove, now: Instant) {
        let pieces = self.round.stats().pieces;
        let clear = turn.lock.clear;
        self.last
            .take_if(|(since, _)| pieces.saturating_sub(*since) >= CLEAR_SHOWN_PIECES);
        if clear_label(&clear).is_some() {
            self.last = Some((pieces, clear));
        }
        self.info = turn.info.clone();
        let length = FLASH.min(self.pace.period().mul_f64(0.4));
        if length > FRAME {
            self.flash = Some((turn, now + length));
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
        let (width, height) = terminal::size()?;
        let view = View {
            bot: &self.bot,
            seed: self.seed,
            game: self.round.game(),
            stats: self.round.stats(),
            time: self.clock.elapsed(),
            search_info: &self.info,
            last_clear: self.last.as_ref().map(|(_, clear)| clear),
            flash: self.flash.as_ref().map(|(turn, _)| Flash {
                field: &turn.lock.field,
                cells: &turn.lock.cells,
            }),
            pace: self.pace,
            paused: self.paused,
            end_reason: self.round.end_reason(),
        };
        let page = draw(&view, usize::from(width), usize::from(height));
        page.show(self.page.as_ref(), self.colors, &mut io::stdout().lock())?;
        self.page = Some(page);
        Ok(())
    }

    /// Obeys the keys that were pressed; waits for one while there is nothing else to do.
    fn handle_events(&mut self) -> Result<(), WatchError> {
        let mut wait = self.idle_time();
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(key),
                Event::Resize(..) => self.page = None,
                _ => {}
            }
            wait = Duration::ZERO;
        }
        Ok(())
    }

    fn idle_time(&self) -> Duration {
        if self.round.asked() {
            return Duration::ZERO;
        }
        let next = match &self.flash {
            Some((_, end)) => *end,
            None if self.paused && !self.step => Instant::now() + FRAME,
            None => self.next_piece_at,
        };
        next.saturating_duration_since(Instant::now()).min(FRAME)
    }

    fn handle_key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => self.quit(),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.quit(),
            KeyCode::Char(' ') => self.toggle_pause(),
            KeyCode::Char('+' | '=') => self.set_pace(self.pace.faster()),
            KeyCode::Char('-' | '_') => self.set_pace(self.pace.slower()),
            KeyCode::Char('n') => self.step = self.paused,
            _ => {}
        }
        self.next_frame_at = Instant::now();
    }

    /// Leaves the last position of a lost game on the screen for a moment.
    fn show_final_position(&mut self) -> Result<(), WatchError> {
        if !matches!(
            self.round.end_reason(),
            Some(GameEnd::TopOut | GameEnd::Forfeit)
        ) {
            return Ok(());
        }
        let end = Instant::now() + FINAL_POSITION_TIME;
        self.next_frame_at = Instant::now();
        self.draw()?;
        while event::poll(end.saturating_duration_since(Instant::now()))? {
            match event::read()? {
                Event::Key(key) if key.kind == KeyEventKind::Press => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }

    fn quit(&mut self) {
        self.round.finish(GameEnd::Quit);
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

/// Whether the terminal is ours and has to be given back.
static TERMINAL_TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal in raw mode on its second screen; gives it back when dropped, and
/// before a panic is printed.
struct TerminalGuard;

impl TerminalGuard {
    fn enter() -> Result<TerminalGuard, WatchError> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        TERMINAL_TAKEN.store(true, Ordering::SeqCst);
        let guard = TerminalGuard;
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    if TERMINAL_TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
        let _ = out.flush();
    }
}

//! The face for terminals: keys, frames and time. Leaves the terminal as it found it,
//! whatever happens.
//!
//! What stands where on the page is the business of `screen`.

use super::canvas::{Canvas, Colors};
use super::error::Error;
use super::pace::{Clock, Pace};
use super::round::{Ending, Round, Turn};
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
const LINGER: Duration = Duration::from_secs(2);

/// Pieces after which a clear is no longer called out.
const CALLED_FOR: u64 = 4;

/// Plays a game before the eyes of whoever watches, to its end or until they quit. The
/// summary is left to the caller.
///
/// # Errors
/// What the bot did wrong, or why the terminal failed.
pub fn run(round: &mut Round, seed: u64, pace: Pace, clock: &mut Clock) -> Result<(), Error> {
    let _guard = Guard::enter()?;
    let now = Instant::now();
    let mut show = Show {
        bot: bot_name(round),
        round,
        seed,
        pace,
        clock,
        paused: false,
        step: false,
        // The bot may think about the first piece as long as about any other.
        due: now + pace.period(),
        info: MoveInfo::default(),
        last: None,
        flash: None,
        page: None,
        frame_due: now,
        colors: Colors::detect(|name| std::env::var(name).ok()),
    };
    show.clock.resume();
    while show.round.ending().is_none() || show.flash.is_some() {
        show.advance()?;
        show.draw()?;
        show.listen()?;
    }
    show.clock.pause();
    show.linger()
}

/// A game on the screen.
struct Show<'r> {
    bot: String,
    round: &'r mut Round,
    seed: u64,
    pace: Pace,
    clock: &'r mut Clock,
    paused: bool,
    /// One more piece although paused.
    step: bool,
    /// When the next piece is to be played.
    due: Instant,
    info: MoveInfo,
    /// The last lock worth calling out, and after which piece it was.
    last: Option<(u64, Clear)>,
    /// The piece that lights up, and until when.
    flash: Option<(Turn, Instant)>,
    /// What the terminal shows.
    page: Option<Canvas>,
    frame_due: Instant,
    colors: Colors,
}

impl Show<'_> {
    /// Asks when the piece is due, and plays the answer when it comes.
    fn advance(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        self.flash.take_if(|flash| flash.1 <= now);
        if self.flash.is_some() || self.round.ending().is_some() {
            return Ok(());
        }
        if !self.round.asked() && (self.step || !self.paused && now >= self.due) {
            self.step = false;
            self.round.ask();
            // After a late answer the pieces missed are not made up for.
            self.due = (self.due + self.pace.period()).max(now);
        }
        if self.round.asked()
            && let Some(turn) = self.round.answer(Duration::from_millis(5))?
        {
            self.take(turn, now);
        }
        Ok(())
    }

    fn take(&mut self, turn: Turn, now: Instant) {
        let pieces = self.round.stats().pieces;
        let clear = turn.lock.clear;
        self.last
            .take_if(|(since, _)| pieces.saturating_sub(*since) >= CALLED_FOR);
        if clear_label(&clear).is_some() {
            self.last = Some((pieces, clear));
        }
        self.info = turn.info.clone();
        let length = FLASH.min(self.pace.period().mul_f64(0.4));
        if length > FRAME {
            self.flash = Some((turn, now + length));
            self.frame_due = now;
        }
    }

    /// Draws a frame if it is time for one.
    fn draw(&mut self) -> Result<(), Error> {
        let now = Instant::now();
        if now < self.frame_due {
            return Ok(());
        }
        self.frame_due = now + FRAME;
        let (width, height) = terminal::size()?;
        let view = View {
            bot: &self.bot,
            seed: self.seed,
            game: self.round.game(),
            stats: self.round.stats(),
            time: self.clock.elapsed(),
            info: &self.info,
            last: self.last.as_ref().map(|(_, clear)| clear),
            flash: self.flash.as_ref().map(|(turn, _)| Flash {
                field: &turn.lock.field,
                cells: &turn.lock.cells,
            }),
            pace: self.pace,
            paused: self.paused,
            ending: self.round.ending(),
        };
        let page = draw(&view, usize::from(width), usize::from(height));
        page.show(self.page.as_ref(), self.colors, &mut io::stdout().lock())?;
        self.page = Some(page);
        Ok(())
    }

    /// Obeys the keys that were pressed; waits for one while there is nothing else to do.
    fn listen(&mut self) -> Result<(), Error> {
        let mut wait = self.time_to_spare();
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => self.obey(key),
                Event::Resize(..) => self.page = None,
                _ => {}
            }
            wait = Duration::ZERO;
        }
        Ok(())
    }

    fn time_to_spare(&self) -> Duration {
        if self.round.asked() {
            return Duration::ZERO;
        }
        let next = match &self.flash {
            Some((_, end)) => *end,
            None if self.paused && !self.step => Instant::now() + FRAME,
            None => self.due,
        };
        next.saturating_duration_since(Instant::now()).min(FRAME)
    }

    fn obey(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => self.quit(),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => self.quit(),
            KeyCode::Char(' ') => self.pause_or_go_on(),
            KeyCode::Char('+' | '=') => self.set_pace(self.pace.faster()),
            KeyCode::Char('-' | '_') => self.set_pace(self.pace.slower()),
            KeyCode::Char('n') => self.step = self.paused,
            _ => {}
        }
        self.frame_due = Instant::now();
    }

    /// Leaves the last position of a lost game on the screen for a moment.
    fn linger(&mut self) -> Result<(), Error> {
        if !matches!(self.round.ending(), Some(Ending::TopOut | Ending::Forfeit)) {
            return Ok(());
        }
        let end = Instant::now() + LINGER;
        self.frame_due = Instant::now();
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
        self.round.end(Ending::Quit);
        self.flash = None;
    }

    fn pause_or_go_on(&mut self) {
        self.paused = !self.paused;
        if self.paused {
            self.clock.pause();
        } else {
            self.clock.resume();
            self.due = Instant::now();
        }
    }

    fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        self.due = self.due.min(Instant::now() + pace.period());
    }
}

/// Whether the terminal is ours and has to be given back.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal in raw mode on its second screen; gives it back when dropped, and
/// before a panic is printed.
struct Guard;

impl Guard {
    fn enter() -> Result<Guard, Error> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        TAKEN.store(true, Ordering::SeqCst);
        let guard = Guard;
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
        let _ = out.flush();
    }
}

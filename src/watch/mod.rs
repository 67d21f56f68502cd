//! The embedded frontend, `landfall watch`: plays a game before your eyes.
//!
//! A frontend like any other: it deals the pieces, judges the moves, and speaks the Tetris
//! Bot Protocol with the bot, be it the built-in one or another program. The bot knows
//! nothing of it.
//!
//! ```text
//! options, pace                    what was asked for
//! game                             the game; rules only, no bot, no clock
//! round                            the conversation about it
//! canvas, screen, terminal, plain  two faces: a terminal, and lines of text
//! summary, error                   how it ended
//! ```

mod canvas;
mod error;
mod game;
mod options;
mod pace;
mod plain;
mod round;
mod screen;
mod summary;
mod terminal;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use options::Options;
pub use pace::Pace;

use game::Game;
use landfall_bot::Settings;
use landfall_tbp::convert;
use landfall_tbp::host::Bot;
use pace::Clock;
use plain::Lines;
use round::Round;
use std::io::{self, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use summary::Summary;

/// Plays a game as the options ask, on the terminal or, where stdout is none, in plain
/// text. Without `--bot` the built-in bot plays, with these settings. The summary is
/// printed at the end, also when the bot failed. A reader of stdout that leaves early is
/// no error.
///
/// # Errors
/// What the bot did wrong, or why nothing can be shown; for stderr and a failing exit.
pub fn run(options: &Options, settings: Settings) -> Result<(), Error> {
    let told = convert::rules_message_with_randomizer(options.rules, options.dealt_by());
    let bot = match &options.bot {
        Some(command) => Bot::launch(command, told, options.timeout)?,
        None => landfall_bot::built_in(settings, told)?,
    };
    let face = if io::stdout().is_terminal() && std::env::var_os("TERM") != Some("dumb".into()) {
        Face::Screen
    } else {
        Face::Plain
    };
    play(options, bot, face, &mut io::stdout())
}

/// How a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    Screen,
    Plain,
}

fn play(options: &Options, bot: Bot, face: Face, out: &mut impl Write) -> Result<(), Error> {
    let seed = options.seed.unwrap_or_else(seed_from_clock);
    let previews = usize::from(options.previews);
    let randomizer = options.dealt_by();
    let game = Game::dealt_by(randomizer, options.rules, seed, previews, options.garbage);
    let mut round = Round::new(bot, game, options.pieces);
    let mut clock = Clock::default();
    let played = match face {
        Face::Screen => {
            let pace = options.pps.unwrap_or(Pace::HUMAN);
            terminal::run(&mut round, seed, pace, &mut clock)
        }
        Face::Plain => {
            let pace = options.pps.unwrap_or(Pace::Full);
            plain::run(&mut round, seed, pace, lines(options), &mut clock, out)
        }
    };
    let summary = Summary::new(&round, seed, clock.elapsed());
    match played {
        Err(Error::Output(error)) => quiet_end(error),
        Ok(()) | Err(_) => conclude(&summary, options, out)
            .or_else(quiet_end)
            .and(played),
    }
}

fn lines(options: &Options) -> Lines {
    let summary_only = options.pieces.is_some() || options.json;
    if options.verbose || !summary_only {
        Lines::EachPiece
    } else {
        Lines::None
    }
}

fn conclude(summary: &Summary, options: &Options, out: &mut impl Write) -> io::Result<()> {
    if options.json {
        writeln!(out, "{}", summary.to_json())?;
    } else {
        writeln!(out, "{summary}")?;
    }
    out.flush()
}

/// Who reads stdout may leave at any time.
fn quiet_end(error: io::Error) -> Result<(), Error> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Error::Output(error)),
    }
}

/// A seed short enough to be typed again.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_micros() as u64 % 1_000_000_000)
}

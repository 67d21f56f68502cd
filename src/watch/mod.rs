//! The terminal frontend, `landfall watch`: shows a game of a bot.
//!
//! It deals the pieces, validates the moves, and uses the Tetris Bot Protocol with the built-in bot
//! and with other programs.
//!
//! ```text
//! options, pace              command line
//! game                       the game; no bot, no clock
//! game_loop                  the messages between game and bot
//! screen, terminal, signals  output on a terminal
//! last_frame                 the frame that remains on the terminal
//! plain_text                 output as lines of text
//! summary, error             the summary of a game, and errors
//! ```

mod error;
mod game;
mod game_loop;
mod last_frame;
mod options;
mod pace;
mod plain_text;
mod screen;
mod signals;
mod summary;
mod terminal;
#[cfg(test)]
mod tests;

pub use error::WatchError;
pub use options::WatchOptions;
pub use pace::Pace;

use game::Game;
use game_loop::{GameEnd, GameLoop};
use landfall_bot::Settings;
use landfall_tbp::convert;
use landfall_tbp::host::{Bot, BotMistake};
use pace::PlayClock;
use plain_text::PieceLines;
use std::io::{self, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use summary::Summary;

/// Plays a game and shows it on the terminal, or as plain text if stdout is no terminal. Without
/// `--bot` the built-in bot plays with these settings. The summary is printed at the end, also if
/// the bot failed. A closed stdout is no error.
///
/// # Errors
/// The bot cannot be started or broke the protocol or the rules, or the output failed.
pub fn run(options: &WatchOptions, settings: Settings) -> Result<(), WatchError> {
    let rules = convert::to_rules_with_randomizer(&options.rules, options.effective_randomizer());
    let bot = match &options.bot {
        Some(command) => Bot::launch(command, rules, options.timeout)?,
        None => landfall_bot::built_in(settings, rules)?,
    };
    let output = if io::stdout().is_terminal() && std::env::var_os("TERM") != Some("dumb".into()) {
        Output::Screen
    } else {
        Output::Plain
    };
    play(options, bot, output, &mut io::stdout())
}

/// How a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Output {
    Screen,
    Plain,
}

fn play(
    options: &WatchOptions,
    bot: Bot,
    output: Output,
    out: &mut impl Write,
) -> Result<(), WatchError> {
    let seed = options.seed.unwrap_or_else(seed_from_time);
    let previews = usize::from(options.previews);
    let randomizer = options.effective_randomizer();
    let game = Game::with_randomizer(randomizer, &options.rules, seed, previews, options.garbage);
    let mut game_loop = GameLoop::new(bot, game, options.pieces);
    let mut clock = PlayClock::default();
    let played = match output {
        Output::Screen => {
            let pace = options.pps.unwrap_or(Pace::DEFAULT);
            terminal::run(&mut game_loop, seed, pace, &mut clock)
        }
        Output::Plain => {
            let pace = options.pps.unwrap_or(Pace::Unlimited);
            let lines = line_output(options);
            plain_text::run(&mut game_loop, seed, pace, lines, &mut clock, out)
        }
    };
    let summary = Summary::new(&game_loop, seed, clock.elapsed());
    let signal = match played {
        Err(WatchError::Io(error)) => return ignore_broken_pipe(error),
        Ok(Some(signal)) => {
            // The terminal may be closed.
            let _ = print_summary(&summary, options, out);
            Some(signal)
        }
        Ok(None) | Err(_) => print_summary(&summary, options, out)
            .or_else(ignore_broken_pipe)
            .and(played)?,
    };
    if game_loop.end_reason() == Some(GameEnd::Forfeit) {
        log::warn!("the bot suggested no move. {}", BotMistake::NoMoves);
    }
    // Ends the bot before the signal ends the program.
    drop(game_loop);
    if let Some(signal) = signal {
        signals::end_process(signal);
    }
    Ok(())
}

fn line_output(options: &WatchOptions) -> PieceLines {
    let summary_only = options.pieces.is_some() || options.json;
    if options.verbose || !summary_only {
        PieceLines::EachPiece
    } else {
        PieceLines::None
    }
}

fn print_summary(
    summary: &Summary,
    options: &WatchOptions,
    out: &mut impl Write,
) -> io::Result<()> {
    if options.json {
        writeln!(out, "{}", summary.to_json())?;
    } else {
        writeln!(out, "{summary}")?;
    }
    out.flush()
}

/// Returns the error of the output, unless stdout was closed.
fn ignore_broken_pipe(error: io::Error) -> Result<(), WatchError> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(WatchError::Io(error)),
    }
}

/// Returns a seed from the clock, short enough to type.
fn seed_from_time() -> u64 {
    #[expect(clippy::disallowed_methods, reason = "any number is good")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_micros() as u64 % 1_000_000_000)
}

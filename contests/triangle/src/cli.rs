//! `landfall triangle`: the bridge to the engine adapters of Triangle.js, on stdin and stdout.

use crate::{DEFAULT_ROWS_FALLEN, HalfTurns, SessionOptions, TriangleSession};
use clap::Args;
use landfall_bot::stdio;
use landfall_command::{BotArgs, CliError, StopFlag, StoppableInput};
use landfall_tbp::host::parse_time_limit;
use std::io::{stdin, stdout};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `landfall triangle`.
#[derive(Debug, Args)]
pub struct TriangleArgs {
    /// Let this program play, which speaks the Tetris Bot Protocol; without it landfall itself does
    ///
    /// A bot that does not know the ruleset plays by other rules; the first of its moves that is
    /// legal is played.
    #[arg(long, value_name = "CMD")]
    bot: Option<String>,
    /// Longest time for an answer of the bot of --bot, in seconds; then any legal move is played
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_time_limit)]
    timeout: Duration,
    /// Search at least so long before an answer; the game stands still meanwhile
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    think: u64,
    /// Turn no piece by 180 degrees, for games that do not let them
    #[arg(long)]
    no_half_turns: bool,
    /// Rows that a piece may have fallen before its keys come: more where gravity is high
    ///
    /// The adapter does not tell. Of the best moves the first is played whose keys lead there from
    /// all of these rows. After a piece has locked elsewhere it is 20 for the rest of the game.
    #[arg(long, value_name = "ROWS", default_value_t = DEFAULT_ROWS_FALLEN, value_parser = clap::value_parser!(u8).range(..=40))]
    fall: u8,
    #[command(flatten)]
    own: BotArgs,
}

/// Plays until the input ends or the program is asked to stop. `version` is that of the built-in bot.
///
/// # Errors
/// The options of the bot cannot be used, it cannot be launched, the adapter's rules are refused, or
/// stdin or stdout fails.
pub fn run(args: &TriangleArgs, version: &str) -> Result<ExitCode, CliError> {
    let options = SessionOptions {
        think: Duration::from_millis(args.think),
        time_limit: args.timeout,
        rows_fallen: args.fall,
        half_turns: match args.no_half_turns {
            true => HalfTurns::Never,
            false => HalfTurns::WhereKnown,
        },
    };
    let stop = StopFlag::install()?;
    let bot = args.own.or_program(args.bot.as_deref(), version)?;
    let mut session = TriangleSession::launch(bot, options).map_err(CliError::failed)?;
    let input = StoppableInput::new(stdin(), stop.clone());
    let warn = |text: &str| log::warn!("{text}");
    stdio::run(&mut session, input, stdout().lock(), warn)
        .map_err(|error| CliError::Message(format!("cannot go on: {error}")))?;
    if let Some(refusal) = session.refusal() {
        return Err(CliError::failed(refusal.clone()));
    }
    Ok(stop.exit_code(ExitCode::SUCCESS))
}

//! `landfall blockbattle`: the bot of AI Block Battle on stdin and stdout.

use clap::Args;
use landfall_bot::BotKind;
use landfall_command::{BotArgs, CliError};
use std::io::{stdin, stdout};
use std::process::{ExitCode, exit};
use std::time::Duration;

/// Options of the contest's bot.
#[derive(Debug, Args)]
pub struct BlockBattleArgs {
    /// Let this program play, which speaks the Tetris Bot Protocol; without it landfall
    /// itself does. A bot that does not know the ruleset `blockbattle` plays by other rules;
    /// the first of its moves that is legal is played.
    #[arg(long, value_name = "CMD")]
    bot: Option<String>,
    /// Search no longer than this for a move, even if the time bank allows more.
    #[arg(long, value_name = "MS")]
    think: Option<u64>,
    #[command(flatten)]
    own: BotArgs,
}

/// Most moves of a suggestion: all, because the opponent decides which one is the best.
const ALL_MOVES: usize = 200;

/// Plays until the input ends. `version` is that of the built-in bot.
///
/// # Errors
/// The options of the bot cannot be used, it cannot be launched, or stdin or stdout fails.
pub fn run(args: &BlockBattleArgs, version: &str) -> Result<ExitCode, CliError> {
    let kind = match &args.bot {
        Some(command) => BotKind::Program(command.clone()),
        None => {
            let mut settings = args.own.settings(version)?;
            settings.max_moves = ALL_MOVES;
            BotKind::BuiltIn(Box::new(settings))
        }
    };
    let max_think = args.think.map(Duration::from_millis);
    match crate::run(kind, max_think, stdin().lock(), stdout().lock()) {
        // Does not wait for a search that is running, nor for its memory.
        Ok(()) => exit(0),
        Err(error) => Err(CliError::failed(error)),
    }
}

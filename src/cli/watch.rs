//! `landfall watch`.

use super::CliError;
use super::bot::BotArgs;
use crate::watch;
use clap::Args;
use std::process::ExitCode;

/// Options of `landfall watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    watch: watch::WatchOptions,
    #[command(flatten, next_help_heading = "Options of the built-in bot")]
    bot: BotArgs,
}

/// Plays a game.
pub fn run(args: &WatchArgs) -> Result<ExitCode, CliError> {
    watch::run(&args.watch, args.bot.settings()?).map_err(CliError::failed)?;
    Ok(ExitCode::SUCCESS)
}

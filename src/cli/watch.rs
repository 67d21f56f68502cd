//! `landfall watch`.

use super::CliError;
use crate::watch;
use clap::Args;
use landfall_command::BotArgs;
use std::process::ExitCode;

/// Options of `landfall watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    #[command(flatten)]
    watch: watch::WatchOptions,
    #[command(flatten, next_help_heading = "Options of the built-in bot")]
    bot: BotArgs,
}

/// Plays a game and shows it.
pub fn run(args: &WatchArgs) -> Result<ExitCode, CliError> {
    watch::run(&args.watch, args.bot.settings(crate::version())?).map_err(CliError::failed)?;
    Ok(ExitCode::SUCCESS)
}

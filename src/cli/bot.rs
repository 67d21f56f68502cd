//! `landfall` without a subcommand, and `landfall sbp`: the bot on stdin and stdout.

use super::CliError;
use crate::version;
use landfall_bot::{LineSession, SbpSession, Session, stdio};
use landfall_command::BotArgs;
use std::io::{IsTerminal, stdin, stdout};
use std::process::{ExitCode, exit};

/// Runs the bot of the Tetris Bot Protocol until the input ends.
pub fn run(args: &BotArgs) -> Result<ExitCode, CliError> {
    serve(Session::new(args.settings(version())?), "TBP")
}

/// Runs the bot of the Stacker Bot Protocol until the input ends.
pub fn run_sbp(args: &BotArgs) -> Result<ExitCode, CliError> {
    serve(SbpSession::new(args.settings(version())?), "SBP")
}

fn serve(mut session: impl LineSession, protocol: &str) -> Result<ExitCode, CliError> {
    if stdin().is_terminal() {
        eprintln!(
            "landfall: waiting for {protocol} messages on stdin, one JSON object per line; `landfall watch` shows a game in the terminal"
        );
    }
    let ended = stdio::run(&mut session, stdin().lock(), stdout().lock(), |text| {
        log::warn!("{text}");
    });
    match ended {
        // Exits without drops, so that it waits neither for a running search nor for memory to be
        // freed.
        Ok(()) => exit(0),
        Err(error) => Err(CliError::Message(format!(
            "stdin or stdout failed: {error}"
        ))),
    }
}

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
            "landfall: waiting for {protocol} messages on stdin, one JSON object a line; `landfall watch` plays a game to look at"
        );
    }
    let ended = stdio::run(&mut session, stdin().lock(), stdout().lock(), |text| {
        log::warn!("{text}");
    });
    match ended {
        // Drops nothing: the program waits neither for a search that is running nor for its
        // memory to be freed.
        Ok(()) => exit(0),
        Err(e) => Err(CliError::Message(format!("cannot go on: {e}"))),
    }
}

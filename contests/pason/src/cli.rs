//! `landfall pason`: one file a command.

mod demo;
mod play;
mod serve;
mod team;
mod test_match;
mod translate;

use clap::Subcommand;
use landfall_command::CliError;
use std::process::ExitCode;

/// Commands of `landfall pason`.
#[derive(Debug, Subcommand)]
pub enum PasonCommand {
    /// Plays a match on a server of the contest, to its end.
    Play(Box<play::PlayArgs>),
    /// Serves matches, as the contest's server did.
    Serve(Box<serve::ServeArgs>),
    /// Prints the messages that a bot would receive for the states on stdin, one message a line.
    Translate(translate::TranslateArgs),
    /// Asks the contest's scheduler for a test match; prints its token and host.
    TestMatch(test_match::TestMatchArgs),
}

/// Runs a command. `version` is that of the built-in bot.
///
/// # Errors
/// The options cannot be used, there is no password, or the client, the server or the scheduler fails.
pub fn run(command: &PasonCommand, version: &str) -> Result<ExitCode, CliError> {
    match command {
        PasonCommand::Play(args) => play::run(args, version),
        PasonCommand::Serve(args) => serve::run(args),
        PasonCommand::Translate(args) => translate::run(args),
        PasonCommand::TestMatch(args) => test_match::run(args),
    }
}

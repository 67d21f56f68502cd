//! `landfall dropblox`: one move for the framework, or whole games in this process.

mod datagen;
mod sim;
mod train;

use crate::program::print_move;
use clap::{Args, Subcommand};
use landfall_command::CliError;
use std::process::ExitCode;
use std::time::Instant;

/// Options of `landfall dropblox`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct DropbloxArgs {
    #[command(subcommand)]
    command: Option<DropbloxCommand>,
    /// The state of the game, as the framework writes it: JSON.
    #[arg(value_name = "STATE_JSON", required = true)]
    state: Option<String>,
    /// Seconds that are left of the game; when negative, nothing is printed.
    #[arg(value_name = "SECONDS", required = true, allow_hyphen_values = true)]
    seconds: Option<String>,
}

#[derive(Debug, Subcommand)]
enum DropbloxCommand {
    /// Plays whole games in this process, by the framework's rules.
    Sim(sim::SimArgs),
    /// Generates training data: plays games, and follows search lines to the end.
    Datagen(datagen::DatagenArgs),
    /// Trains the net that estimates the points after the end of a search line.
    Train(train::TrainArgs),
}

/// Prints the commands of one move, or runs the subcommand.
///
/// # Errors
/// The options cannot be used, the state or a file is not what it should be, or a result cannot be written.
pub fn run(args: &DropbloxArgs) -> Result<ExitCode, CliError> {
    match (&args.command, &args.state, &args.seconds) {
        (Some(DropbloxCommand::Sim(args)), _, _) => sim::run(args),
        (Some(DropbloxCommand::Datagen(args)), _, _) => datagen::run(args),
        (Some(DropbloxCommand::Train(args)), _, _) => train::run(args),
        (None, Some(state), Some(seconds)) => {
            let printed = print_move(state, seconds, Instant::now());
            printed.map_err(CliError::failed)?;
            Ok(ExitCode::SUCCESS)
        }
        _ => Err(CliError::Message(
            "two arguments are needed: STATE_JSON SECONDS".into(),
        )),
    }
}

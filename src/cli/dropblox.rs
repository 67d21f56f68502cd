//! `landfall dropblox` and the program `dropblox_ai`: one move for the framework, or whole
//! games in this process.

mod datagen;
mod sim;

use super::CliError;
use clap::{Args, Subcommand};
use landfall_dropblox::answer;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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
    Study(datagen::StudyArgs),
    /// Trains the net that estimates the points after the end of a search line.
    Learn(datagen::LearnArgs),
}

/// Prints the commands of one move, or plays whole games.
pub fn run(args: &DropbloxArgs) -> Result<ExitCode, CliError> {
    match (&args.command, &args.state, &args.seconds) {
        (Some(DropbloxCommand::Sim(args)), _, _) => sim::run(args),
        (Some(DropbloxCommand::Study(args)), _, _) => datagen::study(args),
        (Some(DropbloxCommand::Learn(args)), _, _) => datagen::learnt(args),
        (None, Some(state), Some(seconds)) => print_move(state, seconds, Instant::now()),
        _ => Err(CliError::Message(
            "two arguments are needed: STATE_JSON SECONDS".into(),
        )),
    }
}

/// The program of the framework. Does without the command line's parser, which would cost
/// time with every move.
pub fn program() -> ExitCode {
    let begun = Instant::now();
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let texts: Vec<_> = arguments.iter().map(|a| a.to_string_lossy()).collect();
    let outcome = match &texts[..] {
        [state, seconds] => print_move(state, seconds, begun),
        _ => Err(CliError::Message(format!(
            "two arguments are needed, STATE_JSON SECONDS, not {}",
            texts.len()
        ))),
    };
    outcome.unwrap_or_else(|failure| {
        eprintln!("dropblox_ai: error: {failure}");
        ExitCode::from(2)
    })
}

/// Prints the commands of a move, all at once.
fn print_move(state: &str, seconds: &str, begun: Instant) -> Result<ExitCode, CliError> {
    let stop = terminated()?;
    let text = answer(state, seconds, begun, &stop).map_err(CliError::failed)?;
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written
        .map_err(|error| CliError::Message(format!("the commands cannot be written: {error}")))?;
    Ok(ExitCode::SUCCESS)
}

/// A flag that SIGTERM sets: what is best by then is still printed.
fn terminated() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&stop))
        .map_err(|error| CliError::Message(format!("SIGTERM cannot be listened for: {error}")))?;
    Ok(stop)
}

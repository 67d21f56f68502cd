//! `landfall tune`.

use super::CliError;
use super::interrupt::{EXIT_INTERRUPTED, install_stop_flag};
use crate::tune;
use clap::Args;
use landfall_arena::PlayerSpec;
use landfall_bot::Settings;
use landfall_search::Weights;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Most memory of a player's search in bytes: several play at a time, with few nodes each.
const MEMORY_BYTES: usize = 64 << 20;

/// Options of `landfall tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(flatten)]
    options: tune::Options,
}

/// Finds weights.
pub fn run(args: &TuneArgs) -> Result<ExitCode, CliError> {
    let stop = install_stop_flag()?;
    let found = tune::run(&args.options, &make_player, &stop).map_err(CliError::failed)?;
    if let Some(text) = found {
        // A closed pipe is no error: the journal has the weights.
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
    if stop.load(Ordering::Relaxed) {
        eprintln!(
            "landfall: stopped; to go on: {}",
            args.options.resume_command()
        );
        return Ok(ExitCode::from(EXIT_INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the built-in bot with these weights. It suggests one move, because the referee
/// refuses none.
fn make_player(weights: &Arc<Weights>, nodes: u64) -> PlayerSpec {
    let search = landfall_search::SearchOptions {
        threads: 1,
        nodes: Some(nodes),
        memory: MEMORY_BYTES,
        weights: Some(Arc::clone(weights)),
    };
    PlayerSpec::BuiltIn(Settings {
        max_moves: 1,
        ..Settings::new(search)
    })
}

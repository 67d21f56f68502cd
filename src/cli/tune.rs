//! `landfall tune`.

use super::Failure;
use super::interrupt::{INTERRUPTED, caught};
use crate::tuner;
use clap::Args;
use landfall_arena::PlayerSpec;
use landfall_bot::Settings;
use landfall_search::Weights;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Most bytes of a player's search: several play at a time, with few nodes each.
const MEMORY: usize = 64 << 20;

/// Options of `landfall tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(flatten)]
    tuner: tuner::Options,
}

/// Finds weights.
pub fn run(args: &TuneArgs) -> Result<ExitCode, Failure> {
    let stop = caught()?;
    let found = tuner::run(&args.tuner, &seat, &stop).map_err(Failure)?;
    if let Some(text) = found {
        // Who reads stdout may leave at any time; the journal has the weights.
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
    Ok(match stop.load(Ordering::Relaxed) {
        true => ExitCode::from(INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

/// This program with these weights, as a player in this process. One move a suggestion is
/// enough where nobody refuses any.
fn seat(weights: &Arc<Weights>, nodes: u64) -> PlayerSpec {
    let worker = landfall_search::SearchOptions {
        threads: 1,
        nodes: Some(nodes),
        memory: MEMORY,
        weights: Some(Arc::clone(weights)),
    };
    PlayerSpec::BuiltIn(Settings {
        max_moves: 1,
        ..Settings::new(worker)
    })
}

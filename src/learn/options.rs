//! The options of `landfall learn`.

use clap::Args;
use landfall_search::MAX_NEURONS;
use std::path::PathBuf;

/// What to learn from, and what to make of it.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Replays of the arena, or folders of them
    #[arg(required = true, value_name = "REPLAYS")]
    pub replays: Vec<PathBuf>,
    /// What odds of e to 1 are worth, in the units of the weights
    #[arg(long, alias = "unit", value_name = "N", default_value_t = 3000,
        value_parser = clap::value_parser!(i32).range(1..=100_000))]
    pub scale: i32,
    /// What a line sent is worth, in the units of the weights; the regression does not say it
    /// well
    #[arg(long, value_name = "N", default_value_t = 328,
        value_parser = clap::value_parser!(i32).range(0..=10_000))]
    pub attack: i32,
    /// The weights that are believed in: what the games say little about stays like there, and
    /// the result is a mixture with them
    #[arg(long, alias = "mix", value_name = "FILE")]
    pub prior: PathBuf,
    /// The share of what was learned in the mixture, in percent
    #[arg(long, alias = "share", value_name = "PERCENT", default_value_t = 50,
        value_parser = clap::value_parser!(i32).range(0..=100))]
    pub blend: i32,
    /// Learn a net of so many neurons over the counts of a board, to stand beside the terms of
    /// --prior; all else stays as it is there
    #[arg(long, value_name = "NEURONS", value_parser = neurons)]
    pub net: Option<usize>,
    /// Write the weights to this file; without it they go to stdout
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

fn neurons(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(neurons @ 1..=MAX_NEURONS) => Ok(neurons),
        _ => Err(format!("a number from 1 to {MAX_NEURONS} is wanted")),
    }
}

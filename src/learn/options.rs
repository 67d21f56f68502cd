//! The options of `landfall learn`.

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use landfall_search::net::MAX_NEURONS;
use std::path::PathBuf;

/// Learns weights of the evaluation from finished games.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Replays of the arena, or folders of them
    #[arg(required = true, value_name = "REPLAYS")]
    pub replays: Vec<PathBuf>,
    /// The weight that a log-odds of 1 becomes; without effect with --target attack
    #[arg(long, value_name = "N", default_value_t = 3000,
        value_parser = clap::value_parser!(i32).range(1..=100_000))]
    pub scale: i32,
    /// The weight of a line sent, which the regression cannot estimate well; a net keeps that of
    /// --prior
    #[arg(long, value_name = "N", default_value_t = 328, conflicts_with = "net",
        value_parser = clap::value_parser!(i32).range(0..=10_000))]
    pub attack: i32,
    /// The weights file to start from: the prior of the regression, and the other part of the
    /// blend
    #[arg(long, value_name = "FILE")]
    pub prior: PathBuf,
    /// The share of the learned weights in the result, in percent; the rest is the prior
    #[arg(long, value_name = "PERCENT", default_value_t = 50,
        value_parser = clap::value_parser!(i32).range(0..=100))]
    pub blend: i32,
    /// Learn a net of this many neurons over the counts of a board, back-to-back, combo and waiting
    /// garbage. The result has the prior's net too, with the rest of the blend
    #[arg(long, value_name = "NEURONS", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_NEURONS as u64))]
    pub net: Option<usize>,
    /// What the net learns to predict
    #[arg(long, value_enum, default_value_t = Target::Result, requires = "net")]
    pub target: Target,
    /// Write the weights to this file; without it they are printed
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What a net learns to predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// Who wins.
    Result,
    /// The lines that a side sends from a position on, less the price of the time (`clear_second` of
    /// --prior) and 40 if it loses within 30 pieces; each piece counts a twentieth less than the one
    /// before it.
    Attack,
}

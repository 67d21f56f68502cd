//! `landfall dropblox train`: a value net out of samples.

use super::sim::value_net;
use crate::datagen::{Sample, parse_samples};
use crate::train::{EpochReport, TrainConfig, train};
use clap::Args;
use landfall_command::{CliError, read_text, written};
use landfall_experiment::files::write_atomic;
use landfall_experiment::progress::Progress;
use std::num::ParseFloatError;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `landfall dropblox train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Files of landfall dropblox datagen.
    #[arg(value_name = "FILE", required = true)]
    samples: Vec<PathBuf>,
    /// The file of a value net to start from, which also values the ends of rollouts; or none:
    /// then a new net is trained, and nothing comes after a rollout. Without it the net that
    /// comes with the program.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Rounds of training, each with the values of the round before.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Passes over all samples.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,
    /// Learning rate of the first steps; it falls to almost nothing.
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = parse_rate)]
    rate: f32,
    /// Neurons of the first layer of a new net; the second has half as many.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(2..=256))]
    neurons: u16,
    /// Seed of all random choices.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// The file for the trained values.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Why a text is no learning rate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum RateError {
    #[error("{0}")]
    NotANumber(#[from] ParseFloatError),
    #[error("it is above 0 and at most 1")]
    OutOfRange,
}

/// Parses a learning rate.
fn parse_rate(text: &str) -> Result<f32, RateError> {
    let rate: f32 = text.parse()?;
    if rate > 0.0 && rate <= 1.0 {
        Ok(rate)
    } else {
        Err(RateError::OutOfRange)
    }
}

/// Trains a net and writes it; progress to stderr.
pub fn run(args: &TrainArgs) -> Result<ExitCode, CliError> {
    let samples = read_samples(&args.samples)?;
    let neurons = usize::from(args.neurons);
    let config = TrainConfig {
        neurons: [neurons, neurons / 2],
        epochs: usize::from(args.epochs),
        learning_rate: args.rate,
        seed: args.seed,
    };
    let mut net = value_net(args.values.as_deref())?;
    let epochs = u64::from(args.rounds) * u64::from(args.epochs);
    let mut progress = Progress::new("epochs", Some(epochs));
    let mut done = 0;
    for round in 1..=args.rounds {
        let (rounds, count) = (args.rounds, samples.len());
        progress.print(&format!("round {round} of {rounds}: {count} samples"));
        let trained = train(&samples, net.as_ref(), &config, |epoch| {
            done += 1;
            progress.advance_to(done, String::new);
            progress.print(&describe_epoch(epoch));
        });
        net = Some(trained.map_err(CliError::failed)?);
    }
    drop(progress);
    let net = net.ok_or_else(|| {
        CliError::Message("no net was trained, because there was no round".into())
    })?;
    let text = net.to_json().map_err(CliError::failed)?;
    write_atomic(&args.out, text).map_err(|error| CliError::about(&args.out, error))?;
    written::report("the net is", &args.out);
    Ok(ExitCode::SUCCESS)
}

fn read_samples(files: &[PathBuf]) -> Result<Vec<Sample>, CliError> {
    let mut samples = Vec::new();
    for file in files {
        let found = parse_samples(&read_text(file)?);
        samples.extend(found.map_err(|error| CliError::about(file, error))?);
    }
    Ok(samples)
}

fn describe_epoch(epoch: &EpochReport) -> String {
    format!(
        "epoch {}: error of differences in training {:.3} points, with luck; in validation {:.3}, without; correlation {:.4}",
        epoch.number, epoch.training_error, epoch.validation.rmse, epoch.validation.correlation
    )
}

//! `landfall dropblox study` and `landfall dropblox learn`: what comes of ends of lines, and
//! values that foretell it.

use super::super::{CliError, read_text};
use super::sim::values_of;
use clap::Args;
use landfall_dropblox::datagen::{
    DatagenConfig, Sample, TrainConfig, Validation, generate_samples, parse_samples, train,
};
use landfall_dropblox::sim::BlockSet;
use landfall_dropblox::{Player, TUNED};
use landfall_experiment::files::write_atomic;
use landfall_experiment::jobs::{Jobs, run_jobs};
use std::collections::HashSet;
use std::convert::Infallible;
use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Options of `landfall dropblox study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// Seed of the first game; each further game has the next.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Number of games, with those that the file has already.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Games that are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Nodes of each move.
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves between the end of a line and the position that gives its value.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=1000))]
    moves: u32,
    /// A file of values that choose the lines, or none: then the weights do. Without it the
    /// values that come with the program.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// The file for the training data. Games that it has already are left out.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Options of `landfall dropblox learn`.
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// Files of landfall dropblox study.
    #[arg(value_name = "FILE", required = true)]
    samples: Vec<PathBuf>,
    /// A file of values to go on from, which also say what comes after what was seen; or none:
    /// then it begins anew, and nothing comes after. Without it the values that come with the
    /// program.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Rounds of training, each with the values of the round before.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Passes over all samples.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=1000))]
    epochs: u16,
    /// Learning rate of the first steps; it falls to almost nothing.
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = rate)]
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

fn rate(text: &str) -> Result<f32, String> {
    let rate: f32 = text.parse().map_err(|error| format!("{error}"))?;
    match rate > 0.0 && rate <= 1.0 {
        true => Ok(rate),
        false => Err("it is above 0 and at most 1".into()),
    }
}

/// Plays games and writes down what comes of ends of their lines; progress to stderr.
pub fn study(args: &StudyArgs) -> Result<ExitCode, CliError> {
    let values = values_of(args.values.as_deref())?;
    let study = DatagenConfig {
        player: Player {
            weights: &TUNED,
            net: values.as_ref(),
        },
        nodes: args.nodes,
        rollout_moves: args.moves,
    };
    let there = match args.out.exists() {
        true => mended(&args.out)?,
        false => HashSet::new(),
    };
    let about = |error| CliError::about(&args.out, error);
    let mut out = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&args.out)
        .map_err(about)?;
    let catalogue = Arc::new(BlockSet::enumerated());
    let seeds = (0..args.games).map(|game| args.seed.wrapping_add(game));
    let seeds: Vec<u64> = seeds.filter(|seed| !there.contains(seed)).collect();
    let stop = AtomicBool::new(false);
    let jobs = usize::from(args.jobs);
    let (mut done, mut seen) = (0, 0);
    let mut written = Ok(());
    let Ok(()) = run_jobs(
        Jobs::new(0..seeds.len() as u64, jobs, &stop),
        || Ok::<(), Infallible>(()),
        |(), game, _stop| {
            Ok(Some(generate_samples(
                &study,
                seeds[game as usize],
                &catalogue,
            )))
        },
        |_samples| {},
        |_game, samples: Vec<Sample>| {
            let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
            written = out.write_all(text.as_bytes());
            (done, seen) = (done + 1, seen + samples.len());
            if done % (jobs * 16) == 0 || done == seeds.len() {
                eprintln!("{done} of {} games, {seen} ends", seeds.len());
            }
            if written.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    written.map_err(about)?;
    Ok(ExitCode::SUCCESS)
}

/// The games that a file has. Half a line at its end, of a run that was killed, is dropped, and
/// with it that game, which would be half a game.
fn mended(file: &Path) -> Result<HashSet<u64>, CliError> {
    let text = read_text(file)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut samples = parse_samples(whole).map_err(|why| CliError::about(file, why))?;
    if whole.len() < text.len() {
        let last = samples.last().map(|sample| sample.game);
        samples.retain(|sample| Some(sample.game) != last);
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        write_atomic(file, text).map_err(|error| CliError::about(file, error))?;
    }
    Ok(samples.iter().map(|sample| sample.game).collect())
}

/// Learns values and writes them; progress to stderr.
pub fn learnt(args: &LearnArgs) -> Result<ExitCode, CliError> {
    let mut samples = Vec::new();
    for file in &args.samples {
        let found = parse_samples(&read_text(file)?);
        samples.extend(found.map_err(|why| CliError::about(file, why))?);
    }
    let neurons = usize::from(args.neurons);
    let course = TrainConfig {
        neurons: [neurons, neurons / 2],
        epochs: usize::from(args.epochs),
        learning_rate: args.rate,
        seed: args.seed,
    };
    let mut values = values_of(args.values.as_deref())?;
    for round in 1..=args.rounds {
        eprintln!(
            "round {round} of {}: {} samples",
            args.rounds,
            samples.len()
        );
        let found = train(&samples, values.as_ref(), &course, |epoch| {
            let Validation {
                correlation,
                rmse: off,
            } = epoch.validation;
            eprintln!(
                "epoch {}: differences are off by {:.3} points with luck; at games kept aside by {off:.3} without, correlation {correlation:.4}",
                epoch.number, epoch.training_error
            );
        });
        values = Some(found.map_err(CliError::failed)?);
    }
    let text = values
        .ok_or_else(|| CliError::Message("nothing was learnt".into()))?
        .to_json();
    let written = write_atomic(&args.out, text.map_err(CliError::failed)?);
    written.map_err(|error| CliError::about(&args.out, error))?;
    Ok(ExitCode::SUCCESS)
}

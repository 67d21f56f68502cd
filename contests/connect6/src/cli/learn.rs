//! `landfall connect6 learn`: trains a net from records of games.

use super::files::{self, collect_records, read_record, write_file};
use crate::learn::samples::{SampleExtractor, SampleKinds};
use crate::learn::training::{
    self, Dataset, EpochReport, SampleLoss, TrainConfig, VALIDATION_INTERVAL,
};
use clap::Args;
use landfall_command::{CliError, eprintln, written};
use landfall_experiment::progress::Progress;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `landfall connect6 learn`.
///
/// GAMES are records as `selfplay`, `serve` and `arena` write them: files, or folders with
/// files *.txt. The results are the targets of position values, and the
/// turns with a time, which players chose, those of move scores. Every twelfth game is for
/// validation, and the net with the lowest validation loss is written. The losses of every
/// epoch are on stderr.
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// Games to learn from by their results and chosen turns.
    #[arg(value_name = "GAMES", required_unless_present = "results")]
    games: Vec<PathBuf>,
    /// Games to learn from by their results only; may be given more than once.
    #[arg(long, value_name = "GAMES")]
    results: Vec<PathBuf>,
    /// The net's file, for --net.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The net to start from; without it, simple window counts and random parameters.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Passes over all games.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// Learning rate of the first steps, in thousandths.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rate: u16,
    /// Seed of all random choices.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// The names of the heads of the net.
const HEADS: [&str; 3] = ["value", "first stone", "second stone"];

/// Trains a net.
pub fn run(args: &LearnArgs) -> Result<ExitCode, CliError> {
    let folder = args.out.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        // An error is reported now, and not after hours of training.
        return Err(CliError::about(folder, "there is no such folder for --out"));
    }
    let from = args.from.as_deref().map(files::read_net).transpose()?;
    let dataset = load_dataset(args)?;
    let config = TrainConfig {
        seed: args.seed,
        epochs: args.epochs,
        learning_rate: f32::from(args.rate) / 1000.0,
    };
    let counts = dataset.counts();
    let mut progress = Progress::new("epochs", Some(args.epochs.into()));
    let net = training::train(&dataset, from.as_deref(), config, &mut |report| {
        progress.advance_to(report.epoch.into(), String::new);
        progress.print(describe_epoch(report, &counts).trim_end());
    });
    drop(progress);
    write_file(&args.out, &net.to_bytes())?;
    written::report("the net is", &args.out);
    Ok(ExitCode::SUCCESS)
}

/// Reads the games as samples.
fn load_dataset(args: &LearnArgs) -> Result<Dataset, CliError> {
    let mut dataset = Dataset::default();
    let mut extractor = SampleExtractor::default();
    let mut number = 0;
    for (paths, kinds) in [
        (&args.games, SampleKinds::All),
        (&args.results, SampleKinds::Results),
    ] {
        for path in collect_records(paths)? {
            dataset.add(number, extractor.extract(&read_record(&path)?, kinds));
            number += 1;
        }
    }
    if dataset.training.is_empty() || dataset.validation.is_empty() {
        return Err(CliError::Message(format!(
            "{number} games are too few to learn from; at least {VALIDATION_INTERVAL} are needed, with turns that were \
             searched for or a winner"
        )));
    }
    let [training, validation] = dataset.counts();
    eprintln!("landfall: {number} games, one of {VALIDATION_INTERVAL} for validation");
    for (head, name) in HEADS.into_iter().enumerate() {
        eprintln!(
            "  {name}: {} samples, {} for validation",
            training[head], validation[head]
        );
    }
    Ok(dataset)
}

/// Formats the losses of an epoch, with one line for training and one for validation.
fn describe_epoch(report: &EpochReport, counts: &[[usize; 3]; 2]) -> String {
    let best = if report.is_best {
        ", the best so far"
    } else {
        ""
    };
    let mut text = format!("epoch {}{best}\n", report.epoch);
    let losses = [
        ("training", report.training, counts[0]),
        ("validation", Some(report.validation), counts[1]),
    ];
    for (name, losses, counts) in losses {
        let Some(losses) = losses else { continue };
        let by_head = losses.iter().zip(counts).zip(HEADS);
        let texts: Vec<String> = by_head
            .filter(|((_, count), _)| *count > 0)
            .map(|((loss, _), head)| format!("{head} {}", format_loss(loss)))
            .collect();
        text += &format!("  {name}: {}\n", texts.join("; "));
    }
    text
}

fn format_loss(loss: &SampleLoss) -> String {
    format!(
        "loss {:.4}, right {:.1} %",
        loss.loss,
        100.0 * loss.accuracy
    )
}

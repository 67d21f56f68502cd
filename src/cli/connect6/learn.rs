//! `landfall connect6 learn`: a net out of records of games.

use super::super::CliError;
use super::files::{self, record, records, replace};
use clap::Args;
use landfall_connect6::learn::samples::{SampleExtractor, SampleKinds};
use landfall_connect6::learn::training::{
    self, Dataset, EpochReport, SampleLoss, TrainConfig, VALIDATION_INTERVAL,
};
use landfall_experiment::progress::Progress;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `landfall connect6 learn`.
///
/// GAMES are records as `selfplay`, `serve` and `arena` write them: files, or folders with
/// files *.txt. Who won teaches what positions are worth, and the turns with a time, which
/// players chose, which points look good. Every twelfth game is kept aside, and the net that
/// knows most of those is written. What is known after every round is on stderr.
#[derive(Debug, Args)]
pub struct LearnArgs {
    /// Games to learn from: results and search values.
    #[arg(value_name = "GAMES", required_unless_present = "results")]
    games: Vec<PathBuf>,
    /// Games to learn from by their results alone; may be given more than once.
    #[arg(long, value_name = "GAMES")]
    results: Vec<PathBuf>,
    /// The net's file, for --net.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The net to start from; without it a small one.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Passes over all games.
    #[arg(long, alias = "rounds", value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    epochs: u32,
    /// Learning rate of the first steps, in thousandths.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rate: u16,
    /// Seed of all random choices.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// The heads of the net, for people.
const HEADS: [&str; 3] = ["worth", "first stone", "second stone"];

/// Learns a net.
pub fn run(args: &LearnArgs) -> Result<ExitCode, CliError> {
    let folder = args.out.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        // It should not turn out after an hour of learning.
        return Err(CliError::about(folder, "there is no such folder for --out"));
    }
    let from = args.from.as_deref().map(files::net).transpose()?;
    let lessons = load_dataset(args)?;
    let config = TrainConfig {
        seed: args.seed,
        epochs: args.epochs,
        learning_rate: f32::from(args.rate) / 1000.0,
    };
    let counts = lessons.counts();
    let mut progress = Progress::new("epochs", Some(args.epochs.into()));
    let net = training::train(&lessons, from.as_deref(), config, &mut |report| {
        progress.advance_to(report.epoch.into(), String::new);
        progress.print(describe(report, &counts).trim_end());
    });
    drop(progress);
    replace(&args.out, &net.to_bytes())?;
    eprintln!("landfall: the net is in {}", args.out.display());
    Ok(ExitCode::SUCCESS)
}

/// What the games teach.
fn load_dataset(args: &LearnArgs) -> Result<Dataset, CliError> {
    let mut lessons = Dataset::default();
    let mut reader = SampleExtractor::new();
    let mut number = 0;
    for (paths, subject) in [
        (&args.games, SampleKinds::All),
        (&args.results, SampleKinds::Results),
    ] {
        for path in records(paths)? {
            lessons.add(number, reader.extract(&record(&path)?, subject));
            number += 1;
        }
    }
    if lessons.training.is_empty() || lessons.validation.is_empty() {
        return Err(CliError::Message(format!(
            "{number} games teach too little; at least {VALIDATION_INTERVAL} are needed, with turns that were \
             searched for or a winner"
        )));
    }
    let [learnt, aside] = lessons.counts();
    eprintln!("landfall: {number} games, one of {VALIDATION_INTERVAL} kept aside");
    for (head, name) in HEADS.into_iter().enumerate() {
        eprintln!(
            "  {name}: {} to learn from, {} kept aside",
            learnt[head], aside[head]
        );
    }
    Ok(lessons)
}

/// A round, for people.
fn describe(report: &EpochReport, counts: &[[usize; 3]; 2]) -> String {
    let best = if report.is_best {
        ", the best so far"
    } else {
        ""
    };
    let mut text = format!("round {}{best}\n", report.epoch);
    let marks = [
        ("learnt from", report.training, counts[0]),
        ("kept aside", Some(report.validation), counts[1]),
    ];
    for (name, marks, counts) in marks {
        let Some(marks) = marks else { continue };
        let of = marks.iter().zip(counts).zip(HEADS);
        let known: Vec<String> = of
            .filter(|((_, count), _)| *count > 0)
            .map(|((mark, _), head)| format!("{head} {}", mark_text(mark)))
            .collect();
        text += &format!("  {name}: {}\n", known.join("; "));
    }
    text
}

fn mark_text(mark: &SampleLoss) -> String {
    format!(
        "loss {:.4}, right {:.1} %",
        mark.loss,
        100.0 * mark.accuracy
    )
}

//! `landfall dropblox datagen`: samples of what came of the leaves of search lines.

use super::sim::value_net;
use crate::datagen::{DatagenConfig, DatagenRun, generate_file};
use crate::{Player, TUNED};
use clap::Args;
use landfall_command::{CliError, StopFlag, eprintln, interrupted, written};
use landfall_experiment::progress::Progress;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `landfall dropblox datagen`.
#[derive(Debug, Args)]
pub struct DatagenArgs {
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
    /// The file of the value net that chooses the lines, or none: then the weights do. Without
    /// it the net that comes with the program.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// The file for the training data. Games that it has already are left out.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Plays games and writes their samples; progress to stderr.
pub fn run(args: &DatagenArgs) -> Result<ExitCode, CliError> {
    let net = value_net(args.values.as_deref())?;
    let config = DatagenConfig {
        player: Player {
            weights: &TUNED,
            net: net.as_ref(),
        },
        nodes: args.nodes,
        rollout_moves: args.moves,
    };
    let run = DatagenRun {
        seed: args.seed,
        games: args.games,
        threads: usize::from(args.jobs),
    };
    let stop = StopFlag::install()?;
    let games_per_report = 16 * run.threads;
    // How many games are missing is known when the first one is finished.
    let mut bar = None;
    let written = generate_file(&args.out, run, &config, &stop, |progress| {
        let (done, games, samples) = (progress.done, progress.games, progress.samples);
        let bar = bar.get_or_insert_with(|| Progress::new("games", Some(games as u64)));
        bar.advance_to(done as u64, || format!("{samples} samples"));
        if done % games_per_report == 0 || done == games {
            bar.log(|_| format!("{done} of {games} games, {samples} samples"));
        }
    });
    drop(bar);
    written.map_err(CliError::failed)?;
    if stop.is_set() {
        eprintln!("landfall: stopped; the same command goes on");
        return Ok(interrupted());
    }
    written::report("the samples are", &args.out);
    Ok(ExitCode::SUCCESS)
}

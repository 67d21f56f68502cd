//! `landfall connect6 selfplay`: writes games to learn from into a folder.

use super::EngineArgs;
use super::files::{RECORD_EXTENSION, write_file};
use crate::engine::{self, Engine, Net};
use crate::learn::selfplay::{SelfplayConfig, play_game};
use clap::Args;
use landfall_command::{CliError, StopFlag, eprintln, interrupted, read_text};
use landfall_experiment::hash::fnv1a;
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_experiment::progress::Progress;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Options of `landfall connect6 selfplay`.
///
/// The engine plays itself with few nodes per turn, from random openings, and every game is written
/// into a folder as text. Games that exist are not played again: an interrupted series continues,
/// and gives the same games as without the interruption.
#[derive(Debug, Args)]
pub struct SelfplayArgs {
    /// The folder. It is created if needed.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of games in the folder at the end.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Mean number of nodes per turn.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Games of this seed.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Games that are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// The net of the engine, in place of the built-in one.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

/// The file with the options that the folder's games depend on.
const CONFIG_FILE: &str = "selfplay.plan";

/// Size of the transposition table of each game, in MB.
const MEMORY: u32 = 8;

/// Plays the games that are missing.
pub fn run(args: &SelfplayArgs) -> Result<ExitCode, CliError> {
    let engine = EngineArgs {
        memory: MEMORY,
        nodes: None,
        net: args.net.clone(),
    };
    let options = engine.options()?;
    fs::create_dir_all(&args.folder).map_err(|error| CliError::about(&args.folder, error))?;
    check_config(args, &options)?;
    let stop = StopFlag::install()?;
    let mut progress = Progress::new("games", Some(args.games.into()));
    run_jobs(
        Jobs::new(0..args.games.into(), args.jobs as usize, &stop),
        || Ok(Engine::new(options.clone())),
        |engine, number, _stop| play_missing_game(args, number, engine, &stop),
        |()| {},
        |number, ()| {
            progress.advance_to(number + 1, String::new);
            ControlFlow::Continue(())
        },
    )?;
    drop(progress);
    if stop.is_set() {
        return Ok(interrupted());
    }
    eprintln!(
        "landfall: {} games in {}",
        args.games,
        args.folder.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Plays a game, unless its file exists; `None` if it was stopped.
fn play_missing_game(
    args: &SelfplayArgs,
    number: u64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Result<Option<()>, CliError> {
    let config = SelfplayConfig {
        seed: args.seed,
        nodes: args.nodes,
    };
    let path = record_path(&args.folder, number);
    if path.exists() {
        return Ok(Some(()));
    }
    let Some(record) = play_game(config, number, engine, stop) else {
        return Ok(None);
    };
    write_file(&path, record.to_string().as_bytes())?;
    Ok(Some(()))
}

fn record_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("game-{:07}.{RECORD_EXTENSION}", number + 1))
}

/// Writes the options that the games depend on, or compares them with those of the folder.
fn check_config(args: &SelfplayArgs, options: &engine::EngineOptions) -> Result<(), CliError> {
    let net = options.net.as_deref().unwrap_or_else(|| Net::built_in());
    let config = format!(
        "seed {}\nnodes {}\nnet {:016x}\n",
        args.seed,
        args.nodes,
        fnv1a(&net.to_bytes())
    );
    let path = args.folder.join(CONFIG_FILE);
    if !path.exists() {
        return write_file(&path, config.as_bytes());
    }
    let before = read_text(&path)?;
    if before != config {
        let [before, config] = [&before, &config].map(|text| text.trim().replace('\n', ", "));
        return Err(CliError::about(
            &args.folder,
            format!("its games were played with {before}, not with {config}; name another folder"),
        ));
    }
    Ok(())
}

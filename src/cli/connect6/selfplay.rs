//! `landfall connect6 selfplay`: games to learn from, as records in a folder.

use super::super::CliError;
use super::super::interrupt::{EXIT_INTERRUPTED, install_stop_flag};
use super::EngineArgs;
use super::files::{RECORD, replace};
use clap::Args;
use landfall_connect6::engine::{self, Engine, Net};
use landfall_connect6::learn::selfplay::{SelfplayConfig, play_game};
use landfall_experiment::jobs::{Jobs, run_jobs};
use landfall_experiment::progress::Progress;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options of `landfall connect6 selfplay`.
///
/// The engine plays itself with few nodes a turn, from openings by chance, and every game is
/// written into a folder as text. Games that are there already are not played again, so that
/// a series can be interrupted and gone on with: the games are the same as without that.
#[derive(Debug, Args)]
pub struct SelfplayArgs {
    /// The folder. It is created if needed.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of games in the folder at the end.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Mean number of nodes of a turn.
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

/// What distinguishes the games of a folder from those of other options.
const PLAN: &str = "selfplay.plan";

/// Memory for what has been searched, of each game, in MB.
const MEMORY: u32 = 8;

/// Plays the games that are not there.
pub fn run(args: &SelfplayArgs) -> Result<ExitCode, CliError> {
    let engine = EngineArgs {
        memory: MEMORY,
        nodes: None,
        net: args.net.clone(),
    };
    let options = engine.options()?;
    fs::create_dir_all(&args.folder).map_err(|error| CliError::about(&args.folder, error))?;
    agree(args, &options)?;
    let stop = install_stop_flag()?;
    let mut progress = Progress::new("games", Some(args.games.into()));
    run_jobs(
        Jobs::new(0..args.games.into(), args.jobs as usize, &stop),
        || Ok(Engine::new(options.clone())),
        |engine, number, _stop| play(args, number, engine, &stop),
        |()| {},
        |number, ()| {
            progress.advance_to(number + 1, String::new);
            ControlFlow::Continue(())
        },
    )?;
    drop(progress);
    if stop.load(Ordering::Relaxed) {
        return Ok(ExitCode::from(EXIT_INTERRUPTED));
    }
    eprintln!(
        "landfall: {} games in {}",
        args.games,
        args.folder.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Plays a game, if its file is not there yet; `None` when it was stopped.
fn play(
    args: &SelfplayArgs,
    number: u64,
    engine: &mut Engine,
    stop: &AtomicBool,
) -> Result<Option<()>, CliError> {
    let config = SelfplayConfig {
        seed: args.seed,
        nodes: args.nodes,
    };
    let path = path(&args.folder, number);
    if path.exists() {
        return Ok(Some(()));
    }
    let Some(record) = play_game(config, number, engine, stop) else {
        return Ok(None);
    };
    replace(&path, record.to_string().as_bytes())?;
    Ok(Some(()))
}

fn path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("game-{:07}.{RECORD}", number + 1))
}

/// Writes down what the games of the folder depend on, or compares it.
fn agree(args: &SelfplayArgs, options: &engine::EngineOptions) -> Result<(), CliError> {
    let net = options.net.as_deref().unwrap_or_else(|| Net::built_in());
    let plan = format!(
        "seed {}\nnodes {}\nnet {:016x}\n",
        args.seed,
        args.nodes,
        hash(&net.to_bytes())
    );
    let path = args.folder.join(PLAN);
    if !path.exists() {
        return replace(&path, plan.as_bytes());
    }
    let before = fs::read_to_string(&path).map_err(|error| CliError::about(&path, error))?;
    if before != plan {
        let [before, plan] = [&before, &plan].map(|text| text.trim().replace('\n', ", "));
        return Err(CliError::about(
            &args.folder,
            format!("its games are of {before}, not of {plan}; name another folder"),
        ));
    }
    Ok(())
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

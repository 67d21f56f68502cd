//! `landfall dropblox sim`.

use crate::sim::{
    BlockSet, GameResult, SeriesOptions, play_series, summary, table_header, table_row,
};
use crate::{Player, TUNED, ValueNet, Weights};
use clap::Args;
use landfall_command::weights_file::read_weights;
use landfall_command::{CliError, print, read_text};
use landfall_experiment::files::write_atomic;
use landfall_experiment::progress::Progress;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `landfall dropblox sim`.
#[derive(Debug, Args)]
pub struct SimArgs {
    /// Seed of the first game; each further game has the next. With --blocks the same seed
    /// deals the same blocks as the framework.
    #[arg(long, value_name = "SEED")]
    seed: u64,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Games that are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Nodes of each move; about eight million take a second.
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Sampled next blocks by which the best first moves are compared when the nodes are spent,
    /// after as many nodes once more for all of these together. Needs a value net.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=10_000))]
    lookahead: u32,
    /// Blocks beyond the six known ones that the player is told all the same, to measure what
    /// they are worth. No game by the rules any more.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=60))]
    clairvoyant: u8,
    /// The framework's list of blocks (RawBlockData.py), in place of our own enumeration.
    #[arg(long, value_name = "FILE")]
    blocks: Option<PathBuf>,
    /// The score that games start from.
    #[arg(long, value_name = "POINTS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..1_000_000))]
    from: u32,
    /// A weights file, such as landfall tune --rules dropblox writes; without it the weights
    /// that come with the program.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The file of a value net, such as landfall dropblox train writes, or none: then the weights
    /// alone decide. Without it the net that comes with the program.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// The folder for a replay of each game. It is created if needed.
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// The folder for pages of the games; needs --replays.
    #[arg(long, value_name = "DIR", requires = "replays")]
    html: Option<PathBuf>,
}

/// Plays the games; the table goes to stdout, progress to stderr.
pub fn run(args: &SimArgs) -> Result<ExitCode, CliError> {
    let block_set = match &args.blocks {
        None => BlockSet::enumerated(),
        Some(file) => {
            BlockSet::parse(&read_text(file)?).map_err(|why| CliError::about(file, why))?
        }
    };
    let series = SeriesOptions {
        seed: args.seed,
        games: args.games,
        jobs: usize::from(args.jobs),
        nodes: args.nodes,
        lookahead_blocks: args.lookahead as usize,
        clairvoyant_blocks: usize::from(args.clairvoyant),
        start_score: args.from,
        keeps_replays: args.replays.is_some(),
    };
    let weights = match &args.weights {
        None => TUNED.clone(),
        Some(file) => read_weights(file, "dropblox", Weights::parse)
            .map_err(|error| CliError::about(file, error))?,
    };
    let net = value_net(args.values.as_deref())?;
    if net.is_none() && args.lookahead > 0 {
        return Err(CliError::Message(
            "--lookahead compares by values: leave out --values none".into(),
        ));
    }
    let player = Player {
        weights: &weights,
        net: net.as_ref(),
    };
    let mut progress = Progress::new("games", Some(series.games));
    let mut done = 0;
    let played = play_series(
        &series,
        &Arc::new(block_set),
        player,
        |game: &GameResult| {
            done += 1;
            let (seed, score) = (game.seed, game.score);
            progress.advance_to(done, || format!("seed {seed}: {score} points"));
            progress.log(|_| {
                let games = series.games;
                format!("game {done} of {games}: seed {seed}, {score} points")
            });
        },
    );
    drop(progress);
    let rows: Vec<String> = played.iter().map(table_row).collect();
    let printed = print(&format!(
        "{}\n{}\n{}\n",
        table_header(),
        rows.join("\n"),
        summary(&played)
    ));
    if let Some(folder) = &args.replays {
        let files =
            write_replays(&played, folder).map_err(|error| CliError::about(folder, error))?;
        if let Some(pages) = &args.html {
            landfall_arena::write_replay_pages(&files, pages).map_err(CliError::failed)?;
        }
    }
    printed.map(|_| ExitCode::SUCCESS)
}

/// Returns the value net that is named: the one that comes with the program, none, or a file.
pub fn value_net(named: Option<&Path>) -> Result<Option<ValueNet>, CliError> {
    let Some(file) = named else {
        let net = ValueNet::built_in();
        return net.map(Some).map_err(CliError::failed);
    };
    if file.as_os_str() == "none" {
        return Ok(None);
    }
    let net = ValueNet::parse(&read_text(file)?);
    let refused = |why| CliError::about(file, format!("no file of values: {why}"));
    net.map(Some).map_err(refused)
}

/// Writes a file a game, named by its seed.
fn write_replays(played: &[GameResult], folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let kept = played
        .iter()
        .filter_map(|game| Some((game.seed, game.replay.as_ref()?)));
    kept.map(|(seed, replay)| {
        let file = folder.join(format!("{seed}.jsonl"));
        write_atomic(&file, replay).map(|()| file)
    })
    .collect()
}

//! `landfall connect6 arena`.

use super::{EngineArgs, MoveOverheadArgs, files};
use crate::arena::{self, MatchConfig, MatchGame, MatchSummary, Player};
use clap::{Args, Parser};
use landfall_command::{CliError, StopFlag, print};
use landfall_experiment::progress::Progress;
use landfall_tbp::host::split_command;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `landfall connect6 arena`.
///
/// A and B are each `landfall` with options of the engine, such as "landfall --nodes 2000",
/// which plays in this process, or another program's command, which speaks the competition's
/// protocol as a client: {ip}, {port} and {key} in it are replaced; without {port}, "-i IP -p
/// PORT -k KEY" is added. Both play every opening as both colours; the turns of the opening
/// are broadcast without a request. Built-in players do not search on the opponent's time.
#[derive(Debug, Args)]
pub struct ArenaArgs {
    /// One player.
    #[arg(value_name = "A")]
    a: String,
    /// The other one.
    #[arg(value_name = "B")]
    b: String,
    /// Number of games, two of each opening.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Time per turn in milliseconds; unused time is added to the next turn.
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 1000,
        conflicts_with = "nodes"
    )]
    time: u32,
    /// The time of B, if it differs.
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    time_b: Option<u32>,
    /// Nodes per turn in place of time, for built-in players without --nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Games at the same time. With a time, no more than there are idle processors.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// Openings of this seed.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Play the openings of this file in turn; `connect6 openings` makes one.
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    openings: Option<PathBuf>,
    /// Write each game as text to this folder.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

/// The options in the command of a built-in player.
#[derive(Debug, Parser)]
#[command(name = "landfall", disable_version_flag = true)]
struct PlayerLine {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    move_overhead: MoveOverheadArgs,
}

/// Plays a match.
pub fn run(args: &ArenaArgs) -> Result<ExitCode, CliError> {
    let player = |name: &str, command: &str| {
        parse_player(command, args.nodes)
            .map_err(|why| CliError::Message(format!("player {name}: {why}")))
    };
    let config = MatchConfig {
        players: [player("A", &args.a)?, player("B", &args.b)?],
        times: match args.nodes {
            Some(_) => [u32::MAX; 2],
            None => [args.time, args.time_b.unwrap_or(args.time)],
        },
        games: args.games as usize,
        jobs: args.jobs as usize,
        seed: args.seed,
        openings: match &args.openings {
            Some(file) => files::read_openings(file)?,
            None => Vec::new(),
        },
    };
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|e| CliError::about(folder, e))?;
    }
    let stop = StopFlag::install()?;
    let mut write_error = None;
    let mut progress = Progress::new("games", Some(args.games.into()));
    let mut done = 0;
    let summary = arena::play_match(&config, &stop, &mut |game, summary| {
        done += 1;
        progress.advance_to(done, String::new);
        let line = format!("{}\n", describe_game(game, summary));
        let printed = progress.suspend(|| print(&line).map(drop));
        let recorded = args
            .records
            .iter()
            .try_for_each(|folder| write_record(folder, game));
        for failure in [printed, recorded].into_iter().filter_map(Result::err) {
            write_error.get_or_insert(failure);
        }
    });
    drop(progress);
    print(&describe_match(&summary.map_err(CliError::failed)?))?;
    if let Some(failure) = write_error {
        return Err(failure);
    }
    Ok(stop.exit_code(ExitCode::SUCCESS))
}

/// Parses the command of a player.
fn parse_player(command: &str, nodes: Option<u64>) -> Result<Player, CliError> {
    let words = split_command(command).map_err(CliError::failed)?;
    if words[0] != "landfall" {
        return Ok(Player::Program { command: words });
    }
    let line = PlayerLine::try_parse_from(&words).map_err(CliError::failed)?;
    Ok(Player::BuiltIn {
        engine: line.engine.options()?,
        nodes: line.engine.nodes.or(nodes),
        move_overhead: line.move_overhead.duration(),
    })
}

fn describe_game(game: &MatchGame, summary: &MatchSummary) -> String {
    let tally = summary.tally;
    format!(
        "game {}: A is {}; {} turns; {}; A {} : {}, {} drawn",
        game.number + 1,
        arena::colour_of_a(game.number),
        game.served.position.turns().len(),
        game.served.result,
        tally.won,
        tally.lost,
        tally.drawn
    )
}

fn write_record(folder: &Path, game: &MatchGame) -> Result<(), CliError> {
    let path = folder.join(format!("game-{:04}.txt", game.number + 1));
    files::write_file(&path, game.record.to_string().as_bytes())
}

fn describe_match(summary: &MatchSummary) -> String {
    let tally = summary.tally;
    let mut text = format!(
        "A won {}, drew {}, lost {} of {} games\n",
        tally.won,
        tally.drawn,
        tally.lost,
        tally.games()
    );
    if let (Some(score), Some(elo)) = (tally.score(), tally.elo()) {
        text += &format!("A has {score} of the points: {elo}\n");
    }
    for (side, name) in ["A", "B"].into_iter().enumerate() {
        let turns = f64::from(summary.turn_counts[side].max(1));
        text += &format!(
            "{name}: late {}, illegal {}, otherwise disqualified {}; {} turns, {:.0} ms in the \
             mean, at most {} ms\n",
            summary.timeouts[side],
            summary.illegal_answers[side],
            summary.protocol_errors[side],
            summary.turn_counts[side],
            summary.total_times[side].as_secs_f64() * 1000.0 / turns,
            summary.longest_turns[side].as_millis()
        );
    }
    text
}

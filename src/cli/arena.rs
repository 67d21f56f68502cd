//! `landfall arena`.

mod options;

use super::CliError;
use super::bot::BotArgs;
use super::interrupt::{EXIT_INTERRUPTED, install_stop_flag};
use clap::{Args, Parser, Subcommand};
use landfall_arena::{Clock, PlayerSpec, StopCondition, TimeControl};
use landfall_blockbattle::match_runner as blockbattle;
use landfall_tbp::host;
use options::{Options, parse_sprt};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Options of `landfall arena`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ArenaArgs {
    #[command(flatten)]
    arena: Options,
    #[command(subcommand)]
    command: Option<ArenaCommand>,
}

#[derive(Debug, Subcommand)]
enum ArenaCommand {
    /// Merges the journals of parts of a series, and prints the summary of the whole.
    Merge {
        /// The journals.
        #[arg(value_name = "FILE", required = true)]
        journals: Vec<PathBuf>,
        /// Print the summary as one JSON object.
        #[arg(long)]
        json: bool,
        /// Print the log-likelihood ratio of a sequential test, too.
        #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true)]
        sprt: Option<[i32; 2]>,
    },
}

/// The options in the command of a bot that is `landfall`.
#[derive(Debug, Parser)]
#[command(name = "landfall", disable_version_flag = true)]
struct BotLine {
    #[command(flatten)]
    bot: BotArgs,
}

/// Plays a series.
pub fn run(args: &ArenaArgs) -> Result<ExitCode, CliError> {
    if let Some(ArenaCommand::Merge {
        journals,
        json,
        sprt,
    }) = &args.command
    {
        let until = sprt.map_or(StopCondition::AllGames, |elo| {
            StopCondition::Sprt(elo.map(f64::from))
        });
        landfall_arena::merge(journals, until, *json).map_err(CliError::failed)?;
        return Ok(ExitCode::SUCCESS);
    }
    let options = &args.arena;
    if let Some(name) = &options.print_preset {
        landfall_arena::print_preset(name).map_err(CliError::failed)?;
        return Ok(ExitCode::SUCCESS);
    }
    let clock = options.clock().map_err(CliError::failed)?;
    let pace = |side: usize| match clock {
        Clock::Cpu(ms) => TimeControl::CpuTime(Duration::from_millis(ms[side])),
        Clock::Nodes(_) => TimeControl::Unlimited,
        Clock::Real => TimeControl::RealTime,
    };
    let recipe = |name: &str, command: &Option<String>, pace| {
        player_spec(command.as_deref().unwrap_or_default(), clock, pace, options)
            .map_err(|why| CliError::Message(format!("bot {name}: {why}")))
    };
    let recipes = [
        recipe("A", &options.a, pace(0))?,
        recipe("B", &options.b, pace(1))?,
    ];
    let stop = install_stop_flag()?;
    match options.rules {
        Some(_) => blockbattle::run_series(&options.blockbattle(), &recipes, &stop),
        None => options
            .series()
            .and_then(|series| landfall_arena::run(&series, recipes, &stop)),
    }
    .map_err(CliError::failed)?;
    Ok(match stop.load(Ordering::Relaxed) {
        true => ExitCode::from(EXIT_INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

/// How to start a bot: `landfall` with options is this very program, and plays in this
/// process where the clock allows it.
fn player_spec(
    command: &str,
    clock: Clock,
    pace: TimeControl,
    options: &Options,
) -> Result<PlayerSpec, String> {
    let words = host::split_command(command).map_err(|error| error.to_string())?;
    let program = |command: String| PlayerSpec::Program {
        command,
        limit: options.timeout,
        pace,
    };
    if words[0] != "landfall" {
        let effort = words.iter().any(|word| word.starts_with("--nodes"));
        if matches!(clock, Clock::Nodes(_)) && !effort {
            log::warn!(
                "{command}: a program is not told of --clock nodes; give it an effort of its own (landfall's path: --nodes N)"
            );
        }
        return Ok(program(command.to_string()));
    }
    let line = BotLine::try_parse_from(&words).map_err(|error| error.to_string())?;
    if let Clock::Nodes(nodes) = clock {
        let settings = line.bot.settings_in_arena(nodes);
        return Ok(PlayerSpec::BuiltIn(
            settings.map_err(|error| error.to_string())?,
        ));
    }
    let here = std::env::current_exe()
        .map_err(|error| format!("where this program is cannot be found: {error}"))?;
    let mut command = vec![here.display().to_string()];
    command.extend_from_slice(&words[1..]);
    Ok(program(quote(&command)))
}

/// Words as a command that is split into them again.
fn quote(words: &[String]) -> String {
    let quoted = words
        .iter()
        .map(|word| format!("'{}'", word.replace('\'', r"'\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

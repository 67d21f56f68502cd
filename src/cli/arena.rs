//! `landfall arena`.

mod build;
mod merge;
mod options;

use super::CliError;
use super::error::arena_error;
use build::{this_build, weights_hash};
use clap::{Args, Parser, Subcommand};
use landfall_arena::{Clock, PlayerSpec, Preset, TimeControl};
use landfall_blockbattle::match_runner as blockbattle;
use landfall_bot::Settings;
use landfall_command::{BotArgs, StopFlag};
use landfall_replay::FileKind;
use landfall_tbp::host;
use options::Options;
use std::io;
use std::process::ExitCode;
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
    Merge(merge::MergeArgs),
}

/// The command of a bot that is `landfall` with options.
#[derive(Debug, Parser)]
#[command(name = "landfall", disable_version_flag = true)]
pub struct BotCommand {
    /// The options of the bot.
    #[command(flatten)]
    pub bot: BotArgs,
}

/// Plays a match, or runs a subcommand.
pub fn run(args: &ArenaArgs) -> Result<ExitCode, CliError> {
    if let Some(ArenaCommand::Merge(args)) = &args.command {
        return merge::run(args);
    }
    let options = &args.arena;
    if let Some(name) = &options.print_preset {
        let text = Preset::shipped_text(name).map_err(CliError::failed)?;
        landfall_arena::write_summary(&mut io::stdout(), text).map_err(CliError::failed)?;
        return Ok(ExitCode::SUCCESS);
    }
    let clock = options.clock()?;
    let time_control = |side: usize| match clock {
        Clock::Cpu(ms) => TimeControl::CpuTime(Duration::from_millis(ms[side])),
        Clock::Nodes(_) => TimeControl::Unlimited,
        Clock::Real => TimeControl::RealTime,
    };
    let player = |name: &str, command: &Option<String>, side| {
        let command = command.as_deref().unwrap_or_default();
        player_spec(command, clock, time_control(side), options)
            .map_err(|error| CliError::Message(format!("bot {name}: {error}")))
    };
    let [a, b] = [player("A", &options.a, 0)?, player("B", &options.b, 1)?];
    let stop = StopFlag::install()?;
    let failing = match options.rules {
        Some(_) => {
            let players = [a.spec, b.spec];
            blockbattle::run_series(&options.blockbattle(), &players, &stop)
                .map_err(CliError::failed)?
        }
        None => {
            let mut series = options.series()?;
            if options.has_journal() {
                series.build = Some(this_build([&a, &b].map(|bot| bot.weights.clone()))?);
            }
            let players = [a.spec, b.spec];
            let played = landfall_arena::run(&series, players, &stop, &mut io::stdout());
            played.map_err(|error| match options.option_of(&error) {
                Some(option) => CliError::Message(format!("{option} {error}")),
                None => arena_error(error, FileKind::ARENA_JOURNAL),
            })?
        }
    };
    Ok(stop.exit_code(match failing.any() {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }))
}

/// A bot of a series.
struct ArenaBot {
    spec: PlayerSpec,
    /// The hash of its weights; `None` for other programs and without a journal.
    weights: Option<String>,
}

/// Returns the player of a bot's command. `landfall` with options is this program, and plays in
/// this process if the clock counts nodes.
fn player_spec(
    command: &str,
    clock: Clock,
    time_control: TimeControl,
    options: &Options,
) -> Result<ArenaBot, CliError> {
    let words = host::split_command(command).map_err(CliError::failed)?;
    let program = |command: String| PlayerSpec::Program {
        command,
        limit: options.timeout,
        time_control,
    };
    if words[0] != "landfall" {
        let has_nodes = words.iter().any(|word| word.starts_with("--nodes"));
        if matches!(clock, Clock::Nodes(_)) && !has_nodes {
            log::warn!(
                "{command}: other programs do not know of --clock nodes; give them a limit of their own (landfall's path: --nodes N)"
            );
        }
        return Ok(ArenaBot {
            spec: program(command.to_string()),
            weights: None,
        });
    }
    let command = BotCommand::try_parse_from(&words).map_err(CliError::failed)?;
    let hash = |settings: &Settings| -> Result<String, CliError> {
        Ok(weights_hash(settings, &options.preset()?.rules))
    };
    let has_journal = options.has_journal();
    if let Clock::Nodes(nodes) = clock {
        let settings = command.bot.settings_in_arena(nodes, crate::version())?;
        let weights = has_journal.then(|| hash(&settings)).transpose()?;
        let spec = PlayerSpec::BuiltIn(Box::new(settings));
        return Ok(ArenaBot { spec, weights });
    }
    let weights = has_journal
        .then(|| hash(&command.bot.settings(crate::version())?))
        .transpose()?;
    Ok(ArenaBot {
        spec: program(this_program(&words[1..])?),
        weights,
    })
}

/// Returns the command that starts this program with these arguments.
///
/// # Errors
/// The path of this program cannot be found.
pub fn this_program(arguments: &[String]) -> Result<String, CliError> {
    let path = std::env::current_exe().map_err(|error| {
        CliError::Message(format!("the path of this program cannot be found: {error}"))
    })?;
    let mut command = vec![path.display().to_string()];
    command.extend_from_slice(arguments);
    Ok(host::join_command(&command))
}

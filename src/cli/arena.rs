//! `landfall arena`.

use super::Failure;
use super::bot::BotArgs;
use crate::arena::{self, Clock, Options, Recipe, Until};
use crate::tbp::host;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    /// Puts the journals of parts of a series together and prints what the whole came to.
    Merge {
        /// The journals.
        #[arg(value_name = "FILE", required = true)]
        journals: Vec<PathBuf>,
        /// Print the summary as one JSON object.
        #[arg(long)]
        json: bool,
        /// Print the ratio of a sequential test, too.
        #[arg(long, value_name = "ELO0,ELO1", value_parser = arena::sprt, allow_hyphen_values = true)]
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
pub fn run(args: &ArenaArgs) -> Result<ExitCode, Failure> {
    if let Some(ArenaCommand::Merge {
        journals,
        json,
        sprt,
    }) = &args.command
    {
        let until = sprt.map_or(Until::Last, |elo| Until::Sprt(elo.map(f64::from)));
        arena::merge(journals, until, *json).map_err(Failure)?;
        return Ok(ExitCode::SUCCESS);
    }
    let options = &args.arena;
    if let Some(name) = &options.print_preset {
        arena::print_preset(name).map_err(Failure)?;
        return Ok(ExitCode::SUCCESS);
    }
    let clock = options.clock().map_err(Failure)?;
    let recipe = |name: &str, command: &Option<String>| {
        recipe(command.as_deref().unwrap_or_default(), clock, options)
            .map_err(|why| Failure(format!("bot {name}: {why}")))
    };
    let recipes = [recipe("A", &options.a)?, recipe("B", &options.b)?];
    let stop = Arc::new(AtomicBool::new(false));
    // A second Ctrl-C ends the program at once, as it would without this.
    let signal = signal_hook::consts::SIGINT;
    signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
        .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
        .map_err(|error| Failure(format!("Ctrl-C cannot be caught: {error}")))?;
    arena::run(options, recipes, &stop).map_err(Failure)?;
    Ok(ExitCode::SUCCESS)
}

/// How to start a bot: `landfall` with options plays in this process where the clock allows
/// it.
fn recipe(command: &str, clock: Clock, options: &Options) -> Result<Recipe, String> {
    let words = host::split(command).map_err(|error| error.to_string())?;
    if words[0] != "landfall" {
        return Ok(Recipe::Program {
            command: command.to_string(),
            limit: options.timeout,
        });
    }
    let line = BotLine::try_parse_from(&words).map_err(|error| error.to_string())?;
    match clock {
        Clock::Nodes(nodes) => {
            let settings = line.bot.settings_in_arena(nodes);
            Ok(Recipe::BuiltIn(settings.map_err(|failure| failure.0)?))
        }
    }
}

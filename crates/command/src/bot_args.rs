//! The options of the built-in bot, shared by many commands.

use crate::{CliError, names, weights_file};
use clap::Args;
use clap::builder::{RangedU64ValueParser, TypedValueParser};
use landfall_bot::{BotKind, DriverOptions, Settings};
use landfall_search::SearchOptions;
use landfall_search::parameters::{Assignment, AssignmentError};
use landfall_tbp::host::split_command;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

/// Options of the bot.
#[derive(Debug, Args)]
pub struct BotArgs {
    /// Number of search threads; the default is all processors but one.
    #[arg(long, value_name = "N", value_parser = threads_parser())]
    threads: Option<usize>,
    /// Search this many nodes for each suggestion, and none in between: the same messages
    /// then give the same moves on any machine and any number of threads. Without it the bot
    /// searches all the time and answers at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Read the weights of the evaluation from this JSON file, as `landfall weights` prints
    /// it, for every ruleset. Names that it leaves out keep their defaults.
    #[arg(long = "weights", value_name = "FILE")]
    weights_file: Option<PathBuf>,
    /// Set one weight of the evaluation or one parameter of the search, on top of the weights of
    /// the ruleset that is played or of --weights; may be given many times. `clear_2` is the third
    /// number of the list `clear`. `landfall weights --params --all` prints all names and ranges.
    #[arg(long, value_name = "NAME=VALUE", value_parser = names::assignment(), hide_possible_values = true)]
    set: Vec<Assignment>,
    /// The name that the bot gives to the frontend.
    #[arg(long, value_name = "NAME", default_value = "landfall")]
    name: String,
    /// Most moves in a suggestion, the best first. Some frontends play the last one of the
    /// list; they need 1.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    moves: usize,
    /// Most memory of the search, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    memory: usize,
}

impl BotArgs {
    /// Returns the settings of a session. `version` is the version in the bot's `info`.
    ///
    /// # Errors
    /// The weights file cannot be used, or a parameter is set twice.
    pub fn settings(&self, version: &str) -> Result<Settings, CliError> {
        let weights = match &self.weights_file {
            Some(path) => Some(Arc::new(weights_file::read(path)?)),
            None => None,
        };
        let search = SearchOptions {
            memory: self.memory << 20,
            weights,
            ..SearchOptions::default()
        };
        let search = search.with_assignments(&self.set).map_err(set_error)?;
        Ok(Settings {
            name: self.name.clone(),
            version: version.to_string(),
            max_moves: self.moves,
            ..Settings::new(DriverOptions {
                search,
                threads: self.threads.unwrap_or_else(default_threads),
                nodes: self.nodes,
            })
        })
    }

    /// Returns the program with this command, or the built-in bot if there is no command.
    ///
    /// # Errors
    /// The command has no word or an open quote, the weights file cannot be used, or a parameter is set
    /// twice.
    pub fn or_program(&self, command: Option<&str>, version: &str) -> Result<BotKind, CliError> {
        Ok(match command {
            Some(command) => {
                split_command(command)
                    .map_err(|error| CliError::Message(format!("--bot {command:?}: {error}")))?;
                BotKind::Program(command.to_string())
            }
            None => BotKind::BuiltIn(Box::new(self.settings(version)?)),
        })
    }

    /// Returns the settings for games in this process: with `nodes` unless `--nodes` is given,
    /// and on one thread unless `--threads` is given, because games are played in parallel.
    ///
    /// # Errors
    /// The weights file cannot be used, or a parameter is set twice.
    pub fn settings_in_arena(&self, nodes: u64, version: &str) -> Result<Settings, CliError> {
        let mut settings = self.settings(version)?;
        settings.driver.nodes.get_or_insert(nodes);
        settings.driver.threads = self.threads.unwrap_or(1);
        Ok(settings)
    }
}

/// Returns the error of `--set` options that cannot be used together.
pub fn set_error(error: AssignmentError) -> CliError {
    CliError::Message(format!("--set: {error}"))
}

/// Returns the default number of search threads: all processors but one.
fn default_threads() -> usize {
    let processors = available_parallelism().map_or(1, |n| n.get());
    (processors - 1).max(1)
}

/// Returns the parser of a number of search threads.
pub fn threads_parser() -> impl TypedValueParser<Value = usize> {
    RangedU64ValueParser::<usize>::new().range(1..=1024)
}

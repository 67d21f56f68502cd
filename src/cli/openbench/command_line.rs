//! The command of an OpenBench worker: the options of fastchess that have a meaning for landfall.
//!
//! An option is a word that begins with `-`; its values follow, most of them `key=value`.

use landfall_arena::{Clock, Preset, PresetError};
use std::ffi::OsString;
use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The preset if the engines' options name none.
const DEFAULT_PRESET: &str = "ppt";

/// The option of an engine that names the preset; its value is the same for both engines.
const PRESET_OPTION: &str = "Preset";

/// Most games at a time.
const MAX_CONCURRENCY: usize = 1024;

/// The longest time of a move, in seconds.
const MAX_MOVE_SECONDS: f64 = 3_600.0;

/// A series that a worker requests.
#[derive(Clone, Debug)]
pub struct RunnerCommand {
    /// The engines, dev first.
    pub engines: [Engine; 2],
    /// The time control.
    pub clock: Clock,
    /// The preset of the games.
    pub preset: Preset,
    /// The numbers of the games in the series.
    pub games: Range<u64>,
    /// The seed: the number of the test.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The file of the finished games.
    pub pgn: PathBuf,
    /// Warnings about options that are ignored.
    pub warnings: Vec<String>,
}

/// One of the two engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Its name in lines and in the PGN file.
    pub name: String,
    /// Its program.
    pub program: PathBuf,
    /// The command-line options of its bot.
    pub options: Vec<String>,
}

/// Why a command is refused.
#[derive(Debug, Error)]
pub enum CommandLineError {
    /// An argument is not UTF-8.
    #[error("argument {0} is not UTF-8")]
    Encoding(usize),
    /// A required option is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// The value of an option is invalid.
    #[error("{option} {value:?}: give {wanted}")]
    Value {
        /// The option, with the key of the value.
        option: &'static str,
        /// The value.
        value: String,
        /// What a valid value is.
        wanted: &'static str,
    },
    /// The numbers of the games are too large.
    #[error(
        "-openings start={start} with -rounds {rounds}: the numbers of the games are too large"
    )]
    Range {
        /// The first pair, from 1.
        start: u64,
        /// The games.
        rounds: u64,
    },
    /// The number of engines is not two.
    #[error("there must be two -engine options, not {0}")]
    EngineCount(usize),
    /// The time control is not supported.
    #[error("engine {name}: the time control is {given}; use N=NODES, or MT=MILLISECONDS")]
    TimeControl {
        /// The engine.
        name: String,
        /// Its time control.
        given: String,
    },
    /// One engine has nodes, the other has time.
    #[error("one engine has nodes per move and the other has time; give both the same kind")]
    MixedClocks,
    /// Only one engine names the preset, or they name two.
    #[error("the engines have two presets: give both the same option {PRESET_OPTION}")]
    TwoPresets,
    /// There is no such preset.
    #[error("option {PRESET_OPTION}: {0}")]
    Preset(#[from] PresetError),
}

impl RunnerCommand {
    /// Parses the arguments of the runner.
    ///
    /// # Errors
    /// Something is missing, or cannot be played.
    pub fn parse(words: &[OsString]) -> Result<RunnerCommand, CommandLineError> {
        let mut parsed = ParsedOptions::default();
        let mut words = texts(words)?.into_iter().peekable();
        while let Some(option) = words.next() {
            let mut values = Vec::new();
            while let Some(value) = words.next_if(|word| !word.starts_with('-')) {
                values.push(value);
            }
            parsed.add_option(option, &values)?;
        }
        parsed.into_command()
    }
}

/// The options parsed so far.
#[derive(Debug, Default)]
struct ParsedOptions {
    engines: Vec<ParsedEngine>,
    concurrency: Option<usize>,
    rounds: Option<u64>,
    start: Option<u64>,
    seed: Option<u64>,
    pgn: Option<PathBuf>,
    warnings: Vec<String>,
}

/// An engine, its preset and its time control.
#[derive(Debug)]
struct ParsedEngine {
    engine: Engine,
    preset: Option<String>,
    limit: MoveLimit,
}

/// The limit of the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveLimit {
    Nodes(u64),
    Milliseconds(u64),
}

impl ParsedOptions {
    fn add_option(&mut self, option: &str, values: &[&str]) -> Result<(), CommandLineError> {
        match option {
            // Workers always give these options, which have no meaning for landfall.
            "-recover" | "-testEnv" | "-variant" => {}
            "-concurrency" => {
                let value = single_value(values, "-concurrency")?;
                let jobs = number(value, "-concurrency", "a number from 1 to 1024")?;
                if !(1..=MAX_CONCURRENCY).contains(&jobs) {
                    return Err(invalid_value(
                        value,
                        "-concurrency",
                        "a number from 1 to 1024",
                    ));
                }
                self.concurrency = Some(jobs);
            }
            "-rounds" => {
                let (value, wanted) = (single_value(values, "-rounds")?, "an even number above 0");
                let rounds: u64 = number(value, "-rounds", wanted)?;
                if rounds == 0 || rounds % 2 == 1 {
                    return Err(invalid_value(value, "-rounds", wanted));
                }
                self.rounds = Some(rounds);
            }
            "-games" => match single_value(values, "-games")? {
                "2" => {}
                other => {
                    return Err(invalid_value(
                        other,
                        "-games",
                        "2, since games are played in pairs",
                    ));
                }
            },
            "-srand" => {
                let value = single_value(values, "-srand")?;
                self.seed = Some(number(value, "-srand", "a number")?);
            }
            "-openings" => {
                if let Some(value) = value_of(values, "start") {
                    let wanted = "a number from 1";
                    let start = number(value, "-openings start", wanted)?;
                    if start == 0 {
                        return Err(invalid_value(value, "-openings start", wanted));
                    }
                    self.start = Some(start);
                }
            }
            "-pgnout" => {
                let file = value_of(values, "file").filter(|file| !file.is_empty());
                self.pgn = file.map(PathBuf::from).or(self.pgn.take());
            }
            "-engine" => {
                let engine = self.engine(values)?;
                self.engines.push(engine);
            }
            other => self.warnings.push(format!("{other} is ignored")),
        }
        Ok(())
    }

    /// Parses the values of an engine.
    fn engine(&mut self, values: &[&str]) -> Result<ParsedEngine, CommandLineError> {
        let (mut folder, mut program, mut name) = ("", None, None);
        let (mut preset, mut options) = (None, Vec::new());
        let (mut tc, mut seconds, mut nodes, mut depth) = (None, None, None, None);
        for pair in values {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            match key {
                "dir" => folder = value,
                "cmd" => program = Some(value).filter(|value| !value.is_empty()),
                "name" => name = Some(checked_name(value)?),
                "tc" => tc = Some(value).filter(|&value| value != "inf"),
                "st" => seconds = Some(value),
                "nodes" => nodes = Some(value),
                "depth" => depth = Some(*pair),
                "proto" | "timemargin" => {}
                _ => match key.strip_prefix("option.") {
                    Some(PRESET_OPTION) => preset = Some(value.to_string()),
                    Some(option) => options.push(bot_option(option, value)),
                    None => self.warnings.push(format!("-engine {key} is ignored")),
                },
            }
        }
        let name = name.ok_or(CommandLineError::Missing("-engine name=NAME"))?;
        let program = program.ok_or(CommandLineError::Missing("-engine cmd=PROGRAM"))?;
        let limit = match (tc.or(depth), seconds, nodes) {
            (None, None, Some(nodes)) => MoveLimit::Nodes(positive_nodes(nodes)?),
            (None, Some(seconds), None) => MoveLimit::Milliseconds(milliseconds(seconds)?),
            (None, None, None) => return Err(CommandLineError::Missing("-engine nodes=N or st=S")),
            (other, ..) => {
                let given = other.unwrap_or("nodes and time").to_string();
                return Err(CommandLineError::TimeControl { name, given });
            }
        };
        if let MoveLimit::Nodes(nodes) = limit {
            options.push(format!("--nodes={nodes}"));
        }
        // A program whose path has a folder is not searched for in PATH.
        let program = Path::new(".").join(folder).join(program);
        Ok(ParsedEngine {
            engine: Engine {
                name,
                program,
                options,
            },
            preset,
            limit,
        })
    }

    /// Returns the command, if nothing is missing.
    fn into_command(self) -> Result<RunnerCommand, CommandLineError> {
        let count = self.engines.len();
        let engines: [ParsedEngine; 2] = self
            .engines
            .try_into()
            .map_err(|_| CommandLineError::EngineCount(count))?;
        let [dev, base] = engines;
        let clock = match (dev.limit, base.limit) {
            // Each engine has its own number of nodes among its options.
            (MoveLimit::Nodes(nodes), MoveLimit::Nodes(_)) => Clock::Nodes(nodes),
            (MoveLimit::Milliseconds(dev), MoveLimit::Milliseconds(base)) => {
                Clock::Cpu([dev, base])
            }
            _ => return Err(CommandLineError::MixedClocks),
        };
        if dev.preset != base.preset {
            return Err(CommandLineError::TwoPresets);
        }
        // A worker takes commands from a server, so a preset must not name a file.
        let preset = Preset::by_name(dev.preset.as_deref().unwrap_or(DEFAULT_PRESET))?;
        let rounds = self.rounds.ok_or(CommandLineError::Missing("-rounds"))?;
        let start = self
            .start
            .ok_or(CommandLineError::Missing("-openings start=PAIR"))?;
        let games = (start - 1)
            .checked_mul(2)
            .and_then(|first| Some(first..first.checked_add(rounds)?))
            .filter(|games| games.end < u64::MAX)
            .ok_or(CommandLineError::Range { start, rounds })?;
        Ok(RunnerCommand {
            engines: [dev.engine, base.engine],
            clock,
            preset,
            games,
            seed: self.seed.ok_or(CommandLineError::Missing("-srand"))?,
            concurrency: self.concurrency.unwrap_or(1),
            pgn: self
                .pgn
                .ok_or(CommandLineError::Missing("-pgnout file=FILE"))?,
            warnings: self.warnings,
        })
    }
}

/// Returns the words as text.
fn texts(words: &[OsString]) -> Result<Vec<&str>, CommandLineError> {
    let texts = words.iter().enumerate().map(|(index, word)| {
        let text = word.to_str();
        text.ok_or(CommandLineError::Encoding(index + 1))
    });
    texts.collect()
}

/// Returns the only value of an option.
fn single_value<'a>(values: &[&'a str], option: &'static str) -> Result<&'a str, CommandLineError> {
    match values {
        [value] => Ok(value),
        _ => Err(invalid_value(values.join(" "), option, "one value")),
    }
}

/// Returns the value of a key.
fn value_of<'a>(values: &[&'a str], key: &str) -> Option<&'a str> {
    let pairs = values.iter().filter_map(|pair| pair.split_once('='));
    pairs.rev().find(|pair| pair.0 == key).map(|pair| pair.1)
}

/// Parses a number.
fn number<T: FromStr>(
    value: &str,
    option: &'static str,
    wanted: &'static str,
) -> Result<T, CommandLineError> {
    value
        .parse()
        .map_err(|_| invalid_value(value, option, wanted))
}

/// Returns the error of a value.
fn invalid_value(
    value: impl Display,
    option: &'static str,
    wanted: &'static str,
) -> CommandLineError {
    CommandLineError::Value {
        option,
        value: value.to_string().chars().take(60).collect(),
        wanted,
    }
}

/// Returns the name of an engine if a worker can parse it in a line of output.
fn checked_name(name: &str) -> Result<String, CommandLineError> {
    let is_plain = |c: char| c.is_ascii_graphic() && c != ':' && c != '"';
    match !name.is_empty() && name.chars().all(is_plain) {
        true => Ok(name.to_string()),
        false => Err(invalid_value(
            name,
            "-engine name",
            "ASCII without blanks, colons and quotes",
        )),
    }
}

/// Returns the command-line option of the bot for an engine's option: a single word, so that the
/// value cannot be taken for an option.
fn bot_option(option: &str, value: &str) -> String {
    match option {
        "Threads" => format!("--threads={value}"),
        "Hash" => format!("--memory={value}"),
        _ => format!("--set={option}={value}"),
    }
}

/// Parses the nodes per move.
fn positive_nodes(value: &str) -> Result<u64, CommandLineError> {
    let wanted = "a number above 0";
    match number(value, "-engine nodes", wanted)? {
        0 => Err(invalid_value(value, "-engine nodes", wanted)),
        nodes => Ok(nodes),
    }
}

/// Parses the seconds per move; returns milliseconds.
fn milliseconds(value: &str) -> Result<u64, CommandLineError> {
    let wanted = "seconds above 0, at most an hour";
    let seconds: f64 = number(value, "-engine st", wanted)?;
    let is_time = seconds > 0.0 && seconds <= MAX_MOVE_SECONDS;
    let time = is_time.then(|| Duration::from_secs_f64(seconds).as_millis() as u64);
    time.filter(|&time| time > 0)
        .ok_or_else(|| invalid_value(value, "-engine st", wanted))
}

#[cfg(test)]
mod tests;

//! `landfall connect6`: the client, and one file per command beside it.

mod arena;
mod files;
mod join;
mod learn;
mod openings;
mod play;
mod selfplay;
mod serve;
mod watch;

use crate::engine;
use crate::time_manager::DEFAULT_MOVE_OVERHEAD;
use clap::{Args, Subcommand};
use landfall_command::CliError;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `landfall connect6`.
///
/// Without a command it joins a server of the competition and plays a game to its end; the result
/// is on stderr. Exits with 0 when the game was played, also if it was lost or the server closed
/// the connection, and with 2 if there was no game or the server violates the protocol.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Connect6Args {
    #[command(flatten)]
    join: join::JoinArgs,
    #[command(subcommand)]
    command: Option<Connect6Command>,
}

/// Commands of `landfall connect6`.
#[derive(Debug, Subcommand)]
enum Connect6Command {
    /// Serves a game for two clients, as the competition's server does.
    Serve(serve::ServeArgs),
    /// Plays matches between two players, and estimates their difference in Elo.
    Arena(arena::ArenaArgs),
    /// Finds balanced openings for matches.
    Openings(openings::OpeningsArgs),
    /// Shows a game of the engine against itself.
    Watch(watch::WatchArgs),
    /// Plays against a person.
    Play(play::PlayArgs),
    /// Plays games of the engine against itself, as training data.
    Selfplay(selfplay::SelfplayArgs),
    /// Trains a net from games.
    Learn(learn::LearnArgs),
}

/// Runs a command.
///
/// # Errors
/// The options cannot be used, a file is invalid, or the client, the server or a player fails.
pub fn run(args: &Connect6Args) -> Result<ExitCode, CliError> {
    match &args.command {
        None => join::run(&args.join),
        Some(Connect6Command::Serve(args)) => serve::run(args),
        Some(Connect6Command::Arena(args)) => arena::run(args),
        Some(Connect6Command::Openings(args)) => openings::run(args),
        Some(Connect6Command::Watch(args)) => watch::run(args),
        Some(Connect6Command::Play(args)) => play::run(args),
        Some(Connect6Command::Selfplay(args)) => selfplay::run(args),
        Some(Connect6Command::Learn(args)) => learn::run(args),
    }
}

/// Options of the engine.
#[derive(Clone, Debug, Args)]
struct EngineArgs {
    /// Size of the transposition table, in MB.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    memory: u32,
    /// Nodes per turn in place of time: the same game then gives the same turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The net of the engine, in place of the built-in one; `connect6 learn` makes one.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl EngineArgs {
    /// Returns the options of the engine; reads the net.
    ///
    /// # Errors
    /// The file of the net cannot be read, or is not a net.
    fn options(&self) -> Result<engine::EngineOptions, CliError> {
        Ok(engine::EngineOptions {
            memory: (self.memory as usize) << 20,
            net: self.net.as_deref().map(files::read_net).transpose()?,
        })
    }
}

/// The time that a player reserves for the network.
#[derive(Clone, Copy, Debug, Args)]
struct MoveOverheadArgs {
    /// Milliseconds of each turn that are reserved for the network.
    #[arg(long, value_name = "MS", default_value_t = DEFAULT_MOVE_OVERHEAD.as_millis() as u64)]
    move_overhead: u64,
}

impl MoveOverheadArgs {
    fn duration(self) -> Duration {
        Duration::from_millis(self.move_overhead)
    }
}

/// Why a text is not a login key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it should be 0 to 255, or 0x00 to 0xff")]
struct KeyError;

/// Parses a login key: decimal, or hexadecimal after `0x`.
fn parse_key(text: &str) -> Result<u8, KeyError> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let key = match digits {
        Some(digits) if digits.starts_with('+') => None,
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    key.ok_or(KeyError)
}

#[cfg(test)]
mod tests {
    use super::parse_key;

    #[test]
    fn keys_are_decimal_or_hexadecimal() {
        for (text, value) in [
            ("0", 0),
            ("11", 11),
            ("255", 255),
            ("0x0b", 11),
            ("0XFF", 255),
        ] {
            assert_eq!(parse_key(text), Ok(value), "{text}");
        }
        for text in ["", "256", "-1", "0x", "0x100", "0x+1", "b", "1.0"] {
            assert!(parse_key(text).is_err(), "{text}");
        }
    }
}

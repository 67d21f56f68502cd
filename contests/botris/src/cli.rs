//! `landfall botris`: the client itself, and the local server in a file beside it.

mod serve;

use crate::Secret;
use crate::client::{Address, ClientOptions, RoomChoice, run as run_client};
use clap::{Args, Subcommand};
use landfall_command::{BotArgs, CliError, StopFlag, eprintln, secret};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The variable of the environment that has the token.
const TOKEN_VARIABLE: &str = "BOTRIS_TOKEN";

/// The variable of the environment that has the key of the room.
const ROOM_KEY_VARIABLE: &str = "BOTRIS_ROOM_KEY";

/// Options of `landfall botris`.
///
/// Without a command it joins a room and plays what is played there until Ctrl-C. The token comes
/// from the variable BOTRIS_TOKEN or a file, the key of a room from BOTRIS_ROOM_KEY or a file:
/// other users of a machine can read command lines.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BotrisArgs {
    #[command(flatten)]
    join: JoinArgs,
    #[command(subcommand)]
    command: Option<BotrisCommand>,
}

/// Commands of `landfall botris`.
#[derive(Debug, Subcommand)]
enum BotrisCommand {
    /// Serves a room for two bots on this machine.
    Serve(serve::ServeArgs),
}

/// Options of the client.
#[derive(Debug, Args)]
struct JoinArgs {
    /// The server
    #[arg(long, value_name = "URL", default_value = "wss://botrisbattle.com/ws")]
    url: String,
    /// Read the bot's token from this file, in place of the variable BOTRIS_TOKEN
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Read the key of the room from this file, in place of the variable BOTRIS_ROOM_KEY
    #[arg(long, value_name = "FILE")]
    room_key_file: Option<PathBuf>,
    /// Join this public room; no key is needed
    #[arg(long, value_name = "ID", conflicts_with = "room_key_file")]
    room_id: Option<String>,
    /// Think no longer than this about a move, in milliseconds; the default is what the speed of
    /// the room leaves, at most a second
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=4000))]
    think: Option<u64>,
    /// Leave after so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Let this program play, which speaks the Tetris Bot Protocol; without it landfall itself
    /// does
    #[arg(long = "bot", value_name = "CMD")]
    command: Option<String>,
    #[command(flatten)]
    own: BotArgs,
}

/// Runs a command. `version` is that of the built-in bot.
///
/// # Errors
/// The options cannot be used, there is no secret, or the client or the server fails.
pub fn run(args: &BotrisArgs, version: &str) -> Result<ExitCode, CliError> {
    match &args.command {
        None => join(&args.join, version),
        Some(BotrisCommand::Serve(args)) => serve::run(args),
    }
}

/// Plays until Ctrl-C, and prints what was played.
fn join(args: &JoinArgs, version: &str) -> Result<ExitCode, CliError> {
    let room = match &args.room_id {
        Some(id) => RoomChoice::Public(id.clone()),
        None => RoomChoice::Key(required(
            args.room_key_file.as_deref(),
            ROOM_KEY_VARIABLE,
            "--room-key-file",
        )?),
    };
    let options = ClientOptions {
        address: Address::parse(&args.url).map_err(CliError::failed)?,
        token: required(args.token_file.as_deref(), TOKEN_VARIABLE, "--token-file")?,
        room,
        think: args.think.map(Duration::from_millis),
        games: args.games,
    };
    let bot = args.own.or_program(args.command.as_deref(), version)?;
    let stop = StopFlag::install()?;
    let record = run_client(&options, bot, &stop, |event| {
        eprintln!("landfall: {event}");
    })
    .map_err(CliError::failed)?;
    eprintln!("landfall: {record}");
    Ok(ExitCode::SUCCESS)
}

/// Returns a secret from a file or the environment.
fn required(file: Option<&Path>, variable: &str, option: &str) -> Result<Secret, CliError> {
    secret::word(file, variable)?.ok_or_else(|| secret::missing(variable, option))
}

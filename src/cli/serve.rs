//! `landfall serve`: serves bots over WebSockets.

use super::CliError;
use crate::websocket::{
    Access, AccessError, ConnectionError, WebSocketError, WebSocketOptions, WebSocketServer,
};
use clap::Args;
use landfall_command::address::listen_address;
use landfall_command::{BotArgs, StopFlag, secret};
use landfall_net::Origin;
use landfall_net::address::ListenAddress;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The environment variable with the token.
const TOKEN_VARIABLE: &str = "LANDFALL_TOKEN";

/// The port if none is given.
const DEFAULT_PORT: u16 = 9000;

/// Options of `landfall serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address for WebSockets: host and port, or one of them; port 0 is any free one
    ///
    /// Addresses that other machines reach need a token, in the variable LANDFALL_TOKEN of the
    /// environment or in a file. Clients send it as `Authorization: Bearer TOKEN`, or in `?token=TOKEN`.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:9000")]
    ws: ListenAddress,
    /// Read the token from this file, in place of the variable LANDFALL_TOKEN
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Let web pages of this origin connect, such as `https://example.org`; may be repeated
    ///
    /// Pages of this machine may connect without this option.
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<Origin>,
    /// Sessions at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000))]
    sessions: u16,
    /// Disconnect a client that sends nothing for this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..))]
    idle: u32,
    /// Serve another TBP bot, in quotes: its command
    #[arg(long = "bot", value_name = "COMMAND")]
    command: Option<String>,
    #[command(flatten)]
    bot: BotArgs,
}

/// Prints the address, and serves until Ctrl-C.
pub fn run(args: &ServeArgs) -> Result<ExitCode, CliError> {
    let bot = args
        .bot
        .or_program(args.command.as_deref(), crate::version())?;
    let options = WebSocketOptions {
        access: Access {
            origins: args.origins.clone(),
            token: secret::word(args.token_file.as_deref(), TOKEN_VARIABLE)?,
        },
        sessions: args.sessions.into(),
        idle: Duration::from_secs(args.idle.into()),
    };
    let address = listen_address("--ws", &args.ws, DEFAULT_PORT)?;
    let server = WebSocketServer::bind(address, options).map_err(|error| match error {
        WebSocketError::NoToken(_) => CliError::Message(format!(
            "{error}: put one into the variable {TOKEN_VARIABLE} or a file for --token-file, or listen on 127.0.0.1"
        )),
        error => CliError::failed(error),
    })?;
    let stop = StopFlag::install()?;
    // A reader may close the pipe.
    let _ = writeln!(io::stdout(), "{}", server.url());
    server.run(&bot, &stop, warn);
    Ok(ExitCode::SUCCESS)
}

/// Warns of a connection that failed, and names the option that would let a refused page in.
fn warn(peer: SocketAddr, error: &ConnectionError) {
    match error {
        ConnectionError::Access(AccessError::Origin(origin))
            if origin.parse::<Origin>().is_ok() =>
        {
            log::warn!("{peer}: {error}: allow them with --origin {origin}");
        }
        _ => log::warn!("{peer}: {error}"),
    }
}

//! `landfall connect6 -i IP -p PORT -k KEY`.

use super::{EngineArgs, MoveOverheadArgs, parse_key};
use crate::client::{self, ClientOptions, FinishedGame};
use crate::session::{GameEnd, describe_result};
use clap::Args;
use landfall_command::{CliError, eprintln};
use landfall_net::address::Host;
use std::process::ExitCode;

/// Options of the client.
#[derive(Debug, Args)]
pub struct JoinArgs {
    /// Address or name of the server.
    #[arg(short = 'i', long = "ip", value_name = "IP", required = true)]
    ip: Option<Host>,
    /// Its port.
    #[arg(short = 'p', long, value_name = "PORT", required = true, value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// The login key, 0 to 255 or 0x00 to 0xff.
    #[arg(short = 'k', long, value_name = "KEY", required = true, value_parser = parse_key)]
    key: Option<u8>,
    #[command(flatten)]
    move_overhead: MoveOverheadArgs,
    /// Do not search during the opponent's time; implied by --nodes.
    #[arg(long)]
    no_ponder: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

impl JoinArgs {
    fn options(&self) -> Result<ClientOptions, CliError> {
        let (Some(host), Some(port), Some(key)) = (&self.ip, self.port, self.key) else {
            return Err(CliError::Message(
                "-i IP, -p PORT and -k KEY are needed".to_string(),
            ));
        };
        Ok(ClientOptions {
            host: host.lookup_name(),
            port,
            key,
            move_overhead: self.move_overhead.duration(),
            nodes: self.engine.nodes,
            ponders: !self.no_ponder && self.engine.nodes.is_none(),
            engine: self.engine.options()?,
        })
    }
}

/// Plays a game to its end.
pub fn run(args: &JoinArgs) -> Result<ExitCode, CliError> {
    let played = client::play(&args.options()?, &mut |line| log::info!("{line}"));
    let played = played.map_err(CliError::failed)?;
    eprintln!("landfall: {}", describe(&played));
    Ok(ExitCode::SUCCESS)
}

fn describe(played: &FinishedGame) -> String {
    match (played.colour, played.end) {
        (Some(colour), end) => describe_result(end, colour, &played.position),
        (None, GameEnd::Announced(Some(winner))) => {
            format!("the game ended before we had a colour: {winner} wins")
        }
        (None, _) => "the game ended before we had a colour".to_string(),
    }
}

//! `landfall connect6 serve`.

use super::files::write_file;
use super::parse_key;
use crate::display;
use crate::record::GameRecord;
use crate::referee::{
    BroadcastTo, EndNotice, EndReason, FirstAnswer, FirstBroadcast, LastBroadcast, ServerBehaviour,
};
use crate::server::{DEFAULT_LOGIN_TIMEOUT, Event, ServedGame, Server, ServerOptions, WriteMode};
use crate::time_manager::ClockModel;
use clap::Args;
use landfall_command::address::listen_ip;
use landfall_command::{CliError, StopFlag, eprint, eprintln, interrupted};
use landfall_net::address::Host;
use std::fs::File;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Options of `landfall connect6 serve`.
///
/// Serves one game and ends. The board after every turn and the result are on stderr. Where
/// the competition's text leaves something open there is an option; the defaults are what the
/// text suggests. Exits with 0 when the game was played, with 130 when Ctrl-C aborted it.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; 0 takes a free one, and prints it.
    #[arg(short = 'p', long, value_name = "PORT")]
    port: u16,
    /// Time of the first turn, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 5000)]
    time: u32,
    /// The time is a base: every turn has it, and the time left over from the last turn. The
    /// default, and the same as --clock carry.
    #[arg(long, conflicts_with = "clock")]
    base: bool,
    /// The meaning of the announced time.
    #[arg(long, value_enum, default_value_t = ClockModel::Increment)]
    clock: ClockModel,
    /// The address or name to listen on. Only this machine can connect unless it is another one,
    /// such as 0.0.0.0.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: Host,
    /// Black's login key. Without one the first client with another key gets the colour.
    #[arg(long, value_name = "KEY", value_parser = parse_key)]
    black: Option<u8>,
    /// White's login key.
    #[arg(long, value_name = "KEY", value_parser = parse_key)]
    white: Option<u8>,
    /// What is allowed as the second pair of black's first answer.
    #[arg(long, value_enum, default_value_t = FirstAnswer::Ignored)]
    first_answer: FirstAnswer,
    /// What the second pair of its broadcast is.
    #[arg(long, value_enum, default_value_t = FirstBroadcast::Repeat)]
    first_broadcast: FirstBroadcast,
    /// The players that receive a turn.
    #[arg(long, value_enum, default_value_t = BroadcastTo::Both)]
    echo: BroadcastTo,
    /// Whether the turn that ends the game is broadcast.
    #[arg(long, value_enum, default_value_t = LastBroadcast::Sent)]
    last_broadcast: LastBroadcast,
    /// How messages are cut into writes: one message, one byte, or many messages per write.
    #[arg(long, value_enum, default_value_t = WriteMode::Messages)]
    segments: WriteMode,
    /// What is sent when a player has disconnected or the game is aborted: a message of id 5, or
    /// nothing before the connection closes.
    #[arg(long, value_enum, default_value_t = EndNotice::Message)]
    farewell: EndNotice,
    /// Abort the game after this many turns.
    #[arg(long, value_name = "TURNS")]
    abort: Option<usize>,
    /// Write every message with its time and bytes to this file; - is stderr.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the game as text to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Do not draw the board.
    #[arg(long)]
    quiet: bool,
}

/// Serves a game.
pub fn run(args: &ServeArgs) -> Result<ExitCode, CliError> {
    let address = listen_ip("--bind", &args.bind)?;
    let mut log = args.log.as_ref().map(MessageLog::open).transpose()?;
    let stop = StopFlag::install()?;
    let server = Server::bind(server_options(args, address), server_behaviour(args));
    let server = server.map_err(CliError::failed)?;
    let port = server.port().map_err(CliError::failed)?;
    eprintln!("waiting on {}", SocketAddr::new(address, port));
    let served = server.run(&stop, &mut |event| {
        if let Some(log) = &mut log {
            log.write(&event);
        }
        print_event(args, &event);
    });
    let served = served.map_err(CliError::failed)?;
    if let Some(path) = &args.record {
        write_file(path, game_record(&served).to_string().as_bytes())?;
    }
    Ok(match served.result.reason {
        EndReason::Aborted if args.abort.is_none() => interrupted(),
        _ => ExitCode::SUCCESS,
    })
}

/// Prints an event to stderr.
fn print_event(args: &ServeArgs, event: &Event) {
    match event {
        Event::Joined { colour, key } => eprintln!("{colour} has joined, key {key}"),
        Event::Refused { why } => eprintln!("refused a client: {why}"),
        Event::Sent(..) | Event::Received(..) => {}
        Event::Turn { spent, position } => {
            eprintln!(
                "{}, {} ms",
                display::describe_last_turn(position),
                spent.as_millis()
            );
            if !args.quiet {
                eprint!("{}", display::draw_board(position));
            }
        }
        Event::Over(result) => eprintln!("{result}"),
    }
}

/// The log of messages.
struct MessageLog {
    out: Box<dyn Write>,
    started: Instant,
    /// Whether a write has failed.
    has_ended: bool,
}

impl MessageLog {
    fn open(path: &PathBuf) -> Result<MessageLog, CliError> {
        let out: Box<dyn Write> = if path.as_os_str() == "-" {
            Box::new(io::stderr())
        } else {
            let file = File::create(path);
            Box::new(file.map_err(|e| CliError::about(path, e))?)
        };
        Ok(MessageLog {
            out,
            started: Instant::now(),
            has_ended: false,
        })
    }

    fn write(&mut self, event: &Event) {
        let (arrow, colour, message) = match event {
            Event::Sent(colour, message) => ("->", colour, message),
            Event::Received(colour, message) => ("<-", colour, message),
            _ => return,
        };
        let time = self.started.elapsed().as_secs_f64();
        let bytes: Vec<String> = message
            .encode()
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        let line = format!(
            "{time:9.3} {colour} {arrow} {:<17}  {message}",
            bytes.join(" ")
        );
        // A failed write does not end the game, and is reported once.
        if let Err(error) = writeln!(self.out, "{line}")
            && !self.has_ended
        {
            self.has_ended = true;
            log::warn!("the log of messages ends here: {error}");
        }
    }
}

fn game_record(served: &ServedGame) -> GameRecord {
    GameRecord {
        players: served.keys.map(|key| format!("key {key}")),
        result: served.result.to_string(),
        turns: served.position.turns().to_vec(),
        times: served.times.iter().copied().map(Some).collect(),
    }
}

fn server_options(args: &ServeArgs, address: IpAddr) -> ServerOptions {
    ServerOptions {
        address,
        port: args.port,
        keys: [args.black, args.white],
        write_mode: args.segments,
        join_timeout: None,
        login_timeout: DEFAULT_LOGIN_TIMEOUT,
    }
}

fn server_behaviour(args: &ServeArgs) -> ServerBehaviour {
    ServerBehaviour {
        times: [args.time; 2],
        clock_model: args.clock,
        first_answer: args.first_answer,
        first_broadcast: args.first_broadcast,
        broadcast_to: args.echo,
        last_broadcast: args.last_broadcast,
        end_notice: args.farewell,
        abort_after: args.abort,
        opening: Vec::new(),
    }
}

//! `landfall pason serve`.

use super::demo::{self, DemoArgs};
use crate::server::game::GameRules;
use crate::server::scheduler::TEST_MATCH_PATH;
use crate::server::{
    MatchSettings, MatchSpec, Server, ServerConfig, Spelling, StateReports, parse_match_specs,
};
use clap::Args;
use landfall_command::address::listen_ip;
use landfall_command::{CliError, StopFlag, eprintln, read_text};
use landfall_net::address::Host;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `landfall pason serve`.
///
/// Ends after the last match, or at Ctrl-C; with a scheduler only at Ctrl-C, which decides the
/// running matches as their time limit would.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Port of the command channel; 0 takes any free one. [default: 5557, or 0 with --demo]
    #[arg(long, value_name = "PORT")]
    command_port: Option<u16>,
    /// Port of the state channel; 0 takes any free one. [default: 5556, or 0 with --demo]
    #[arg(long, value_name = "PORT")]
    state_port: Option<u16>,
    /// Answer the contest's HTTP request for a test match on this port: a match against a
    /// practice opponent that makes two random moves a second.
    #[arg(long, value_name = "PORT")]
    scheduler_port: Option<u16>,
    /// The address or name to listen on. Only this machine can connect unless it is another one,
    /// such as 0.0.0.0.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: Host,
    /// Games of a match; more than half of them win it.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How many matches to open for the first two teams that come to each. [default: 1, or
    /// none with a scheduler]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    matches: Option<u32>,
    /// The token of a match to open, in place of a random one; may be given more than once.
    #[arg(long, value_name = "TOKEN", conflicts_with = "matches")]
    match_token: Vec<String>,
    /// Open the matches of this JSON file, a list of such objects: {"match_token": "..",
    /// "teams": {"one team": "its password", "another": "its password"}}. Nobody else may
    /// play then.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["matches", "match_token"])]
    matches_file: Option<PathBuf>,
    /// Seed of pieces, garbage and coin flips.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Seconds after which a game is decided by points; 0 for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = parse_seconds)]
    time_limit: Duration,
    /// Seconds after which a match is decided by games; 0 for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = parse_seconds)]
    match_time_limit: Duration,
    /// Seconds in which a piece falls by a row on the first level; later levels are faster.
    /// With 0 nothing falls by itself.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
    gravity: Duration,
    /// Seconds before the first game, between games, and before the end of the match.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
    pause: Duration,
    /// Pieces arrive in a random orientation in place of 0.
    #[arg(long)]
    random_orientation: bool,
    /// Refuse moves that lift cells of the falling piece above the board.
    #[arg(long)]
    closed_top: bool,
    /// When states are published while a game is played.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = StateReports::EveryMove)]
    states: StateReports,
    /// How answers and states are spelled where the contest's live server and the specification
    /// differ.
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t = Spelling::Live)]
    spelling: Spelling,
    /// Write every message both ways with its time to this file, one JSON object a line;
    /// passwords are left out.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    demo: DemoArgs,
}

/// Why a text is no number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum SecondsError {
    #[error("it should be a number")]
    NotANumber,
    #[error("it should be 0 or from 0.001 to 1000000")]
    OutOfRange,
}

/// Parses a number of seconds: 0, or at least a millisecond, the precision of the server's
/// timers.
fn parse_seconds(text: &str) -> Result<Duration, SecondsError> {
    match text.parse() {
        Ok(0.0) => Ok(Duration::ZERO),
        Ok(number @ 0.001..=1e6) => Ok(Duration::from_secs_f64(number)),
        Ok(_) => Err(SecondsError::OutOfRange),
        Err(_) => Err(SecondsError::NotANumber),
    }
}

/// Serves until the last match is over.
pub fn run(args: &ServeArgs) -> Result<ExitCode, CliError> {
    let address = listen_ip("--bind", &args.bind)?;
    let config = server_config(args, address);
    if args.demo.demo {
        return demo::run(&args.demo, config, settings(args), args.seed);
    }
    let specs = match_specs(args)?;
    let stop = StopFlag::install()?;
    let server = Server::bind(&config, settings(args), specs, args.seed);
    let mut server = server.map_err(CliError::failed)?;
    print_addresses(address, &server);
    server
        .run(&stop, |line| eprintln!("{line}"))
        .map_err(CliError::failed)?;
    Ok(ExitCode::SUCCESS)
}

fn print_addresses(address: IpAddr, server: &Server) {
    let at = |port| SocketAddr::new(address, port);
    eprintln!("commands: tcp://{}", at(server.ports[0]));
    eprintln!("states: tcp://{}", at(server.ports[1]));
    if let Some(port) = server.scheduler_port {
        let host = at(port);
        eprintln!("scheduler: http://{host}{TEST_MATCH_PATH}?team_name=TEAM&password=PASSWORD");
    }
    for token in &server.match_tokens {
        eprintln!("match token: {token}");
    }
}

fn server_config(args: &ServeArgs, address: IpAddr) -> ServerConfig {
    let unless_given = |port: u16| if args.demo.demo { 0 } else { port };
    ServerConfig {
        address,
        command_port: args.command_port.unwrap_or_else(|| unless_given(5557)),
        state_port: args.state_port.unwrap_or_else(|| unless_given(5556)),
        scheduler_port: args.scheduler_port,
        record: args.record.clone(),
    }
}

fn settings(args: &ServeArgs) -> MatchSettings {
    let unless_zero = |limit: Duration| Some(limit).filter(|limit| !limit.is_zero());
    MatchSettings {
        games: args.games,
        game_limit: unless_zero(args.time_limit),
        match_limit: unless_zero(args.match_time_limit),
        gravity: unless_zero(args.gravity),
        pause: args.pause,
        game_rules: GameRules {
            closed_top: args.closed_top,
            random_orientation: args.random_orientation,
        },
        state_reports: args.states,
        spelling: args.spelling,
    }
}

fn match_specs(args: &ServeArgs) -> Result<Vec<MatchSpec>, CliError> {
    if let Some(path) = &args.matches_file {
        let text = read_text(path)?;
        return parse_match_specs(&text).map_err(|error| CliError::about(path, error));
    }
    if !args.match_token.is_empty() {
        let mut tokens = args.match_token.clone();
        tokens.sort();
        if tokens.windows(2).any(|pair| pair[0] == pair[1]) || tokens[0].is_empty() {
            return Err(CliError::Message(
                "the match tokens should be different and not empty".into(),
            ));
        }
        let spec = |token: &String| MatchSpec {
            match_token: Some(token.clone()),
            ..MatchSpec::default()
        };
        return Ok(args.match_token.iter().map(spec).collect());
    }
    let default = u32::from(args.scheduler_port.is_none());
    let count = args.matches.unwrap_or(default);
    Ok((0..count).map(|_| MatchSpec::default()).collect())
}

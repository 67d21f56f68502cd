//! The command line, one file per subcommand. Imports all other modules; no module imports it.

mod arena;
mod bench;
mod bot;
mod completions;
mod contests;
mod error;
mod fumen;
mod groups;
mod invalid_arguments;
mod learn;
mod man;
mod openbench;
mod perft;
mod replay;
mod review;
mod serve;
mod soak;
mod tune;
mod verify;
mod watch;
mod web;
mod weights;

pub use landfall_command::CliError;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use landfall_command::BotArgs;
use landfall_experiment::files::report_size_limit_as_error;
use landfall_net::printable;
use landfall_search::Weights;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// A falling-block bot that speaks the Tetris Bot Protocol.
///
/// Without a subcommand it is the bot: it reads the protocol's messages from stdin, one
/// JSON object per line, and answers on stdout. Warnings go to stderr; RUST_LOG=debug logs
/// more.
#[derive(Debug, Parser)]
#[command(name = "landfall", version = crate::version(), args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    bot: BotArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the bot with the Stacker Bot Protocol (SBP/1) instead of TBP.
    Sbp(BotArgs),
    /// Shows a game of this bot or yours in the terminal.
    Watch(Box<watch::WatchArgs>),
    /// Serves the bot over WebSockets, for frontends that connect to one.
    Serve(serve::ServeArgs),
    /// Serves the web page on this machine: watch, play, analyse.
    Web(web::WebArgs),
    /// Plays matches between two bots; estimates their difference in Elo.
    Arena(Box<arena::ArenaArgs>),
    /// Converts replays of the arena to web pages.
    Replay(replay::ReplayArgs),
    /// Reviews finished games: names better moves, and what the difference cost.
    Review(Box<review::ReviewArgs>),
    /// Converts positions and games to fumens, and back.
    Fumen(fumen::FumenArgs),
    /// Counts the ways to place pieces, to test a move generator.
    Perft(perft::PerftArgs),
    /// Replays recorded games and names the first difference from a ruleset.
    Verify(verify::VerifyArgs),
    #[command(flatten)]
    Contest(contests::ContestCommand),
    /// Searches 30 fixed positions; prints nodes, nodes/s and a checksum.
    Bench(bench::BenchArgs),
    /// Lets a bot play very many pieces; checks every move and its memory.
    Soak(soak::SoakArgs),
    /// Tunes the weights of the evaluation by playing games.
    Tune(Box<tune::TuneArgs>),
    /// Learns weights of the evaluation from the results of finished games.
    Learn(learn::LearnArgs),
    /// Prints the weights of the evaluation, or the table of all parameters.
    Weights(weights::WeightsArgs),
    /// Plays the games of an OpenBench worker, in place of fastchess.
    OpenbenchRunner(openbench::RunnerArgs),
    /// Prints a script with which a shell completes the program's commands and options.
    Completions(completions::CompletionsArgs),
    /// Writes the manual pages, one of each command, into a folder.
    Man(man::ManArgs),
}

/// Runs the program with the process's arguments.
pub fn run() -> ExitCode {
    log_to_stderr();
    if let Err(error) = report_size_limit_as_error() {
        log::warn!("SIGXFSZ cannot be caught: {error}");
    }
    if let Err(error) = Weights::of_build() {
        eprintln!("landfall: error: the weights that the program was built with: {error}");
        return ExitCode::from(2);
    }
    let cli = parse(openbench::with_subcommand(std::env::args_os()));
    let outcome = match &cli.command {
        None => bot::run(&cli.bot),
        Some(Command::Sbp(args)) => bot::run_sbp(args),
        Some(Command::Watch(args)) => watch::run(args),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Web(args)) => web::run(args),
        Some(Command::Arena(args)) => arena::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Review(args)) => review::run(args),
        Some(Command::Fumen(args)) => fumen::run(args),
        Some(Command::Perft(args)) => perft::run(args),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::Contest(command)) => command.run(),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Soak(args)) => soak::run(args),
        Some(Command::Tune(args)) => tune::run(args),
        Some(Command::Learn(args)) => learn::run(args),
        Some(Command::Weights(args)) => weights::run(args),
        Some(Command::OpenbenchRunner(args)) => openbench::run(args),
        Some(Command::Completions(args)) => completions::run(args, Cli::command()),
        Some(Command::Man(args)) => man::run(args, Cli::command()),
    };
    outcome.unwrap_or_else(|error| {
        // Texts of a server must not reach a terminal as control sequences.
        let lines: Vec<String> = error.to_string().lines().map(printable).collect();
        // stderr may be a closed terminal.
        let _ = writeln!(io::stderr(), "landfall: error: {}", lines.join("\n"));
        ExitCode::from(2)
    })
}

/// Parses the command line. Prints the help or an error and exits if there is nothing to run.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Cli {
    let command = groups::with_groups(Cli::command());
    let mut command = invalid_arguments::with_negative_numbers(command);
    let matches = command.try_get_matches_from_mut(arguments);
    let parsed = matches.and_then(|matches| {
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    });
    parsed.unwrap_or_else(|error| invalid_arguments::exit(&error))
}

/// Logs warnings and errors to stderr, or the messages that RUST_LOG selects.
fn log_to_stderr() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .format(|out, record| {
            // The debug messages of these libraries repeat requests, which contain a contest's token
            // or password.
            let target = record.target();
            let has_requests =
                target.starts_with("tungstenite::handshake") || target.starts_with("ureq");
            if has_requests && record.level() > log::Level::Info {
                return Ok(());
            }
            let level = match record.level() {
                log::Level::Warn => "warning".to_string(),
                other => other.as_str().to_lowercase(),
            };
            // Every line begins with the program's name and has no control characters.
            let text = record.args().to_string();
            for (number, line) in text.split('\n').enumerate() {
                let indent = if number > 0 { "  " } else { "" };
                writeln!(out, "landfall: {level}: {indent}{}", printable(line))?;
            }
            Ok(())
        })
        .init();
}

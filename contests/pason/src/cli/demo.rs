//! `landfall pason serve --demo`: the players and the output.

use super::play::EngineName;
use crate::demo::{Demo, DemoPlayer, Output, Size};
use crate::engine::EngineKind;
use crate::server::{MatchSettings, ServerConfig};
use clap::Args;
use landfall_bot::{BotKind, DriverOptions};
use landfall_command::{CliError, StopFlag};
use std::io::{IsTerminal, stdout};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Duration;

/// Options of the demo.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Play one match between two clients of this program, and show it: both boards on a
    /// terminal, else a line a game. Ends with the match, or at Ctrl-C.
    #[arg(
        long,
        conflicts_with_all = ["scheduler_port", "bind", "matches", "match_token", "matches_file"]
    )]
    pub demo: bool,
    /// The player on the right side of the demo.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t = EngineName::Landfall, requires = "demo")]
    demo_opponent: EngineName,
    /// Time of each bot for a piece, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 50, requires = "demo")]
    demo_think: u64,
}

/// Plays the match to its end.
pub fn run(
    args: &DemoArgs,
    server: ServerConfig,
    settings: MatchSettings,
    seed: Option<u64>,
) -> Result<ExitCode, CliError> {
    let player = |team: &str, kind| DemoPlayer {
        team: team.into(),
        engine: kind,
    };
    let opponent = match args.demo_opponent {
        EngineName::Landfall => player("Landfall B", built_in_engine()),
        EngineName::Linear => player("Linear", EngineKind::Linear),
    };
    let demo = Demo {
        server,
        settings,
        seed,
        players: [player("Landfall A", built_in_engine()), opponent],
        think_time: Duration::from_millis(args.demo_think),
    };
    let output = if stdout().is_terminal() {
        Output::Terminal(terminal_size)
    } else {
        Output::Lines
    };
    let played = demo.run(output, &mut stdout(), StopFlag::install()?.clone());
    played.map_err(CliError::failed)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the size of the terminal, or the usual one if the terminal does not report it.
fn terminal_size() -> Size {
    match crossterm::terminal::size() {
        Ok((columns, rows)) if columns > 0 && rows > 0 => Size::new(columns, rows),
        _ => Size::new(80, 24),
    }
}

/// Returns the built-in engine with half of the processors: two of them play.
fn built_in_engine() -> EngineKind {
    let processors = available_parallelism().map_or(1, |n| n.get());
    let settings = landfall_bot::Settings::new(DriverOptions {
        threads: (processors / 2).max(1),
        ..DriverOptions::default()
    });
    EngineKind::Tbp {
        bot: BotKind::BuiltIn(Box::new(settings)),
        limit: Duration::from_secs(5),
    }
}

//! `landfall openbench-runner`: the match runner of an OpenBench worker. The worker calls it as it
//! would call fastchess, and reads its lines and its PGN file.
//!
//! ```text
//! command_line      the worker's options
//! players           the two engines: in this process, or programs
//! output            a line and an entry of the PGN file for each game
//! ```

mod command_line;
mod output;
mod players;

use super::CliError;
use clap::Args;
use command_line::RunnerCommand;
use landfall_arena::{MatchConfig, StopCondition, run_match};
use landfall_command::StopFlag;
use output::GameLog;
use players::Players;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// The name of the subcommand.
const SUBCOMMAND: &str = "openbench-runner";

/// The text that `--version` prints before the version.
const VERSION_PREFIX: &str = "landfall openbench-runner ";

/// Workers call their runner by a name that begins with this.
const EXPECTED_NAME: &str = "fastchess";

/// Options of `landfall openbench-runner`.
#[derive(Debug, Args)]
pub struct RunnerArgs {
    /// --version, or the options of fastchess, as an OpenBench worker gives them.
    #[arg(
        value_name = "OPTION",
        allow_hyphen_values = true,
        trailing_var_arg = true
    )]
    words: Vec<OsString>,
}

/// Returns the arguments of the process. Inserts the subcommand if the program was called by the
/// name of a worker's runner.
pub fn with_subcommand(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = arguments.collect();
    let name = words.first().and_then(|path| Path::new(path).file_name());
    if name.is_some_and(|name| name.to_string_lossy().starts_with(EXPECTED_NAME)) {
        words.insert(1, SUBCOMMAND.into());
    }
    words
}

/// Plays the games of a worker's command, or prints the version.
pub fn run(args: &RunnerArgs) -> Result<ExitCode, CliError> {
    if args.words.first().is_some_and(|word| word == "--version") {
        // A reader may close the pipe.
        let _ = writeln!(io::stdout(), "{}", version());
        return Ok(ExitCode::SUCCESS);
    }
    let command = RunnerCommand::parse(&args.words).map_err(CliError::failed)?;
    for warning in &command.warnings {
        log::warn!("{warning}");
    }
    let players = Players::find(&command)?;
    if let Players::Delegate(program) = &players {
        return Err(players::replace_process(program, &args.words));
    }
    let stop = StopFlag::install()?;
    let mut log = GameLog::create(&command, &stop)?;
    if let Err(error) = play(&command, &players, &mut log, &stop) {
        log.not_played(&error.to_string())?;
        return Err(error);
    }
    log.finish()?;
    Ok(stop.exit_code(ExitCode::SUCCESS))
}

/// Plays the series.
fn play(
    command: &RunnerCommand,
    players: &Players,
    log: &mut GameLog,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    let config = MatchConfig {
        preset: command.preset.clone(),
        players: players.specs(command)?,
        commands: [0, 1].map(|side| command.engines[side].name.clone()),
        seed: command.seed,
        games: command.games.clone(),
        stop_condition: StopCondition::AllGames,
        jobs: command.concurrency,
        replays: false,
        real_time: false,
    };
    run_match(&config, Vec::new(), log, stop).map_err(CliError::failed)
}

/// Returns the output of `--version`. A worker compares the first number in it.
fn version() -> String {
    format!("{VERSION_PREFIX}{}", crate::version())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_runner_implies_the_subcommand() {
        let words = |line: &str| with_subcommand(line.split(' ').map(OsString::from));
        for name in ["./fastchess-ob", "fastchess", "/a b/fastchess-ob.exe"] {
            let line = [name, "--version"].map(OsString::from);
            let words = with_subcommand(line.into_iter());
            assert_eq!(words[1..], ["openbench-runner", "--version"]);
        }
        assert_eq!(
            words("fastchess/landfall bench"),
            ["fastchess/landfall", "bench"]
        );
        assert!(with_subcommand(std::iter::empty()).is_empty());
    }
}

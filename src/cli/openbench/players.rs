//! The two engines as players: in this process if both are this program, else in processes of
//! their own. A series of another program against itself is delegated to that program.

use super::command_line::{Engine, RunnerCommand};
use super::{SUBCOMMAND, VERSION_PREFIX};
use crate::cli::CliError;
use crate::cli::arena::BotCommand;
use clap::Parser;
use landfall_arena::{Clock, PlayerSpec, TimeControl, can_measure_cpu_time};
use landfall_tbp::host::join_command;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The longest real time of an answer, apart from the processor time of a move.
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// The longest real time for a move, as a multiple of its processor time.
const BUSY_FACTOR: u32 = 10;

/// Where the engines play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// In this process if the clock counts nodes; both are this program.
    ThisProgram,
    /// In a process of the program that both engines are, if it has this subcommand. That program
    /// knows the options of its build, and no move goes through a pipe.
    Delegate(PathBuf),
    /// In processes of their own.
    Programs,
}

impl Players {
    /// Finds the programs of the engines.
    ///
    /// # Errors
    /// The program of an engine does not exist.
    pub fn find(command: &RunnerCommand) -> Result<Players, CliError> {
        let [dev, base] = &command.engines;
        let [dev, base] = [absolute(&dev.program)?, absolute(&base.program)?];
        Ok(match dev == base {
            true if dev == this_program()? => Players::ThisProgram,
            true if can_delegate(&dev) => Players::Delegate(dev),
            _ => Players::Programs,
        })
    }

    /// Returns the players of the engines.
    ///
    /// # Errors
    /// The system does not support the clock, or this program refuses its options.
    pub fn specs(&self, command: &RunnerCommand) -> Result<[PlayerSpec; 2], CliError> {
        if matches!(command.clock, Clock::Cpu(_)) && !can_measure_cpu_time() {
            return Err(CliError::Message(
                "a time control of milliseconds needs Linux, to measure processor time; use N=NODES".into(),
            ));
        }
        let [dev, base] = &command.engines;
        Ok([
            self.spec(dev, command.clock, 0)?,
            self.spec(base, command.clock, 1)?,
        ])
    }

    fn spec(&self, engine: &Engine, clock: Clock, side: usize) -> Result<PlayerSpec, CliError> {
        if let (Players::ThisProgram, Clock::Nodes(nodes)) = (self, clock) {
            let words = ["landfall"].into_iter();
            let words = words.chain(engine.options.iter().map(String::as_str));
            let command = BotCommand::try_parse_from(words).map_err(|error| {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                let reason = first.trim_start_matches("error: ");
                CliError::Message(format!("engine {}: {reason}", engine.name))
            })?;
            let settings = command.bot.settings_in_arena(nodes, crate::version())?;
            return Ok(PlayerSpec::BuiltIn(Box::new(settings)));
        }
        let (time_control, limit) = match clock {
            Clock::Cpu(times) => {
                let time = Duration::from_millis(times[side]);
                (
                    TimeControl::CpuTime(time),
                    ANSWER_LIMIT + BUSY_FACTOR * time,
                )
            }
            Clock::Nodes(_) | Clock::Real => (TimeControl::Unlimited, ANSWER_LIMIT),
        };
        let mut words = vec![engine.program.display().to_string()];
        words.extend_from_slice(&engine.options);
        Ok(PlayerSpec::Program {
            command: join_command(&words),
            limit,
            time_control,
        })
    }
}

/// Returns the path of a file without links.
fn absolute(path: &Path) -> Result<PathBuf, CliError> {
    path.canonicalize()
        .map_err(|error| CliError::about(path, error))
}

/// Returns the path of this program without links.
fn this_program() -> Result<PathBuf, CliError> {
    let path = std::env::current_exe().and_then(|path| path.canonicalize());
    path.map_err(|error| {
        CliError::Message(format!("the path of this program cannot be found: {error}"))
    })
}

/// Returns whether a program has this subcommand, and this process can become that program.
fn can_delegate(program: &Path) -> bool {
    let version = Command::new(program)
        .args([SUBCOMMAND, "--version"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let is_runner =
        version.is_ok_and(|output| output.stdout.starts_with(VERSION_PREFIX.as_bytes()));
    cfg!(unix) && is_runner
}

/// Replaces this process by the runner of another program, so that a signal to this process reaches
/// that runner. Returns only after an error.
#[cfg(unix)]
pub fn replace_process(program: &Path, words: &[OsString]) -> CliError {
    use std::os::unix::process::CommandExt;
    let error = Command::new(program).arg(SUBCOMMAND).args(words).exec();
    CliError::about(program, error)
}

/// Is never called: processes are replaced only on Unix.
#[cfg(not(unix))]
pub fn replace_process(program: &Path, _words: &[OsString]) -> CliError {
    CliError::about(
        program,
        std::io::Error::from(std::io::ErrorKind::Unsupported),
    )
}

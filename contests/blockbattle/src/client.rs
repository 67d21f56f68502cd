//! The loop: lines of the engine in, one line out for each request.
//!
//! Owns the input and the output. The output belongs to the engine alone.

use super::controller::Controller;
use super::engine::{BotKind, TbpEngine};
use super::time_manager::{MAX_THINK, WallClock};
use landfall_rules::BLOCKBATTLE;
use landfall_tbp::host::LaunchError;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

/// Most bytes of a line that are looked at; the longest proper one has about 450.
const MAX_LINE_BYTES: u64 = 64 * 1024;

/// Plays until the input ends, or nobody reads the output any more. `most` is the longest that
/// it thinks about a move, where the bank allows more.
///
/// # Errors
/// The bot cannot be started, or reading or writing fails.
pub fn run(
    kind: BotKind,
    most: Option<Duration>,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), ClientError> {
    let engine = TbpEngine::launch(kind, &BLOCKBATTLE).map_err(ClientError::Launch)?;
    let pilot = Controller::new(engine, WallClock(Instant::now()), most.unwrap_or(MAX_THINK));
    match run_loop(pilot, input, output) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(ClientError::Io),
    }
}

fn run_loop(
    mut pilot: Controller<TbpEngine, WallClock>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if let Some(answer) = pilot.handle_line(String::from_utf8_lossy(&line).trim()) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
}

/// Why the contest cannot be played.
#[derive(Debug)]
pub enum ClientError {
    /// The bot cannot be started.
    Launch(LaunchError),
    /// Reading or writing fails.
    Io(io::Error),
}

impl std::fmt::Display for ClientError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ClientError::Launch(error) => write!(f, "{error}"),
            ClientError::Io(error) => write!(f, "cannot go on: {error}"),
        }
    }
}

impl std::error::Error for ClientError {}

//! The loop: lines of the engine in, one line out for each request.
//!
//! Owns the input and the output. The output belongs to the engine alone.

use super::clock::{MOST, WallClock};
use super::engine::{Engine, Kind};
use super::pilot::Pilot;
use landfall_rules::BLOCKBATTLE;
use landfall_tbp::host::LaunchError;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

/// Most bytes of a line that are looked at; the longest proper one has about 450.
const MAX_LINE: u64 = 64 * 1024;

/// Plays until the input ends, or nobody reads the output any more. `most` is the longest that
/// it thinks about a move, where the bank allows more.
///
/// # Errors
/// The bot cannot be started, or reading or writing fails.
pub fn run(
    kind: Kind,
    most: Option<Duration>,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), Error> {
    let engine = Engine::launch(kind, &BLOCKBATTLE).map_err(Error::Launch)?;
    let pilot = Pilot::new(engine, WallClock(Instant::now()), most.unwrap_or(MOST));
    match converse(pilot, input, output) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(Error::Io),
    }
}

fn converse(
    mut pilot: Pilot<Engine, WallClock>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if let Some(answer) = pilot.on(String::from_utf8_lossy(&line).trim()) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
}

/// Why the contest cannot be played.
#[derive(Debug)]
pub enum Error {
    /// The bot cannot be started.
    Launch(LaunchError),
    /// Reading or writing fails.
    Io(io::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Launch(error) => write!(f, "{error}"),
            Error::Io(error) => write!(f, "cannot go on: {error}"),
        }
    }
}

impl std::error::Error for Error {}

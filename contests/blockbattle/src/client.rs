//! The loop: lines of the engine in, one line out for each request.
//!
//! Owns input and output. The output belongs to the engine alone.

use super::controller::Controller;
use super::time_manager::{MAX_THINK, WallClock};
use landfall_bot::BotKind;
use landfall_rules::BLOCKBATTLE;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::{FaultTolerantHost, LaunchError};
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

/// How long another program may take to introduce itself.
const LAUNCH_TIMEOUT: Duration = Duration::from_secs(5);

/// Most bytes of a line that are looked at; the longest valid one has about 450.
const MAX_LINE_BYTES: u64 = 64 * 1024;

/// Plays until the input ends or the output is closed.
///
/// `max_think` bounds the time for a move where the bank allows more; without it a move takes 1.2
/// seconds at most.
///
/// # Errors
/// The bot cannot be started, or reading or writing fails.
///
/// # Examples
/// See the crate's README.
pub fn run(
    bot: BotKind,
    max_think: Option<Duration>,
    input: impl BufRead,
    output: impl Write,
) -> Result<(), ClientError> {
    let bot = bot.launch(to_rules(&BLOCKBATTLE), LAUNCH_TIMEOUT)?;
    let engine = FaultTolerantHost::new(bot);
    let controller = Controller::new(
        engine,
        WallClock(Instant::now()),
        max_think.unwrap_or(MAX_THINK),
    );
    match run_loop(controller, input, output) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn run_loop(
    mut controller: Controller<FaultTolerantHost, WallClock>,
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
        if let Some(answer) = controller.handle_line(String::from_utf8_lossy(&line).trim()) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
}

/// Why the contest cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The bot cannot be started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// Reading or writing fails.
    #[error("cannot go on: {0}")]
    Io(#[from] io::Error),
}

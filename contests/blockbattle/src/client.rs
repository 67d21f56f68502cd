//! The client's loop: reads the engine's lines and writes one line for each request.
//!
//! Handles input and output. Only answers to the engine go to the output.

use super::controller::Controller;
use super::engine::Engine;
use super::time_manager::{Clock, MAX_THINK, WallClock};
use landfall_bot::BotKind;
use landfall_rules::rulesets::BLOCKBATTLE;
use landfall_tbp::convert::to_rules;
use landfall_tbp::host::{FaultTolerantHost, LaunchError};
use landfall_tbp::line::read_line;
use std::io::{self, BufRead, ErrorKind, Write};
use std::time::{Duration, Instant};

/// How long another program may take to start.
const LAUNCH_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest accepted line in bytes; longer lines are ignored. The longest valid one has about
/// 450.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Plays until the input ends or the output is closed.
///
/// `max_think` bounds the time for a move if the bank allows more; without it a move takes at most
/// 1.2 seconds.
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

fn run_loop<E: Engine, C: Clock>(
    mut controller: Controller<E, C>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    while let Some(length) = read_line(&mut input, &mut line, MAX_LINE_BYTES)? {
        if length > MAX_LINE_BYTES as u64 {
            log::warn!("ignored a line of {length} bytes: at most {MAX_LINE_BYTES} are read");
            continue;
        }
        if let Some(answer) = controller.handle_line(String::from_utf8_lossy(&line).trim()) {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::Ruleset;
    use landfall_tbp::messages::{Move, Start};

    /// A bot that suggests nothing.
    struct Silent;

    impl Engine for Silent {
        fn set_position(&mut self, _start: &Start) {}

        fn suggest(&mut self, _wait: Duration) -> Vec<Move> {
            Vec::new()
        }

        fn set_rules(&mut self, _rules: &Ruleset) {}
    }

    /// Returns the answers to lines.
    fn answers(input: &[u8]) -> String {
        let mut output = Vec::new();
        let clock = WallClock(Instant::now());
        let controller = Controller::new(Silent, clock, Duration::ZERO);
        run_loop(controller, input, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_line_one_byte_too_long_is_ignored_whole() {
        let request = |length: usize| {
            let mut line = b"action moves 1".to_vec();
            line.resize(length, b' ');
            line.push(b'\n');
            line
        };
        assert_eq!(answers(&request(MAX_LINE_BYTES)), "drop\n");
        assert_eq!(answers(&request(MAX_LINE_BYTES + 1)), "");
        // The bytes after the limit do not count as a line.
        let mut long = vec![b' '; MAX_LINE_BYTES];
        long.extend(request(20));
        long.extend(request(20));
        assert_eq!(answers(&long), "drop\n");
    }
}

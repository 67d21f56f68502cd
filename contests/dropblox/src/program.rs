//! The program `dropblox_ai`: two arguments in, the commands of one move on stdout.
//!
//! Handles argv, stdout, SIGTERM and SIGXFSZ. It has no command line parser, which would take time
//! in every move. `answer` computes the answer.

use super::answer::{AnswerError, answer};
use landfall_experiment::files::report_size_limit_as_error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Runs the program with the process's arguments: the state as JSON and the seconds left.
///
/// Exits with code 2 and one line on stderr when the arguments are wrong.
pub fn run() -> ExitCode {
    let began = Instant::now();
    // If it cannot be caught, the program behaves as without the handler.
    let _ = report_size_limit_as_error();
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let texts: Vec<_> = arguments.iter().map(|a| a.to_string_lossy()).collect();
    let outcome = match &texts[..] {
        [state, seconds] => print_move(state, seconds, began),
        _ => Err(ProgramError::ArgumentCount(texts.len())),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dropblox_ai: error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the commands of one move, all at once. `began` is when the process began.
///
/// SIGTERM ends the search early; the program still prints the best move so far.
///
/// # Errors
/// The arguments are invalid, stdout cannot be written, or a handler for SIGTERM cannot be
/// installed.
pub fn print_move(state: &str, seconds: &str, began: Instant) -> Result<(), ProgramError> {
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&stop))
        .map_err(ProgramError::Signal)?;
    let text = answer(state, seconds, began, &stop)?;
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(ProgramError::Write)
}

/// Why no move is printed.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// There are this many arguments, not two.
    #[error("two arguments are needed, STATE_JSON SECONDS, not {0}")]
    ArgumentCount(usize),
    /// The arguments are not a position.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// Stdout is closed or full.
    #[error("the commands cannot be written: {0}")]
    Write(io::Error),
    /// The system refuses a handler for SIGTERM.
    #[error("SIGTERM cannot be listened for: {0}")]
    Signal(io::Error),
}

//! Ctrl-C and SIGTERM as a request to stop: a command finishes its unit of work and ends.

use crate::{CliError, end_after_grace};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::ops::Deref;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a program that Ctrl-C ended.
const EXIT_INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C and SIGTERM set.
#[derive(Debug)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Returns a flag that the first signal sets. A signal that comes a second later or more ends
    /// the program as if there were no flag.
    ///
    /// # Errors
    /// The system refuses to catch the signals.
    pub fn install() -> Result<StopFlag, CliError> {
        let flag = Arc::new(AtomicBool::new(false));
        listen(&flag).map_err(|error| {
            CliError::Message(format!("Ctrl-C cannot be listened for: {error}"))
        })?;
        Ok(StopFlag(flag))
    }

    /// Returns whether the program was asked to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the exit code of a command: that of [`interrupted`] if it was asked to stop, else
    /// `finished`.
    pub fn exit_code(&self, finished: ExitCode) -> ExitCode {
        if self.is_set() {
            interrupted()
        } else {
            finished
        }
    }
}

impl Deref for StopFlag {
    type Target = Arc<AtomicBool>;

    fn deref(&self) -> &Arc<AtomicBool> {
        &self.0
    }
}

/// Returns the exit code of a command that was stopped before it had finished: 130, as after Ctrl-C.
pub fn interrupted() -> ExitCode {
    ExitCode::from(EXIT_INTERRUPTED)
}

/// Makes the signals set a flag.
fn listen(stop: &Arc<AtomicBool>) -> io::Result<()> {
    let is_requested = Arc::clone(stop);
    let signals = [SIGINT, SIGTERM];
    end_after_grace(&signals, move || is_requested.load(Ordering::Relaxed))?;
    for signal in signals {
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}

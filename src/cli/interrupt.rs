//! Ctrl-C and SIGTERM as a request to stop: a command finishes its unit of work and ends.

use super::CliError;
use crate::stop_signals::end_after_grace;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a program that Ctrl-C has ended.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Returns a flag that the first signal sets. One that comes a second later or more ends the
/// program as if there were no flag.
///
/// # Errors
/// The system refuses.
pub fn install_stop_flag() -> Result<Arc<AtomicBool>, CliError> {
    install().map_err(|error| CliError::Message(format!("Ctrl-C cannot be listened for: {error}")))
}

fn install() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let requested = Arc::clone(&stop);
    let signals = [SIGINT, SIGTERM];
    end_after_grace(&signals, move || requested.load(Ordering::Relaxed))?;
    for signal in signals {
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

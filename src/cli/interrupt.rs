//! Ctrl-C and SIGTERM as a request to stop: a command finishes its unit of work and ends.

use super::CliError;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Exit code of a program that Ctrl-C has ended.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Signals that come sooner after the first one are the same request: `timeout` sends SIGTERM
/// to its child and then to the whole process group.
const GRACE: Duration = Duration::from_secs(1);

/// Time between two checks of the flag until a signal has come.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

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
    let is_final = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_default(signal, Arc::clone(&is_final))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    let requested = Arc::clone(&stop);
    thread::Builder::new().spawn(move || {
        while !requested.load(Ordering::Relaxed) {
            thread::sleep(POLL_INTERVAL);
        }
        thread::sleep(GRACE);
        is_final.store(true, Ordering::Relaxed);
    })?;
    Ok(stop)
}

//! Signals that ask the program to end: the first is a request, a later one ends the program.

use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Signals within this time after the first one are the same request: `timeout` sends SIGTERM to
/// its child and then to the whole process group.
const GRACE: Duration = Duration::from_secs(1);

/// Time between two checks whether a signal has come.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Gives signals their default effect, which ends the program, a second after the first one. The
/// caller catches the first one; `is_requested` returns whether it has come.
///
/// # Errors
/// The system refuses to catch a signal or to start a thread.
pub fn end_after_grace(
    signals: &[i32],
    is_requested: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    let is_final = Arc::new(AtomicBool::new(false));
    for &signal in signals {
        flag::register_conditional_default(signal, Arc::clone(&is_final))?;
    }
    thread::Builder::new().spawn(move || {
        while !is_requested() {
            thread::sleep(POLL_INTERVAL);
        }
        thread::sleep(GRACE);
        is_final.store(true, Ordering::Relaxed);
    })?;
    Ok(())
}

//! Ctrl-C for commands that have something to finish.

use super::Failure;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How a program ends that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// What the first Ctrl-C sets from now on. A second one ends the program at once, as it
/// would without this.
///
/// # Errors
/// The system refuses.
pub fn caught() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = signal_hook::consts::SIGINT;
    let code = i32::from(INTERRUPTED);
    signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&stop))
        .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
        .map_err(|error| Failure(format!("Ctrl-C cannot be caught: {error}")))?;
    Ok(stop)
}

//! Ctrl-C, or SIGTERM, as a wish to stop that a command can grant when it has finished what
//! it must.

use super::CliError;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How a program ends that Ctrl-C has ended.
pub const EXIT_INTERRUPTED: u8 = 130;

/// A flag that the first signal sets. The second one ends the program as if nobody had
/// listened.
///
/// # Errors
/// The system refuses.
pub fn install_stop_flag() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag still down.
        flag::register_conditional_default(signal, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .map_err(|error| {
                CliError::Message(format!("Ctrl-C cannot be listened for: {error}"))
            })?;
    }
    Ok(stop)
}

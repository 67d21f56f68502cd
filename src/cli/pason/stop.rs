//! Ctrl-C, or SIGTERM, as a wish to stop that a server can grant in its own time.

use super::super::Failure;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that is set at the first signal. The second one ends the program as if nobody had
/// listened.
pub fn at_signal() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag still down.
        flag::register_conditional_default(signal, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)))
            .map_err(|error| Failure(format!("Ctrl-C cannot be listened for: {error}")))?;
    }
    Ok(stop)
}

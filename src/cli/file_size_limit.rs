//! What happens where a file would grow beyond the limit of `ulimit -f`.

/// Has writing fail with an error there, as on a full disk, in place of SIGXFSZ, which ends the
/// process without a word. Bots that are started have the signal's default again: a handler, other
/// than a signal that is ignored, does not outlive `exec`.
pub fn report_as_error() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Nobody asks whether it came: what was written says so itself.
        if let Err(error) = flag::register(SIGXFSZ, Default::default()) {
            log::warn!("SIGXFSZ cannot be caught: {error}");
        }
    }
}

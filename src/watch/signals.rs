//! The signals that end or suspend a game on the terminal, which must be restored before.

use landfall_command::end_after_grace;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
// Windows has no signal for a closed terminal; SIGTERM takes its place.
#[cfg(not(unix))]
use signal_hook::consts::SIGTERM as SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The signals that end the program.
#[derive(Debug)]
pub struct EndSignals(Arc<AtomicUsize>);

impl EndSignals {
    /// Catches the signals from now on. A signal a second or more after the first ends the program
    /// immediately.
    ///
    /// # Errors
    /// The system refuses.
    pub fn catch() -> io::Result<EndSignals> {
        let ended_by = Arc::new(AtomicUsize::new(0));
        let requested = Arc::clone(&ended_by);
        let signals = [SIGHUP, SIGINT, SIGTERM];
        end_after_grace(&signals, move || requested.load(Ordering::SeqCst) != 0)?;
        for signal in signals {
            flag::register_usize(signal, Arc::clone(&ended_by), signal as usize)?;
        }
        Ok(EndSignals(ended_by))
    }

    /// Returns the signal that ends the program, if one has arrived.
    pub fn ended_by(&self) -> Option<i32> {
        let signal = self.0.load(Ordering::SeqCst);
        (signal != 0).then_some(signal as i32)
    }
}

/// The signals to a game on the terminal that have arrived.
#[derive(Debug)]
pub struct Signals {
    end: EndSignals,
    suspend: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

impl Signals {
    /// Catches the signals from now on, those that end the program as [`EndSignals::catch`] does.
    ///
    /// # Errors
    /// The system refuses.
    pub fn catch() -> io::Result<Signals> {
        let signals = Signals {
            end: EndSignals::catch()?,
            suspend: Arc::new(AtomicBool::new(false)),
            resumed: Arc::new(AtomicBool::new(false)),
        };
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            flag::register(SIGTSTP, Arc::clone(&signals.suspend))?;
            flag::register(SIGCONT, Arc::clone(&signals.resumed))?;
        }
        Ok(signals)
    }

    /// Returns the signal that ends the program, if one has arrived.
    pub fn ended_by(&self) -> Option<i32> {
        self.end.ended_by()
    }

    /// Ends the program as SIGHUP does, for a terminal that was closed without sending it.
    pub fn hang_up(&self) {
        self.end.0.store(SIGHUP as usize, Ordering::SeqCst);
    }

    /// Returns whether SIGTSTP has arrived since the last call.
    pub fn take_suspend(&self) -> bool {
        self.suspend.swap(false, Ordering::SeqCst)
    }

    /// Returns whether SIGCONT has arrived since the last call.
    pub fn take_resumed(&self) -> bool {
        self.resumed.swap(false, Ordering::SeqCst)
    }
}

/// Stops the process as SIGTSTP does; returns when it is continued.
///
/// # Errors
/// The system refuses.
pub fn stop_process() -> io::Result<()> {
    #[cfg(unix)]
    low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    Ok(())
}

/// Ends the process as the uncaught signal does, so that its parent sees the signal.
pub fn end_process(signal: i32) {
    // If this fails, the program ends soon after.
    let _ = low_level::emulate_default_handler(signal);
}

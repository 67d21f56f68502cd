//! The signals that concern a game on the terminal: what ends the program must give the
//! terminal back before, and so must what suspends it.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Signals that have arrived since they were last asked for.
#[derive(Debug)]
pub struct Signals {
    ended_by: Arc<AtomicUsize>,
    suspend: Arc<AtomicBool>,
    resumed: Arc<AtomicBool>,
}

impl Signals {
    /// Catches the signals from now on. The second one that ends the program does so at once.
    ///
    /// # Errors
    /// The system refuses.
    pub fn catch() -> io::Result<Signals> {
        let signals = Signals {
            ended_by: Arc::new(AtomicUsize::new(0)),
            suspend: Arc::new(AtomicBool::new(false)),
            resumed: Arc::new(AtomicBool::new(false)),
        };
        let ending = Arc::new(AtomicBool::new(false));
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag not set.
            flag::register_conditional_default(signal, Arc::clone(&ending))?;
            flag::register(signal, Arc::clone(&ending))?;
            flag::register_usize(signal, Arc::clone(&signals.ended_by), signal as usize)?;
        }
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            flag::register(SIGTSTP, Arc::clone(&signals.suspend))?;
            flag::register(SIGCONT, Arc::clone(&signals.resumed))?;
        }
        Ok(signals)
    }

    /// Returns the signal that is to end the program, if one has arrived.
    pub fn ended_by(&self) -> Option<i32> {
        let signal = self.ended_by.load(Ordering::SeqCst);
        (signal != 0).then_some(signal as i32)
    }

    /// Ends the program as SIGHUP does, for a terminal that is gone without sending it.
    pub fn hang_up(&self) {
        self.ended_by.store(SIGHUP as usize, Ordering::SeqCst);
    }

    /// Returns whether the program was asked to suspend itself, once for each time.
    pub fn take_suspend(&self) -> bool {
        self.suspend.swap(false, Ordering::SeqCst)
    }

    /// Returns whether the program was continued after a stop, once for each time.
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

/// Ends the process as a signal does that is not caught, so that its parent sees which.
pub fn end_process(signal: i32) {
    // If that fails the program ends by itself soon.
    let _ = low_level::emulate_default_handler(signal);
}

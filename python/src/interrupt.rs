//! Long work without the interpreter lock, which Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often signals are looked for.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own while other Python threads run. A signal whose handler raises, such
/// as Ctrl-C, sets the flag that `work` gets; its exception is raised when `work` has ended.
pub fn interruptible<T: Send>(
    py: Python,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = &AtomicBool::new(false);
    py.detach(|| {
        let mut raised = None;
        let result = std::thread::scope(|scope| {
            let (done, ended) = channel::<()>();
            let thread = scope.spawn(move || {
                let _ends_the_channel = done;
                work(stop)
            });
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(INTERVAL) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stop.store(true, Ordering::Relaxed);
                    raised.get_or_insert(error);
                }
            }
            thread.join()
        });
        match (raised, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(_)) => Err(PyRuntimeError::new_err("a thread of landfall has failed")),
        }
    })
}

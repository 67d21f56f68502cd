//! A hand on a bot's process group: stopping it and letting it go, the processor time that it
//! has used, and its end, with whatever it has started.
//!
//! Signals need Unix, and the time of another process is known on Linux alone; elsewhere
//! [`Leash::measures`] says so.

use std::path::PathBuf;
use std::time::Duration;

/// A process that leads its own group, and what it has started. The whole group is killed
/// when this is dropped.
#[derive(Debug)]
pub struct Leash {
    id: u32,
    /// The process and its descendants, when it was last let go.
    family: Vec<u32>,
}

impl Leash {
    /// Takes hold of a process.
    pub fn new(id: u32) -> Leash {
        Leash {
            id,
            family: vec![id],
        }
    }

    /// Whether processes can be stopped and their time be measured on this system.
    pub fn measures() -> bool {
        cfg!(target_os = "linux")
    }

    /// Stops it, until [`Leash::go`].
    pub fn stop(&self) {
        signal(self.id, Signal::Stop);
    }

    /// Lets it run, with whatever it has started by now.
    pub fn go(&mut self) {
        self.family = family(self.id);
        signal(self.id, Signal::Go);
    }

    /// Processor time that it and its descendants have used, all their threads counted, as
    /// far as they were there when it was last let go; `None` when it is gone.
    pub fn used(&self) -> Option<Duration> {
        let own = used(self.id)?;
        let others = self.family.iter().filter(|id| **id != self.id);
        Some(own + others.filter_map(|id| used(*id)).sum::<Duration>())
    }

    /// Whether one of their threads runs or would, if there were a processor for it.
    pub fn wants_to_run(&self) -> bool {
        self.family
            .iter()
            .flat_map(|id| threads(*id))
            .any(|thread| {
                let stat = std::fs::read_to_string(thread.join("stat"));
                // The state comes after the name, which stands in brackets and may hold any.
                stat.is_ok_and(|stat| {
                    let state = stat.rsplit_once(") ").map(|(_, rest)| rest);
                    state.is_some_and(|rest| rest.starts_with(['R', 'D']))
                })
            })
    }
}

/// What the system tells of the threads of a process: a folder each, where it tells any.
fn threads(id: u32) -> impl Iterator<Item = PathBuf> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task"));
    threads
        .into_iter()
        .flatten()
        .flatten()
        .map(|thread| thread.path())
}

/// A process and its descendants.
fn family(id: u32) -> Vec<u32> {
    let mut family = vec![id];
    let mut next = 0;
    while let Some(&id) = family.get(next) {
        for thread in threads(id) {
            let children = std::fs::read_to_string(thread.join("children")).unwrap_or_default();
            family.extend(
                children
                    .split_whitespace()
                    .filter_map(|id| id.parse::<u32>().ok()),
            );
        }
        next += 1;
    }
    family
}

impl Drop for Leash {
    fn drop(&mut self) {
        signal(self.id, Signal::Kill);
    }
}

#[derive(Clone, Copy)]
enum Signal {
    Stop,
    Go,
    Kill,
}

/// Signals a group. One that is gone needs none.
#[cfg(unix)]
fn signal(id: u32, signal: Signal) {
    use nix::sys::signal::{Signal as Unix, killpg};
    let signal = match signal {
        Signal::Stop => Unix::SIGSTOP,
        Signal::Go => Unix::SIGCONT,
        Signal::Kill => Unix::SIGKILL,
    };
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(nix::unistd::Pid::from_raw(id), signal);
    }
}

#[cfg(not(unix))]
fn signal(_id: u32, _signal: Signal) {}

#[cfg(target_os = "linux")]
fn used(id: u32) -> Option<Duration> {
    let id = nix::unistd::Pid::from_raw(i32::try_from(id).ok()?);
    let clock = nix::time::clock_getcpuclockid(id).ok()?;
    clock.now().ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn used(_id: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::time::Instant;

    /// A shell with work to do for ever, in a group of its own.
    fn busy() -> (Child, Leash) {
        let child = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .process_group(0)
            .spawn()
            .unwrap();
        let leash = Leash::new(child.id());
        (child, leash)
    }

    fn wait(what: &str, done: impl Fn() -> bool) {
        let begun = Instant::now();
        while !done() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn who_is_stopped_uses_no_time_until_it_may_go() {
        let (mut child, mut leash) = busy();
        let some = Duration::from_millis(20);
        wait("it runs", || leash.used() >= Some(some));
        assert!(leash.wants_to_run());
        leash.stop();
        wait("it stops", || !leash.wants_to_run());
        let used = leash.used().unwrap();
        std::thread::sleep(some);
        assert_eq!(leash.used(), Some(used));
        leash.go();
        wait("it goes on", || leash.used() >= Some(used + some));
        drop(leash);
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn the_time_of_what_it_starts_is_its_own() {
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'while :; do :; done'; true"])
            .process_group(0)
            .spawn()
            .unwrap();
        let mut leash = Leash::new(child.id());
        let begun = Instant::now();
        while leash.used() < Some(Duration::from_millis(50)) {
            assert!(begun.elapsed() < Duration::from_secs(60), "its child runs");
            std::thread::sleep(Duration::from_millis(2));
            leash.go();
        }
        assert!(leash.wants_to_run());
        leash.stop();
        wait("both stop", || !leash.wants_to_run());
        drop(leash);
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn a_process_that_is_gone_has_no_time() {
        let (mut child, leash) = busy();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((leash.used(), leash.wants_to_run()), (None, false));
    }
}

//! The process group of a bot: suspending and resuming it, the processor time that it has
//! used, and its end, with all processes that it has started.
//!
//! Signals need Unix, and the time of another process is known on Linux alone; elsewhere
//! [`ProcessGroup::is_supported`] says so.

use std::path::PathBuf;
use std::time::Duration;

/// A process that leads its own group, and what it has started. The whole group is killed
/// when this is dropped.
#[derive(Debug)]
pub struct ProcessGroup {
    id: u32,
    /// The process and its descendants, when it was last let go.
    members: Vec<u32>,
}

impl ProcessGroup {
    /// Takes hold of a process.
    pub fn new(id: u32) -> ProcessGroup {
        ProcessGroup {
            id,
            members: vec![id],
        }
    }

    /// Returns whether this system can suspend processes and measure their processor time.
    pub fn is_supported() -> bool {
        cfg!(target_os = "linux")
    }

    /// Stops it, until [`ProcessGroup::resume`].
    pub fn suspend(&self) {
        signal(self.id, Signal::Suspend);
    }

    /// Lets it run, with whatever it has started by now.
    pub fn resume(&mut self) {
        self.members = process_tree(self.id);
        signal(self.id, Signal::Resume);
    }

    /// Returns the processor time that the process and its descendants have used, all threads
    /// counted, of those that existed when it was last resumed; `None` if it has exited.
    pub fn cpu_time(&self) -> Option<Duration> {
        let own = used(self.id)?;
        let others = self.members.iter().filter(|id| **id != self.id);
        Some(own + others.filter_map(|id| used(*id)).sum::<Duration>())
    }

    /// Returns whether one of its threads runs or waits for a processor only.
    pub fn is_runnable(&self) -> bool {
        self.members
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

/// Returns the folders in which the system describes the threads of a process.
fn threads(id: u32) -> impl Iterator<Item = PathBuf> {
    let threads = std::fs::read_dir(format!("/proc/{id}/task"));
    threads
        .into_iter()
        .flatten()
        .flatten()
        .map(|thread| thread.path())
}

/// Returns a process and its descendants.
fn process_tree(id: u32) -> Vec<u32> {
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

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        signal(self.id, Signal::Kill);
    }
}

#[derive(Clone, Copy)]
enum Signal {
    Suspend,
    Resume,
    Kill,
}

/// Signals a group. One that is gone needs none.
#[cfg(unix)]
fn signal(id: u32, signal: Signal) {
    use nix::sys::signal::{Signal as Unix, killpg};
    let signal = match signal {
        Signal::Suspend => Unix::SIGSTOP,
        Signal::Resume => Unix::SIGCONT,
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
    fn busy() -> (Child, ProcessGroup) {
        let child = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .process_group(0)
            .spawn()
            .unwrap();
        let group = ProcessGroup::new(child.id());
        (child, group)
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
        let (mut child, mut group) = busy();
        let some = Duration::from_millis(20);
        wait("it runs", || group.cpu_time() >= Some(some));
        assert!(group.is_runnable());
        group.suspend();
        wait("it stops", || !group.is_runnable());
        let used = group.cpu_time().unwrap();
        std::thread::sleep(some);
        assert_eq!(group.cpu_time(), Some(used));
        group.resume();
        wait("it goes on", || group.cpu_time() >= Some(used + some));
        drop(group);
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn the_time_of_what_it_starts_is_its_own() {
        let mut child = Command::new("sh")
            .args(["-c", "sh -c 'while :; do :; done'; true"])
            .process_group(0)
            .spawn()
            .unwrap();
        let mut group = ProcessGroup::new(child.id());
        let begun = Instant::now();
        while group.cpu_time() < Some(Duration::from_millis(50)) {
            assert!(begun.elapsed() < Duration::from_secs(60), "its child runs");
            std::thread::sleep(Duration::from_millis(2));
            group.resume();
        }
        assert!(group.is_runnable());
        group.suspend();
        wait("both stop", || !group.is_runnable());
        drop(group);
        assert!(!child.wait().unwrap().success());
    }

    #[test]
    fn a_process_that_is_gone_has_no_time() {
        let (mut child, group) = busy();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((group.cpu_time(), group.is_runnable()), (None, false));
    }
}

//! The process group of a bot: suspends, resumes and kills it with all processes that it has
//! started, and measures its processor time.
//!
//! Signals need Unix, and the time of another process is known only on Linux: see
//! [`ProcessGroup::is_supported`].

use std::path::PathBuf;
use std::time::Duration;

/// A process that leads its own group, with the processes that it has started. The whole group is
/// killed when this is dropped.
#[derive(Debug)]
pub struct ProcessGroup {
    id: u32,
    /// The process and its descendants when it was last resumed.
    members: Vec<u32>,
}

impl ProcessGroup {
    /// Returns the group of a process, which must lead it.
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

    /// Suspends the group until [`ProcessGroup::resume`].
    pub fn suspend(&self) {
        signal(self.id, Signal::Suspend);
    }

    /// Resumes the group, and updates the list of its processes.
    pub fn resume(&mut self) {
        self.members = process_tree(self.id);
        signal(self.id, Signal::Resume);
    }

    /// Returns the processor time of all threads of the process and its descendants that existed
    /// when it was last resumed; `None` if the process has exited.
    pub fn cpu_time(&self) -> Option<Duration> {
        let own = cpu_time_of(self.id)?;
        let others = self.members.iter().filter(|id| **id != self.id);
        Some(own + others.filter_map(|id| cpu_time_of(*id)).sum::<Duration>())
    }

    /// Returns whether one of its threads runs, or waits only for a processor or for I/O.
    pub fn is_runnable(&self) -> bool {
        self.members
            .iter()
            .flat_map(|id| threads(*id))
            .any(|thread| {
                let stat = std::fs::read_to_string(thread.join("stat"));
                // The state follows the name, which is in brackets and may contain brackets.
                stat.is_ok_and(|stat| {
                    let state = stat.rsplit_once(") ").map(|(_, rest)| rest);
                    state.is_some_and(|rest| rest.starts_with(['R', 'D']))
                })
            })
    }
}

/// Returns the folders of a process's threads in /proc.
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
    let mut processes = vec![id];
    let mut next = 0;
    while let Some(&id) = processes.get(next) {
        for thread in threads(id) {
            let children = std::fs::read_to_string(thread.join("children")).unwrap_or_default();
            processes.extend(
                children
                    .split_whitespace()
                    .filter_map(|id| id.parse::<u32>().ok()),
            );
        }
        next += 1;
    }
    processes
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

/// Sends a signal to a group. That the group has exited is no error.
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
fn cpu_time_of(id: u32) -> Option<Duration> {
    let id = nix::unistd::Pid::from_raw(i32::try_from(id).ok()?);
    let clock = nix::time::clock_getcpuclockid(id).ok()?;
    clock.now().ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
fn cpu_time_of(_id: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::time::Instant;

    /// Returns a shell that loops for ever, in a group of its own.
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
    fn a_suspended_process_uses_no_time_until_it_is_resumed() {
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
    fn the_time_of_descendants_is_included() {
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
    fn a_process_that_has_exited_has_no_time() {
        let (mut child, group) = busy();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((group.cpu_time(), group.is_runnable()), (None, false));
    }
}

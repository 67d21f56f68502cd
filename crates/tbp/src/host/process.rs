//! A bot as a child process: its pipes, the end of its stderr, and its exit.
//!
//! Carries lines; `transport` parses them.

use super::command_line::{CommandError, split_command};
use super::error::LaunchError;
use crate::line::read_line;
use crate::parse::MAX_LINE_BYTES;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Lines that may wait to be received. A bot that writes more is blocked.
const LINE_QUEUE_LENGTH: usize = 64;

/// Lines of standard error that are kept.
const STDERR_TAIL_LINES: usize = 10;

/// How long a bot may take to exit by itself.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// Who gets a signal that is sent to this program by the terminal, such as Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalGroup {
    /// The bot too: it is in the group of the caller.
    Shared,
    /// Not the bot: it leads a group of its own. On systems without groups the same as `Shared`.
    Own,
}

impl SignalGroup {
    #[cfg(unix)]
    fn assign(self, command: &mut Command) {
        use std::os::unix::process::CommandExt;
        if self == SignalGroup::Own {
            command.process_group(0);
        }
    }

    #[cfg(not(unix))]
    fn assign(self, _command: &mut Command) {}
}

/// A running bot. It is killed when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for the thread that writes, so that a bot that does not read blocks nobody.
    input: Option<Sender<String>>,
    stderr_tail: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: JoinHandle<()>,
}

impl Process {
    /// Starts a command. Returns it with the lines that it writes, until its output ends.
    ///
    /// # Errors
    /// The command cannot be split, or the system cannot start it.
    pub fn spawn(
        command: &str,
        group: SignalGroup,
    ) -> Result<(Process, Receiver<String>), LaunchError> {
        let words = split_command(command).map_err(LaunchError::Command)?;
        let (program, arguments) = words
            .split_first()
            .ok_or(LaunchError::Command(CommandError::Empty))?;
        let launch = |error| LaunchError::Start {
            program: program.clone(),
            error,
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        group.assign(&mut command);
        let mut child = command.spawn().map_err(launch)?;
        let missing = || launch(std::io::ErrorKind::BrokenPipe.into());
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (input, to_write) = channel();
        thread::spawn(move || write_lines(stdin, to_write));
        let (sender, lines) = sync_channel(LINE_QUEUE_LENGTH);
        thread::spawn(move || forward_lines(stdout, &sender));
        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&stderr_tail);
        let process = Process {
            child,
            input: Some(input),
            stderr_tail,
            stderr_reader: thread::spawn(move || keep_tail(stderr, &shared)),
        };
        Ok((process, lines))
    }

    /// Returns its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes a line. A closed pipe is no error here: the end of the bot's output reports it,
    /// with the exit status.
    pub fn send(&mut self, line: String) {
        if let Some(input) = &self.input {
            let _ = input.send(line);
        }
    }

    /// Closes its input and waits a moment. Returns the exit status if it exited.
    pub fn wait(&mut self) -> Option<String> {
        self.input = None;
        let end = Instant::now() + EXIT_GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Returns the last lines that it wrote to its standard error. To be called after its exit.
    pub fn stderr_tail(&self) -> String {
        let end = Instant::now() + EXIT_GRACE;
        while !self.stderr_reader.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(2));
        }
        let lines = self.stderr_tail.lock();
        let lines = lines.unwrap_or_else(PoisonError::into_inner);
        Vec::from(lines.clone()).join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.wait().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(mut stdin: impl Write, lines: Receiver<String>) {
    for line in lines {
        if stdin.write_all(format!("{line}\n").as_bytes()).is_err() {
            return;
        }
    }
}

fn forward_lines(stdout: impl Read, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = next_line(&mut stdout) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn keep_tail(stderr: impl Read, tail: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Some(line) = next_line(&mut stderr) {
        log::debug!("the bot wrote to stderr: {line}");
        let mut lines = tail.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_back(line);
        if lines.len() > STDERR_TAIL_LINES {
            lines.pop_front();
        }
    }
}

/// Returns the next line without its end, `None` at the end of the stream. One that is too long is
/// cut and marked, so that it is no message.
fn next_line(stream: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let length = read_line(stream, &mut bytes, MAX_LINE_BYTES).ok()??;
    let mut line = String::from_utf8_lossy(&bytes).trim_end().to_string();
    if length > bytes.len() as u64 {
        line.push_str("... (too long)");
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::transport::parse_bot_message;
    use crate::messages::BotMessage;

    #[test]
    fn a_line_of_one_byte_more_is_no_message() {
        const READY: &str = r#"{"type":"ready"}"#;
        let padded = |length: usize| READY.to_string() + &" ".repeat(length - READY.len());
        let read = |line: String| next_line(&mut (line + "\n").as_bytes()).expect("a line");
        let longest = read(padded(MAX_LINE_BYTES));
        assert_eq!(parse_bot_message(&longest), Ok(Some(BotMessage::Ready)));
        assert!(parse_bot_message(&read(padded(MAX_LINE_BYTES + 1))).is_err());
        // What stands after the limit is no line of its own.
        let long = " ".repeat(MAX_LINE_BYTES) + READY + "\n";
        let mut lines = long.as_bytes();
        assert!(next_line(&mut lines).is_some());
        assert_eq!(next_line(&mut lines), None);
    }
}

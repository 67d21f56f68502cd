//! A bot as a child process: its pipes, the last lines of its stderr, and its exit.
//!
//! Passes lines on; `bot_line` parses them.

use super::bot_line::TOO_LONG_MARK;
use super::command_line::{CommandError, split_command};
use super::error::LaunchError;
use super::start_problem;
use crate::line::read_line;
use crate::parse::MAX_LINE_BYTES;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
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

/// The process group of a bot, which decides whether it gets signals of the terminal, such as Ctrl-C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalGroup {
    /// The group of the caller: the bot gets the signals.
    Shared,
    /// A group of its own: the bot does not get them.
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

    #[cfg(windows)]
    fn assign(self, command: &mut Command) {
        use std::os::windows::process::CommandExt;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        if self == SignalGroup::Own {
            command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        }
    }
}

/// A running bot. It is killed when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Lines for the thread that writes, so that sending does not wait for the bot to read.
    input: Option<Sender<String>>,
    ended_within_line: Arc<AtomicBool>,
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
            mistake: start_problem::mistake(program, &error),
            words: words.clone(),
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
        let (input, input_lines) = channel();
        thread::spawn(move || write_lines(stdin, input_lines));
        let (sender, lines) = sync_channel(LINE_QUEUE_LENGTH);
        let ended_within_line = Arc::new(AtomicBool::new(false));
        let within_line = Arc::clone(&ended_within_line);
        thread::spawn(move || forward_lines(stdout, &sender, &within_line));
        let stderr_tail = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&stderr_tail);
        let process = Process {
            child,
            input: Some(input),
            ended_within_line,
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

    /// Ends its input after the lines that were sent.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Returns whether its output ended with a line without a line end.
    pub fn ended_within_line(&self) -> bool {
        self.ended_within_line.load(Ordering::Acquire)
    }

    /// Ends its input and waits half a second. Returns the exit status if it exited.
    pub fn wait(&mut self) -> Option<ExitStatus> {
        self.end_input();
        let end = Instant::now() + EXIT_GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Returns the last lines that it wrote to its standard error. Call it after the exit.
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

fn forward_lines(stdout: impl Read, lines: &SyncSender<String>, ended_within_line: &AtomicBool) {
    let mut stdout = BufReader::new(OutputEnd {
        stream: stdout,
        last_byte: b'\n',
        ended: false,
    });
    while let Some(line) = next_line(&mut stdout) {
        let OutputEnd {
            last_byte, ended, ..
        } = stdout.get_ref();
        ended_within_line.store(*ended && *last_byte != b'\n', Ordering::Release);
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// A stream that records its last byte, and whether it has ended.
struct OutputEnd<R> {
    stream: R,
    last_byte: u8,
    ended: bool,
}

impl<R: Read> Read for OutputEnd<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let length = self.stream.read(bytes)?;
        match bytes[..length].last() {
            Some(last) => self.last_byte = *last,
            None => self.ended = true,
        }
        Ok(length)
    }
}

fn keep_tail(stderr: impl Read, tail: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Some(line) = next_line(&mut stderr) {
        log::debug!("the bot wrote to stderr: {line}");
        // A terminal would obey control characters.
        let line = line.replace(|c: char| c.is_control() && c != '\t', "?");
        let mut lines = tail.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push_back(line);
        if lines.len() > STDERR_TAIL_LINES {
            lines.pop_front();
        }
    }
}

/// Returns the next line without its line end, `None` at the end of the stream. A line that is too
/// long is cut off and marked, so that it is no message.
fn next_line(stream: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let length = read_line(stream, &mut bytes, MAX_LINE_BYTES).ok()??;
    let mut line = String::from_utf8_lossy(&bytes).trim_end().to_string();
    if length > bytes.len() as u64 {
        line.push_str(TOO_LONG_MARK);
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::bot_line::BotLine;
    use crate::messages::BotMessage;

    #[test]
    fn a_line_one_byte_too_long_is_no_message() {
        const READY: &str = r#"{"type":"ready"}"#;
        let padded = |length: usize| READY.to_string() + &" ".repeat(length - READY.len());
        let read = |line: String| next_line(&mut (line + "\n").as_bytes()).expect("a line");
        let longest = read(padded(MAX_LINE_BYTES));
        assert_eq!(
            BotLine::parse(&longest),
            Ok(BotLine::Message(BotMessage::Ready))
        );
        assert!(BotLine::parse(&read(padded(MAX_LINE_BYTES + 1))).is_err());
        // The text after the limit is no line of its own.
        let long = " ".repeat(MAX_LINE_BYTES) + READY + "\n";
        let mut lines = long.as_bytes();
        assert!(next_line(&mut lines).is_some());
        assert_eq!(next_line(&mut lines), None);
    }
}

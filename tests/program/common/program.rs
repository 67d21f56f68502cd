//! The program as a process: input, output, signals and exit code.
//!
//! Every wait that takes longer than [`TIMEOUT`] fails the test. No process is left behind, also if
//! a test fails.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time limit of an answer and of the end, long enough for a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A running `landfall`.
pub struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Arc<Mutex<String>>,
    error_reader: Option<JoinHandle<()>>,
}

/// How a program ended.
#[derive(Debug)]
pub struct Exit {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Lines of stdout that were not read.
    pub lines: Vec<String>,
    /// All of stderr.
    pub errors: String,
}

impl Program {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Program {
        Program::spawn(&mut command(arguments))
    }

    /// Starts a command whose stdin, stdout and stderr are pipes.
    pub fn spawn(command: &mut Command) -> Program {
        let mut child = command.spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        let stderr = child.stderr.take().expect("stderr is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                // The receiver is gone if the test has failed.
                let _ = sender.send(line);
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&errors);
        let error_reader = thread::spawn(move || {
            for line in BufReader::new(stderr).lines() {
                let line = line.expect("stderr is UTF-8");
                let mut written = written.lock().expect("no panic");
                written.push_str(&line);
                written.push('\n');
            }
        });
        Program {
            stdin: child.stdin.take(),
            child,
            lines,
            errors,
            error_reader: Some(error_reader),
        }
    }

    /// Starts a server of bots over WebSockets with further arguments. Returns it with its address.
    pub fn serve(arguments: &[&str]) -> (Program, String) {
        let serve = ["serve", "--ws", "127.0.0.1:0"];
        let small = ["--threads", "1", "--memory", "16"];
        let mut program = Program::start(&[&serve[..], &small, arguments].concat());
        let url = program.line();
        assert!(url.starts_with("ws://127.0.0.1:"), "{url}");
        (program, url)
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).expect("the program reads");
        stdin.flush().expect("the program reads");
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.send_bytes(format!("{message}\n").as_bytes());
    }

    /// Returns the next line of stdout.
    pub fn line(&mut self) -> String {
        self.lines
            .recv_timeout(TIMEOUT)
            .unwrap_or_else(|error| panic!("no line from the program: {error}"))
    }

    /// Waits until stderr has these words.
    pub fn await_error(&self, words: &str) {
        let started = Instant::now();
        loop {
            let errors = self.errors.lock().expect("no panic").clone();
            if errors.contains(words) {
                return;
            }
            assert!(started.elapsed() < TIMEOUT, "no {words:?} in {errors}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The next message, which must be of this type.
    pub fn expect(&mut self, kind: &str) -> Value {
        let line = self.line();
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line}"));
        assert_eq!(message["type"], kind, "{line}");
        message
    }

    /// Closes stdin.
    pub fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Sends SIGTERM.
    #[cfg(unix)]
    pub fn terminate(&self) {
        self.signal(nix::sys::signal::Signal::SIGTERM);
    }

    /// Sends it a signal.
    #[cfg(unix)]
    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        let id = nix::unistd::Pid::from_raw(self.child.id() as i32);
        nix::sys::signal::kill(id, signal).expect("it runs");
    }

    /// Sends it several signals that it receives at the same moment.
    #[cfg(unix)]
    pub fn signals_together(&self, signals: &[nix::sys::signal::Signal]) {
        send_together(self.child.id(), signals);
    }

    /// Returns its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end, which must come by itself.
    pub fn wait_for_exit(mut self) -> Exit {
        let code = wait(&mut self.child);
        let reader = self.error_reader.take().expect("called once");
        reader.join().expect("stderr was read");
        Exit {
            code,
            errors: self.errors.lock().expect("no panic").clone(),
            lines: self.lines.iter().collect(),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Both calls fail if the program has ended already, which is harmless.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the program with an empty stdin until it ends.
pub fn run(arguments: &[&str]) -> Exit {
    let mut program = Program::start(arguments);
    program.close_stdin();
    program.wait_for_exit()
}

/// Returns the command of the program, with pipes for stdin, stdout and stderr.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns a `start` message of the empty board.
pub fn start_message() -> Value {
    json!({
        "type": "start", "hold": null, "queue": ["T", "I", "S", "Z", "L", "J"], "combo": 0,
        "back_to_back": false, "board": [],
    })
}

/// Sends a process several signals that it receives at the same moment: it is stopped meanwhile.
#[cfg(unix)]
pub fn send_together(process: u32, signals: &[nix::sys::signal::Signal]) {
    use nix::sys::signal::{Signal, kill};
    let id = nix::unistd::Pid::from_raw(process as i32);
    for signal in [&[Signal::SIGSTOP], signals, &[Signal::SIGCONT]].concat() {
        kill(id, signal).expect("it runs");
    }
}

/// Waits for a process to end by itself, and returns its exit code.
pub fn wait(child: &mut Child) -> Option<i32> {
    let started = Instant::now();
    loop {
        match child.try_wait().expect("the process is ours") {
            Some(status) => return status.code(),
            None if started.elapsed() > TIMEOUT => {
                let _ = child.kill();
                panic!("the program has not ended");
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Returns an entry of this process's status in `/proc`, if there is one.
pub fn own_status(name: &str) -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let found = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(found.strip_prefix(':')?.trim().to_string())
}

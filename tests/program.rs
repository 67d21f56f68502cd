//! How the real program ends: by the end of its input, by `quit`, and when nobody listens,
//! also while it searches. That it ends at all is what matters here, not how fast.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const START: &str = r#"{"type":"start","queue":["T","I","O","S","Z"],"board":[]}"#;

/// Long enough for any machine; only a program that hangs gets here.
const PATIENCE: Duration = Duration::from_secs(60);

fn launch() -> Child {
    Command::new(env!("CARGO_BIN_EXE_landfall"))
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn say(bot: &mut Child, line: &str) {
    let input = bot.stdin.as_mut().expect("stdin is a pipe");
    writeln!(input, "{line}").expect("the program reads");
}

/// Waits for the end and says what stood on stderr.
fn end(mut bot: Child) -> (ExitStatus, String) {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if bot.try_wait().expect("it can be waited for").is_some() {
            let output = bot.wait_with_output().expect("it has ended");
            return (
                output.status,
                String::from_utf8_lossy(&output.stderr).into_owned(),
            );
        }
        sleep(Duration::from_millis(2));
    }
    let _ = bot.kill();
    panic!("the program hangs");
}

fn assert_good_end(bot: Child) {
    let (status, stderr) = end(bot);
    assert_eq!((status.code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn the_end_of_input_ends_a_search() {
    let mut bot = launch();
    say(&mut bot, START);
    drop(bot.stdin.take());
    assert_good_end(bot);
}

#[test]
fn quit_ends_a_search() {
    let mut bot = launch();
    say(&mut bot, START);
    say(&mut bot, r#"{"type":"quit"}"#);
    assert_good_end(bot);
}

#[test]
fn a_closed_pipe_ends_a_search() {
    let mut bot = launch();
    let mut output = BufReader::new(bot.stdout.take().expect("stdout is a pipe"));
    let mut info = String::new();
    output.read_line(&mut info).expect("info comes");
    drop(output);
    say(&mut bot, START);
    say(&mut bot, r#"{"type":"suggest"}"#);
    assert_good_end(bot);
}

#[test]
fn what_was_asked_before_the_end_of_input_is_answered() {
    let mut bot = launch();
    say(&mut bot, START);
    say(&mut bot, r#"{"type":"suggest"}"#);
    drop(bot.stdin.take());
    let output = bot.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].contains(r#""moves":[{"location""#), "{text}");
}

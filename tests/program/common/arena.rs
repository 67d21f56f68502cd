//! `landfall arena` as a process that runs to its end.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

/// The same bot twice, with few nodes.
pub const TWINS: [&str; 4] = ["landfall", "landfall --memory 8", "--clock", "nodes"];

/// Returns the shell script of a bot that shakes hands, and then answers every `suggest` like
/// this.
pub fn bot_script(name: &str, answer: &str) -> String {
    format!(
        "echo '{{\"type\":\"info\",\"name\":\"{name}\",\"version\":\"1\",\"author\":\"\",\"features\":[]}}'\n\
         while read -r line; do case $line in\n\
         *'\"rules\"'*) echo '{{\"type\":\"ready\"}}';;\n\
         *'\"suggest\"'*) {answer};;\n\
         *'\"quit\"'*) exit 0;;\n\
         esac; done\n"
    )
}

/// Plays a series.
pub fn arena(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_landfall"))
        .arg("arena")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What a program that went well has printed.
pub fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The summary of a series, also of one in which a bot always failed; with a clock of few nodes,
/// unless another is given, and a limit for answers that a busy machine does not reach.
pub fn summary(arguments: &[&str]) -> Value {
    let clock: &[&str] = match arguments.contains(&"--clock") {
        true => &[],
        false => &["--clock", "nodes", "100"],
    };
    let limit: &[&str] = match arguments.contains(&"--timeout") {
        true => &[],
        false => &["--timeout", "60"],
    };
    let output = arena(&[arguments, clock, limit, &["--json"]].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

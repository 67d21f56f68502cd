//! `landfall arena` as a process that runs to its end.

use super::program::command;
use serde_json::Value;
use std::process::Output;

/// The same bot twice, with few nodes.
pub const TWINS: [&str; 4] = ["landfall", "landfall --memory 8", "--clock", "nodes"];

/// Returns the shell script of a bot that shakes hands, and runs the command `answer` for every
/// `suggest`.
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
    command(&["arena"]).args(arguments).output().unwrap()
}

/// Returns the stdout of a program that succeeded.
pub fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the summary of a series, also of one in which a bot always failed. By default the clock
/// has few nodes, and the limit for answers suits a busy machine.
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

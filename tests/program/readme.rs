//! The example session of the README: the program prints the answers that are shown.

use crate::common::program::Program;

const README: &str = include_str!("../../README.md");

/// Returns the first block of this language that follows the heading.
fn block(heading: &str, language: &str) -> &'static str {
    let (_, section) = README.split_once(heading).expect("the heading");
    let (_, block) = section
        .split_once(&format!("```{language}\n"))
        .expect("a block");
    block.split_once("```").expect("its end").0
}

/// Returns a line without the build and the speed.
fn without_build_and_speed(line: &str) -> String {
    let cut = |line: &str, from: &str, to: char| match line.split_once(from) {
        Some((before, after)) => {
            let end = after.find(to).expect("its end");
            format!("{before}{from}{}", &after[end..])
        }
        None => line.to_string(),
    };
    cut(&cut(line, "(", ')'), "\"nps\":", ',')
}

#[test]
fn the_session_of_the_readme_gives_the_answers_shown() {
    let session = block("## By hand", "sh");
    let (command, messages) = session.split_once(" <<'END'\n").expect("a command");
    let messages = messages
        .strip_suffix("END\n")
        .expect("the end of the messages");
    let shown = block("## By hand", "text");

    let arguments: Vec<&str> = command.split(' ').skip(1).collect();
    let mut program = Program::start(&arguments);
    program.send_bytes(messages.as_bytes());
    program.close_stdin();
    let exit = program.wait_for_exit();

    assert_eq!(exit.code, Some(0), "{exit:?}");
    let printed = exit.lines.iter().map(String::as_str);
    let printed: Vec<String> = printed
        .chain(exit.errors.lines())
        .map(without_build_and_speed)
        .collect();
    let shown: Vec<String> = shown.lines().map(without_build_and_speed).collect();
    assert_eq!(printed, shown);
}

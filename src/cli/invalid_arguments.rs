//! Errors of the command line in plain words.

use clap::Command;
use std::io::Write;

/// Texts of the standard library's parsers, and what they mean.
const PLAIN: [(&str, &str); 8] = [
    ("invalid digit found in string", NO_NUMBER),
    ("cannot parse integer from empty string", "it is empty"),
    ("number too large to fit in target type", "it is too large"),
    ("number too small to fit in target type", "it is too small"),
    ("invalid float literal", "it is not a number"),
    ("cannot parse float from empty string", "it is empty"),
    ("is not in 1..18446744073709551615", "is not 1 or more"),
    ("is not in 0..18446744073709551615", "is not 0 or more"),
];

/// What is wrong with a text that is no whole number.
const NO_NUMBER: &str = "it is not a whole number";

/// How clap says that a number is out of its range, before the range.
const OUT_OF_RANGE: &str = " is not in ";

/// Lets every option take a negative number as its value, so that the error says which numbers it
/// takes, and not that there is no such option.
pub fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(with_negative_numbers)
}

/// Prints the help or an error, and exits.
pub fn exit(error: &clap::Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    let text = plain(&error.render().ansi().to_string());
    // Drops the colours where clap does: no terminal, NO_COLOR. Stderr may be closed.
    let _ = anstream::stderr().write_all(text.as_bytes());
    std::process::exit(error.exit_code())
}

fn plain(text: &str) -> String {
    let replaced = |text: String, (of_std, plain): &(&str, &str)| match plain {
        // The parsers of numbers without a sign say the same of "-1" and of "x".
        &NO_NUMBER if text.contains("invalid value '-") => text.replace(of_std, "it is below 0"),
        plain => text.replace(of_std, plain),
    };
    let text = PLAIN.iter().fold(text.to_string(), replaced);
    let lines = text
        .split('\n')
        .map(|line| match line.contains(OUT_OF_RANGE) {
            true => line
                .replace(OUT_OF_RANGE, " is not from ")
                .replace("..=", " to "),
            false => line.to_string(),
        });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::Cli;
    use super::*;
    use clap::CommandFactory;

    /// Returns the first line of the error of these arguments.
    fn error(arguments: &[&str]) -> String {
        let command = with_negative_numbers(Cli::command());
        let arguments = ["landfall"].iter().chain(arguments);
        let error = command.try_get_matches_from(arguments).unwrap_err();
        let text = plain(&error.to_string());
        text.lines().next().unwrap_or_default().to_string()
    }

    #[test]
    fn errors_name_the_option_and_are_plain() {
        for (arguments, wanted) in [
            (
                &["blockbattle", "--think", "abc"][..],
                "'--think <MS>': it is not a whole number",
            ),
            (
                &["blockbattle", "--think", "-1"],
                "'--think <MS>': it is below 0",
            ),
            (
                &["--nodes", "99999999999999999999"],
                "'--nodes <N>': it is too large",
            ),
            (
                &["watch", "--pieces", "0"],
                "'--pieces <N>': 0 is not 1 or more",
            ),
            (
                &["watch", "--pps", "-1"],
                "'--pps <X>': give pieces per second from 0.01",
            ),
            (
                &["review", "x", "--depth", "31"],
                "'--depth <PIECES>': 31 is not from 1 to 30",
            ),
            (
                &["review", "x", "--depth", "-1"],
                "'--depth <PIECES>': -1 is not from 1 to 30",
            ),
            (
                &["review", "x", "--time", "0.5"],
                "'--time <TIME>': give whole seconds",
            ),
            (
                &["serve", "--bogus", "1"],
                "unexpected argument '--bogus' found",
            ),
        ] {
            let error = error(arguments);
            assert!(error.contains(wanted), "{arguments:?}: {error}");
        }
    }
}

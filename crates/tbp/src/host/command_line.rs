//! Splits a command line into words as a shell does: blanks separate, single quotes keep
//! everything, double quotes keep all but backslashes, a backslash keeps the next character.
//!
//! Expands nothing: no variables, no patterns, no pipes.

use std::fmt;

/// The words of a command, at least one.
///
/// # Errors
/// A quote that is never closed, a backslash at the end, or no word at all.
pub fn split_command(command: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        if c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match c {
            '\'' => single_quoted(&mut characters, word)?,
            '"' => double_quoted(&mut characters, word)?,
            '\\' => word.push(characters.next().ok_or(CommandError::TrailingBackslash)?),
            plain => word.push(plain),
        }
    }
    words.extend(word);
    if words.is_empty() {
        return Err(CommandError::Empty);
    }
    Ok(words)
}

fn single_quoted(
    characters: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Result<(), CommandError> {
    loop {
        match characters.next().ok_or(CommandError::UnclosedQuote('\''))? {
            '\'' => return Ok(()),
            c => word.push(c),
        }
    }
}

fn double_quoted(
    characters: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Result<(), CommandError> {
    const OPEN: CommandError = CommandError::UnclosedQuote('"');
    loop {
        match characters.next().ok_or(OPEN)? {
            '"' => return Ok(()),
            '\\' => match characters.next().ok_or(OPEN)? {
                c @ ('"' | '\\' | '$' | '`') => word.push(c),
                c => word.extend(['\\', c]),
            },
            c => word.push(c),
        }
    }
}

/// Why a command could not be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Nothing but blanks.
    Empty,
    /// This quote is opened and never closed.
    UnclosedQuote(char),
    /// Nothing follows the last backslash.
    TrailingBackslash,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Empty => f.write_str("the command is empty"),
            CommandError::UnclosedQuote(quote) => write!(f, "a quote ({quote}) is never closed"),
            CommandError::TrailingBackslash => f.write_str("nothing follows the last backslash"),
        }
    }
}

impl std::error::Error for CommandError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        for (command, words) in [
            ("bot", &["bot"] as &[&str]),
            ("  bot  --nodes\t200 ", &["bot", "--nodes", "200"]),
            ("'my bot' a\"b c\"d", &["my bot", "ab cd"]),
            (r"a\ b \'", &["a b", "'"]),
            (r#""a\"b\n" '\'"#, &[r#"a"b\n"#, r"\"]),
            ("x '' y", &["x", "", "y"]),
        ] {
            assert_eq!(split_command(command).unwrap(), words, "{command}");
        }
    }

    #[test]
    fn what_is_left_open_is_named() {
        assert_eq!(split_command("  "), Err(CommandError::Empty));
        assert_eq!(
            split_command("a 'b"),
            Err(CommandError::UnclosedQuote('\''))
        );
        assert_eq!(
            split_command("a \"b\\"),
            Err(CommandError::UnclosedQuote('"'))
        );
        assert_eq!(split_command("a\\"), Err(CommandError::TrailingBackslash));
    }
}

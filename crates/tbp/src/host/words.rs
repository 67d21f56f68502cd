//! Splits a command line into words as a shell does: blanks separate, single quotes keep
//! everything, double quotes keep all but backslashes, a backslash keeps the next character.
//!
//! Expands nothing: no variables, no patterns, no pipes.

use std::fmt;

/// The words of a command, at least one.
///
/// # Errors
/// A quote that is never closed, a backslash at the end, or no word at all.
pub fn split(command: &str) -> Result<Vec<String>, SplitError> {
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
            '\\' => word.push(characters.next().ok_or(SplitError::Backslash)?),
            plain => word.push(plain),
        }
    }
    words.extend(word);
    if words.is_empty() {
        return Err(SplitError::Empty);
    }
    Ok(words)
}

fn single_quoted(
    characters: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Result<(), SplitError> {
    loop {
        match characters.next().ok_or(SplitError::Quote('\''))? {
            '\'' => return Ok(()),
            c => word.push(c),
        }
    }
}

fn double_quoted(
    characters: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Result<(), SplitError> {
    const OPEN: SplitError = SplitError::Quote('"');
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
pub enum SplitError {
    /// Nothing but blanks.
    Empty,
    /// This quote is opened and never closed.
    Quote(char),
    /// Nothing follows the last backslash.
    Backslash,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SplitError::Empty => f.write_str("the command is empty"),
            SplitError::Quote(quote) => write!(f, "a quote ({quote}) is never closed"),
            SplitError::Backslash => f.write_str("nothing follows the last backslash"),
        }
    }
}

impl std::error::Error for SplitError {}

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
            assert_eq!(split(command).unwrap(), words, "{command}");
        }
    }

    #[test]
    fn what_is_left_open_is_named() {
        assert_eq!(split("  "), Err(SplitError::Empty));
        assert_eq!(split("a 'b"), Err(SplitError::Quote('\'')));
        assert_eq!(split("a \"b\\"), Err(SplitError::Quote('"')));
        assert_eq!(split("a\\"), Err(SplitError::Backslash));
    }
}

//! Splits the command that starts a bot into words, as the shell of the system does, and joins words
//! into a command.

use std::iter::Peekable;
use std::str::Chars;
use thiserror::Error;

/// Replaces `#` while `shell_words` splits, because there `#` begins a comment. No text has this
/// character: Unicode reserves it for use inside programs.
const NUMBER_SIGN: char = '\u{fdd0}';

/// Splits a command into words by the rules of the system, Windows or a Unix shell. Returns at least
/// one word.
///
/// Does not expand variables or patterns, and supports neither pipes nor comments.
///
/// - Unix: blanks separate, single quotes keep everything, double quotes keep all but backslashes,
///   a backslash keeps the next character.
/// - Windows: blanks separate, double quotes keep everything, a backslash is a backslash, except
///   before a double quote, which it makes a plain character. A word that begins with a single
///   quote ends with one.
///
/// # Errors
/// A quote that is never closed, a backslash at the end (Unix), or no word at all.
///
/// # Examples
/// ```
/// use landfall_tbp::host::split_command;
/// let words = split_command("\"my bot\" --nodes 200").unwrap();
/// assert_eq!(words, ["my bot", "--nodes", "200"]);
/// ```
pub fn split_command(command: &str) -> Result<Vec<String>, CommandError> {
    // A line end, also that of another system, is no part of the last word.
    let command = command.trim_end_matches(['\r', '\n']);
    let words = match cfg!(windows) {
        true => split_windows(command),
        false => split_unix(command),
    }?;
    match words.is_empty() {
        true => Err(CommandError::Empty),
        false => Ok(words),
    }
}

/// Returns a command that [`split_command`] splits into these words.
///
/// # Examples
/// ```
/// use landfall_tbp::host::{join_command, split_command};
/// let words = ["my bot", "it's \"quoted\"", ""].map(str::to_string);
/// assert_eq!(split_command(&join_command(&words)).unwrap(), words);
/// ```
pub fn join_command(words: &[String]) -> String {
    let quoted = words.iter().map(|word| match cfg!(windows) {
        true => quote_windows(word),
        false => quote_unix(word),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

fn quote_unix(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Quotes a word so that [`split_windows`], and the parser of most Windows programs, reads it.
fn quote_windows(word: &str) -> String {
    let mut quoted = String::from('"');
    let mut backslashes = 0;
    for character in word.chars() {
        if character == '"' {
            // Backslashes before a quote are doubled, and one more escapes the quote.
            quoted.push_str(&"\\".repeat(backslashes + 1));
        }
        backslashes = match character {
            '\\' => backslashes + 1,
            _ => 0,
        };
        quoted.push(character);
    }
    quoted.push_str(&"\\".repeat(backslashes));
    quoted.push('"');
    quoted
}

fn split_unix(command: &str) -> Result<Vec<String>, CommandError> {
    let escaped = command.replace('#', &NUMBER_SIGN.to_string());
    let words = shell_words::split(&escaped).map_err(|_| unclosed_quote(&escaped))?;
    // The last backslashes are outside of quotes: inside, the quote would not be closed.
    let backslashes = command.len() - command.trim_end_matches('\\').len();
    if backslashes % 2 == 1 {
        return Err(CommandError::TrailingBackslash);
    }
    Ok(words
        .into_iter()
        .map(|word| word.replace(NUMBER_SIGN, "#"))
        .collect())
}

/// Splits a command by the rules of Windows.
fn split_windows(command: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    let mut characters = command.chars().peekable();
    loop {
        while characters.next_if(|next| is_blank(*next)).is_some() {}
        match characters.peek() {
            None => return Ok(words),
            Some('\'') => {
                characters.next();
                words.push(single_quoted(&mut characters)?);
            }
            Some(_) => words.push(windows_word(&mut characters)?),
        }
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Reads a word up to the single quote that ends it.
fn single_quoted(characters: &mut Peekable<Chars>) -> Result<String, CommandError> {
    let mut word = String::new();
    while let Some(character) = characters.next() {
        if character == '\'' && characters.peek().is_none_or(|next| is_blank(*next)) {
            return Ok(word);
        }
        word.push(character);
    }
    Err(CommandError::UnclosedQuote('\''))
}

/// Reads a word up to a blank outside of double quotes.
fn windows_word(characters: &mut Peekable<Chars>) -> Result<String, CommandError> {
    let mut word = String::new();
    let (mut quoted, mut backslashes) = (false, 0_usize);
    while let Some(character) = characters.next_if(|next| quoted || !is_blank(*next)) {
        match character {
            '\\' => backslashes += 1,
            '"' => {
                // Two backslashes before a quote stand for one.
                word.truncate(word.len() - backslashes.div_ceil(2));
                match backslashes % 2 {
                    1 => word.push('"'),
                    _ if quoted && characters.next_if_eq(&'"').is_some() => word.push('"'),
                    _ => quoted = !quoted,
                }
                backslashes = 0;
                continue;
            }
            _ => backslashes = 0,
        }
        word.push(character);
    }
    match quoted {
        true => Err(CommandError::UnclosedQuote('"')),
        false => Ok(word),
    }
}

/// Returns the error for the quote that is open at the end of a command.
fn unclosed_quote(command: &str) -> CommandError {
    let single = shell_words::split(&format!("{command}'")).is_ok();
    CommandError::UnclosedQuote(if single { '\'' } else { '"' })
}

/// Why a command could not be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// It has only blanks.
    #[error("the command is empty")]
    Empty,
    /// This quote is opened and never closed.
    #[error("a quote ({0}) is never closed")]
    UnclosedQuote(char),
    /// Nothing follows the last backslash.
    #[error("nothing follows the last backslash")]
    TrailingBackslash,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_by_a_unix_shell() {
        for (command, words) in [
            ("bot", &["bot"] as &[&str]),
            ("  bot  --nodes\t200 ", &["bot", "--nodes", "200"]),
            ("'my bot' a\"b c\"d", &["my bot", "ab cd"]),
            (r"a\ b \'", &["a b", "'"]),
            (r#""a\"b\n" '\'"#, &[r#"a"b\n"#, r"\"]),
            ("x '' y", &["x", "", "y"]),
        ] {
            assert_eq!(split_unix(command).unwrap(), words, "{command}");
        }
    }

    #[test]
    fn errors_name_the_open_quote_or_backslash() {
        assert_eq!(split_command("  "), Err(CommandError::Empty));
        assert_eq!(split_unix("a 'b"), Err(CommandError::UnclosedQuote('\'')));
        assert_eq!(split_unix("a \"b\\"), Err(CommandError::UnclosedQuote('"')));
        assert_eq!(split_unix("a\\"), Err(CommandError::TrailingBackslash));
        assert_eq!(
            split_unix("'a\" \"b"),
            Err(CommandError::UnclosedQuote('\''))
        );
        assert_eq!(split_unix("\"a' 'b"), Err(CommandError::UnclosedQuote('"')));
        assert_eq!(split_unix(r"a \\\"), Err(CommandError::TrailingBackslash));
        assert_eq!(split_unix(r"a \\").unwrap(), ["a", r"\"]);
    }

    /// `shell_words` drops the rest of the line.
    #[test]
    fn a_number_sign_does_not_begin_a_comment() {
        for (command, words) in [
            ("bot #1 --fast", &["bot", "#1", "--fast"] as &[&str]),
            ("#bot", &["#bot"]),
            ("bot '# a' b#c \\#", &["bot", "# a", "b#c", "#"]),
        ] {
            assert_eq!(split_unix(command).unwrap(), words, "{command}");
        }
        assert_eq!(
            split_unix("bot # 'a"),
            Err(CommandError::UnclosedQuote('\''))
        );
    }

    #[test]
    fn a_line_end_is_no_part_of_a_word() {
        assert_eq!(split_command("bot --fast\r\n").unwrap(), ["bot", "--fast"]);
    }

    /// By the rules that Microsoft documents for the arguments of a program in C.
    #[test]
    fn commands_are_split_as_by_windows_programs() {
        for (command, words) in [
            (
                r"C:\bots\cc.exe --fast",
                &[r"C:\bots\cc.exe", "--fast"] as &[&str],
            ),
            (
                r#""C:\my bots\cc.exe" -n 2"#,
                &[r"C:\my bots\cc.exe", "-n", "2"],
            ),
            (r"'C:\my bots\cc.exe' -n", &[r"C:\my bots\cc.exe", "-n"]),
            (r"C:\Users\O'Brien\cc.exe", &[r"C:\Users\O'Brien\cc.exe"]),
            (r#"\\host\share\cc "" x"#, &[r"\\host\share\cc", "", "x"]),
            (r#""a b c" d e"#, &["a b c", "d", "e"]),
            (r#""ab\"c" "\\" d"#, &[r#"ab"c"#, r"\", "d"]),
            (r#"a\\\b d"e f"g h"#, &[r"a\\\b", "de fg", "h"]),
            (r#"a\\\"b c d"#, &[r#"a\"b"#, "c", "d"]),
            (r#"a\\\\"b c" d e"#, &[r"a\\b c", "d", "e"]),
            (r#""a ""b"" c""#, &[r#"a "b" c"#]),
            ("  bot\t--x  ", &["bot", "--x"]),
            (r"bot #1 \", &["bot", "#1", r"\"]),
        ] {
            assert_eq!(split_windows(command).unwrap(), words, "{command}");
        }
        for (command, quote) in [("a \"b", '"'), ("'a b", '\''), (r#""a\""#, '"')] {
            let unclosed = Err(CommandError::UnclosedQuote(quote));
            assert_eq!(split_windows(command), unclosed, "{command}");
        }
        assert_eq!(split_windows(" "), Ok(vec![]));
    }

    #[test]
    fn joined_words_are_split_into_the_same_words() {
        for word in [
            "bot",
            "",
            "my bot",
            "it's",
            r"C:\bots\",
            r#"a"b"#,
            r#"\"\\"#,
            "'",
            "\"",
            "#",
            "é 字",
            "\t",
            "two\nlines",
        ] {
            let words = [word.to_string(), "--x".to_string(), word.to_string()];
            let joined = |quote: fn(&str) -> String| {
                words
                    .iter()
                    .map(|word| quote(word))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            assert_eq!(split_unix(&joined(quote_unix)).unwrap(), words, "{word}");
            assert_eq!(
                split_windows(&joined(quote_windows)).unwrap(),
                words,
                "{word}"
            );
        }
    }
}

//! The command that starts a bot, as words.

use thiserror::Error;

/// Stands for `#` while `shell_words` splits, to which it would begin a comment. No text has this
/// character: Unicode keeps it for use inside of programs.
const NUMBER_SIGN: char = '\u{fdd0}';

/// Splits a command into words as a shell does: blanks separate, single quotes keep everything,
/// double quotes keep all but backslashes, a backslash keeps the next character.
///
/// Expands nothing: no variables, no patterns, no pipes, no comments. Returns at least one word.
///
/// # Errors
/// A quote that is never closed, a backslash at the end, or no word at all.
///
/// # Examples
/// ```
/// use landfall_tbp::host::split_command;
/// let words = split_command("'my bot' --nodes 200").unwrap();
/// assert_eq!(words, ["my bot", "--nodes", "200"]);
/// ```
pub fn split_command(command: &str) -> Result<Vec<String>, CommandError> {
    // A line end of another system is no part of the last word.
    let command = command.trim_end_matches(['\r', '\n']);
    let escaped = command.replace('#', &NUMBER_SIGN.to_string());
    let words = shell_words::split(&escaped).map_err(|_| unclosed_quote(&escaped))?;
    if words.is_empty() {
        return Err(CommandError::Empty);
    }
    // Outside of quotes: inside, the quote would not be closed.
    let backslashes = command.len() - command.trim_end_matches('\\').len();
    if backslashes % 2 == 1 {
        return Err(CommandError::TrailingBackslash);
    }
    Ok(words
        .into_iter()
        .map(|word| word.replace(NUMBER_SIGN, "#"))
        .collect())
}

/// Returns which quote of a command is open at its end.
fn unclosed_quote(command: &str) -> CommandError {
    let single = shell_words::split(&format!("{command}'")).is_ok();
    CommandError::UnclosedQuote(if single { '\'' } else { '"' })
}

/// Why a command could not be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nothing but blanks.
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
        assert_eq!(
            split_command("'a\" \"b"),
            Err(CommandError::UnclosedQuote('\''))
        );
        assert_eq!(
            split_command("\"a' 'b"),
            Err(CommandError::UnclosedQuote('"'))
        );
        assert_eq!(
            split_command(r"a \\\"),
            Err(CommandError::TrailingBackslash)
        );
        assert_eq!(split_command(r"a \\").unwrap(), ["a", r"\"]);
    }

    /// `shell_words` drops the rest of the line.
    #[test]
    fn a_number_sign_begins_no_comment() {
        for (command, words) in [
            ("bot #1 --fast", &["bot", "#1", "--fast"] as &[&str]),
            ("#bot", &["#bot"]),
            ("bot '# a' b#c \\#", &["bot", "# a", "b#c", "#"]),
        ] {
            assert_eq!(split_command(command).unwrap(), words, "{command}");
        }
        assert_eq!(
            split_command("bot # 'a"),
            Err(CommandError::UnclosedQuote('\''))
        );
    }

    #[test]
    fn a_line_end_is_no_part_of_a_word() {
        assert_eq!(split_command("bot --fast\r\n").unwrap(), ["bot", "--fast"]);
    }
}

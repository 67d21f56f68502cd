//! Makes texts from other programs safe for a terminal.

/// Returns a text with `?` in place of each control character, which a terminal might obey.
///
/// ```
/// assert_eq!(landfall_net::printable("a\x1b[2Jb\n"), "a?[2Jb?");
/// ```
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "?")
}

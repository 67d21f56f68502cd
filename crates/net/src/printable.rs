//! Texts of the other side as a terminal may show them.

/// Returns a text without control characters, each of which a terminal might obey; `?` stands for
/// one.
///
/// ```
/// assert_eq!(landfall_net::printable("a\x1b[2Jb\n"), "a?[2Jb?");
/// ```
pub fn printable(text: &str) -> String {
    text.replace(char::is_control, "?")
}

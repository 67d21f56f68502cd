//! Reads the events of the key games, whose format is described in
//! `crates/play/tests/key_games/README.md`.

/// Takes a number off the front of a text.
pub fn take_number(text: &mut &str) -> u64 {
    let end = text.find(|letter: char| !letter.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    *text = rest;
    digits.parse().unwrap()
}

/// Takes a mark off the front of a text, and returns whether it was there.
pub fn take_mark(text: &mut &str, mark: char) -> bool {
    let rest = text.strip_prefix(mark);
    *text = rest.unwrap_or(text);
    rest.is_some()
}

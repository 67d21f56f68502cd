//! Times of options that are given as people write them.

use std::time::Duration;

/// Longest time, in seconds.
const MAX_SECONDS: u64 = 1_000_000_000;

/// Why a text is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give whole seconds, or a whole number with s, m or h, such as 45m")]
pub struct DurationError;

/// Parses a time such as 90, 90s, 45m or 1h: a second at least.
///
/// # Errors
/// The text is no time, or the time is too long.
///
/// ```
/// use landfall_command::parse_duration;
/// assert_eq!(parse_duration("45m").unwrap().as_secs(), 2_700);
/// assert!(parse_duration("0.5").is_err());
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" | "s" => Some(1),
        "m" => Some(60),
        "h" => Some(3_600),
        _ => None,
    };
    let seconds = digits.parse::<u64>().ok().zip(factor);
    match seconds.and_then(|(count, factor)| count.checked_mul(factor)) {
        Some(seconds) if (1..=MAX_SECONDS).contains(&seconds) => Ok(Duration::from_secs(seconds)),
        _ => Err(DurationError),
    }
}

//! Parses time limits for the answers of a bot.

use std::time::Duration;
use thiserror::Error;

/// Parses the time limit of an answer in seconds, such as `5` or `0.5`.
///
/// # Errors
/// It is no number from 0.001 to 86400.
pub fn parse_time_limit(text: &str) -> Result<Duration, TimeLimitError> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(TimeLimitError),
    }
}

/// The error for a text that is no time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("give seconds from 0.001 to 86400")]
pub struct TimeLimitError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_seconds_in_a_range() {
        assert_eq!(parse_time_limit("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "86401", "NaN", "inf", "five", ""] {
            assert_eq!(parse_time_limit(text), Err(TimeLimitError), "{text}");
        }
    }
}

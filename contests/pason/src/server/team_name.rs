//! Rules for team names.

use thiserror::Error;

/// Longest name, in characters.
const MAX_CHARS: usize = 100;

/// What is wrong with a team's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TeamNameError {
    /// It has no characters.
    #[error("the team name is empty")]
    Empty,
    /// It has too many.
    #[error("the team name is longer than {MAX_CHARS} characters")]
    TooLong,
    /// A terminal would obey some of them.
    #[error("the team name contains control characters")]
    ControlCharacters,
}

/// Checks a name that will appear in every state message and on terminals.
///
/// # Errors
/// The name is empty, longer than 100 characters, or contains control characters.
pub fn check_team_name(name: &str) -> Result<(), TeamNameError> {
    if name.is_empty() {
        return Err(TeamNameError::Empty);
    }
    if name.chars().count() > MAX_CHARS {
        return Err(TeamNameError::TooLong);
    }
    if name.chars().any(char::is_control) {
        return Err(TeamNameError::ControlCharacters);
    }
    Ok(())
}

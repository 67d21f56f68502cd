//! Why a message had no effect, or not the whole effect. Every text is one line for a person.

use crate::game_session::GameError;
use landfall_rules::{PlayError, UnknownRuleset};
use landfall_tbp::convert::ConvertError;
use thiserror::Error;

/// A message that a session could not follow.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum SessionError {
    /// The rules are of a game that cannot be played.
    #[error("answered unsupported_rules: {0}")]
    UnsupportedRules(String),
    /// The rules name a ruleset that does not exist.
    #[error("answered unsupported_rules: `rules.ruleset`: {0}")]
    UnknownRuleset(UnknownRuleset),
    /// Parts of a message that cannot be used. The rest holds.
    #[error("{0}")]
    Ignored(String),
    /// The message of this type describes something that does not exist.
    #[error("ignored `{0}`: {1}")]
    Convert(&'static str, ConvertError),
    /// A suggestion was requested without a position.
    #[error("`suggest` came before `start`: it will be answered as soon as there is a position")]
    SuggestWithoutStart,
    /// An analysis was requested without a position.
    #[error("`analyse` came before `start`: answered with nothing")]
    AnalyseWithoutStart,
    /// An analysis was asked about a move that is none.
    #[error("`analyse.move`: answered without it: {0}")]
    AnalysedMove(String),
    /// The message of this type needs a position.
    #[error("ignored `{0}`: there is no position, send `start` first")]
    NotStarted(&'static str),
    /// The move of a message of this type cannot be made.
    #[error("ignored `{0}`: {1}; the position stays as it was, send `start` to set another")]
    Impossible(&'static str, PlayError),
    /// A board came while the piece in play and the one in hold were not both known.
    #[error("`{0}` came after a hold of an unknown piece: send `start` to set the position")]
    BoardAfterUnrevealedHold(&'static str),
}

/// The most characters of a warning that joins several.
const MAX_CHARACTERS: usize = 240;

impl SessionError {
    /// Returns why a message of this type did not change the game.
    pub fn of_game(message: &'static str, error: GameError) -> SessionError {
        match error {
            GameError::NotStarted => SessionError::NotStarted(message),
            GameError::Impossible(error) => SessionError::Impossible(message, error),
            GameError::BoardAfterUnrevealedHold => SessionError::BoardAfterUnrevealedHold(message),
        }
    }

    /// Returns the warnings of a message that holds all the same, if there are any.
    pub fn of_warnings(lists: &[&[String]]) -> Result<(), SessionError> {
        let warnings = lists.concat();
        match warnings.is_empty() {
            true => Ok(()),
            false => Err(SessionError::Ignored(join(&warnings))),
        }
    }

    /// Returns the refusal of rules, for these reasons.
    pub fn unsupported(reasons: &[String]) -> SessionError {
        SessionError::UnsupportedRules(join(reasons))
    }
}

/// Joins sentences to one short line.
fn join(sentences: &[String]) -> String {
    let line = sentences.join("; ");
    match line.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

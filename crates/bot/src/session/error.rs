//! Why a message had no effect, or only a part of its effect. Every text is one line for people.

use crate::game_session::GameError;
use landfall_rules::rulesets::UnknownRuleset;
use landfall_rules::state::PlayError;
use landfall_tbp::convert::ConvertError;
use thiserror::Error;

/// Why a session could not use a message, or a part of it.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum SessionError {
    /// The rules cannot be played.
    #[error("answered unsupported_rules: {0}")]
    UnsupportedRules(String),
    /// The rules name a ruleset that does not exist.
    #[error("answered unsupported_rules: `rules.ruleset`: {0}")]
    UnknownRuleset(UnknownRuleset),
    /// Parts of a message that cannot be used. The rest of the message was used.
    #[error("{0}")]
    Ignored(String),
    /// The message of this type cannot be converted.
    #[error("ignored `{0}`: {1}")]
    Convert(&'static str, ConvertError),
    /// A suggestion was requested without a position.
    #[error(
        "`suggest` came before `start` or after `stop`: it is answered once there is a position"
    )]
    SuggestWithoutStart,
    /// An analysis was requested without a position.
    #[error("`analyse` came before `start` or after `stop`: the answer is empty")]
    AnalyseWithoutStart,
    /// The move of an `analyse` is not legal.
    #[error("ignored `analyse.move`: {0}")]
    AnalysedMove(String),
    /// The message of this type needs a position.
    #[error("ignored `{0}`: there is no position, send `start` first")]
    NotStarted(&'static str),
    /// The move of a message of this type cannot be made.
    #[error("ignored `{0}`: {1}; the position stays as it was, send `start` to set another")]
    Impossible(&'static str, PlayError),
    /// A board came while the held piece was unknown.
    #[error("`{0}` came after a hold of an unknown piece: send `start` to set the position")]
    BoardAfterUnrevealedHold(&'static str),
}

/// Most characters of a warning that joins several.
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

    /// Returns the warnings of a message that was used otherwise, as an error if there are any.
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

/// Joins sentences into one short line.
fn join(sentences: &[String]) -> String {
    let line = sentences.join("; ");
    match line.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

//! Why a message had no effect, or not the whole effect. Every text is one line for a person.

use landfall_rules::{PlayError, UnknownRuleset, WIDTH};
use landfall_tbp::convert::ConvertError;
use thiserror::Error;

/// A message that a session could not follow.
#[derive(Clone, Debug, PartialEq, Error)]
pub(super) enum SessionError {
    /// The rules name another width of board.
    #[error("answered unsupported_rules: `rules.board_width` is {0}, only {WIDTH} can be played")]
    UnsupportedWidth(f64),
    /// The rules name a ruleset that does not exist.
    #[error("answered unsupported_rules: `rules.ruleset`: {0}")]
    UnknownRuleset(UnknownRuleset),
    /// Attributes of the rules could not be used. The rules are accepted without them.
    #[error("{0}")]
    RulesWarnings(String),
    /// The message of this type describes something that does not exist.
    #[error("ignored `{0}`: {1}")]
    Convert(&'static str, ConvertError),
    /// A suggestion was requested without a position.
    #[error("`suggest` came before `start`: it will be answered as soon as there is a position")]
    SuggestWithoutStart,
    /// The message of this type needs a position.
    #[error("ignored `{0}`: there is no position, send `start` first")]
    NotStarted(&'static str),
    /// The move cannot be made.
    #[error("ignored `play`: {0}; the position stays as it was, send `start` to set another")]
    Impossible(PlayError),
}

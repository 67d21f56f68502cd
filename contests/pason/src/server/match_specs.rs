//! Which matches a server opens and who may play them, as JSON.

use super::team_name::check_team_name;
use landfall_net::Secret;
use serde_json::Value;
use std::collections::BTreeMap;
use thiserror::Error;

/// A match to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MatchSpec {
    /// Its token; without one it is random.
    pub match_token: Option<String>,
    /// The teams that may play, with their passwords; empty: the first two that join, with any
    /// passwords.
    pub teams: BTreeMap<String, Secret>,
}

/// Why a file of matches cannot be read.
#[derive(Debug, Error)]
pub enum MatchSpecError {
    /// It is not JSON.
    #[error("the matches cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It is not a list, or an empty one.
    #[error("the matches cannot be read: it should be a list of at least one match")]
    NotAList,
    /// An entry is not a match.
    #[error("the matches cannot be read: match {index} should be {EXPECTED}")]
    NotAMatch {
        /// The entry, from 0.
        index: usize,
    },
    /// Two entries have the same token.
    #[error("the matches cannot be read: match {index} has the token of an earlier one")]
    DuplicateToken {
        /// The later entry, from 0.
        index: usize,
    },
}

const EXPECTED: &str =
    r#"{"match_token": "..", "teams": {"one team": "its password", "another": "its password"}}"#;

/// Parses matches from JSON: a list of objects with `match_token` and `teams`, an object of
/// exactly two passwords by team name.
///
/// ```
/// let json = r#"[{"match_token": "t", "teams": {"a": "pass", "b": "word"}}]"#;
/// let specs = landfall_pason::server::parse_match_specs(json).unwrap();
/// assert_eq!(specs[0].match_token.as_deref(), Some("t"));
/// ```
///
/// # Errors
/// The text is not such a list, or two matches have the same token.
pub fn parse_match_specs(text: &str) -> Result<Vec<MatchSpec>, MatchSpecError> {
    let value: Value = serde_json::from_str(text)?;
    let list = value.as_array().filter(|list| !list.is_empty());
    let mut specs: Vec<MatchSpec> = Vec::new();
    for (index, value) in list.ok_or(MatchSpecError::NotAList)?.iter().enumerate() {
        let spec = parse_match_spec(value).ok_or(MatchSpecError::NotAMatch { index })?;
        let same_token = |earlier: &MatchSpec| earlier.match_token == spec.match_token;
        if specs.iter().any(same_token) {
            return Err(MatchSpecError::DuplicateToken { index });
        }
        specs.push(spec);
    }
    Ok(specs)
}

fn parse_match_spec(value: &Value) -> Option<MatchSpec> {
    let token = value.get("match_token")?.as_str()?;
    let teams = value.get("teams")?.as_object()?;
    let team = |(name, password): (&String, &Value)| {
        check_team_name(name).ok()?;
        Some((name.clone(), Secret::exact(password.as_str()?)))
    };
    let teams: BTreeMap<String, Secret> = teams.iter().map(team).collect::<Option<_>>()?;
    (teams.len() == 2 && !token.is_empty()).then(|| MatchSpec {
        match_token: Some(token.to_string()),
        teams,
    })
}

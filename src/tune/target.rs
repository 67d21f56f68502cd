//! The rules whose weights can be tuned, by name.

use super::dropblox::DropbloxProblem;
use super::error::UnknownTarget;
use super::problem::{BoxError, Problem};
use landfall_rules::Ruleset;
use serde::Deserialize;

/// The name of the rules of Dropblox, which have no [`Ruleset`].
pub const DROPBLOX: &str = "dropblox";

/// The rules whose weights are tuned.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "a command has one")]
pub enum Target {
    /// A ruleset of the seven tetrominoes.
    Ruleset(Ruleset),
    /// The contest Dropblox of 2012.
    Dropblox,
}

/// The name of the rules among the options in a file; the other options are ignored.
#[derive(Clone, Debug, Deserialize)]
pub struct RulesName {
    /// The name.
    pub rules: String,
}

impl Target {
    /// Returns the names of all rules.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Ruleset::ALL
            .into_iter()
            .map(|rules| rules.name)
            .chain([DROPBLOX])
    }

    /// Finds the rules of a name.
    ///
    /// # Errors
    /// There are no rules of that name.
    pub fn by_name(name: &str) -> Result<Target, UnknownTarget> {
        match name {
            DROPBLOX => Ok(Target::Dropblox),
            _ => name.parse().map(Target::Ruleset).map_err(UnknownTarget),
        }
    }

    /// Returns the text of the weights file that comes with the program.
    ///
    /// # Errors
    /// The JSON cannot be written.
    pub fn shipped_json(self) -> Result<String, BoxError> {
        match self {
            Target::Ruleset(rules) => Ok(landfall_search::Weights::for_rules(&rules).to_json()?),
            Target::Dropblox => {
                let problem = DropbloxProblem::default();
                problem.to_json(&problem.shipped())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_found_by_their_name() {
        assert!(
            matches!(Target::by_name("guideline"), Ok(Target::Ruleset(rules)) if rules.name == "guideline")
        );
        assert!(matches!(Target::by_name(DROPBLOX), Ok(Target::Dropblox)));
        let error = Target::by_name("chess").expect_err("no rules").to_string();
        assert!(
            error.contains("guideline") && error.contains(DROPBLOX),
            "{error}"
        );
    }
}

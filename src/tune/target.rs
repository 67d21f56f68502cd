//! What weights are found for: the tetrominoes of a ruleset, or the blocks of Dropblox. The
//! two have weights of their own; a run has those of the one or of the other.

use super::config::Scoring;
use landfall_rules::Ruleset;
use serde::{Deserialize, Serialize};

/// The name of the rules that are no ruleset.
const DROPBLOX: &str = "dropblox";

/// The rules of a run.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// Those of a ruleset.
    Tetrominoes(&'static Ruleset),
    /// Those of the contest of 2012.
    Dropblox,
}

/// Weights of either evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Weights {
    /// Of the one for tetrominoes.
    Tetrominoes(landfall_search::Weights),
    /// Of the one for Dropblox.
    Dropblox(landfall_dropblox::Weights),
}

impl Target {
    /// The rules of a name.
    ///
    /// # Errors
    /// There are none of that name, a sentence.
    pub fn by_name(name: &str) -> Result<Target, String> {
        match name {
            DROPBLOX => Ok(Target::Dropblox),
            _ => Ruleset::by_name(name)
                .map(Target::Tetrominoes)
                .map_err(|error| format!("{error}, {DROPBLOX}")),
        }
    }

    /// Their name.
    pub fn name(self) -> &'static str {
        match self {
            Target::Tetrominoes(rules) => rules.name,
            Target::Dropblox => DROPBLOX,
        }
    }

    /// Weights of nothing.
    pub fn zero(self) -> Weights {
        match self {
            Target::Tetrominoes(_) => Weights::Tetrominoes(landfall_search::Weights::ZERO),
            Target::Dropblox => Weights::Dropblox(landfall_dropblox::Weights::ZERO),
        }
    }

    /// The weights that come with the program.
    pub fn shipped(self) -> Weights {
        match self {
            Target::Tetrominoes(rules) => Weights::Tetrominoes(landfall_search::Weights::clone(
                &landfall_search::Weights::for_rules(rules),
            )),
            Target::Dropblox => Weights::Dropblox(landfall_dropblox::TUNED.clone()),
        }
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(self, text: &str) -> Result<Weights, String> {
        match self {
            Target::Tetrominoes(_) => landfall_search::Weights::parse(text)
                .map(Weights::Tetrominoes)
                .map_err(|error| error.to_string()),
            Target::Dropblox => landfall_dropblox::Weights::parse(text).map(Weights::Dropblox),
        }
    }

    /// What candidates are ranked by where nothing else is asked for: nobody plays Dropblox
    /// against anybody.
    pub fn default_scoring(self) -> Scoring {
        match self {
            Target::Tetrominoes(_) => Scoring::Match,
            Target::Dropblox => Scoring::Solo,
        }
    }

    /// Nodes a move where nothing else is asked for: as few as tell good play from bad.
    pub fn default_nodes(self) -> u64 {
        match self {
            Target::Tetrominoes(_) => 300,
            Target::Dropblox => 1_500,
        }
    }

    /// What a weight is a part of, for people.
    pub fn unit(self) -> &'static str {
        match self {
            Target::Tetrominoes(_) => "the units of the weights file",
            Target::Dropblox => "thousandths of a point",
        }
    }
}

impl Weights {
    /// Every name and its weights, in the order in which they are written.
    pub fn fields_mut(&mut self) -> Vec<(&'static str, &mut [i32])> {
        match self {
            Weights::Tetrominoes(weights) => weights.fields_mut().into_iter().collect(),
            Weights::Dropblox(weights) => weights.fields_mut(),
        }
    }

    /// Largest weight, either way.
    pub fn max(&self) -> i32 {
        match self {
            Weights::Tetrominoes(_) => landfall_search::Weights::MAX,
            Weights::Dropblox(_) => landfall_dropblox::Weights::MAX,
        }
    }

    /// Whether they are weights for these rules.
    pub fn are_for(&self, rules: Target) -> bool {
        matches!(
            (self, rules),
            (Weights::Tetrominoes(_), Target::Tetrominoes(_))
                | (Weights::Dropblox(_), Target::Dropblox)
        )
    }

    /// The text of a weights file that reads as these weights.
    ///
    /// # Errors
    /// What the writer of JSON says, which has no reason to.
    pub fn to_json(&self) -> Result<String, String> {
        match self {
            Weights::Tetrominoes(weights) => weights.to_json().map_err(|error| error.to_string()),
            Weights::Dropblox(weights) => weights.to_json(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_say_whose_they_are() {
        for name in ["guideline", DROPBLOX] {
            let rules = Target::by_name(name).expect("rules");
            assert_eq!(rules.name(), name);
            for weights in [rules.zero(), rules.shipped()] {
                assert!(weights.are_for(rules));
                let text = weights.to_json().expect("a text");
                assert_eq!(rules.parse(&text), Ok(weights.clone()));
                let read: Weights = serde_json::from_str(&text).expect("weights");
                assert_eq!(read, weights, "a journal says nothing of whose they are");
            }
        }
        let error = Target::by_name("chess").expect_err("no rules");
        assert!(
            error.contains("guideline") && error.contains(DROPBLOX),
            "{error}"
        );
    }
}

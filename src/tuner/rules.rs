//! What weights are found for: the tetrominoes of a ruleset, or the blocks of Dropblox. The
//! two have weights of their own; a run has those of the one or of the other.

use super::plan::Scoring;
use landfall_rules::Ruleset;
use serde::{Deserialize, Serialize};

/// The name of the rules that are no ruleset.
const DROPBLOX: &str = "dropblox";

/// The rules of a run.
#[derive(Clone, Copy, Debug)]
pub enum Rules {
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

impl Rules {
    /// The rules of a name.
    ///
    /// # Errors
    /// There are none of that name, a sentence.
    pub fn by_name(name: &str) -> Result<Rules, String> {
        match name {
            DROPBLOX => Ok(Rules::Dropblox),
            _ => Ruleset::by_name(name)
                .map(Rules::Tetrominoes)
                .map_err(|error| format!("{error}, {DROPBLOX}")),
        }
    }

    /// Their name.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Tetrominoes(rules) => rules.name,
            Rules::Dropblox => DROPBLOX,
        }
    }

    /// Weights of nothing.
    pub fn zero(self) -> Weights {
        match self {
            Rules::Tetrominoes(_) => Weights::Tetrominoes(landfall_search::Weights::ZERO),
            Rules::Dropblox => Weights::Dropblox(landfall_dropblox::Weights::ZERO),
        }
    }

    /// The weights that come with the program.
    pub fn shipped(self) -> Weights {
        match self {
            Rules::Tetrominoes(rules) => Weights::Tetrominoes(landfall_search::Weights::clone(
                &landfall_search::Weights::for_rules(rules),
            )),
            Rules::Dropblox => Weights::Dropblox(landfall_dropblox::TUNED.clone()),
        }
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(self, text: &str) -> Result<Weights, String> {
        match self {
            Rules::Tetrominoes(_) => landfall_search::Weights::parse(text)
                .map(Weights::Tetrominoes)
                .map_err(|error| error.to_string()),
            Rules::Dropblox => landfall_dropblox::Weights::parse(text).map(Weights::Dropblox),
        }
    }

    /// What candidates are ranked by where nothing else is asked for: nobody plays Dropblox
    /// against anybody.
    pub fn usual_scoring(self) -> Scoring {
        match self {
            Rules::Tetrominoes(_) => Scoring::Match,
            Rules::Dropblox => Scoring::Alone,
        }
    }

    /// Nodes a move where nothing else is asked for: as few as tell good play from bad.
    pub fn usual_nodes(self) -> u64 {
        match self {
            Rules::Tetrominoes(_) => 300,
            Rules::Dropblox => 1_500,
        }
    }

    /// What a weight is a part of, for people.
    pub fn unit(self) -> &'static str {
        match self {
            Rules::Tetrominoes(_) => "the units of the weights file",
            Rules::Dropblox => "thousandths of a point",
        }
    }
}

impl Weights {
    /// Every name and its weights, in the order in which they are written.
    pub fn parts(&mut self) -> Vec<(&'static str, &mut [i32])> {
        match self {
            Weights::Tetrominoes(weights) => weights.fields_mut().into_iter().collect(),
            Weights::Dropblox(weights) => weights.parts(),
        }
    }

    /// Largest weight, either way.
    pub fn largest(&self) -> i32 {
        match self {
            Weights::Tetrominoes(_) => landfall_search::Weights::MAX,
            Weights::Dropblox(_) => landfall_dropblox::Weights::LARGEST,
        }
    }

    /// Whether they are weights for these rules.
    pub fn are_for(&self, rules: Rules) -> bool {
        matches!(
            (self, rules),
            (Weights::Tetrominoes(_), Rules::Tetrominoes(_))
                | (Weights::Dropblox(_), Rules::Dropblox)
        )
    }

    /// The text of a weights file that reads as these weights.
    ///
    /// # Errors
    /// What the writer of JSON says, which has no reason to.
    pub fn text(&self) -> Result<String, String> {
        match self {
            Weights::Tetrominoes(weights) => weights.to_json().map_err(|error| error.to_string()),
            Weights::Dropblox(weights) => weights.text(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_say_whose_they_are() {
        for name in ["guideline", DROPBLOX] {
            let rules = Rules::by_name(name).expect("rules");
            assert_eq!(rules.name(), name);
            for weights in [rules.zero(), rules.shipped()] {
                assert!(weights.are_for(rules));
                let text = weights.text().expect("a text");
                assert_eq!(rules.parse(&text), Ok(weights.clone()));
                let read: Weights = serde_json::from_str(&text).expect("weights");
                assert_eq!(read, weights, "a journal says nothing of whose they are");
            }
        }
        let error = Rules::by_name("chess").expect_err("no rules");
        assert!(
            error.contains("guideline") && error.contains(DROPBLOX),
            "{error}"
        );
    }
}

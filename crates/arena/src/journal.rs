//! The header of a match's journal. Its records are the finished games, in the order in which
//! they finished; reading and writing is [`landfall_experiment::journal`].

use super::record::GameRecord;
use landfall_experiment::journal::{Header, Journal};
use serde::{Deserialize, Serialize};

/// The journal of a match.
pub type MatchJournal = Journal<MatchHeader>;

/// The version of the format.
const VERSION: u32 = 1;

/// What is played: games are comparable only where all of this is the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchHeader {
    /// The version of the format.
    pub arena: u32,
    /// The command of A.
    pub a: String,
    /// The command of B.
    pub b: String,
    /// Name of the preset.
    pub preset: String,
    /// The clock, as on the command line.
    pub clock: String,
    /// Seed of the series.
    pub seed: u64,
}

impl MatchHeader {
    /// Returns the header of this version.
    pub fn new(commands: [String; 2], preset: &str, clock: String, seed: u64) -> MatchHeader {
        let [a, b] = commands;
        MatchHeader {
            arena: VERSION,
            a,
            b,
            preset: preset.to_string(),
            clock,
            seed,
        }
    }
}

impl Header for MatchHeader {
    type Record = GameRecord;

    fn difference(&self, other: &MatchHeader) -> Option<String> {
        let differs = |name: &str, here: String, there: String| {
            (here != there).then(|| format!("{name} is {there:?} there and {here:?} here"))
        };
        differs(
            "the version",
            self.arena.to_string(),
            other.arena.to_string(),
        )
        .or_else(|| differs("bot A", self.a.clone(), other.a.clone()))
        .or_else(|| differs("bot B", self.b.clone(), other.b.clone()))
        .or_else(|| differs("the preset", self.preset.clone(), other.preset.clone()))
        .or_else(|| differs("the clock", self.clock.clone(), other.clock.clone()))
        .or_else(|| differs("the seed", self.seed.to_string(), other.seed.to_string()))
    }

    fn identify(record: &GameRecord) -> (u64, String) {
        (record.game, format!("game {}", record.game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_both_values() {
        let head = |clock: &str, seed: u64| {
            MatchHeader::new(["a".into(), "b".into()], "ppt", clock.to_string(), seed)
        };
        assert_eq!(head("real", 1).difference(&head("real", 1)), None);
        assert_eq!(
            head("real", 2).difference(&head("cpu 5", 1)).as_deref(),
            Some("the clock is \"cpu 5\" there and \"real\" here")
        );
        assert_eq!(
            head("real", 2).difference(&head("real", 1)).as_deref(),
            Some("the seed is \"1\" there and \"2\" here")
        );
    }
}

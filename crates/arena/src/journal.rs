//! The header of a match's journal. Its records are the finished games, in the order in which they
//! finished. [`landfall_experiment::journal`] reads and writes it.

use super::record::GameRecord;
use landfall_experiment::journal::{Header, Journal};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The journal of a match.
pub type MatchJournal = Journal<MatchHeader>;

/// The version of the format.
const VERSION: u32 = 1;

/// The settings of a match: only games of the same settings can be counted together.
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
    /// The build of the program; `None` if it is not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Build>,
}

/// The program and its weights, which decide the games besides the options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// The version, with the commit if it is known.
    pub version: String,
    /// The checksum of `landfall bench --nodes 2000`, which changes with the behaviour of the search.
    pub bench: String,
    /// Hashes of the weights of A and B; `None` for other programs.
    pub weights: [Option<String>; 2],
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = [0, 1].map(|bot| self.weights[bot].as_deref().unwrap_or("none"));
        let Build { version, bench, .. } = self;
        write!(f, "{version}, bench {bench}, weights {a} and {b}")
    }
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
            build: None,
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
        .or_else(|| {
            let [here, there] = [self, other].map(|header| match &header.build {
                Some(build) => build.to_string(),
                None => "unknown".to_string(),
            });
            differs("the build", here, there)
        })
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
        let header = |clock: &str, seed: u64| {
            MatchHeader::new(["a".into(), "b".into()], "ppt", clock.to_string(), seed)
        };
        assert_eq!(header("real", 1).difference(&header("real", 1)), None);
        let with_build = MatchHeader {
            build: Some(Build {
                version: "1".into(),
                bench: "2".into(),
                weights: [Some("3".into()), None],
            }),
            ..header("real", 1)
        };
        assert_eq!(
            with_build.difference(&header("real", 1)).as_deref(),
            Some("the build is \"unknown\" there and \"1, bench 2, weights 3 and none\" here")
        );
        assert_eq!(
            header("real", 2).difference(&header("cpu 5", 1)).as_deref(),
            Some("the clock is \"cpu 5\" there and \"real\" here")
        );
        assert_eq!(
            header("real", 2).difference(&header("real", 1)).as_deref(),
            Some("the seed is \"1\" there and \"2\" here")
        );
    }
}

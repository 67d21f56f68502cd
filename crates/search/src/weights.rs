//! The weights of the evaluation: data, by name, one set a ruleset.
//!
//! Owns names, defaults, bounds and reading. What each feature counts is in `evaluate`. The
//! defaults are those for the guideline; other rulesets have a JSON file each in `weights/`.

mod clear_delays;
mod fields;
mod guideline;
mod json;

use super::net::Net;
use json::join_number_lists;
use landfall_rules::Ruleset;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The weights files, by the name of the ruleset that they are made for.
const BUILT_IN: [(&str, &str); 4] = [
    ("pason", include_str!("weights/pason.json")),
    ("tetrio", include_str!("weights/tetrio.json")),
    ("blockbattle", include_str!("weights/blockbattle.json")),
    (
        "blockbattle-honest",
        include_str!("weights/blockbattle.json"),
    ),
];

/// The same, read. A file that cannot be read is not in it; a test sees to it that all can.
static BY_RULESET: LazyLock<HashMap<&str, Arc<Weights>>> = LazyLock::new(|| {
    BUILT_IN
        .into_iter()
        .filter_map(|(name, text)| Some((name, Arc::new(Weights::parse(text).ok()?))))
        .collect()
});

/// What a position and a clear are worth, in units of which a line sent is worth `attack`:
/// only how the weights compare matters.
///
/// Of [`Weights::MAX`] or less, either way: what a board can add up to then fits into 32
/// bits. A weights file may leave names out (the default stands) but may not have names that
/// do not exist. Weights that were found without a net have an empty one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// The format of the file.
    pub version: FormatVersion,
    /// Each row of the highest column.
    pub height: i32,
    /// Each row of the highest column above row 10.
    pub height_above_10: i32,
    /// Each row of the highest column above row 15.
    pub height_above_15: i32,
    /// Height differences of neighbouring columns, the well left out.
    pub bumpiness: i32,
    /// The same differences squared.
    pub bumpiness_squared: i32,
    /// Changes between filled and empty along rows, the walls filled.
    pub row_transitions: i32,
    /// Changes between filled and empty along columns.
    pub column_transitions: i32,
    /// Empty cells with a filled one above in their column.
    pub holes: i32,
    /// Rows with at least one hole.
    pub hole_rows: i32,
    /// Filled cells on top of the highest hole of each column, 6 a column at most.
    pub hole_cover: i32,
    /// Rows that wait in the well for an I, up to 4.
    pub well_depth: i32,
    /// Rows that wait in the well beyond 4.
    pub well_depth_beyond: i32,
    /// A well in the columns 0 to 4 from its nearer wall.
    pub well_column: [i32; 5],
    /// T-slots by the rows that a T would clear there, 0 to 3.
    pub t_slot: [i32; 4],
    /// Back-to-back is on.
    pub back_to_back: i32,
    /// Each clear of the running combo.
    pub combo: i32,
    /// I is held.
    pub hold_i: i32,
    /// T is held.
    pub hold_t: i32,
    /// Each skip that is left, up to 3.
    pub skip: i32,
    /// T-spins that wait on three blocks, by the rows that a T would clear, 0 to 2.
    pub t_rest: [i32; 3],
    /// Each point.
    pub point: i32,
    /// Each line sent.
    pub attack: i32,
    /// Clears of 1 to 4 rows without a spin.
    pub clear: [i32; 4],
    /// Mini-spin clears of 1 and 2 rows.
    pub mini: [i32; 2],
    /// Full-spin clears of 1 to 3 rows.
    pub spin: [i32; 3],
    /// A back-to-back clear, beside what it sends.
    pub back_to_back_clear: i32,
    /// A perfect clear, beside what it sends.
    pub perfect_clear: i32,
    /// A T that locked without clearing by a full spin.
    pub wasted_t: i32,
    /// Each second that a clear takes longer than in `clear_frames`, where the frontend tells.
    pub clear_second: i32,
    /// Frames, 60 a second, that the weights of clears reckon with: for 1 to 4 rows and for a
    /// perfect clear. Not a weight of anything.
    pub clear_frames: [i32; 5],
    /// What each line sent is worth more when the opponent's highest column has at most 10,
    /// 7, 4 and 2 free rows above it.
    pub rival_attack: [i32; 4],
    /// How many per cent more height costs then; less if below 0.
    pub rival_height: [i32; 4],
    /// What the counts of a board are worth together.
    pub net: Net,
}

impl Weights {
    /// Largest weight, either way.
    pub const MAX: i32 = 10_000;

    /// All weights 0: to such a bot every move is as good as any other.
    pub const ZERO: Weights = Weights {
        version: FormatVersion,
        height: 0,
        height_above_10: 0,
        height_above_15: 0,
        bumpiness: 0,
        bumpiness_squared: 0,
        row_transitions: 0,
        column_transitions: 0,
        holes: 0,
        hole_rows: 0,
        hole_cover: 0,
        well_depth: 0,
        well_depth_beyond: 0,
        well_column: [0; 5],
        t_slot: [0; 4],
        back_to_back: 0,
        combo: 0,
        hold_i: 0,
        hold_t: 0,
        skip: 0,
        t_rest: [0; 3],
        point: 0,
        attack: 0,
        clear: [0; 4],
        mini: [0; 2],
        spin: [0; 3],
        back_to_back_clear: 0,
        perfect_clear: 0,
        wasted_t: 0,
        clear_second: 0,
        clear_frames: [0; 5],
        rival_attack: [0; 4],
        rival_height: [0; 4],
        net: Net::EMPTY,
    };

    /// The weights that are made for a ruleset, else the defaults.
    pub fn for_rules(rules: &Ruleset) -> Arc<Weights> {
        BY_RULESET.get(rules.name).cloned().unwrap_or_default()
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// The text is not the JSON that is wanted, or a weight is out of bounds.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        // A list would be read as weights without their names.
        if text.trim_start().starts_with('[') {
            return Err(WeightsError::Json("a list, where names are wanted".into()));
        }
        let mut weights: Weights =
            serde_json::from_str(text).map_err(|error| WeightsError::Json(error.to_string()))?;
        let parts = weights.fields_mut();
        let mut values = parts.iter().flat_map(|(name, values)| {
            let values = values.iter();
            values.map(move |&value| (*name, value))
        });
        let bounds = -Weights::MAX..=Weights::MAX;
        match values.find(|(_, value)| !bounds.contains(value)) {
            Some((name, value)) => Err(WeightsError::Bounds { name, value }),
            None => Ok(weights),
        }
    }

    /// The text of a weights file that reads as these weights.
    ///
    /// # Errors
    /// What the writer of JSON says, which has no reason to.
    pub fn to_json(&self) -> Result<String, WeightsError> {
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|error| WeightsError::Json(error.to_string()))?;
        Ok(join_number_lists(&text) + "\n")
    }
}

/// The version of the format of weights files, which is 1. A file that does not name it is of
/// this version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatVersion;

/// What stands in files.
const FORMAT_VERSION: u32 = 1;

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(FORMAT_VERSION)
    }
}

impl<'de> Deserialize<'de> for FormatVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FormatVersion, D::Error> {
        match u32::deserialize(deserializer)? {
            FORMAT_VERSION => Ok(FormatVersion),
            other => Err(serde::de::Error::custom(format_args!(
                "version {other} is not known here, only version {FORMAT_VERSION}"
            ))),
        }
    }
}

/// Why a text is no weights file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is not the JSON that is wanted.
    Json(String),
    /// A weight is too large, either way.
    Bounds {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: i32,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::Json(why) => f.write_str(why),
            WeightsError::Bounds { name, value } => {
                let most = Weights::MAX;
                write!(f, "`{name}` is {value}, beyond {most} or -{most}")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::GUIDELINE;

    #[test]
    fn every_file_can_be_read_and_belongs_to_a_ruleset() {
        for (name, text) in BUILT_IN {
            let rules = Ruleset::by_name(name).expect("a ruleset");
            let read = Weights::parse(text).expect("weights");
            assert_eq!(*Weights::for_rules(rules), read, "{name}");
        }
        assert_eq!(*Weights::for_rules(&GUIDELINE), Weights::default());
    }

    /// The defaults cannot be read out of a file, because reading asks for them.
    #[test]
    fn the_defaults_are_those_of_the_file_that_was_tuned() {
        let tuned = include_str!("../../../weights/tuned.json");
        assert_eq!(Weights::parse(tuned), Ok(Weights::default()));
    }

    #[test]
    fn what_is_written_is_read() {
        for weights in [Weights::ZERO, Weights::default()] {
            let text = weights.to_json().expect("a text");
            assert!(text.starts_with("{\n  \"version\": 1,"), "{text}");
            assert!(text.contains("\n  \"clear\": ["), "{text}");
            assert!(text.lines().all(|line| line.trim().parse::<i32>().is_err()));
            assert_eq!(Weights::parse(&text), Ok(weights));
        }
    }

    #[test]
    fn some_names_are_enough_and_the_rest_keep_their_defaults() {
        let weights = Weights::parse(r#"{"holes": -9, "clear": [1, 2, 3, 4]}"#);
        let expected = Weights {
            holes: -9,
            clear: [1, 2, 3, 4],
            ..Weights::default()
        };
        assert_eq!(weights, Ok(expected));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            (r#"{"wholes": 1}"#, "`wholes`"),
            (r#"{"holes": "deep"}"#, "line 1"),
            (r#"{"holes": 1.5}"#, "floating point"),
            (r#"{"holes": NaN}"#, "line 1"),
            (r#"{"holes": 1e400}"#, "out of range"),
            (r#"{"holes": 1, "holes": 2}"#, "duplicate field `holes`"),
            (r#"{"clear": [1, 2, 3]}"#, "invalid length 3"),
            (r#"{"clear": [1, 2, 3, 4, 5]}"#, "trailing"),
            (r#"{"attack": 2000000000}"#, "`attack` is 2000000000"),
            (r#"{"t_slot": [0, 0, 0, -10001]}"#, "`t_slot` is -10001"),
            (r#"{"version": 2}"#, "version 2"),
            (r#"{"version": "one"}"#, "line 1"),
            (" [1, -9]", "names are wanted"),
            ("", "EOF"),
        ] {
            let error = Weights::parse(text).expect_err(text).to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}

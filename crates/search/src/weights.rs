//! The weights of the evaluation: data, by name, one set per ruleset.
//!
//! Owns reading, writing and bounds; the names and defaults are in `weights/table.rs`, what each
//! feature counts is in `eval`. The defaults are those for the guideline; other rulesets have a
//! JSON file each in `weights/`.

mod delays;
mod field;
mod guideline;
mod json;
pub(crate) mod table;

use crate::net::{MAX_NEURONS, Net, Neuron};
pub use field::{FieldClass, Requires, WeightField};
use json::join_number_lists;
use landfall_rules::Ruleset;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
pub(crate) use table::Weights;
use thiserror::Error;

/// The weights files, by the name of the ruleset that they are made for.
const BUILT_IN: [(&str, &str); 5] = [
    ("pason", include_str!("weights/pason.json")),
    ("tetrio", include_str!("weights/tetrio.json")),
    ("tetrio-s2", include_str!("weights/tetrio-s2.json")),
    ("blockbattle", include_str!("weights/blockbattle.json")),
    (
        "blockbattle-honest",
        include_str!("weights/blockbattle.json"),
    ),
];

/// The same, parsed. A file that cannot be parsed is not in it; a test makes sure that all can.
static BY_RULESET: LazyLock<HashMap<&str, Arc<Weights>>> = LazyLock::new(|| {
    BUILT_IN
        .into_iter()
        .filter_map(|(name, text)| Some((name, Arc::new(Weights::parse(text).ok()?))))
        .collect()
});

/// The weights for clearing lines in the least time.
static FOR_LINES: LazyLock<Option<Arc<Weights>>> = LazyLock::new(|| {
    let parsed = Weights::parse(include_str!("weights/sprint.json"));
    parsed.ok().map(Arc::new)
});

/// The text of a weights file in place of all shipped ones, if the build was given one.
const OF_BUILD: Option<&str> = option_env!("LANDFALL_WEIGHTS");

/// The same, parsed.
static PARSED_OF_BUILD: LazyLock<Result<Option<Arc<Weights>>, WeightsError>> =
    LazyLock::new(|| {
        let text = OF_BUILD.filter(|text| !text.is_empty());
        text.map(|text| Weights::parse(text).map(Arc::new))
            .transpose()
    });

impl Weights {
    /// Largest weight, either way.
    pub const MAX: i32 = 10_000;

    /// Returns the weights of the build if it was given some, else those made for a ruleset, else
    /// the defaults.
    pub fn for_rules(rules: &Ruleset) -> Arc<Weights> {
        match Weights::of_build() {
            Ok(Some(weights)) => weights,
            _ => BY_RULESET.get(rules.name).cloned().unwrap_or_default(),
        }
    }

    /// Returns the weights of the build if it was given some, else those for clearing a number of
    /// lines in the least time, whatever they send.
    pub fn for_lines() -> Arc<Weights> {
        match Weights::of_build() {
            Ok(Some(weights)) => weights,
            _ => FOR_LINES.clone().unwrap_or_default(),
        }
    }

    /// Returns the weights that were given to the build, in place of those of every ruleset: the
    /// text of a weights file in the environment variable `LANDFALL_WEIGHTS`.
    ///
    /// # Errors
    ///
    /// The text is not a weights file. Programs report this when they start.
    pub fn of_build() -> Result<Option<Arc<Weights>>, &'static WeightsError> {
        PARSED_OF_BUILD.as_ref().map(Clone::clone)
    }

    /// Returns whether a rare feature ([`Features::count_rare`](crate::eval::Features::count_rare))
    /// has a weight.
    #[inline]
    pub(crate) fn has_rare_features(&self) -> bool {
        self.t_rest != [0; 3] || self.four_wide_row != 0
    }

    /// Parses a weights file.
    ///
    /// # Errors
    ///
    /// The text is not JSON of the right form, or a weight is out of bounds.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        // serde would read a list as weights without names.
        if text.trim_start().starts_with('[') {
            return Err(WeightsError::Json("a list, where names are wanted".into()));
        }
        let mut weights: Weights =
            serde_json::from_str(text).map_err(|error| WeightsError::Json(error.to_string()))?;
        let fields = weights.fields_mut();
        let mut values = fields.iter().flat_map(|(name, values)| {
            let values = values.iter();
            values.map(move |&value| (*name, value))
        });
        let bounds = -Weights::MAX..=Weights::MAX;
        match values.find(|(_, value)| !bounds.contains(value)) {
            Some((name, value)) => Err(WeightsError::Bounds { name, value }),
            None => Ok(weights),
        }
    }

    /// Returns the text of a weights file that parses as these weights.
    ///
    /// # Errors
    ///
    /// The JSON writer failed, for which there is no known reason.
    pub fn to_json(&self) -> Result<String, WeightsError> {
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|error| WeightsError::Json(error.to_string()))?;
        Ok(join_number_lists(&text) + "\n")
    }

    /// Returns the weight that is nearest to a number: a whole one within the bounds.
    pub fn nearest(value: f64) -> i32 {
        let max = f64::from(Weights::MAX);
        value.round().clamp(-max, max) as i32
    }

    /// Returns the mean of two sets of weights: `share` percent of these, 0 to 100, the rest of the
    /// others. Halves are rounded away from 0. The net has the neurons of both whose share of the
    /// output is not 0; `None` if they are more than [`MAX_NEURONS`].
    pub fn interpolate(&self, others: &Weights, share: i32) -> Option<Weights> {
        let mean = |own: i32, other: i32| {
            let hundredfold = share * own + (100 - share) * other;
            (hundredfold + 50 * hundredfold.signum()) / 100
        };
        let own = self.net.neurons().iter().map(|neuron| Neuron {
            output_weight: mean(neuron.output_weight, 0),
            ..*neuron
        });
        let other = others.net.neurons().iter().map(|neuron| Neuron {
            output_weight: mean(0, neuron.output_weight),
            ..*neuron
        });
        let with_output = |neuron: &Neuron| neuron.output_weight != 0;
        let neurons: Vec<Neuron> = own.chain(other).filter(with_output).collect();
        if neurons.len() > MAX_NEURONS {
            return None;
        }
        let (mut result, mut others) = (self.clone(), others.clone());
        for ((_, own), (_, others)) in result.fields_mut().into_iter().zip(others.fields_mut()) {
            for (own, other) in own.iter_mut().zip(others.iter()) {
                *own = mean(*own, *other);
            }
        }
        result.net = Net::new(neurons);
        Some(result)
    }
}

/// The version of the format of weights files, which is 1. A file that does not name it is of
/// this version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatVersion;

/// The number in files.
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

/// Why a text is not a weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is not JSON of the right form.
    #[error("{0}")]
    Json(String),
    /// A weight is too large, either way.
    #[error("`{name}` is {value}, beyond {} or -{}", Weights::MAX, Weights::MAX)]
    Bounds {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: i32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::INPUTS;
    use landfall_rules::rulesets::GUIDELINE;
    use serde_json::{Map, Value};

    #[test]
    fn every_file_can_be_read_and_belongs_to_a_ruleset() {
        for (name, text) in BUILT_IN {
            let rules: Ruleset = name.parse().expect("a ruleset");
            let read = Weights::parse(text).expect("weights");
            assert_eq!(*Weights::for_rules(&rules), read, "{name}");
        }
        assert_eq!(*Weights::for_rules(&GUIDELINE), Weights::default());
    }

    /// The defaults cannot be read out of a file, because reading asks for them.
    #[test]
    fn the_defaults_are_those_of_the_file_that_was_tuned() {
        let tuned = include_str!("../../../weights/tuned.json");
        assert_eq!(Weights::parse(tuned), Ok(Weights::default()));
    }

    /// Bots that play for time are given the file by its name, too.
    #[test]
    fn the_weights_for_lines_are_those_of_the_file_that_was_tuned() {
        let tuned = include_str!("../../../weights/sprint.json");
        assert_eq!(
            Weights::parse(tuned),
            Ok(Weights::clone(&Weights::for_lines()))
        );
    }

    #[test]
    fn weights_are_read_as_written() {
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
    fn errors_name_what_is_wrong() {
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

    #[test]
    fn no_weight_is_left_out() {
        let mut weights = Weights::default();
        let text = weights.to_json().expect("a text");
        let mut written: Map<String, Value> = serde_json::from_str(&text).expect("an object");
        written.remove("version");
        written.remove("net");
        for (name, values) in weights.fields_mut() {
            let expected = match written.remove(name).expect(name) {
                Value::Array(list) => list,
                value => vec![value],
            };
            let values: Vec<Value> = values.iter().map(|&value| value.into()).collect();
            assert_eq!(values, expected, "{name}");
        }
        assert!(written.is_empty(), "{written:?}");
    }

    #[test]
    fn interpolated_weights_are_in_proportion() {
        let (mut one, mut other) = (Weights::ZERO, Weights::ZERO);
        one.clear = [100, -100, 3, -3];
        other.clear = [0, 100, 0, 0];
        let neuron = |bias, output_weight| Neuron {
            bias,
            weights: [1; INPUTS],
            output_weight,
        };
        one.net = Net::new([neuron(1, 100), neuron(2, 1)]);
        other.net = Net::new([neuron(3, -100)]);
        let mean = |share| one.interpolate(&other, share).expect("three neurons");
        assert_eq!(mean(100), one);
        assert_eq!(mean(0), other);
        assert_eq!(mean(25).clear, [25, 50, 1, -1]);
        assert_eq!(mean(50).clear, [50, 0, 2, -2]);
        assert_eq!(mean(25).net, Net::new([neuron(1, 25), neuron(3, -75)]));
        other.net = Net::new([neuron(3, 4); MAX_NEURONS]);
        assert_eq!(one.interpolate(&other, 25), None);
        assert_eq!(one.interpolate(&other, 0), Some(other));
    }

    #[test]
    fn the_table_lists_every_weight_and_its_step() {
        let mut weights = Weights::default();
        let names: Vec<&str> = weights.fields_mut().map(|(name, _)| name).to_vec();
        let listed: Vec<&str> = Weights::FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(names, listed);
        let steps = || Weights::FIELDS.iter().filter_map(|field| field.step);
        assert_eq!(steps().count(), 36);
        assert!(steps().all(|step| step > 0.0));
        let fixed = Weights::FIELDS.iter().filter(|field| field.step.is_none());
        let fixed: Vec<&str> = fixed.map(|field| field.name).collect();
        let expected = [
            "four_wide_row",
            "four_wide_combo",
            "clear_second",
            "clear_frames",
            "move_frames",
        ];
        assert_eq!(fixed, expected);
    }
}

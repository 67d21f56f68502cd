//! Weights as a file: JSON, every weight by its name.

use super::{TUNED, Weights};
use serde::de::Error;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

impl Weights {
    /// Parses a weights file. Names that are left out keep the weights of [`TUNED`].
    ///
    /// # Errors
    /// The text is not JSON of this form, a name does not exist, or a weight is out of bounds.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        serde_json::from_str(text).map_err(|error| WeightsError(error.to_string()))
    }

    /// Returns the text of a weights file that parses as these weights.
    ///
    /// # Errors
    /// An error of the JSON writer, which is not expected.
    pub fn to_json(&self) -> Result<String, WeightsError> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n")
            .map_err(|error| WeightsError(error.to_string()))
    }
}

/// Why a text is not a weights file: the error, and its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WeightsError(String);

impl Serialize for Weights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, values) in self.clone().fields_mut() {
            match values {
                [value] => map.serialize_entry(name, value)?,
                values => map.serialize_entry(name, values)?,
            }
        }
        map.end()
    }
}

/// What a name stands for.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    One(i32),
    Many(Vec<i32>),
}

impl<'de> Deserialize<'de> for Weights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Weights, D::Error> {
        let read: BTreeMap<String, Entry> = BTreeMap::deserialize(deserializer)?;
        let mut weights = TUNED.clone();
        let mut parts = weights.fields_mut();
        for (name, entry) in read {
            let Some((_, values)) = parts.iter_mut().find(|part| part.0 == name) else {
                let name: String = name.chars().take(40).collect();
                return Err(D::Error::custom(format_args!(
                    "there is no weight {name:?}"
                )));
            };
            let found = match entry {
                Entry::One(value) => vec![value],
                Entry::Many(values) => values,
            };
            if found.len() != values.len() {
                let (has, wants) = (found.len(), values.len());
                return Err(D::Error::custom(format_args!(
                    "`{name}` has {has} weights and not {wants}"
                )));
            }
            let bounds = -Weights::MAX..=Weights::MAX;
            if let Some(value) = found.iter().find(|value| !bounds.contains(value)) {
                let most = Weights::MAX;
                return Err(D::Error::custom(format_args!(
                    "`{name}` is {value}, beyond {most} or -{most}"
                )));
            }
            values.copy_from_slice(&found);
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_a_round_trip() {
        for weights in [Weights::ZERO, TUNED.clone()] {
            let text = weights.to_json().expect("a text");
            assert_eq!(Weights::parse(&text), Ok(weights));
        }
    }

    #[test]
    fn missing_weights_keep_their_values() {
        let expected = Weights {
            over: -7,
            ..TUNED.clone()
        };
        assert_eq!(Weights::parse(r#"{"over": -7}"#), Ok(expected));
    }

    #[test]
    fn errors_name_the_weight() {
        for (text, named) in [
            (r#"{"holes": 1}"#, "no weight \"holes\""),
            (r#"{"rows": [1, 2]}"#, "`rows` has 2 weights and not 11"),
            (r#"{"over": 3000000}"#, "`over` is 3000000"),
            (r#"{"over": 1.5}"#, "line 1"),
            ("[1]", "map"),
        ] {
            let error = Weights::parse(text).expect_err(text).to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}

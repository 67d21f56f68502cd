//! The value net as a file: JSON, and the net that comes with the program.

use super::{INPUTS, ValueNet};

/// Most neurons of a layer.
pub const MAX_NEURONS: usize = 256;

impl ValueNet {
    /// Returns the net that the contest's program plays with.
    ///
    /// # Errors
    /// The compiled-in file is invalid; a test excludes this.
    pub fn built_in() -> Result<ValueNet, ValueNetError> {
        ValueNet::parse(include_str!("built_in.json"))
    }

    /// Parses the JSON of a net.
    ///
    /// # Errors
    /// The text is not JSON of this form, or its lists have wrong lengths.
    pub fn parse(text: &str) -> Result<ValueNet, ValueNetError> {
        let net: ValueNet =
            serde_json::from_str(text).map_err(|error| ValueNetError::Json(error.to_string()))?;
        net.validated()
    }

    /// Returns the JSON that parses as this net, one line per neuron.
    ///
    /// # Errors
    /// An error of the JSON writer, which is not expected.
    pub fn to_json(&self) -> Result<String, ValueNetError> {
        let text =
            serde_json::to_string(self).map_err(|error| ValueNetError::Json(error.to_string()))?;
        Ok(text.replace("],", "],\n") + "\n")
    }

    /// Checks the lengths of all lists, so that evaluation needs no checks.
    fn validated(self) -> Result<ValueNet, ValueNetError> {
        check_length("scale", self.scale.len(), INPUTS)?;
        if self.scale.iter().any(|[_, deviation]| *deviation <= 0.0) {
            return Err(ValueNetError::Scale);
        }
        for (name, neurons, inputs) in [
            ("first", &self.first, INPUTS),
            ("second", &self.second, self.first.len()),
        ] {
            let found = neurons.len();
            if !(1..=MAX_NEURONS).contains(&found) {
                return Err(ValueNetError::NeuronCount { name, found });
            }
            for neuron in neurons {
                check_length(name, neuron.len(), 1 + inputs)?;
            }
        }
        check_length("last", self.last.len(), 1 + self.second.len() + INPUTS)?;
        Ok(self)
    }
}

fn check_length(name: &'static str, found: usize, wanted: usize) -> Result<(), ValueNetError> {
    if found == wanted {
        return Ok(());
    }
    Err(ValueNetError::Length {
        name,
        found,
        wanted,
    })
}

/// Why a text is not a value net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueNetError {
    /// It is not JSON, or not with these names; what the parser reports.
    #[error("{0}")]
    Json(String),
    /// A list has a wrong length.
    #[error("`{name}` has {found} numbers and not {wanted}")]
    Length {
        /// The list.
        name: &'static str,
        /// Its length.
        found: usize,
        /// The length that the layers before it ask for.
        wanted: usize,
    },
    /// A layer has no neurons, or too many.
    #[error("`{name}` has {found} neurons, not 1 to {MAX_NEURONS}")]
    NeuronCount {
        /// The layer.
        name: &'static str,
        /// Its neurons.
        found: usize,
    },
    /// An input cannot be scaled.
    #[error("a spread in `scale` is not above 0")]
    Scale,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_net_survives_a_round_trip() {
        let net = ValueNet::built_in().expect("values");
        let text = net.to_json().expect("a text");
        assert_eq!(ValueNet::parse(&text), Ok(net));
    }

    #[test]
    fn errors_name_the_list() {
        let good = ValueNet {
            scale: vec![[0.0, 1.0]; INPUTS],
            first: vec![vec![0.0; 1 + INPUTS]; 2],
            second: vec![vec![0.0; 3]],
            last: vec![0.0; 2 + INPUTS],
        };
        assert_eq!(good.clone().validated(), Ok(good.clone()));
        let spoil = |spoil: fn(&mut ValueNet)| {
            let mut net = good.clone();
            spoil(&mut net);
            net.validated().expect_err("it is spoilt")
        };
        for (error, named) in [
            (spoil(|v| v.scale[3][1] = 0.0), "spread"),
            (spoil(|v| v.scale.truncate(5)), "`scale` has 5 numbers"),
            (spoil(|v| v.first.clear()), "`first` has 0 neurons"),
            (
                spoil(|v| v.second[0].push(1.0)),
                "`second` has 4 numbers and not 3",
            ),
            (spoil(|v| v.last.clear()), "`last` has 0 numbers"),
        ] {
            assert!(error.to_string().contains(named), "{error}");
        }
        for text in [
            "",
            "[]",
            "{}",
            r#"{"scale": [], "first": [], "second": [], "last": 1}"#,
        ] {
            assert!(ValueNet::parse(text).is_err(), "{text}");
        }
    }
}

//! Values as a file: JSON, and those that come with the program.

use super::{INPUTS, ValueNet};

/// Most neurons of a layer.
pub const MAX_NEURONS: usize = 256;

impl ValueNet {
    /// The values that the contest's program plays with.
    ///
    /// # Errors
    /// They are no values, which a test excludes.
    pub fn built_in() -> Result<ValueNet, String> {
        ValueNet::parse(include_str!("learnt.json"))
    }

    /// Reads a file of values.
    ///
    /// # Errors
    /// The text is not the JSON that is wanted, or its lists have the wrong lengths: a
    /// sentence.
    pub fn parse(text: &str) -> Result<ValueNet, String> {
        let values: ValueNet = serde_json::from_str(text).map_err(|error| error.to_string())?;
        values.validated()
    }

    /// The text of a file that reads as these values.
    ///
    /// # Errors
    /// What the writer of JSON says, which has no reason to.
    pub fn to_json(&self) -> Result<String, String> {
        let text = serde_json::to_string(self).map_err(|error| error.to_string())?;
        Ok(text.replace("],", "],\n") + "\n")
    }

    fn validated(self) -> Result<ValueNet, String> {
        let length = |name: &str, found: usize, wanted: usize| match found == wanted {
            true => Ok(()),
            false => Err(format!("`{name}` has {found} numbers and not {wanted}")),
        };
        length("scale", self.scale.len(), INPUTS)?;
        if self.scale.iter().any(|[_, spread]| *spread <= 0.0) {
            return Err("a spread in `scale` is not above 0".into());
        }
        for (name, neurons, given) in [
            ("first", &self.first, INPUTS),
            ("second", &self.second, self.first.len()),
        ] {
            if !(1..=MAX_NEURONS).contains(&neurons.len()) {
                let found = neurons.len();
                return Err(format!(
                    "`{name}` has {found} neurons, not 1 to {MAX_NEURONS}"
                ));
            }
            for neuron in neurons {
                length(name, neuron.len(), 1 + given)?;
            }
        }
        length("last", self.last.len(), 1 + self.second.len() + INPUTS)?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_come_with_the_program_are_values_and_are_read_as_written() {
        let values = ValueNet::built_in().expect("values");
        let text = values.to_json().expect("a text");
        assert_eq!(ValueNet::parse(&text), Ok(values));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let good = ValueNet {
            scale: vec![[0.0, 1.0]; INPUTS],
            first: vec![vec![0.0; 1 + INPUTS]; 2],
            second: vec![vec![0.0; 3]],
            last: vec![0.0; 2 + INPUTS],
        };
        assert_eq!(good.clone().validated(), Ok(good.clone()));
        let spoil = |spoil: fn(&mut ValueNet)| {
            let mut values = good.clone();
            spoil(&mut values);
            values.validated().expect_err("it is spoilt")
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
            assert!(error.contains(named), "{error}");
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

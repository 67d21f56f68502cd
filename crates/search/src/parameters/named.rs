//! Every number of the evaluation and of the search that has a name of its own: weights, entries of
//! lists of weights, and search parameters. The net has none.

use super::SearchParameters;
use crate::weights::{Requires, Weights};
use landfall_rules::Ruleset;
use std::ops::RangeInclusive;

/// A number that can be set by name. An entry of a list of weights has the name of the list, `_`
/// and its place, counted from 0 as in the JSON: `clear_2` is the third number of `clear`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The values that it may have.
    pub range: RangeInclusive<i32>,
    /// The size of an optimiser's step; `None` if it is not tuned.
    pub step: Option<f64>,
    /// What a ruleset must have for it to matter.
    pub requires: Requires,
    place: Place,
}

/// Where a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In a list of [`Weights::fields_mut`].
    Weight { field: usize, entry: usize },
    /// In [`SearchParameters::values`].
    Search(usize),
}

impl Parameter {
    /// Returns all parameters: the weights in the order of their file, then those of the search.
    ///
    /// # Examples
    ///
    /// ```
    /// use landfall_search::Weights;
    /// use landfall_search::parameters::{Parameter, SearchParameters};
    ///
    /// let all = Parameter::all();
    /// let clear = all.iter().find(|parameter| parameter.name == "clear_2").unwrap();
    /// let mut weights = Weights { clear: [5, 6, 7, 8], ..Weights::ZERO };
    /// assert_eq!(clear.value(&mut weights, &SearchParameters::DEFAULT), 7);
    /// ```
    pub fn all() -> Vec<Parameter> {
        let mut weights = Weights::ZERO;
        let mut all = Vec::new();
        for (field, (name, values)) in weights.fields_mut().into_iter().enumerate() {
            let known = Weights::FIELDS[field];
            let length = values.len();
            all.extend((0..length).map(|entry| Parameter {
                name: entry_name(name, entry, length),
                range: -Weights::MAX..=Weights::MAX,
                step: known.step,
                requires: known.requires,
                place: Place::Weight { field, entry },
            }));
        }
        let search = SearchParameters::FIELDS.iter().enumerate();
        all.extend(search.map(|(index, field)| Parameter {
            name: field.name.to_string(),
            range: field.range.clone(),
            step: Some(field.step),
            requires: Requires::Nothing,
            place: Place::Search(index),
        }));
        all
    }

    /// Returns its value in these weights or these parameters.
    pub fn value(&self, weights: &mut Weights, search: &SearchParameters) -> i32 {
        match self.place {
            Place::Weight { field, entry } => weights.fields_mut()[field].1[entry],
            Place::Search(index) => search.values()[index],
        }
    }

    /// Returns the size of an optimiser's step under a ruleset; `None` if the parameter does not
    /// matter there, or is not tuned.
    pub fn step_under(&self, rules: &Ruleset) -> Option<f64> {
        self.step.filter(|_| self.requires.is_met_by(rules))
    }

    /// Returns the size of an optimiser's step for the weights of this name under a ruleset; `None`
    /// if they do not matter there, or are not tuned.
    pub fn weight_step(rules: &Ruleset, name: &str) -> Option<f64> {
        let field = Weights::FIELDS.iter().find(|field| field.name == name)?;
        field.step.filter(|_| field.requires.is_met_by(rules))
    }

    /// Returns whether it is a weight.
    pub fn is_weight(&self) -> bool {
        matches!(self.place, Place::Weight { .. })
    }

    /// Sets it, if it is a weight.
    pub(super) fn set_weight(&self, weights: &mut Weights, value: i32) {
        if let Place::Weight { field, entry } = self.place {
            weights.fields_mut()[field].1[entry] = value;
        }
    }

    /// Sets it, if it is a parameter of the search.
    pub(super) fn set_search(&self, search: &mut SearchParameters, value: i32) {
        if let Place::Search(index) = self.place {
            let mut values = search.values();
            values[index] = value;
            *search = SearchParameters::from_values(&values);
        }
    }
}

/// Returns the name of an entry of a list with `length` entries: that of the list if it has one
/// entry.
fn entry_name(list: &str, entry: usize, length: usize) -> String {
    match length {
        1 => list.to_string(),
        _ => format!("{list}_{entry}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_parameters_have_one_name() {
        let all = Parameter::all();
        let names: HashSet<&str> = all.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        for name in [
            "clear_0",
            "clear_3",
            "height_above_10",
            "holes",
            "leaf_cost",
        ] {
            assert!(names.contains(name), "{name}");
        }
        for list in ["clear", "clear_4", "net"] {
            assert!(!names.contains(list), "{list}");
        }
    }

    /// A list of one entry would have the list's name, and its file a bare number.
    #[test]
    fn every_weight_is_one_parameter() {
        let mut weights = Weights::ZERO;
        let count: usize = weights.fields_mut().iter().map(|(_, v)| v.len()).sum();
        let weights = Parameter::all().iter().filter(|p| p.is_weight()).count();
        assert_eq!(weights, count);
        assert_eq!(
            Parameter::all().len(),
            count + SearchParameters::FIELDS.len()
        );
    }

    #[test]
    fn setting_one_parameter_changes_that_value_alone() {
        let (weights, search) = (Weights::default(), SearchParameters::DEFAULT);
        let values = |weights: &mut Weights, search: &SearchParameters| -> Vec<i32> {
            let all = Parameter::all().into_iter();
            all.map(|parameter| parameter.value(weights, search))
                .collect()
        };
        let before = values(&mut weights.clone(), &search);
        for (index, parameter) in Parameter::all().iter().enumerate() {
            let (mut weights, mut search) = (weights.clone(), search);
            let value = *parameter.range.start();
            parameter.set_weight(&mut weights, value);
            parameter.set_search(&mut search, value);
            let mut expected = before.clone();
            expected[index] = value;
            assert_eq!(
                values(&mut weights, &search),
                expected,
                "{}",
                parameter.name
            );
        }
    }
}

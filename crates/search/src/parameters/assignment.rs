//! `NAME=VALUE`: a parameter and the value that it gets.

use super::{Parameter, SearchParameters};
use crate::weights::Weights;
use std::str::FromStr;
use thiserror::Error;

/// A parameter and the value that it gets, parsed from `NAME=VALUE`.
///
/// # Examples
///
/// ```
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_search::SearchOptions;
/// use landfall_search::parameters::Assignment;
///
/// let set: Vec<Assignment> = vec!["attack=400".parse()?, "rollout_arms=16".parse()?];
/// let options = SearchOptions::default().with_assignments(&set)?;
/// assert_eq!(options.parameters_for(&GUIDELINE).rollout_arms, 16);
/// assert!("attack=1e9".parse::<Assignment>().is_err());
/// # Ok::<(), landfall_search::parameters::AssignmentError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    parameter: Parameter,
    value: i32,
}

impl Assignment {
    /// Returns the name of the parameter.
    pub fn name(&self) -> &str {
        &self.parameter.name
    }

    /// Returns whether the parameter is a weight.
    pub fn is_weight(&self) -> bool {
        self.parameter.is_weight()
    }

    /// Sets the parameter in these weights, if it is one of them.
    pub fn set_in_weights(&self, weights: &mut Weights) {
        self.parameter.set_weight(weights, self.value);
    }

    /// Sets the parameter in these search parameters, if it is one of them.
    pub fn set_in_search(&self, search: &mut SearchParameters) {
        self.parameter.set_search(search, self.value);
    }
}

impl FromStr for Assignment {
    type Err = AssignmentError;

    fn from_str(text: &str) -> Result<Assignment, AssignmentError> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(AssignmentError::NoValue(text.to_string()));
        };
        let parameter = find(name.trim())?;
        let value = parse_value(&parameter, value.trim())?;
        Ok(Assignment { parameter, value })
    }
}

/// Checks that no parameter is set twice.
///
/// # Errors
/// [`AssignmentError::Twice`].
pub fn check_names(assignments: &[Assignment]) -> Result<(), AssignmentError> {
    for (index, assignment) in assignments.iter().enumerate() {
        let mut before = assignments[..index].iter();
        if before.any(|other| other.name() == assignment.name()) {
            return Err(AssignmentError::Twice(assignment.name().to_string()));
        }
    }
    Ok(())
}

/// Returns the parameter of a name.
fn find(name: &str) -> Result<Parameter, AssignmentError> {
    if name == "net" {
        return Err(AssignmentError::Net);
    }
    let mut all = Parameter::all();
    if let Some(index) = all.iter().position(|parameter| parameter.name == name) {
        return Ok(all.swap_remove(index));
    }
    let name = name.to_string();
    let first = format!("{name}_0");
    if all.iter().any(|parameter| parameter.name == first) {
        return Err(AssignmentError::List(name));
    }
    let distance = |parameter: &&Parameter| edit_distance(&parameter.name, &name);
    let nearest = all.iter().min_by_key(distance);
    Err(AssignmentError::Unknown {
        nearest: nearest.map_or_else(String::new, |parameter| parameter.name.clone()),
        name,
    })
}

/// Returns a whole number in the range of the parameter. `12.0` is one, too, because some
/// optimisers write all numbers with a point.
fn parse_value(parameter: &Parameter, text: &str) -> Result<i32, AssignmentError> {
    let number = text.parse::<f64>().ok();
    let whole = number.filter(|number| number.fract() == 0.0);
    let (min, max) = (*parameter.range.start(), *parameter.range.end());
    match whole {
        Some(number) if (f64::from(min)..=f64::from(max)).contains(&number) => Ok(number as i32),
        _ => Err(AssignmentError::Value {
            name: parameter.name.clone(),
            value: text.to_string(),
            min,
            max,
        }),
    }
}

/// Returns how many letters must be inserted, removed or replaced to make one word of another.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (above, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (column, other) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column].min(diagonal) + 1);
        }
    }
    row[to.len()]
}

/// Why a parameter cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AssignmentError {
    /// There is no `=`.
    #[error("`{0}` is not NAME=VALUE")]
    NoValue(String),
    /// There is no parameter of that name.
    #[error("there is no weight and no search parameter `{name}`; the nearest name is `{nearest}`")]
    Unknown {
        /// The name.
        name: String,
        /// The name that is most like it.
        nearest: String,
    },
    /// The name is that of a list.
    #[error("`{0}` is a list; its entries are set one by one, `{0}_0` is the first")]
    List(String),
    /// The numbers of the net have no names.
    #[error("the numbers of `net` have no names; a weights file can bring another net")]
    Net,
    /// The value is not a whole number, or too small or too large.
    #[error("`{name}` cannot be {value}; it is a whole number from {min} to {max}")]
    Value {
        /// The parameter.
        name: String,
        /// The value as given.
        value: String,
        /// The least that it may be.
        min: i32,
        /// The most that it may be.
        max: i32,
    },
    /// It is set twice.
    #[error("`{0}` is set twice")]
    Twice(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Assignment, AssignmentError> {
        text.parse()
    }

    #[test]
    fn errors_name_what_is_wrong() {
        for (text, named) in [
            ("attack", "NAME=VALUE"),
            ("", "NAME=VALUE"),
            ("=5", "no weight and no search parameter"),
            ("atack=5", "`attack`"),
            ("clear_4=5", "nearest name is `clear_"),
            ("clear=5", "`clear_0`"),
            ("net=5", "weights file"),
            ("attack=", "from -10000 to 10000"),
            ("attack=many", "cannot be many"),
            ("attack=1.5", "whole number"),
            ("attack=10001", "from -10000 to 10000"),
            ("attack=-10001", "from -10000 to 10000"),
            ("attack=NaN", "whole number"),
            ("attack=inf", "whole number"),
            ("rollout_width=16", "from 1 to 15"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_point() {
        for (text, value) in [
            ("attack=12", 12),
            ("attack=12.0", 12),
            ("attack=12.00000000000000000", 12),
            ("attack=-1e3", -1_000),
            (" attack = 7 ", 7),
        ] {
            assert_eq!(
                parse(text).map(|assignment| assignment.value),
                Ok(value),
                "{text}"
            );
        }
    }

    #[test]
    fn the_ends_of_every_range_are_accepted_and_nothing_beyond() {
        for parameter in Parameter::all() {
            let (min, max) = (*parameter.range.start(), *parameter.range.end());
            let accepts = |value: i32| parse(&format!("{}={value}", parameter.name)).is_ok();
            assert!(accepts(min) && accepts(max), "{}", parameter.name);
            assert!(!accepts(min - 1) && !accepts(max + 1), "{}", parameter.name);
        }
    }

    #[test]
    fn a_name_is_set_once() {
        let set = |texts: [&str; 2]| texts.map(|text| parse(text).expect(text));
        assert_eq!(check_names(&set(["attack=1", "holes=1"])), Ok(()));
        let twice = check_names(&set(["attack=1", "attack=1"]));
        assert_eq!(twice, Err(AssignmentError::Twice("attack".to_string())));
    }

    #[test]
    fn distances_between_words() {
        for (from, to, distance) in [("", "ab", 2), ("holes", "holes", 0), ("hole", "wholes", 2)] {
            assert_eq!(edit_distance(from, to), distance, "{from} {to}");
            assert_eq!(edit_distance(to, from), distance, "{to} {from}");
        }
    }
}

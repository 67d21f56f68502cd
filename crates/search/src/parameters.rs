//! The parameters of the search: a row for each, from which the struct, its defaults and the list
//! of fields follow.
//!
//! A row says what the parameter does, its default, its range, and a step that changes play
//! noticeably. Constants that change only the speed, or how often a search checks whether to stop,
//! are not parameters.

mod assignment;
mod named;

pub(crate) use assignment::check_names;
pub use assignment::{Assignment, AssignmentError};
use landfall_rules::Ruleset;
pub use named::Parameter;
use std::ops::RangeInclusive;

/// Name, range and step of a search parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchField {
    /// Its name, as in [`SearchParameters`].
    pub name: &'static str,
    /// The values that it may have.
    pub range: RangeInclusive<i32>,
    /// The size of an optimiser's step.
    pub step: f64,
}

macro_rules! search_parameters {
    ($(
        $(#[$doc:meta])*
        $name:ident: $kind:ty = $default:literal, $range:expr, step $step:literal;
    )*) => {
        /// How the search divides its nodes. Results depend on all of these.
        ///
        /// # Examples
        ///
        /// ```
        /// use landfall_search::parameters::SearchParameters;
        ///
        /// let wider = SearchParameters { rollout_arms: 16, ..SearchParameters::DEFAULT };
        /// assert_ne!(wider, SearchParameters::default());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParameters {
            $($(#[$doc])* pub $name: $kind,)*
        }

        impl SearchParameters {
            /// The parameters of rulesets that have none of their own.
            pub const DEFAULT: SearchParameters = SearchParameters { $($name: $default,)* };

            /// Name, range and step of each parameter.
            pub const FIELDS: &[SearchField] = &[
                $(SearchField { name: stringify!($name), range: $range, step: $step },)*
            ];

            /// Returns the values in the order of [`SearchParameters::FIELDS`].
            pub fn values(&self) -> [i32; SearchParameters::FIELDS.len()] {
                [$(self.$name as i32,)*]
            }

            /// Returns the parameters with these values, in the order of
            /// [`SearchParameters::FIELDS`]; each is moved into its range.
            pub fn from_values(values: &[i32; SearchParameters::FIELDS.len()]) -> SearchParameters {
                let mut fields = SearchParameters::FIELDS.iter().zip(values);
                let mut next = || fields.next().map_or(0, |(field, &value)| {
                    value.clamp(*field.range.start(), *field.range.end())
                });
                SearchParameters { $($name: next() as $kind,)* }
            }
        }
    };
}

search_parameters! {
    /// Positions that the first round of the beam takes from each layer.
    initial_batch: usize = 4, 1..=64, step 1.0;
    /// Positions that each further round takes more from each layer.
    batch_growth: usize = 2, 0..=64, step 1.0;
    /// Most positions that a round takes from each layer: enough to keep many threads busy, and
    /// few enough for a round to end soon.
    max_batch: usize = 128, 16..=1_024, step 16.0;
    /// Positions of each other layer that are expanded for one expectation in the last layer: an
    /// expectation costs several times what an expansion does.
    leaf_cost: usize = 4, 1..=64, step 1.0;
    /// Known pieces beyond this many are ignored: a beam over more would be too narrow.
    max_plies: usize = 16, 1..=16, step 1.0;
    /// Unknown pieces that expectations look ahead at most, once all leaves have been evaluated
    /// with fewer.
    expectation_depth: u32 = 4, 1..=6, step 1.0;
    /// Placements of each piece that are followed when more than one piece is looked ahead.
    expectimax_branches: usize = 3, 1..=16, step 1.0;
    /// Nodes of the beam before the first comparison of its leaves by rollouts.
    first_beam_nodes: u64 = 50_000, 1_000..=10_000_000, step 5_000.0;
    /// Rollouts of each leaf before a comparison eliminates any.
    first_rollouts: usize = 8, 1..=256, step 2.0;
    /// Leaves that take part in a comparison, at most.
    rollout_arms: usize = 8, 2..=64, step 2.0;
    /// Most of these leaves with the same first move, because the comparison decides between first
    /// moves.
    rollout_arms_per_move: usize = 4, 1..=64, step 1.0;
    /// Plies of a rollout.
    rollout_plies: usize = 6, 1..=8, step 1.0;
    /// Positions that a rollout takes from each layer of its beam.
    rollout_width: usize = 4, 1..=15, step 1.0;
    /// The expectation of the beam counts as many rollouts as this.
    rollout_prior: i64 = 4, 0..=64, step 1.0;
    /// A stack is in danger if waiting garbage brings it within this many rows of the top-out row;
    /// otherwise the search ignores that garbage.
    danger_rows: u32 = 2, 0..=20, step 1.0;
    /// Most nodes of a search with late move pruning, which leaves out the moves of a piece that
    /// fit the surface worst. Searches without a number of nodes evaluate all.
    late_move_nodes: u64 = 10_000, 0..=10_000_000, step 5_000.0;
    /// Moves of a piece that such a search evaluates.
    late_moves_from: usize = 6, 1..=128, step 2.0;
    /// Most nodes of a search that prunes late moves sooner: in a narrow beam fewer moves at each ply
    /// are worth more than a good move that is left out.
    few_nodes: u64 = 1_000, 0..=10_000_000, step 500.0;
    /// Moves of a piece that a search of at most `few_nodes` evaluates.
    late_moves_from_few: usize = 3, 1..=128, step 1.0;
    /// Lines that are kept after a move, or when garbage has raised the board.
    reused_lines: usize = 32, 0..=1_024, step 8.0;
}

/// The parameters of rulesets whose games are won with other ones.
const BY_RULESET: [(&str, SearchParameters); 1] = [(
    "pason",
    SearchParameters {
        rollout_plies: 3,
        rollout_prior: 2,
        ..SearchParameters::DEFAULT
    },
)];

impl SearchParameters {
    /// Returns the parameters for a ruleset: the defaults, if there are none of its own.
    pub fn for_rules(rules: &Ruleset) -> SearchParameters {
        let mut own = BY_RULESET.iter().filter(|(name, _)| *name == rules.name);
        own.next().map_or(SearchParameters::DEFAULT, |row| row.1)
    }
}

impl Default for SearchParameters {
    fn default() -> SearchParameters {
        SearchParameters::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_in_their_ranges_and_come_back() {
        let values = SearchParameters::DEFAULT.values();
        for (field, value) in SearchParameters::FIELDS.iter().zip(values) {
            assert!(field.range.contains(&value), "{}", field.name);
            assert!(field.step >= 1.0, "{}", field.name);
        }
        let again = SearchParameters::from_values(&values);
        assert_eq!(again, SearchParameters::DEFAULT);
    }

    #[test]
    fn every_value_has_its_own_field_and_stays_in_its_range() {
        for index in 0..SearchParameters::FIELDS.len() {
            let mut values = SearchParameters::DEFAULT.values();
            values[index] += if index == 4 { -1 } else { 1 };
            assert_eq!(SearchParameters::from_values(&values).values(), values);
            for far in [i32::MIN, i32::MAX] {
                values[index] = far;
                let kept = SearchParameters::from_values(&values).values()[index];
                assert!(SearchParameters::FIELDS[index].range.contains(&kept));
            }
        }
    }
}

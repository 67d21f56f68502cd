//! The weights of the evaluation: data, by name, one set a ruleset.
//!
//! Owns names, defaults and reading. What each feature counts is in `evaluate`. The defaults
//! are those for the guideline; other rulesets have a JSON file each in `weights/`.

use crate::game::Ruleset;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// The weights files, by the name of the ruleset that they are made for.
const FILES: [(&str, &str); 1] = [("pason", include_str!("weights/pason.json"))];

/// The same, read. A file that cannot be read is not in it; a test sees to it that all can.
static BY_NAME: LazyLock<HashMap<&str, Arc<Weights>>> = LazyLock::new(|| {
    FILES
        .into_iter()
        .filter_map(|(name, text)| Some((name, Arc::new(serde_json::from_str(text).ok()?))))
        .collect()
});

/// What a position and a clear are worth, in hundredths of a line sent, roughly.
///
/// Of 10,000 or less, either way: what a board can add up to then fits into 32 bits. A
/// weights file may leave names out (the default stands) but may not have names that do
/// not exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
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
    /// What each line sent is worth more when the opponent's highest column has at most 10,
    /// 7, 4 and 2 free rows above it.
    pub rival_attack: [i32; 4],
    /// How many per cent more height costs then; less if below 0.
    pub rival_height: [i32; 4],
}

impl Weights {
    /// The weights that are made for a ruleset, else the defaults.
    pub fn for_rules(rules: &Ruleset) -> Arc<Weights> {
        BY_NAME.get(rules.name).cloned().unwrap_or_default()
    }
}

/// Found by the cross-entropy method on solo attack, half of it under garbage: see
/// docs/strength.md.
impl Default for Weights {
    fn default() -> Self {
        Weights {
            height: -8,
            height_above_10: -57,
            height_above_15: -642,
            bumpiness: -9,
            bumpiness_squared: -5,
            row_transitions: -25,
            column_transitions: -4,
            holes: -43,
            hole_rows: -32,
            hole_cover: -3,
            well_depth: 22,
            well_depth_beyond: 17,
            well_column: [12, -12, -1, -1, 3],
            t_slot: [-3, 153, 346, 241],
            back_to_back: 54,
            combo: 7,
            hold_i: 11,
            hold_t: 10,
            attack: 107,
            clear: [-83, -149, -97, 78],
            mini: [-113, -3],
            spin: [-18, 57, 76],
            back_to_back_clear: 29,
            perfect_clear: 132,
            wasted_t: -120,
            rival_attack: [0; 4],
            rival_height: [0; 4],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GUIDELINE;

    #[test]
    fn every_file_can_be_read_and_belongs_to_a_ruleset() {
        for (name, text) in FILES {
            let read: Result<Weights, _> = serde_json::from_str(text);
            let rules = Ruleset::by_name(name).expect("a ruleset");
            assert_eq!(*Weights::for_rules(rules), read.expect("weights"), "{name}");
        }
        assert_eq!(*Weights::for_rules(&GUIDELINE), Weights::default());
    }
}

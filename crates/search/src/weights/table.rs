//! The table of weights: a row for each, from which the struct, its defaults and the list of
//! fields follow.
//!
//! A row says what the weight counts, how many values it has, the value tuned for the guideline
//! (the default), what it belongs to, and how `landfall tune` moves it: `step 60 if Spins` is a
//! step of 60 under rulesets with spins, no step is never. A new feature of a board takes a row
//! here and one in the table of `eval/features.rs`; a new row that the JSON files leave out keeps
//! its default.

use super::FormatVersion;
use super::field::{FieldClass, Requires, WeightField, WeightValue};
use super::guideline::NET;
use crate::net::Net;
use serde::{Deserialize, Serialize};

macro_rules! weights {
    ($(
        $(#[$doc:meta])*
        $name:ident: $kind:ty = $default:expr, $class:ident $(, step $step:literal if $requires:ident)?;
    )*) => {
        /// The values of features of a position and of a clear. A line sent is worth `attack`; only
        /// the proportions of the weights matter.
        ///
        /// Each is at most [`Weights::MAX`] either way, so that what a board adds up to fits into
        /// 32 bits. A weights file is a JSON object. It may leave names out (the default stands)
        /// but may not have names that do not exist.
        ///
        /// # Examples
        ///
        /// ```
        /// use landfall_search::Weights;
        ///
        /// let weights = Weights::parse(r#"{"holes": -300, "clear": [0, 1, 2, 3]}"#)?;
        /// assert_eq!((weights.holes, weights.height), (-300, Weights::default().height));
        /// assert!(Weights::parse(r#"{"hole": -300}"#).is_err());
        /// # Ok::<(), landfall_search::weights::WeightsError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Weights {
            /// The version of the file format.
            pub version: FormatVersion,
            $($(#[$doc])* pub $name: $kind,)*
            /// The value of the counts of a board and of the counters of a position together.
            pub net: Net,
        }

        impl Weights {
            /// All weights 0, for which every move is as good as any other.
            pub const ZERO: Weights = Weights {
                version: FormatVersion,
                $($name: <$kind>::ZERO,)*
                net: Net::EMPTY,
            };

            /// The weights in the order of the file, without the net.
            pub const FIELDS: &[WeightField] = &[
                $(WeightField {
                    name: stringify!($name),
                    class: FieldClass::$class,
                    step: weights!(@step $($step)?),
                    requires: weights!(@requires $($requires)?),
                },)*
            ];

            /// Returns every name and its values, one or as many as its list has, in the order
            /// of [`Weights::FIELDS`].
            pub fn fields_mut(&mut self) -> [(&'static str, &mut [i32]); Weights::FIELDS.len()] {
                [$((stringify!($name), self.$name.values_mut()),)*]
            }
        }

        impl Default for Weights {
            /// Returns the weights for the guideline, those of `weights/tuned.json`. They were
            /// found by `landfall tune`, from weights and nets learnt from who won and from what
            /// was sent: see docs/lab/strength.md.
            fn default() -> Self {
                Weights {
                    version: FormatVersion,
                    $($name: $default,)*
                    net: Net::from_rows(&NET),
                }
            }
        }
    };
    (@step) => { None };
    (@step $step:literal) => { Some($step) };
    (@requires) => { Requires::Nothing };
    (@requires $requires:ident) => { Requires::$requires };
}

weights! {
    /// Each row of the highest column.
    height: i32 = 56, Position, step 10.0 if Nothing;
    /// Each row of the highest column above row 10.
    height_above_10: i32 = -78, Position, step 30.0 if Nothing;
    /// Each row of the highest column above row 15.
    height_above_15: i32 = -122, Position, step 100.0 if Nothing;
    /// Height differences of neighbouring columns, the well left out.
    bumpiness: i32 = -23, Position, step 10.0 if Nothing;
    /// The same differences squared.
    bumpiness_squared: i32 = -9, Position, step 3.0 if Nothing;
    /// Changes between filled and empty along rows, the walls filled.
    row_transitions: i32 = -68, Position, step 10.0 if Nothing;
    /// Changes between filled and empty along columns.
    column_transitions: i32 = -93, Position, step 10.0 if Nothing;
    /// Empty cells with a filled one above in their column.
    holes: i32 = -100, Position, step 30.0 if Nothing;
    /// Rows with at least one hole.
    hole_rows: i32 = 62, Position, step 30.0 if Nothing;
    /// Filled cells on top of the highest hole of each column, at most 6 per column.
    hole_cover: i32 = -19, Position, step 10.0 if Nothing;
    /// Rows of the well that are full but for the well, up to 4.
    well_depth: i32 = 88, Position, step 20.0 if Nothing;
    /// The same rows beyond 4.
    well_depth_beyond: i32 = 38, Position, step 10.0 if Nothing;
    /// A well in the columns 0 to 4 from its nearer wall.
    well_column: [i32; 5] = [60, 38, 36, 29, 69], Position, step 10.0 if Nothing;
    /// T-spin slots by the rows that a T would clear there, 0 to 3.
    t_slot: [i32; 4] = [6, 218, 453, 321], Position, step 60.0 if Spins;
    /// Back-to-back is on.
    back_to_back: i32 = 148, Position, step 50.0 if BackToBack;
    /// Each clear of the running combo, up to 12.
    combo: i32 = 112, Position, step 20.0 if Combos;
    /// I is held.
    hold_i: i32 = 218, Position, step 20.0 if Hold;
    /// T is held.
    hold_t: i32 = 176, Position, step 20.0 if Hold;
    /// Each skip that is left, up to 3.
    skip: i32 = 0, Position, step 30.0 if Skips;
    /// T-spin slots on three blocks, by the rows that a T would clear there, 0 to 2.
    t_rest: [i32; 3] = [0; 3], Position, step 60.0 if BlockSpins;
    /// A back-to-back of 2, 3, 4 and at least 5 clears, where they are counted, beside
    /// `back_to_back`.
    back_to_back_count: [i32; 4] = [0; 4], Position, step 50.0 if Surge;
    /// Each clear of back-to-back from 6 to 10, and from 11 to 30: a line more of its surge.
    back_to_back_beyond: [i32; 2] = [0; 2], Position, step 40.0 if Surge;
    /// Each row that is full but for four columns, the same in all of them, while no combo runs; up
    /// to 16. Not tuned: counting them costs a sixth of the speed, and gains lines but no matches.
    four_wide_row: i32 = 0, Position;
    /// Each garbage row at the floor, where clearing one is worth something.
    garbage_row: i32 = 0, Position, step 20.0 if GarbageBonus;
    /// Each row of garbage that waits for a lock without a clear.
    waiting_garbage: i32 = 0, Position, step 20.0 if HeldGarbage;
    /// While a combo runs, for those rows: each line that they would send if cleared one after the
    /// other, and each row. Used where that is more than `four_wide_row`.
    four_wide_combo: [i32; 2] = [0; 2], Plan;
    /// Each point.
    point: i32 = 0, Clear, step 20.0 if PointsThatSend;
    /// Each line sent.
    attack: i32 = 357, Clear, step 60.0 if Nothing;
    /// Clears of 1 to 4 rows without a spin.
    clear: [i32; 4] = [-511, -605, -658, -710], Clear, step 60.0 if Nothing;
    /// Mini-spin clears of 1 and 2 rows.
    mini: [i32; 2] = [-598, -597], Clear, step 60.0 if Spins;
    /// Full-spin clears of 1 to 3 rows.
    spin: [i32; 3] = [-527, -716, -585], Clear, step 60.0 if Spins;
    /// A spin clear of 1 to 4 rows by a piece other than T, beside `mini` or `spin`.
    other_spin: [i32; 4] = [0; 4], Clear, step 60.0 if AllSpins;
    /// Each line of a surge, beside `attack`.
    surge: i32 = 0, Clear, step 40.0 if Surge;
    /// A back-to-back clear, beside what it sends.
    back_to_back_clear: i32 = 24, Clear, step 50.0 if BackToBack;
    /// A perfect clear, beside what it sends.
    perfect_clear: i32 = -324, Clear, step 100.0 if PerfectClears;
    /// A T that locked without clearing by a full spin.
    wasted_t: i32 = -1, Clear, step 60.0 if Spins;
    /// Each shift and each turn on the way to a placement.
    step: i32 = -15, Clear, step 5.0 if Nothing;
    /// Each row of soft drop on the way to a placement.
    soft_drop: i32 = -26, Clear, step 5.0 if Nothing;
    /// Each second that a clear takes longer than in `clear_frames`, if the frontend says so.
    clear_second: i32 = -578, Clear;
    /// Delays, in frames of 1/60 s, with which the weights of clears were tuned: for 1 to 4 rows
    /// and for a perfect clear. Not a weight.
    clear_frames: [i32; 5] = [36, 41, 41, 46, 1], Clear;
    /// Frames with which `step` and `soft_drop` were tuned. Not a weight.
    move_frames: [i32; 2] = [2, 2], Clear;
}

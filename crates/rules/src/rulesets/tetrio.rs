//! The attack of TETR.IO's league as data, as far as the guideline's turns allow.
//!
//! Owns the table alone. Sources are the options that its public replays carry and the
//! formulas that its community has measured. Left out: turns by 180 degrees and its own kicks
//! of the I piece, spins of other pieces than T, and the surge when a long back-to-back ends,
//! which needs its length where the protocol tells only whether there is one.

use super::GUIDELINE;
use crate::attack::{AttackTable, ComboAttack, ComboMinimum};
use crate::ruleset::Ruleset;

/// TETR.IO's league, second season: each clear in a row makes all lines a quarter more, a
/// long combo of singles sends the logarithm of its length, and a perfect clear adds five
/// lines.
pub static TETRIO: Ruleset = Ruleset {
    name: "tetrio",
    attack: AttackTable {
        combo: ComboAttack::Multiplied {
            quarters: 1,
            minimum: ComboMinimum::Logarithm,
        },
        perfect_clear: None,
        perfect_clear_bonus: 5,
        ..GUIDELINE.attack
    },
    ..GUIDELINE
};

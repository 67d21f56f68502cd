//! The attack of TETR.IO's league in its first season, with the guideline's turns.
//!
//! Contains only the table. Its source is the options in public replays of that time; replayed
//! games sent the same lines. The game's own kicks of the I piece, its half turns and its spawn
//! rows are in [`TETRIO_S2`](super::TETRIO_S2), the second season.

use super::GUIDELINE;
use crate::attack::{AttackTable, BackToBack, ComboAttack, ComboMinimum};
use crate::ruleset::Ruleset;
use crate::timing::Timing;

/// The attack of TETR.IO's league, first season, with the guideline's SRS: each consecutive clear
/// adds a quarter to the lines of a clear, a long combo of singles sends the logarithm of its
/// length, the back-to-back bonus grows with the chain, and a perfect clear adds ten lines.
pub static TETRIO: Ruleset = Ruleset {
    name: "tetrio",
    attack: AttackTable {
        back_to_back: BackToBack {
            chaining: true,
            ..GUIDELINE.attack.back_to_back
        },
        combo: ComboAttack::Multiplied {
            quarters: 1,
            minimum: ComboMinimum::Logarithm,
        },
        perfect_clear: None,
        perfect_clear_bonus: 10,
        ..GUIDELINE.attack
    },
    timing: Timing::TETRIO,
    ..GUIDELINE
};

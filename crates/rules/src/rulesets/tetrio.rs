//! The attack of TETR.IO's league as it was in its first season, on the guideline's turns.
//!
//! Owns the table alone. Sources are the options that public replays of that time carry; games
//! replayed with them sent the same lines. The game's own kicks of the I piece, its half turns
//! and where its pieces appear are in [`TETRIO_S2`](super::TETRIO_S2), the second season.

use super::GUIDELINE;
use crate::attack::{AttackTable, BackToBack, ComboAttack, ComboMinimum};
use crate::ruleset::Ruleset;
use crate::timing::Timing;

/// The attack of TETR.IO's league, first season, with SRS as the guideline has it: each clear
/// in a row makes all lines a quarter more, a long combo of singles sends the logarithm of its
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

//! Botris Battle, the contest of bots, as data.
//!
//! Owns the tables. Its multiplier of attacks and what its garbage does are settings of a
//! room, not of the rules.

use super::GUIDELINE;
use crate::attack::{AttackTable, ComboAttack};
use crate::ruleset::{Ruleset, Spawn};
use crate::spin::{LastMove, MiniRule, PieceSet, SpinRule, SpinRules, SpinTest};

/// Botris Battle: SRS without half turns, and every piece that a turn has brought where it can
/// move neither left, right, up nor down is a full spin. Four rows by such a spin send nothing:
/// the contest has no entry for them.
pub static BOTRIS: Ruleset = Ruleset {
    name: "botris",
    spawn: Spawn {
        retry_rows: 0,
        ..GUIDELINE.spawn
    },
    spins: SpinRules::new(&[SpinRule {
        pieces: PieceSet::ALL,
        test: SpinTest::Immobile,
        last_move: LastMove::Turn,
        mini: MiniRule::Never,
    }]),
    attack: AttackTable {
        full: [0, 2, 4, 6, 0],
        combo: ComboAttack::Added(&[0, 0, 1, 1, 1, 2, 2, 3, 3, 4]),
        ..GUIDELINE.attack
    },
    ..GUIDELINE
};

//! The rules of Botris Battle, a contest of bots, as data.
//!
//! Contains the tables. The attack multiplier and the behaviour of garbage are settings of a room,
//! not part of the rules.

use super::GUIDELINE;
use crate::attack::{AttackTable, ComboAttack};
use crate::ruleset::{Ruleset, Spawn};
use crate::spin::{LastMove, MiniRule, PieceSet, SpinRule, SpinRules, SpinTest};

/// Botris Battle: SRS without half turns. A piece that turns into a place where it can move neither
/// left, right, up nor down is a full spin. A spin that clears four rows sends nothing: the
/// contest's attack table has no entry for it.
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

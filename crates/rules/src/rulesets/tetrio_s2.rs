//! The Tetra League of TETR.IO, second season, as data.
//!
//! Contains the tables, as in recorded games of the league. Where the sources differ: the fifth
//! kick of any turn, half turns included, makes a mini T-spin full, and an immobile I piece that
//! clears four rows sends four lines.

use super::{GUIDELINE, T_SPIN, TETRIO};
use crate::attack::{AttackTable, BackToBack, MarginTime, Surge};
use crate::garbage::GarbageQueueRules;
use crate::randomizer::SeedFormat;
use crate::rotation::SRS_PLUS;
use crate::ruleset::{Ruleset, Spawn};
use crate::spin::{LastMove, MiniRule, PieceSet, SpinRule, SpinRules, SpinTest};
use crate::timing::Timing;

/// A piece that turned into a place where it can move neither left, right, up nor down: a mini
/// spin.
pub const IMMOBILE_MINI: SpinRule = SpinRule {
    pieces: PieceSet::ALL,
    test: SpinTest::Immobile,
    last_move: LastMove::Turn,
    mini: MiniRule::Always,
};

/// TETR.IO's league, second season: SRS+ with half turns, mini spins of all pieces, a back-to-back
/// chain that sends a surge when it ends, garbage that waits in packets.
pub static TETRIO_S2: Ruleset = Ruleset {
    name: "tetrio-s2",
    rotation: &SRS_PLUS,
    spawn: Spawn {
        x: 4,
        y: 21,
        retry_rows: 0,
        clutch: true,
    },
    spins: SpinRules::new(&[T_SPIN, IMMOBILE_MINI]),
    attack: AttackTable {
        mini: [0, 0, 1, 2, 4],
        back_to_back: BackToBack {
            chaining: false,
            perfect_clears: true,
            surge: Some(Surge { at: 4, base: 3 }),
            ..GUIDELINE.attack.back_to_back
        },
        perfect_clear_bonus: 5,
        garbage_bonus: 1,
        ..TETRIO.attack
    },
    garbage_queue: Some(GarbageQueueRules {
        cap: 8,
        opener_pieces: 14,
    }),
    margin_time: Some(MarginTime {
        frames: 10_800,
        each_frame: 0.008 / 60.0,
    }),
    timing: Timing::TETRIO,
    seeds: SeedFormat::Tetrio,
    ..GUIDELINE
};

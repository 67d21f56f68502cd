//! Guideline Tetris as data, with and without a hold.

use crate::attack::{AttackTable, BackToBack, ComboAttack, ComboRule, PointTable};
use crate::garbage::GarbageRule;
use crate::piece::Piece;
use crate::randomizer::Randomizer;
use crate::randomizer::SeedFormat;
use crate::rotation::SRS;
use crate::ruleset::{Ruleset, SkipRule, Spawn};
use crate::spin::{LastMove, MiniRule, PieceSet, SpinRule, SpinRules, SpinTest};
use crate::timing::Timing;

/// T-spins by the three-corner rule: the last move of the T was a turn, and three of its four
/// corners are filled. The spin is full if both corners on its pointed side are filled or the fifth
/// kick was used; otherwise it is mini.
pub const T_SPIN: SpinRule = SpinRule {
    pieces: PieceSet::of(&[Piece::T]),
    test: SpinTest::ThreeCorners,
    last_move: LastMove::Turn,
    mini: MiniRule::FrontCorners { full_kick: Some(4) },
};

/// Guideline Tetris with the attack table of Puyo Puyo Tetris: the rules that the Tetris Bot
/// Protocol assumes by default.
pub static GUIDELINE: Ruleset = Ruleset {
    name: "guideline",
    rotation: &SRS,
    height: 40,
    lock_out_row: 40,
    spawn: Spawn {
        x: 4,
        y: 19,
        retry_rows: 1,
        clutch: false,
    },
    sonic_drop_only: false,
    hold: true,
    spins: SpinRules::new(&[T_SPIN]),
    attack: AttackTable {
        plain: [0, 0, 1, 2, 4],
        mini: [0, 0, 1, 2, 2],
        full: [0, 2, 4, 6, 6],
        back_to_back: BackToBack {
            bonus: 1,
            ..BackToBack::UNPAID
        },
        combo: ComboAttack::Added(&[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5]),
        perfect_clear: Some(10),
        ..AttackTable::NONE
    },
    combo: ComboRule::EveryClear,
    points: PointTable::NONE,
    garbage: GarbageRule::OneHole,
    garbage_queue: None,
    margin_time: None,
    timing: Timing::GUIDELINE,
    seeds: SeedFormat::SplitMix,
    solid_row_interval: None,
    skips: SkipRule::Never,
    randomizer: &Randomizer::SEVEN_BAG,
};

/// The guideline without hold.
pub static GUIDELINE_NO_HOLD: Ruleset = Ruleset {
    name: "guideline-no-hold",
    hold: false,
    ..GUIDELINE
};

//! The rules of AI Block Battle (theaigames and riddles.io, 2015 to 2017) as data.
//!
//! Contains only the tables. They follow the contest's engine, which overrides the contest's
//! document where the two differ. The contest counts rows from the top; here row 0 is the floor, so
//! the contest's row `r` is row `19 - r`.

use crate::attack::{AttackTable, ComboRule, PointTable};
use crate::garbage::GarbageRule;
use crate::piece::Piece;
use crate::randomizer::Randomizer;
use crate::randomizer::SeedFormat;
use crate::rotation::BOX_ROTATION;
use crate::ruleset::{Ruleset, SkipRule, Spawn};
use crate::spin::{LastMove, MiniRule, PieceSet, SpinRule, SpinRules, SpinTest};
use crate::timing::Timing;

/// A T that rests with exactly three of its four corners on blocks. Every such spin is full.
const THREE_BLOCKS: SpinRule = SpinRule {
    pieces: PieceSet::of(&[Piece::T]),
    test: SpinTest::ThreeBlocks,
    last_move: LastMove::Any,
    mini: MiniRule::Never,
};

/// AI Block Battle. No hold and no kicks; clears score points, and three points send one line; a
/// solid row is added every 15 pieces; a piece that locks with a cell above row 19 loses.
///
/// Rows above 19 are always free, so a piece can turn as soon as it appears.
pub static BLOCKBATTLE: Ruleset = Ruleset {
    name: "blockbattle",
    rotation: &BOX_ROTATION,
    height: 24,
    lock_out_row: 20,
    spawn: Spawn {
        x: 4,
        y: 19,
        retry_rows: 0,
        clutch: false,
    },
    sonic_drop_only: false,
    hold: false,
    spins: SpinRules::new(&[THREE_BLOCKS]),
    attack: AttackTable::NONE,
    combo: ComboRule::ScoringClears,
    points: PointTable {
        plain: [0, 0, 3, 6, 10],
        full: [0, 5, 10, 0, 0],
        combo: 1,
        perfect_clear: Some(18),
        points_per_line: 3,
    },
    garbage: GarbageRule::OneOrTwoHoles,
    garbage_queue: None,
    margin_time: None,
    timing: Timing::GUIDELINE,
    seeds: SeedFormat::SplitMix,
    solid_row_interval: Some(15),
    skips: SkipRule::Earned,
    randomizer: &Randomizer::Uniform,
};

/// The same rules, but a T counts as a spin only if its last move was a turn: for a site that does
/// not score blocked turns.
pub static BLOCKBATTLE_HONEST: Ruleset = Ruleset {
    name: "blockbattle-honest",
    spins: SpinRules::new(&[SpinRule {
        last_move: LastMove::Turn,
        ..THREE_BLOCKS
    }]),
    ..BLOCKBATTLE
};

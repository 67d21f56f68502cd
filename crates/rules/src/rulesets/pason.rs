//! The rules of Pason Battle Tetris (2012) as data.
//!
//! Contains only the tables. The contest counts rows from the top and numbers the orientations of
//! its pieces; here row 0 is the floor, so the contest's row `r` is row `19 - r`, and the
//! [`Rotation`] of index `n` is its orientation `n`, whatever the rotation is called.

use crate::attack::{AttackTable, ComboRule, PointTable};
use crate::board::Cell;
use crate::garbage::GarbageRule;
use crate::piece::Rotation;
use crate::randomizer::Randomizer;
use crate::randomizer::SeedFormat;
use crate::rotation::{PieceRule, RotationSystem, Turn, canonical_states};
use crate::ruleset::{Ruleset, SkipRule, Spawn};
use crate::spin::SpinRules;
use crate::timing::Timing;

/// Pason Battle Tetris. No hold, no kicks, no spins, no chains; a piece that locks with a
/// cell above row 19 loses.
///
/// Four rows exist above the board, so a piece can turn as soon as it appears. The contest's
/// documents do not say whether a server allows this; a client has to check whether the server
/// performed its commands.
pub static PASON: Ruleset = Ruleset {
    name: "pason",
    rotation: &PASON_ROTATION,
    height: 24,
    lock_out_row: 20,
    spawn: Spawn {
        x: 5,
        y: 19,
        retry_rows: 0,
        clutch: false,
    },
    sonic_drop_only: false,
    hold: false,
    spins: SpinRules::NEVER,
    attack: AttackTable {
        plain: [0, 0, 1, 2, 4],
        ..AttackTable::NONE
    },
    combo: ComboRule::Never,
    points: PointTable {
        plain: [0, 100, 200, 500, 800],
        full: [0, 100, 200, 500, 800],
        ..PointTable::NONE
    },
    garbage: GarbageRule::CoinFlips,
    garbage_queue: None,
    margin_time: None,
    timing: Timing::GUIDELINE,
    seeds: SeedFormat::SplitMix,
    solid_row_interval: None,
    skips: SkipRule::Never,
    randomizer: &Randomizer::Uniform,
};

/// How pieces turn in Pason Battle Tetris: about their origin, without kicks. I, S and Z have two
/// states, O has one; the unused states repeat a used one and no turn reaches them.
///
/// ```text
///  I        O       T        L        J        S        Z         (orientation 0; the
///    ##o#     #o      #o#      #o#      #o#      .o#      #o.      origin is o)
///             ##      .#.      #..      ..#      ##.      .##
/// ```
pub static PASON_ROTATION: RotationSystem = RotationSystem {
    pieces: [
        piece(
            2,
            &[
                [(0, -2), (0, -1), (0, 0), (0, 1)],
                [(-1, 0), (0, 0), (1, 0), (2, 0)],
            ],
        ),
        piece(1, &[[(0, -1), (0, 0), (1, -1), (1, 0)]]),
        piece(
            4,
            &[
                [(0, -1), (0, 0), (0, 1), (1, 0)],
                [(-1, 0), (0, 0), (0, 1), (1, 0)],
                [(-1, 0), (0, -1), (0, 0), (0, 1)],
                [(-1, 0), (0, -1), (0, 0), (1, 0)],
            ],
        ),
        piece(
            4,
            &[
                [(0, -1), (0, 0), (0, 1), (1, -1)],
                [(-1, 0), (0, 0), (1, 0), (1, 1)],
                [(-1, 1), (0, -1), (0, 0), (0, 1)],
                [(-1, -1), (-1, 0), (0, 0), (1, 0)],
            ],
        ),
        piece(
            4,
            &[
                [(0, -1), (0, 0), (0, 1), (1, 1)],
                [(-1, 0), (-1, 1), (0, 0), (1, 0)],
                [(-1, -1), (0, -1), (0, 0), (0, 1)],
                [(-1, 0), (0, 0), (1, -1), (1, 0)],
            ],
        ),
        piece(
            2,
            &[
                [(0, 0), (0, 1), (1, -1), (1, 0)],
                [(-1, 0), (0, 0), (0, 1), (1, 1)],
            ],
        ),
        piece(
            2,
            &[
                [(0, -1), (0, 0), (1, 0), (1, 1)],
                [(-1, 1), (0, 0), (0, 1), (1, 0)],
            ],
        ),
    ],
};

/// The cells in the contest's coordinates: row (downwards) and column, from the origin.
type Drawn = [(i8, i8); 4];

/// Returns a piece with this many states. The first turn of each state is the contest's `lrotate`,
/// to the next state; the second is `rrotate`, to the previous one.
const fn piece(count: usize, drawn: &[Drawn]) -> PieceRule {
    let mut states = [[(0, 0); 4]; 4];
    let mut turns = [[Turn::NONE; 3]; 4];
    let mut r = 0;
    while r < 4 {
        states[r] = cells(&drawn[r % count]);
        if count > 1 && r < count {
            turns[r][0] = in_place((r + 1) % count);
            turns[r][1] = in_place((r + count - 1) % count);
        }
        r += 1;
    }
    PieceRule {
        states,
        turns,
        canonical: canonical_states(&states),
    }
}

const fn cells(drawn: &Drawn) -> [Cell; 4] {
    let mut cells = [(0, 0); 4];
    let mut i = 0;
    while i < 4 {
        cells[i] = (drawn[i].1, -drawn[i].0);
        i += 1;
    }
    cells
}

const fn in_place(to: usize) -> Turn {
    Turn {
        to: Rotation::from_index(to),
        kicks: &[(0, 0)],
    }
}

//! The rules of the contest's server: `BOTRIS` with turns of O, which move it, and with so many
//! rows that games do not end at the top.
//!
//! Bots receive `BOTRIS`, under which O does not turn. They lose nothing by this.

use landfall_rules::rotation::{Canonical, PieceRule, RotationSystem, SRS, Turn};
use landfall_rules::rulesets::BOTRIS;
use landfall_rules::{Cell, Piece, Rotation, Ruleset};

/// Rows of the referee's board. The contest has no ceiling; here a block in this row or above
/// loses, which no game has reached.
pub const ROWS: u32 = 60;

/// The rules of the referee.
pub static REFEREE_RULES: Ruleset = Ruleset {
    rotation: &REFEREE_ROTATION,
    height: ROWS,
    lock_out_row: ROWS,
    ..BOTRIS
};

static REFEREE_ROTATION: RotationSystem = {
    let mut system = SRS;
    system.pieces[Piece::O.index()] = O_RULE;
    system
};

/// O turns in a box of two by two, and its first kick moves it.
const O_RULE: PieceRule = PieceRule {
    states: [[(0, 0), (1, 0), (0, 1), (1, 1)]; 4],
    turns: [
        [turn(1, &O_KICKS[0]), turn(3, &O_KICKS[2]), Turn::NONE],
        [turn(2, &O_KICKS[2]), turn(0, &O_KICKS[3]), Turn::NONE],
        [turn(3, &O_KICKS[3]), turn(1, &O_KICKS[1]), Turn::NONE],
        [turn(0, &O_KICKS[1]), turn(2, &O_KICKS[0]), Turn::NONE],
    ],
    canonical: [Canonical {
        rotation: Rotation::North,
        shift: (0, 0),
    }; 4],
};

/// Kicks of O: to the lower right, the upper right, the lower left and the upper left.
static O_KICKS: [[Cell; 5]; 4] = [
    [(1, -1), (2, -1), (1, -2), (0, -1), (0, 0)],
    [(1, 1), (2, 1), (1, 2), (0, 1), (0, 0)],
    [(-1, -1), (-2, -1), (-1, -2), (0, -1), (0, 0)],
    [(-1, 1), (-2, 1), (-1, 2), (0, 1), (0, 0)],
];

const fn turn(to: usize, kicks: &'static [Cell; 5]) -> Turn {
    Turn {
        to: Rotation::from_index(to),
        kicks,
    }
}

//! What happens when a piece locks: cells are filled, full rows go, and the clear is
//! judged (combo, back-to-back, perfect clear, lines sent).

use super::board::{Board, Cell};
use super::piece::{Placement, Spin};
use super::ruleset::Ruleset;

/// The counters that run from clear to clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chain {
    /// Consecutive placements that cleared lines.
    pub combo: u16,
    /// Whether the last clear was difficult: four lines, or a spin.
    pub back_to_back: bool,
}

/// What one lock did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clear {
    /// Rows cleared, 0..=4.
    pub lines: u32,
    /// The spin that the lock counted as.
    pub spin: Spin,
    /// Whether the board is empty after clearing at least one row.
    pub perfect: bool,
    /// Whether the back-to-back bonus applied.
    pub back_to_back: bool,
    /// Consecutive clears with this one; 0 when no row was cleared.
    pub combo: u16,
    /// Lines sent, bonuses included.
    pub attack: u32,
}

impl Clear {
    /// Whether a clear keeps or starts back-to-back: four lines, or lines with a spin.
    pub fn difficult(&self) -> bool {
        self.lines == 4 || (self.lines > 0 && self.spin != Spin::None)
    }
}

/// Locks a placement: fills its cells, removes full rows and moves the counters on.
///
/// The cells must be free and on the board; this is not checked.
pub fn lock(rules: &Ruleset, board: &mut Board, chain: &mut Chain, placement: &Placement) -> Clear {
    place(board, &rules.rotation.cells(placement));
    let rows = board.full_rows();
    if rows == 0 {
        chain.combo = 0;
        return Clear {
            spin: placement.spin,
            ..Clear::default()
        };
    }
    board.remove_rows(rows);
    judge(
        rules,
        chain,
        placement.spin,
        rows.count_ones(),
        board.is_empty(),
    )
}

fn place(board: &mut Board, cells: &[Cell; 4]) {
    for &(x, y) in cells {
        board.columns[x as usize] |= 1 << y;
    }
}

fn judge(rules: &Ruleset, chain: &mut Chain, spin: Spin, lines: u32, perfect: bool) -> Clear {
    let mut clear = Clear {
        lines,
        spin,
        perfect,
        ..Clear::default()
    };
    let difficult = clear.difficult();
    clear.back_to_back = difficult && chain.back_to_back;
    clear.attack = if perfect {
        rules.attack.perfect_clear
    } else {
        rules.attack.base(lines, spin)
            + rules.attack.combo_bonus(u32::from(chain.combo))
            + if clear.back_to_back {
                rules.attack.back_to_back
            } else {
                0
            }
    };
    chain.back_to_back = difficult;
    chain.combo = chain.combo.saturating_add(1);
    clear.combo = chain.combo;
    clear
}

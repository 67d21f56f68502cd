//! What happens when a piece locks: cells are filled, full rows go, and the clear is
//! classified (combo, back-to-back, perfect clear, lines sent, points), or the game is lost.
//! Then solid rows come from below, where the rules have them.

use crate::attack::ComboRule;
use crate::board::{Board, FULL_ROW};
use crate::piece::{Piece, Placement, Spin};
use crate::ruleset::{Ruleset, SkipRule, Spawn};
use arrayvec::ArrayVec;

/// The counters that run from clear to clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClearState {
    /// Consecutive placements that cleared lines, or what the rules count in their place.
    pub combo: u16,
    /// Clears in a row that kept back-to-back. Where the rules do not count them
    /// ([`BackToBack::is_counted`](crate::attack::BackToBack::is_counted)) it is 1 for any number.
    pub back_to_back: u16,
    /// Pieces that may be skipped.
    pub skips: u8,
    /// Pieces until a solid row comes, the one in play among them; 0 where none comes.
    pub solid_row_in: u8,
    /// Number of garbage rows at the floor, if clearing one is paid
    /// ([`AttackTable::garbage_bonus`](crate::attack::AttackTable::garbage_bonus)); else 0.
    pub garbage_rows: u8,
}

impl ClearState {
    /// Returns where the next piece appears.
    pub fn spawn(&self, rules: &Ruleset) -> Spawn {
        rules.spawn_after(self.combo > 0)
    }
}

/// What one lock did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clear {
    /// Rows cleared, 0..=4.
    pub lines: u32,
    /// The spin that the lock counted as.
    pub spin: Spin,
    /// Whether the board is empty after clearing at least one row.
    pub perfect: bool,
    /// Whether the back-to-back bonus applied.
    pub back_to_back: bool,
    /// The running combo with this clear; 0 when no row was cleared.
    pub combo: u16,
    /// Garbage rows cleared, where the rules pay for them.
    pub garbage_lines: u32,
    /// Lines sent, bonuses included.
    pub attack: u32,
    /// The lines of `attack` that a chain of back-to-back sends because it ended.
    pub surge: u32,
    /// The lines of `attack` that a perfect clear adds to the others.
    pub perfect_bonus: u32,
    /// Points, before any factor of a level.
    pub points: u32,
    /// Whether the piece locked too high, which loses the game whatever was cleared.
    pub topped_out: bool,
}

impl Clear {
    /// Returns the lines sent as packets, in the order in which they cancel garbage and are
    /// sent: a surge in three parts, the clear itself, what a perfect clear adds. None is
    /// empty.
    ///
    /// ```
    /// use landfall_rules::Clear;
    /// let clear = Clear { attack: 9, surge: 7, ..Clear::default() };
    /// assert_eq!(clear.packets().as_slice(), [2, 2, 3, 2]);
    /// ```
    pub fn packets(&self) -> ArrayVec<u32, 5> {
        // A third, rounded to the nearest.
        let part = (2 * self.surge + 3) / 6;
        let clear = self.attack - self.surge - self.perfect_bonus;
        [part, part, self.surge - 2 * part, clear, self.perfect_bonus]
            .into_iter()
            .filter(|&lines| lines > 0)
            .collect()
    }
}

/// Locks a placement: fills its cells, removes full rows and updates the counters. A skip only
/// skips its piece.
///
/// The cells must be free and on the board; this is not checked.
#[inline]
pub fn lock(
    rules: &Ruleset,
    board: &mut Board,
    counters: &mut ClearState,
    placement: &Placement,
) -> Clear {
    lock_times(rules, board, counters, placement, 1.0)
}

/// Locks a placement with attacks multiplied, as late in a game with
/// [`MarginTime`](crate::attack::MarginTime).
///
/// The cells must be free and on the board; this is not checked.
pub fn lock_times(
    rules: &Ruleset,
    board: &mut Board,
    counters: &mut ClearState,
    placement: &Placement,
    multiplier: f64,
) -> Clear {
    if placement.is_skip() {
        return skip(rules, board, counters);
    }
    let (rows, top) = lock_cells(rules, board, placement);
    let topped_out = top >= rules.lock_out_row as i8;
    if rows == 0 {
        counters.combo = 0;
        return Clear {
            spin: placement.spin,
            topped_out,
            ..Clear::default()
        };
    }
    let garbage = rows & ((1u64 << counters.garbage_rows.min(63)) - 1);
    counters.garbage_rows -= garbage.count_ones() as u8;
    let rows = ClearedRows {
        lines: rows.count_ones(),
        garbage: garbage.count_ones(),
        perfect: board.is_bare(),
    };
    Clear {
        topped_out,
        ..classify(rules, counters, placement, rows, multiplier)
    }
}

/// Numbers of rows that a lock has removed.
struct ClearedRows {
    lines: u32,
    garbage: u32,
    perfect: bool,
}

/// Pushes a solid row up after a piece, if one is due. Returns whether that pushes a block above
/// the highest row allowed, which loses the game.
pub fn push_solid_row(rules: &Ruleset, board: &mut Board, counters: &mut ClearState) -> bool {
    let Some(every) = rules.solid_row_interval else {
        return false;
    };
    match counters.solid_row_in {
        0 => false,
        1 => {
            counters.solid_row_in = every;
            board.raise(&[FULL_ROW]);
            board.max_height() > rules.lock_out_row
        }
        _ => {
            counters.solid_row_in -= 1;
            false
        }
    }
}

/// Raises a board by garbage rows, the lowest first: masks of filled columns. Counts them where
/// clearing one is paid. Returns whether a block is now above the highest row allowed, which loses
/// the game.
pub fn raise_garbage(
    rules: &Ruleset,
    board: &mut Board,
    counters: &mut ClearState,
    rows: &[u16],
) -> bool {
    board.raise(rows);
    if rules.attack.garbage_bonus > 0 {
        let count = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        counters.garbage_rows = counters.garbage_rows.saturating_add(count);
    }
    board.max_height() > rules.lock_out_row
}

/// Skips a piece; the combo stays as it is. On an empty board a skip gives the points of a perfect
/// clear.
fn skip(rules: &Ruleset, board: &Board, counters: &mut ClearState) -> Clear {
    counters.skips = counters.skips.saturating_sub(1);
    let perfect = rules.points.perfect_clear.filter(|_| board.is_bare());
    Clear {
        points: perfect.unwrap_or(0),
        ..Clear::default()
    }
}

/// Fills the cells of a placement and removes full rows. Returns the mask of those, and the
/// uppermost row of the placement.
#[inline]
pub(super) fn lock_cells(rules: &Ruleset, board: &mut Board, placement: &Placement) -> (u64, i8) {
    let solid = solid_rows(rules, board);
    let states = &rules.rotation.rule(placement.piece).states;
    let mut top = placement.y;
    for (dx, dy) in states[placement.rotation.index()] {
        let (x, y) = (placement.x.wrapping_add(dx), placement.y.wrapping_add(dy));
        board.columns[x as usize] |= 1 << y;
        top = top.max(y);
    }
    let rows = board.full_rows() & !solid;
    if rows != 0 {
        board.remove_rows(rows);
    }
    (rows, top)
}

/// Returns the mask of the solid rows of a board between locks.
#[inline]
pub(crate) fn solid_rows(rules: &Ruleset, board: &Board) -> u64 {
    match rules.solid_row_interval {
        Some(_) => board.full_rows(),
        None => 0,
    }
}

fn classify(
    rules: &Ruleset,
    counters: &mut ClearState,
    placement: &Placement,
    rows: ClearedRows,
    multiplier: f64,
) -> Clear {
    let ClearedRows { lines, perfect, .. } = rows;
    let Placement { piece, spin, .. } = *placement;
    let chain = counters.back_to_back;
    let mut clear = Clear {
        lines,
        spin,
        perfect,
        garbage_lines: rows.garbage,
        points: points(rules, counters, spin, lines, perfect),
        ..Clear::default()
    };
    match rules.combo {
        ComboRule::EveryClear => count(rules, counters, piece, &mut clear),
        ComboRule::ScoringClears => {
            let grows = lines > 1 || spin == Spin::Full;
            counters.combo = counters.combo.saturating_add(u16::from(grows));
            clear.combo = counters.combo;
        }
        // The counters stay 0, so that positions that differ in nothing else are equal.
        ComboRule::Never => (counters.combo, counters.back_to_back) = (0, 0),
    }
    let skip_earned = lines == 4 || lines == 2 && spin == Spin::Full;
    if rules.skips == SkipRule::Earned && skip_earned {
        counters.skips = counters.skips.saturating_add(1);
    }
    let chain = BackToBackChain {
        before: u32::from(chain),
        has_ended: counters.back_to_back == 0,
    };
    pay(rules, &mut clear, piece, chain, multiplier);
    clear
}

/// Returns the points of a clear; `counters` is from before it.
fn points(rules: &Ruleset, counters: &ClearState, spin: Spin, lines: u32, perfect: bool) -> u32 {
    let table = &rules.points;
    if let Some(points) = table.perfect_clear.filter(|_| perfect) {
        return points;
    }
    let row = (lines as usize).min(4);
    let base = match spin {
        Spin::Full => table.full[row],
        _ => table.plain[row],
    };
    base + table.combo * u32::from(counters.combo)
}

/// Updates the counters of combo and back-to-back.
fn count(rules: &Ruleset, counters: &mut ClearState, piece: Piece, clear: &mut Clear) {
    let rule = &rules.attack.back_to_back;
    let keeps = rule.is_kept_by(piece, clear.lines, clear.spin, clear.perfect);
    clear.back_to_back = keeps && counters.back_to_back > 0;
    counters.back_to_back = rule.count(counters.back_to_back, keeps);
    counters.combo = counters.combo.saturating_add(1);
    clear.combo = counters.combo;
}

/// A chain of back-to-back clears, and whether a clear has ended it.
#[derive(Clone, Copy)]
struct BackToBackChain {
    /// Clears in it before that clear.
    before: u32,
    has_ended: bool,
}

/// Sets the lines that a clear sends.
fn pay(rules: &Ruleset, clear: &mut Clear, piece: Piece, chain: BackToBackChain, multiplier: f64) {
    let table = &rules.attack;
    if let Some(sent) = table.perfect_clear.filter(|_| clear.perfect) {
        clear.attack = times(sent, multiplier);
        return;
    }
    let surge = table.back_to_back.surge;
    let surge = surge.filter(|_| chain.has_ended);
    let surge = surge.map_or(0, |surge| surge.lines(chain.before));
    clear.surge = times(surge, multiplier);
    if clear.perfect {
        clear.perfect_bonus = times(table.perfect_clear_bonus, multiplier);
    }
    let base = table.base(clear.lines, clear.spin);
    let combo = u32::from(clear.combo.saturating_sub(1));
    let continued = clear.back_to_back.then_some(chain.before);
    let sent = table.lines_sent(base, continued, combo, multiplier);
    let hard = table.back_to_back.is_hard(piece, clear.lines, clear.spin);
    let paid = clear.garbage_lines > 0 && hard;
    let garbage_bonus = if paid { table.garbage_bonus } else { 0 };
    clear.attack = sent + garbage_bonus + clear.surge + clear.perfect_bonus;
}

/// Returns lines times a multiplier, rounded down.
fn times(lines: u32, multiplier: f64) -> u32 {
    (f64::from(lines) * multiplier) as u32
}

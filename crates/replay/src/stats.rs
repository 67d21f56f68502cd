//! Statistics of a game: pieces, lines, attack, clears by kind, combos, and what the player
//! reported about its search.
//!
//! Counts only. Time is not in here, so that two games can be compared for being the same.

use crate::label::displayed_combo;
use landfall_rules::{Clear, Spin};

/// A kind of clear, with its names.
#[derive(Debug)]
pub struct ClearKind {
    /// Rows that it clears.
    pub lines: u32,
    /// The spin that it takes; any, where four rows are cleared.
    pub spin: Spin,
    /// Name in the JSON summary.
    pub key: &'static str,
    /// Name in a narrow table.
    pub short: &'static str,
}

/// Every kind of clear that is counted.
pub static CLEAR_KINDS: [ClearKind; 10] = [
    kind(1, Spin::None, "single", "single"),
    kind(2, Spin::None, "double", "double"),
    kind(3, Spin::None, "triple", "triple"),
    kind(4, Spin::None, "tetris", "tetris"),
    kind(1, Spin::Full, "tss", "TSS"),
    kind(2, Spin::Full, "tsd", "TSD"),
    kind(3, Spin::Full, "tst", "TST"),
    kind(1, Spin::Mini, "mini_single", "mini S"),
    kind(2, Spin::Mini, "mini_double", "mini D"),
    kind(3, Spin::Mini, "mini_triple", "mini T"),
];

const fn kind(lines: u32, spin: Spin, key: &'static str, short: &'static str) -> ClearKind {
    ClearKind {
        lines,
        spin,
        key,
        short,
    }
}

fn kind_of(clear: &Clear) -> Option<usize> {
    CLEAR_KINDS
        .iter()
        .position(|kind| kind.lines == clear.lines && (clear.lines == 4 || kind.spin == clear.spin))
}

/// Counts over a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Pieces locked.
    pub pieces: u64,
    /// Rows cleared.
    pub lines: u64,
    /// Lines sent.
    pub attack: u64,
    /// Points, without any factor of a level.
    pub points: u64,
    /// Clears, in the order of [`CLEAR_KINDS`].
    pub clears: [u64; CLEAR_KINDS.len()],
    /// Clears that left the board empty.
    pub perfect_clears: u64,
    /// Back-to-back bonuses in a row, now.
    pub back_to_back: u64,
    /// The most back-to-back bonuses in a row.
    pub longest_back_to_back: u64,
    /// The highest combo shown.
    pub max_combo: u16,
    /// Mean of the depths that the player reported.
    pub depth: Mean,
    /// Mean of the nodes that it reported.
    pub nodes: Mean,
    /// Mean of its nodes/s.
    pub nps: Mean,
}

/// What a player reports about its search for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchEffort {
    /// Placements looked ahead.
    pub depth: Option<f64>,
    /// Positions seen.
    pub nodes: Option<f64>,
    /// Positions seen a second.
    pub nps: Option<f64>,
}

impl Stats {
    /// Records a lock.
    pub fn record(&mut self, clear: &Clear) {
        self.pieces += 1;
        self.lines += u64::from(clear.lines);
        self.attack += u64::from(clear.attack);
        self.points += u64::from(clear.points);
        self.perfect_clears += u64::from(clear.perfect);
        self.max_combo = self.max_combo.max(displayed_combo(clear));
        if let Some(i) = kind_of(clear) {
            self.clears[i] += 1;
        }
        if clear.lines > 0 {
            self.back_to_back = if clear.back_to_back {
                self.back_to_back + 1
            } else {
                0
            };
            self.longest_back_to_back = self.longest_back_to_back.max(self.back_to_back);
        }
    }

    /// Records what a player reported about its search for a move.
    pub fn record_effort(&mut self, effort: &SearchEffort) {
        self.depth.add(effort.depth);
        self.nodes.add(effort.nodes);
        self.nps.add(effort.nps);
    }

    /// Returns the lines sent for each piece; 0 before the first.
    pub fn attack_per_piece(&self) -> f64 {
        self.attack as f64 / self.pieces.max(1) as f64
    }
}

/// A mean of numbers that may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// Adds a number, if there is one to add.
    pub fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value.filter(|value| value.is_finite()) {
            self.sum += value;
            self.count += 1;
        }
    }

    /// Returns the mean, if anything was added.
    pub fn get(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clear(lines: u32, spin: Spin, combo: u16, back_to_back: bool, attack: u32) -> Clear {
        Clear {
            lines,
            spin,
            combo,
            back_to_back,
            attack,
            perfect: false,
            ..Clear::default()
        }
    }

    fn played(clears: &[Clear]) -> Stats {
        let mut stats = Stats::default();
        for clear in clears {
            stats.record(clear);
        }
        stats
    }

    #[test]
    fn clears_are_counted_by_kind() {
        let stats = played(&[
            clear(1, Spin::None, 1, false, 0),
            clear(4, Spin::None, 2, false, 4),
            clear(2, Spin::Full, 3, true, 6),
            clear(1, Spin::Mini, 4, true, 2),
            clear(0, Spin::Full, 0, false, 0),
        ]);
        assert_eq!(stats.clears, [1, 0, 0, 1, 0, 1, 0, 1, 0, 0]);
        assert_eq!((stats.pieces, stats.lines, stats.attack), (5, 8, 12));
        assert_eq!(stats.attack_per_piece(), 2.4);
    }

    #[test]
    fn the_first_clear_of_a_chain_is_no_combo() {
        assert_eq!(played(&[clear(1, Spin::None, 1, false, 0)]).max_combo, 0);
        assert_eq!(played(&[clear(1, Spin::None, 3, false, 1)]).max_combo, 2);
    }

    #[test]
    fn back_to_back_lives_through_locks_without_lines_and_ends_with_a_plain_clear() {
        let tetris = clear(4, Spin::None, 1, true, 5);
        let stats = played(&[
            tetris,
            clear(0, Spin::None, 0, false, 0),
            tetris,
            clear(2, Spin::None, 1, false, 1),
            tetris,
        ]);
        assert_eq!((stats.back_to_back, stats.longest_back_to_back), (1, 2));
    }

    #[test]
    fn a_mean_skips_what_is_missing_or_no_number() {
        let mut mean = Mean::default();
        assert_eq!(mean.get(), None);
        for value in [Some(1.0), None, Some(f64::NAN), Some(4.0)] {
            mean.add(value);
        }
        assert_eq!(mean.get(), Some(2.5));
    }

    #[test]
    fn spins_of_all_pieces_are_counted_and_end_no_chain() {
        let stats = played(&[
            clear(3, Spin::Mini, 1, true, 2),
            clear(4, Spin::Mini, 2, true, 4),
        ]);
        assert_eq!(stats.clears, [0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
        assert_eq!(stats.back_to_back, 2);
        // A clear that the table does not have ends a chain, too.
        let stats = played(&[
            clear(4, Spin::None, 1, true, 5),
            clear(5, Spin::None, 2, false, 5),
        ]);
        assert_eq!(stats.back_to_back, 0);
    }
}

//! Threat-space search: the attacker plays turns that take both of the opponent's stones to
//! block, until one cannot be blocked (in Gomoku: victory by continuous fours).
//!
//! A win that is found holds against every defence, counter-threats included, since an attack has
//! to block the defender's threats. If none is found, nothing is proved.

use super::attacks::{Attack, HistoryTable, best_attacks, unstoppable_attack};
use super::board::Board;
use super::candidates::Pair;
use super::search_control::SearchControl;
use super::threats::{Defence, Threats};
use super::transposition_table::{Bound, Entry, TranspositionTable};
use crate::rules::Colour;

/// Longest sequence of attacks.
const MAX_ATTACK_DEPTH: u8 = 24;

/// What a cell's history score approaches, in the units of the order of attacks.
const HISTORY_MAX: i16 = 64;

/// By attacker, combined with the hash: keeps the entries apart from those of the main search.
const ATTACKER_KEYS: [u64; 2] = [0x51CE_91B7_2D3A_44D1, 0xA30F_7E55_98C6_1B2F];

/// Tells the entry with the effort spent on a position from that with its result; both lie in one
/// bucket.
const EFFORT_KEY: u64 = 1;

/// A win by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatWin {
    /// The first turn.
    pub pair: Pair,
    /// Turns of the attacker until it has six in a row.
    pub turns: i32,
}

/// A threat-space search, without the board.
pub struct ThreatSearch<'a, 'l> {
    /// Shared with the main search.
    pub table: &'a mut TranspositionTable,
    /// Shared with the main search.
    pub control: &'a mut SearchControl<'l>,
    /// The history heuristic, by colour.
    pub history: &'a mut [HistoryTable; 2],
}

/// How the search of one position ended.
enum SearchOutcome {
    /// A win in this many turns.
    Win(i32),
    /// No win within the depth.
    None,
    /// The node limit was reached.
    Unknown,
}

impl ThreatSearch<'_, '_> {
    /// Returns a win of the attacker, who is to move and cannot win at once, if one is found
    /// within `nodes`.
    pub fn solve(&mut self, board: &mut Board, attacker: Colour, nodes: u64) -> Option<ThreatWin> {
        let key = board.key ^ ATTACKER_KEYS[attacker as usize];
        let effort_key = key ^ EFFORT_KEY;
        let effort = self
            .table
            .probe(effort_key)
            .map_or(0, |entry| entry.score as u64);
        if effort >= stored_effort(nodes) {
            return self.stored_win(key);
        }
        let mut left = nodes;
        let mut depth = 2;
        let complete = loop {
            let mut cut = false;
            match self.search_attacks(board, attacker, depth, &mut left, &mut cut) {
                SearchOutcome::Win(_) => return self.stored_win(key),
                SearchOutcome::Unknown => break false,
                SearchOutcome::None if !cut || depth >= MAX_ATTACK_DEPTH => break true,
                SearchOutcome::None => depth += 1,
            }
        };
        if !self.control.is_over {
            let score = if complete {
                i16::MAX
            } else {
                stored_effort(nodes) as i16
            };
            let entry = Entry {
                pair: (0, 0),
                score,
                depth: 1,
                bound: Bound::Upper,
            };
            self.table.store(effort_key, entry);
        }
        None
    }

    /// Returns the win that the table holds for a key.
    fn stored_win(&self, key: u64) -> Option<ThreatWin> {
        let entry = self.table.probe(key)?;
        (entry.bound == Bound::Exact).then_some(ThreatWin {
            pair: entry.pair,
            turns: i32::from(entry.score),
        })
    }

    /// Searches for a win with at most `depth` attacks; sets `cut` if deeper ones may exist.
    fn search_attacks(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        depth: u8,
        left: &mut u64,
        cut: &mut bool,
    ) -> SearchOutcome {
        let key = board.key ^ ATTACKER_KEYS[attacker as usize];
        let known = self.table.probe(key);
        let mut first = None;
        if let Some(entry) = known {
            match entry.bound {
                Bound::Exact => return SearchOutcome::Win(i32::from(entry.score)),
                // Nothing within `depth` attacks; `score` says whether deeper ones were cut.
                _ if entry.depth >= depth || entry.score == 0 => {
                    *cut |= entry.score != 0;
                    return SearchOutcome::None;
                }
                _ => first = Some(entry.pair),
            }
        }
        if *left == 0 || self.control.is_over {
            return SearchOutcome::Unknown;
        }
        *left -= 1;
        self.control.count_node();
        let history = &self.history[attacker as usize];
        if depth == 1 {
            // Other attacks are not looked for, so a deeper search may find a win: `cut`.
            if let Some(pair) = unstoppable_attack(board, attacker, history) {
                return self.store_win(attacker, pair, 2, depth, key);
            }
            self.store(key, (0, 0), 1, depth, Bound::Upper);
            *cut = true;
            return SearchOutcome::None;
        }
        let mut list = best_attacks(board, attacker, history);
        if let Some(at) = list.iter().position(|a| Some(a.pair) == first) {
            list[..=at].rotate_right(1);
        }
        let mut cut_here = false;
        for &Attack {
            pair,
            stones_to_block,
            ..
        } in &list
        {
            if stones_to_block == 3 {
                return self.store_win(attacker, pair, 2, depth, key);
            }
            match self.search_defences(board, attacker, pair, depth, left, &mut cut_here) {
                SearchOutcome::Win(turns) => {
                    return self.store_win(attacker, pair, turns + 1, depth, key);
                }
                SearchOutcome::Unknown => return SearchOutcome::Unknown,
                SearchOutcome::None => {}
            }
        }
        self.store(key, (0, 0), i32::from(cut_here), depth, Bound::Upper);
        *cut |= cut_here;
        SearchOutcome::None
    }

    /// Stores an attack that wins in `turns`.
    fn store_win(
        &mut self,
        attacker: Colour,
        pair: Pair,
        turns: i32,
        depth: u8,
        key: u64,
    ) -> SearchOutcome {
        self.update_history(attacker, pair);
        self.store(key, pair, turns, depth, Bound::Exact);
        SearchOutcome::Win(turns)
    }

    /// Plays an attack and every defence against it: a win if none of them holds.
    fn search_defences(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        pair: Pair,
        depth: u8,
        left: &mut u64,
        cut: &mut bool,
    ) -> SearchOutcome {
        let defender = attacker.other();
        place_pair(board, pair, attacker);
        let mut worst = SearchOutcome::Win(1);
        if let Defence::TwoStones(replies) = Threats::of(board, attacker).defence() {
            let salt = ATTACKER_KEYS[attacker as usize];
            for &(first, second) in &replies {
                self.table
                    .prefetch(board.key_after((first, second), defender) ^ salt);
                let reply = (first as u16, second as u16);
                place_pair(board, reply, defender);
                let found = self.search_attacks(board, attacker, depth - 1, left, cut);
                remove_pair(board, reply, defender);
                worst = match (found, worst) {
                    (SearchOutcome::Win(turns), SearchOutcome::Win(most)) => {
                        SearchOutcome::Win(turns.max(most))
                    }
                    (other, _) => other,
                };
                if !matches!(worst, SearchOutcome::Win(_)) {
                    break;
                }
            }
        }
        remove_pair(board, pair, attacker);
        worst
    }

    /// Raises the history scores of an attack that won.
    fn update_history(&mut self, attacker: Colour, pair: Pair) {
        let history = &mut self.history[attacker as usize];
        for cell in [pair.0, pair.1] {
            let score = &mut history[cell as usize];
            *score += (HISTORY_MAX - *score) / 8;
        }
    }

    fn store(&mut self, key: u64, pair: Pair, score: i32, depth: u8, bound: Bound) {
        let entry = Entry {
            pair,
            score: score as i16,
            depth,
            bound,
        };
        self.table.store(key, entry);
    }

    /// Returns the relevance zone of a win found by [`ThreatSearch::solve`]: the cells of its
    /// attacks and of the blocks. A defence that prevents this win without threats of its own has
    /// a stone on one of them.
    pub fn relevance_zone(&self, board: &mut Board, attacker: Colour, most: usize) -> Vec<usize> {
        let mut zone = Vec::new();
        let mut left = most;
        self.collect_zone(board, attacker, &mut zone, &mut left);
        zone
    }

    fn collect_zone(
        &self,
        board: &mut Board,
        attacker: Colour,
        zone: &mut Vec<usize>,
        left: &mut usize,
    ) {
        if let Some(window) = board.winning_window(attacker) {
            add_cells(zone, board.empty_cells(window));
            return;
        }
        let Some(win) = self.stored_win(board.key ^ ATTACKER_KEYS[attacker as usize]) else {
            return;
        };
        if *left == 0 {
            return;
        }
        *left -= 1;
        add_cells(zone, [win.pair.0 as usize, win.pair.1 as usize].into_iter());
        place_pair(board, win.pair, attacker);
        for window in board.fillable_windows(attacker) {
            add_cells(zone, board.empty_cells(window));
        }
        if let Defence::TwoStones(replies) = Threats::of(board, attacker).defence() {
            for &(first, second) in &replies {
                let reply = (first as u16, second as u16);
                place_pair(board, reply, attacker.other());
                self.collect_zone(board, attacker, zone, left);
                remove_pair(board, reply, attacker.other());
            }
        }
        remove_pair(board, win.pair, attacker);
    }
}

/// Places both stones of a turn.
pub fn place_pair(board: &mut Board, pair: Pair, colour: Colour) {
    board.place(pair.0 as usize, colour);
    board.place(pair.1 as usize, colour);
}

/// Removes both stones of a turn.
pub fn remove_pair(board: &mut Board, pair: Pair, colour: Colour) {
    board.remove(pair.1 as usize, colour);
    board.remove(pair.0 as usize, colour);
}

/// Adds cells that are not in the zone yet.
fn add_cells(zone: &mut Vec<usize>, cells: impl Iterator<Item = usize>) {
    for cell in cells {
        if !zone.contains(&cell) {
            zone.push(cell);
        }
    }
}

/// Returns the effort of a search of this many nodes, as the table stores it.
fn stored_effort(nodes: u64) -> u64 {
    nodes.min(i16::MAX as u64 - 1)
}

//! Victory by continuous threats: the attacker plays turns that take both of the opponent's
//! stones to answer, until one cannot be answered.
//!
//! A win that is found is one against every defence, counter-threats included, since an
//! attack has to meet what the defender threatens. That none is found proves nothing.

use super::attacks::{Attack, Fame, attacks, fatal};
use super::board::Board;
use super::candidates::Pair;
use super::limits::Limits;
use super::table::{Bound, Entry, Table};
use super::threats::{Defence, Threats};
use crate::rules::Colour;

/// Attacks in a row, at most.
const DEEPEST: u8 = 24;

/// What the fame of a point grows to, in the units of the order of attacks.
const FAMOUS: i16 = 64;

/// Told apart in the table from positions of the main search.
const SALTS: [u64; 2] = [0x51CE_91B7_2D3A_44D1, 0xA30F_7E55_98C6_1B2F];

/// Sets the key under which the table knows how hard a position was searched apart from that of
/// what was found; the table has them side by side.
const TRIED: u64 = 1;

/// A win by threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The turn to begin with.
    pub pair: Pair,
    /// Turns of the attacker until he has six in a row.
    pub turns: i32,
}

/// What a search needs besides the board.
pub struct Vcf<'a, 'l> {
    /// What has been searched.
    pub table: &'a mut Table,
    /// The budget of the whole search.
    pub limits: &'a mut Limits<'l>,
    /// Where attacks have led to wins, for both colours.
    pub fame: &'a mut [Fame; 2],
}

/// How a search of one position ended.
enum Found {
    Win(i32),
    None,
    /// The nodes ran out.
    Unknown,
}

impl Vcf<'_, '_> {
    /// A win of the attacker, who is to move and cannot win at once, if one is found within
    /// so many nodes.
    pub fn solve(&mut self, board: &mut Board, attacker: Colour, nodes: u64) -> Option<Win> {
        let key = board.key() ^ SALTS[attacker as usize];
        let tried = key ^ TRIED;
        let known = self.table.get(tried).map_or(0, |entry| entry.value as u64);
        if known >= effort(nodes) {
            return self.win(key);
        }
        let mut left = nodes;
        let mut depth = 2;
        let complete = loop {
            let mut cut = false;
            match self.attack(board, attacker, depth, &mut left, &mut cut) {
                Found::Win(_) => return self.win(key),
                Found::Unknown => break false,
                Found::None if !cut || depth >= DEEPEST => break true,
                Found::None => depth += 1,
            }
        };
        if !self.limits.over() {
            let value = match complete {
                true => i16::MAX,
                false => effort(nodes) as i16,
            };
            let entry = Entry {
                pair: (0, 0),
                value,
                depth: 1,
                bound: Bound::Upper,
            };
            self.table.put(tried, entry);
        }
        None
    }

    /// The win that the table knows of a key.
    fn win(&self, key: u64) -> Option<Win> {
        let entry = self.table.get(key)?;
        (entry.bound == Bound::Exact).then_some(Win {
            pair: entry.pair,
            turns: i32::from(entry.value),
        })
    }

    /// Looks for a win with so many attacks; `cut` is set if deeper ones might be there.
    fn attack(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        depth: u8,
        left: &mut u64,
        cut: &mut bool,
    ) -> Found {
        let key = board.key() ^ SALTS[attacker as usize];
        let known = self.table.get(key);
        let mut first = None;
        if let Some(entry) = known {
            match entry.bound {
                Bound::Exact => return Found::Win(i32::from(entry.value)),
                // Nothing within `depth` attacks; `value` says whether deeper ones were cut.
                _ if entry.depth >= depth || entry.value == 0 => {
                    *cut |= entry.value != 0;
                    return Found::None;
                }
                _ => first = Some(entry.pair),
            }
        }
        if *left == 0 || self.limits.over() {
            return Found::Unknown;
        }
        *left -= 1;
        self.limits.count();
        let fame = &self.fame[attacker as usize];
        if depth == 1 {
            // Whether there are other attacks, a deeper search would have to find out.
            if let Some(pair) = fatal(board, attacker, fame) {
                return self.won(attacker, pair, 2, depth, key);
            }
            self.note(key, (0, 0), 1, depth, Bound::Upper);
            *cut = true;
            return Found::None;
        }
        let mut list = attacks(board, attacker, fame);
        if let Some(at) = list.iter().position(|a| Some(a.pair) == first) {
            list[..=at].rotate_right(1);
        }
        let mut cut_here = false;
        for &Attack { pair, weight, .. } in &list {
            if weight == 3 {
                return self.won(attacker, pair, 2, depth, key);
            }
            match self.defend(board, attacker, pair, depth, left, &mut cut_here) {
                Found::Win(turns) => {
                    return self.won(attacker, pair, turns + 1, depth, key);
                }
                Found::Unknown => return Found::Unknown,
                Found::None => {}
            }
        }
        self.note(key, (0, 0), i32::from(cut_here), depth, Bound::Upper);
        *cut |= cut_here;
        Found::None
    }

    /// Takes note of an attack that wins in so many turns.
    fn won(&mut self, attacker: Colour, pair: Pair, turns: i32, depth: u8, key: u64) -> Found {
        self.praise(attacker, pair);
        self.note(key, pair, turns, depth, Bound::Exact);
        Found::Win(turns)
    }

    /// Plays an attack and every defence against it: a win if none of them holds.
    fn defend(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        pair: Pair,
        depth: u8,
        left: &mut u64,
        cut: &mut bool,
    ) -> Found {
        let defender = attacker.other();
        put(board, pair, attacker);
        let mut worst = Found::Win(1);
        if let Defence::Two(replies) = Threats::of(board, attacker).defence() {
            let salt = SALTS[attacker as usize];
            for &(first, second) in &replies {
                self.table
                    .touch(board.key_with((first, second), defender) ^ salt);
                let reply = (first as u16, second as u16);
                put(board, reply, defender);
                let found = self.attack(board, attacker, depth - 1, left, cut);
                take(board, reply, defender);
                worst = match (found, worst) {
                    (Found::Win(turns), Found::Win(most)) => Found::Win(turns.max(most)),
                    (other, _) => other,
                };
                if !matches!(worst, Found::Win(_)) {
                    break;
                }
            }
        }
        take(board, pair, attacker);
        worst
    }

    /// Remembers the points of an attack that won.
    fn praise(&mut self, attacker: Colour, pair: Pair) {
        let fame = &mut self.fame[attacker as usize];
        for cell in [pair.0, pair.1] {
            let of = &mut fame[cell as usize];
            *of += (FAMOUS - *of) / 8;
        }
    }

    fn note(&mut self, key: u64, pair: Pair, value: i32, depth: u8, bound: Bound) {
        let entry = Entry {
            pair,
            value: value as i16,
            depth,
            bound,
        };
        self.table.put(key, entry);
    }

    /// The points that a win found by [`Vcf::solve`] uses: those of the attacks and of the
    /// answers to them. A defence that prevents this win without threats of its own has a
    /// stone on one of them.
    pub fn zone(&self, board: &mut Board, attacker: Colour, most: usize) -> Vec<usize> {
        let mut zone = Vec::new();
        let mut left = most;
        self.walk(board, attacker, &mut zone, &mut left);
        zone
    }

    fn walk(&self, board: &mut Board, attacker: Colour, zone: &mut Vec<usize>, left: &mut usize) {
        if let Some(window) = board.won(attacker) {
            add(zone, board.gaps(window));
            return;
        }
        let Some(win) = self.win(board.key() ^ SALTS[attacker as usize]) else {
            return;
        };
        if *left == 0 {
            return;
        }
        *left -= 1;
        add(zone, [win.pair.0 as usize, win.pair.1 as usize].into_iter());
        put(board, win.pair, attacker);
        for window in board.fillable(attacker) {
            add(zone, board.gaps(window));
        }
        if let Defence::Two(replies) = Threats::of(board, attacker).defence() {
            for &(first, second) in &replies {
                let reply = (first as u16, second as u16);
                put(board, reply, attacker.other());
                self.walk(board, attacker, zone, left);
                take(board, reply, attacker.other());
            }
        }
        take(board, win.pair, attacker);
    }
}

/// Puts both stones of a turn.
pub fn put(board: &mut Board, pair: Pair, colour: Colour) {
    board.put(pair.0 as usize, colour);
    board.put(pair.1 as usize, colour);
}

/// Takes both stones of a turn off again.
pub fn take(board: &mut Board, pair: Pair, colour: Colour) {
    board.take(pair.1 as usize, colour);
    board.take(pair.0 as usize, colour);
}

/// Adds points that are not there yet.
fn add(zone: &mut Vec<usize>, cells: impl Iterator<Item = usize>) {
    for cell in cells {
        if !zone.contains(&cell) {
            zone.push(cell);
        }
    }
}

/// How much a search of so many nodes says, as far as a table holds it.
fn effort(nodes: u64) -> u64 {
    nodes.min(i16::MAX as u64 - 1)
}

//! Threats and how to block them. A window with four or five stones of one colour and none of the
//! other has to be blocked, and a turn has two stones.
//!
//! A threat has one or two gaps, so threats are the edges of a graph whose vertices are free
//! cells, and a defence is a vertex cover of at most two vertices.

use super::board::Board;
use crate::rules::Colour;
use arrayvec::ArrayVec;

/// The gaps of a threat; both are equal where there is only one.
pub type Threat = (u16, u16);

/// Most threats that two stones can make or block: the number of windows through two cells.
const MAX_THREATS: usize = 48;

/// The threats of a colour, at most one more than two stones can block.
pub struct Threats {
    threats: ArrayVec<Threat, { MAX_THREATS + 1 }>,
}

/// How threats can be blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// There are no threats.
    NotNeeded,
    /// Each of these cells blocks all threats; each of these pairs, without such a cell, does
    /// too.
    OneStone(ArrayVec<usize, 2>, ArrayVec<(usize, usize), 4>),
    /// It takes two stones, and these are all the pairs.
    TwoStones(ArrayVec<(usize, usize), 4>),
    /// Two stones are not enough.
    Impossible,
}

impl Threats {
    /// Returns the threats of a colour.
    pub fn of(board: &Board, colour: Colour) -> Threats {
        let threats = board
            .fillable_windows(colour)
            .take(MAX_THREATS + 1)
            .map(|window| {
                let mut free = board.empty_cells(window);
                let first = free.next().expect("five stones or four leave a gap") as u16;
                let second = free.next().map_or(first, |cell| cell as u16);
                (first, second)
            });
        Threats {
            threats: threats.collect(),
        }
    }

    /// Returns whether stones on two cells block all threats.
    #[inline]
    pub fn are_blocked_by(&self, first: usize, second: usize) -> bool {
        are_blocked_by(&self.threats, first, second)
    }

    /// Returns how the threats can be blocked.
    pub fn defence(&self) -> Defence {
        let Some(&start) = self.threats.first() else {
            return Defence::NotNeeded;
        };
        let mut ones = ArrayVec::<usize, 2>::new();
        let mut twos = ArrayVec::<(usize, usize), 4>::new();
        for first in threat_cells(start) {
            let first = first as usize;
            let Some(&rest) = self.threats.iter().find(|&&threat| !blocks(first, threat)) else {
                ones.push(first);
                continue;
            };
            for second in threat_cells(rest) {
                let pair = (first.min(second as usize), first.max(second as usize));
                if self.are_blocked_by(pair.0, pair.1) && !twos.contains(&pair) {
                    twos.push(pair);
                }
            }
        }
        // Pairs with a cell that blocks all by itself are left out.
        twos.retain(|pair| !ones.contains(&pair.0) && !ones.contains(&pair.1));
        match (ones.is_empty(), twos.is_empty()) {
            (false, _) => Defence::OneStone(ones, twos),
            (true, false) => Defence::TwoStones(twos),
            (true, true) => Defence::Impossible,
        }
    }
}

/// The threats that one turn makes.
pub struct ThreatSet(ArrayVec<Threat, MAX_THREATS>);

impl ThreatSet {
    /// Returns no threats.
    pub fn new() -> ThreatSet {
        ThreatSet(ArrayVec::new())
    }

    /// Adds a threat.
    pub fn push(&mut self, threat: Threat) {
        self.0.push(threat);
    }

    /// Adds threats, with a stone of the same colour placed on a cell.
    pub fn extend_after_stone(&mut self, threats: &ThreatSet, stone: usize) {
        for &(first, second) in &threats.0 {
            let threat = match stone as u16 {
                stone if stone == first => (second, second),
                stone if stone == second => (first, first),
                _ => (first, second),
            };
            if !self.0.contains(&threat) {
                self.0.push(threat);
            }
        }
    }

    /// Returns how many stones it takes to block them: 0 to 2, or 3 for more.
    #[inline]
    pub fn stones_to_block(&self) -> usize {
        let Some(&start) = self.0.first() else {
            return 0;
        };
        let mut min_stones = 3;
        for first in threat_cells(start) {
            let first = first as usize;
            let Some(&rest) = self.0.iter().find(|&&threat| !blocks(first, threat)) else {
                return 1;
            };
            if threat_cells(rest).any(|second| are_blocked_by(&self.0, first, second as usize)) {
                min_stones = 2;
            }
        }
        min_stones
    }
}

#[inline]
fn are_blocked_by(threats: &[Threat], first: usize, second: usize) -> bool {
    threats
        .iter()
        .all(|&threat| blocks(first, threat) || blocks(second, threat))
}

#[inline]
fn blocks(cell: usize, threat: Threat) -> bool {
    cell == threat.0 as usize || cell == threat.1 as usize
}

/// Returns the one or two cells of a threat.
#[inline]
fn threat_cells(threat: Threat) -> impl Iterator<Item = u16> {
    let second = (threat.1 != threat.0).then_some(threat.1);
    std::iter::once(threat.0).chain(second)
}

//! Threats and what meets them: a window with four or five stones of one colour alone has to
//! be hit, and a turn has two stones.
//!
//! A threat has one or two gaps, so threats are the edges of a graph whose vertices are free
//! points, and a defence is a vertex cover of at most two.

use super::board::Board;
use crate::rules::Colour;
use arrayvec::ArrayVec;

/// The gaps of a threat; both are the same where there is but one.
pub type Threat = (u16, u16);

/// The threats that two stones can make or meet: so many windows go through two points.
const MAX_THREATS: usize = 48;

/// What a colour threatens to fill; of more threats than two stones can meet, one more than
/// that.
pub struct Threats {
    threats: ArrayVec<Threat, { MAX_THREATS + 1 }>,
}

/// How threats can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// There are none.
    NotNeeded,
    /// Either of these points hits all; these pairs, without such a point, do it too.
    OneStone(ArrayVec<usize, 2>, ArrayVec<(usize, usize), 4>),
    /// It takes two stones, and these are all the pairs.
    TwoStones(ArrayVec<(usize, usize), 4>),
    /// Two stones do not suffice.
    Impossible,
}

impl Threats {
    /// What a colour threatens.
    pub fn of(board: &Board, colour: Colour) -> Threats {
        let edges = board
            .fillable_windows(colour)
            .take(MAX_THREATS + 1)
            .map(|window| {
                let mut free = board.empty_cells(window);
                let first = free.next().expect("five stones or four leave a gap") as u16;
                let second = free.next().map_or(first, |cell| cell as u16);
                (first, second)
            });
        Threats {
            threats: edges.collect(),
        }
    }

    /// Whether stones at two points hit all of them.
    #[inline]
    pub fn are_blocked_by(&self, first: usize, second: usize) -> bool {
        are_blocked_by(&self.threats, first, second)
    }

    /// How they can be met.
    pub fn defence(&self) -> Defence {
        let Some(&start) = self.threats.first() else {
            return Defence::NotNeeded;
        };
        let mut ones = ArrayVec::<usize, 2>::new();
        let mut twos = ArrayVec::<(usize, usize), 4>::new();
        for first in threat_cells(start) {
            let first = first as usize;
            let Some(&rest) = self.threats.iter().find(|&&edge| !blocks(first, edge)) else {
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
        // A pair with a point that hits all by itself is not one of the pairs.
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
    /// None yet.
    pub fn new() -> ThreatSet {
        ThreatSet(ArrayVec::new())
    }

    /// One more.
    pub fn push(&mut self, edge: Threat) {
        self.0.push(edge);
    }

    /// The threats of a stone, when another one of the same colour is put at a point too.
    pub fn extend_after_stone(&mut self, edges: &ThreatSet, stone: usize) {
        for &(first, second) in &edges.0 {
            let edge = match stone as u16 {
                stone if stone == first => (second, second),
                stone if stone == second => (first, first),
                _ => (first, second),
            };
            if !self.0.contains(&edge) {
                self.0.push(edge);
            }
        }
    }

    /// Stones that it takes to meet them: none to two, or three for more.
    #[inline]
    pub fn stones_to_block(&self) -> usize {
        let Some(&start) = self.0.first() else {
            return 0;
        };
        let mut least = 3;
        for first in threat_cells(start) {
            let first = first as usize;
            let Some(&rest) = self.0.iter().find(|&&edge| !blocks(first, edge)) else {
                return 1;
            };
            if threat_cells(rest).any(|second| are_blocked_by(&self.0, first, second as usize)) {
                least = 2;
            }
        }
        least
    }
}

#[inline]
fn are_blocked_by(edges: &[Threat], first: usize, second: usize) -> bool {
    edges
        .iter()
        .all(|&edge| blocks(first, edge) || blocks(second, edge))
}

#[inline]
fn blocks(cell: usize, edge: Threat) -> bool {
    cell == edge.0 as usize || cell == edge.1 as usize
}

/// The one or two points.
#[inline]
fn threat_cells(edge: Threat) -> impl Iterator<Item = u16> {
    let second = (edge.1 != edge.0).then_some(edge.1);
    std::iter::once(edge.0).chain(second)
}

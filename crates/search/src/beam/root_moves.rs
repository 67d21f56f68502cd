//! How the moves of the root stand, and the moves after them, kept up to date while the
//! search goes on.

/// Where the way to a position begins: its first two positions, by index in the layers 1
/// and 2. What the way is too short for is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootPath {
    /// Index in layer 1.
    pub first: u32,
    /// Index in layer 2.
    pub second: u32,
}

impl RootPath {
    /// The origin of the position with index `own` at `depth`, from its parent's.
    pub fn extended(self, depth: usize, own: u32) -> RootPath {
        match depth {
            1 => RootPath { first: own, ..self },
            2 => RootPath {
                second: own,
                ..self
            },
            _ => self,
        }
    }
}

/// How a position of layer 1 or 2 stands.
///
/// A deeper view counts before a shallower one, whatever their values: values are compared
/// only between lines that have seen equally many pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RootScore {
    /// Plies from the root of the deepest line through it.
    pub depth: u32,
    /// Value of the best line of that depth.
    pub value: i32,
}

/// The ranks of all positions of the layers 1 and 2, by index.
#[derive(Debug, Default)]
pub struct RootMoveTable {
    first: Vec<RootScore>,
    second: Vec<RootScore>,
}

impl RootMoveTable {
    /// Takes note of a line of `depth` plies and its value.
    pub fn record(&mut self, origin: RootPath, depth: u32, value: i32) {
        let rank = RootScore { depth, value };
        if depth >= 1 {
            raise_score(&mut self.first, origin.first, rank);
        }
        if depth >= 2 {
            raise_score(&mut self.second, origin.second, rank);
        }
    }

    /// Ranks of layer 1.
    pub fn first(&self) -> &[RootScore] {
        &self.first
    }

    /// Ranks of layer 2.
    pub fn second(&self) -> &[RootScore] {
        &self.second
    }
}

fn raise_score(ranks: &mut Vec<RootScore>, index: u32, rank: RootScore) {
    const LOWEST: RootScore = RootScore {
        depth: 0,
        value: i32::MIN,
    };
    let index = index as usize;
    if ranks.len() <= index {
        ranks.resize(index + 1, LOWEST);
    }
    ranks[index] = ranks[index].max(rank);
}

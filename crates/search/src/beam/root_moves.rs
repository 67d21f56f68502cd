//! The scores of the root moves, and of the moves after them, kept up to date by the search.

/// The first two nodes on the line to a node, by index in the layers 1 and 2; 0 where the line is
/// too short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootPath {
    /// Index in layer 1.
    pub first: u32,
    /// Index in layer 2.
    pub second: u32,
}

impl RootPath {
    /// Returns the path of the node with index `own` at `depth`, from its parent's.
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

/// The score of a node of layer 1 or 2.
///
/// Depth counts before value: values are compared only between lines that have seen equally many
/// pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RootScore {
    /// Plies from the root of the deepest line through it.
    pub depth: u32,
    /// Value of the best line of that depth.
    pub value: i32,
}

/// The scores of all nodes of the layers 1 and 2, by index.
#[derive(Debug, Default)]
pub struct RootMoveTable {
    first: Vec<RootScore>,
    second: Vec<RootScore>,
}

impl RootMoveTable {
    /// Records the value of a line of `depth` plies.
    pub fn record(&mut self, root_path: RootPath, depth: u32, value: i32) {
        let score = RootScore { depth, value };
        if depth >= 1 {
            raise_score(&mut self.first, root_path.first, score);
        }
        if depth >= 2 {
            raise_score(&mut self.second, root_path.second, score);
        }
    }

    /// Returns the scores of layer 1.
    pub fn first(&self) -> &[RootScore] {
        &self.first
    }

    /// Returns the scores of layer 2.
    pub fn second(&self) -> &[RootScore] {
        &self.second
    }
}

fn raise_score(scores: &mut Vec<RootScore>, index: u32, score: RootScore) {
    const LOWEST: RootScore = RootScore {
        depth: 0,
        value: i32::MIN,
    };
    let index = index as usize;
    if scores.len() <= index {
        scores.resize(index + 1, LOWEST);
    }
    scores[index] = scores[index].max(score);
}

//! Width and effort of the search.

use super::candidates::CandidateWidth;
use super::search::SearchNode;

/// Nodes of a threat-space search.
#[derive(Clone, Copy, Debug)]
pub struct ThreatNodes {
    /// After a turn that had nothing to block.
    pub usual: u64,
    /// After a turn that had to block a threat: wins by threats are more likely then.
    pub after_block: u64,
}

/// Width and effort of the search; tuned by matches.
#[derive(Clone, Copy, Debug)]
pub struct SearchParams {
    /// Candidates at the root, and below it where much is left to search.
    pub root_width: CandidateWidth,
    /// Candidates in other nodes.
    pub inner_width: CandidateWidth,
    /// Least depth at which nodes below the root are as wide as the root. A turn that makes a
    /// single threat often looks poor, and starts a win a turn later.
    pub wide_min_depth: i32,
    /// Nodes of the threat-space search in inner nodes.
    pub inner_threat_nodes: ThreatNodes,
    /// Nodes of the threat-space search in leaves.
    pub leaf_threat_nodes: ThreatNodes,
    /// Nodes of the threat-space search for the opponent, after a candidate that loses.
    pub guard_threat_nodes: u64,
    /// Nodes of the threat-space search at the root, for both sides, in the first iteration;
    /// doubled in each further one.
    pub root_threat_nodes: u64,
    /// Late move reduction: candidates after this many are searched one turn less deeply.
    pub reduce_after: usize,
    /// Candidates after this many are searched two turns less deeply.
    pub reduce_twice_after: usize,
    /// Least depth at which late candidates are reduced.
    pub reduce_min_depth: i32,
}

/// The parameters that play.
pub const PARAMS: SearchParams = SearchParams {
    root_width: CandidateWidth {
        first_stones: 24,
        second_stones: 12,
        max_turns: 120,
    },
    inner_width: CandidateWidth {
        first_stones: 10,
        second_stones: 6,
        max_turns: 24,
    },
    wide_min_depth: 3,
    inner_threat_nodes: ThreatNodes {
        usual: 100,
        after_block: 300,
    },
    leaf_threat_nodes: ThreatNodes {
        usual: 16,
        after_block: 200,
    },
    guard_threat_nodes: 200,
    root_threat_nodes: 2_000,
    reduce_after: 6,
    reduce_twice_after: 20,
    reduce_min_depth: 2,
};

impl SearchParams {
    /// Returns the width of a node below the root with this depth.
    pub fn width(&self, depth: i32) -> CandidateWidth {
        if depth >= self.wide_min_depth {
            self.root_width
        } else {
            self.inner_width
        }
    }

    /// Returns the nodes of the threat-space search in a node.
    pub fn threat_nodes(&self, node: SearchNode) -> u64 {
        let nodes = if node.depth <= 0 {
            self.leaf_threat_nodes
        } else {
            self.inner_threat_nodes
        };
        if node.after_block {
            nodes.after_block
        } else {
            nodes.usual
        }
    }
}

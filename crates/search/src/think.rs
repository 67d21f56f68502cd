//! One position, one budget, one answer: the search without a worker.

use super::beam::{Beam, Limits, Progress, Standing};
use super::crew::Crew;
use super::game::Stop;
use super::options::Options;
use super::search::Search;
use super::stacker::{Position, Stacker};
use landfall_rules::{Placement, Ruleset, State};

/// How long to think.
pub struct Budget<'a> {
    /// Nodes after which to stop: placements applied, cleared and evaluated.
    pub nodes: u64,
    /// Asked between the layers of a round; thinking ends when it says so. A deadline is
    /// a `stop` that looks at a clock.
    pub stop: Stop<'a>,
}

impl Budget<'_> {
    /// A fixed number of nodes, whatever time they take.
    pub fn nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            stop: &|| false,
        }
    }
}

/// What thinking came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The moves, the best first; empty when nothing can be placed.
    pub standings: Vec<Standing<Placement>>,
    /// Nodes spent.
    pub nodes: u64,
}

/// Thinks about a position within a budget. The same position, weights and number of
/// nodes give the same thought on any number of threads.
pub fn think(
    crew: &Crew,
    rules: &'static Ruleset,
    options: &Options,
    state: &State,
    budget: &Budget,
) -> Thought {
    let game = Stacker::new(rules, options.weights_for(rules), state);
    let limits = Limits::within::<Stacker>(options.memory);
    let mut search = Search::new(Beam::new(game, Position::of(state), limits));
    if !state.queue.is_empty() {
        spend(&mut search, crew, budget);
    }
    let view = search.view();
    Thought {
        standings: view.standings(),
        nodes: view.nodes(),
    }
}

fn spend(search: &mut Search, crew: &Crew, budget: &Budget) {
    while search.nodes() < budget.nodes
        && !(budget.stop)()
        && search.advance(crew, budget.nodes, budget.stop, &mut |_| {}) == Progress::More
    {}
}

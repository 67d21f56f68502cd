//! Rounds over all layers at once, for a search that is wide already.
//!
//! A round that goes from layer to layer gives a full line soon, but each layer waits for
//! the one before it, and the work of one layer is soon shared out. Here every layer takes
//! what its frontier had when the round began, as if the deepest layer came first; so none
//! has to wait, and there is work for many threads between two meetings of them. What is
//! found does not depend on how many there are.

use super::collector::Collector;
use super::layer::Node;
use super::{Beam, share};
use crate::brain::crew::Crew;
use crate::brain::game::{Expectation, Game, Stop};

/// A position to be looked at.
struct Task {
    depth: usize,
    index: u32,
}

/// What looking at a run of positions gave. Kept from round to round, because lists that
/// grow anew every time cost more than what is put into them.
pub(super) struct Findings<M> {
    collector: Collector<M>,
    /// What can be expected after positions of the last layer.
    outlooks: Vec<(u32, Option<Expectation>)>,
}

impl<G: Game> Beam<G> {
    /// Takes up to `batch` positions of each layer; says how many it took in all. What it
    /// has not looked at when `stop` says so is left for the next round.
    pub(super) fn round_abreast(&mut self, batch: usize, crew: &Crew, stop: Stop) -> usize {
        self.choose(batch, crew);
        let tasks = self.tasks(batch);
        let mut found = std::mem::take(&mut self.findings);
        let length = crew.run_length(tasks.len());
        found.resize_with(tasks.len().div_ceil(length), || Findings {
            collector: Collector::new(0),
            outlooks: Vec::new(),
        });
        let mut runs: Vec<_> = tasks.chunks(length).zip(&mut found).collect();
        let looked = crew.each(&mut runs, |_, (tasks, findings)| {
            self.look(tasks, findings, stop)
        });
        for (tasks, looked) in tasks.chunks(length).zip(looked) {
            for task in &tasks[looked..] {
                self.layers[task.depth].put_back(task.index);
            }
        }
        self.nodes += found.iter().map(|run| run.collector.judged).sum::<u64>();
        let most = self.limits.frontier;
        crew.each(&mut self.layers[1..], |above, layer| {
            layer.offer(found.iter().map(|run| &*run.collector.moves[above]), most);
        });
        self.take_note(found.iter().flat_map(|run| &run.outlooks).copied(), 1);
        self.findings = found;
        tasks.len()
    }

    /// Looks at positions until `stop` says to leave; says at how many.
    fn look(&self, tasks: &[Task], findings: &mut Findings<G::Move>, stop: Stop) -> usize {
        let plies = self.game.plies();
        findings.collector.clear(plies);
        findings.outlooks.clear();
        for (looked, &Task { depth, index }) in tasks.iter().enumerate() {
            if stop() {
                return looked;
            }
            let node = &self.layers[depth].nodes[index as usize];
            if depth < plies {
                let least = self.layers[depth + 1].frontier.least_total();
                findings
                    .collector
                    .add(&self.game, (node, index), depth, least);
            } else {
                let expectation = self.game.expect(&node.position, plies, 1, &|| false);
                findings.outlooks.push((index, expectation));
            }
        }
        tasks.len()
    }

    /// Makes positions of the best candidates of every layer.
    fn choose(&mut self, batch: usize, crew: &Crew) {
        let plies = self.game.plies();
        let room = self.limits.positions.saturating_sub(self.held()) / (plies + 1);
        let mut frontiers: Vec<_> = self.layers[1..]
            .iter_mut()
            .map(|layer| std::mem::take(&mut layer.frontier))
            .collect();
        let (game, layers) = (&self.game, &self.layers);
        let chosen = crew.each(&mut frontiers, |above, frontier| {
            let layer = &layers[above + 1];
            let waiting = layer.nodes.len() - layer.done;
            let missing = share(above + 1, plies, batch).saturating_sub(waiting);
            let parents = &layers[above].nodes;
            std::iter::from_fn(|| frontier.pop())
                .take(missing.min(room))
                .map(|best| Node::of(game, &parents[best.parent as usize], above, &best))
                .collect::<Vec<_>>()
        });
        let layers = self.layers[1..].iter_mut();
        let mut arriving: Vec<_> = layers.zip(frontiers).zip(chosen).collect();
        let arrived = crew.each(&mut arriving, |above, ((layer, frontier), nodes)| {
            layer.frontier = std::mem::take(frontier);
            std::mem::take(nodes)
                .into_iter()
                .map(|(key, node)| layer.admit(above + 1, key, node))
                .collect::<Vec<_>>()
        });
        for (depth, arrivals) in (1..).zip(arrived) {
            for arrival in arrivals {
                self.ranking.note(arrival.origin, depth, arrival.total);
            }
        }
    }

    /// The positions that are next in every layer.
    fn tasks(&mut self, batch: usize) -> Vec<Task> {
        let plies = self.game.plies();
        let mut tasks = Vec::new();
        // Expectations first: they take longest.
        for depth in (0..=plies).rev() {
            let wanted = share(depth, plies, batch);
            let nodes = self.layers[depth].next_nodes(wanted);
            tasks.extend(nodes.map(|index| Task {
                depth,
                index: index as u32,
            }));
        }
        tasks
    }
}

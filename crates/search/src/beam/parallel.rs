//! Rounds over all layers at once, for a search that is wide already.
//!
//! A round that goes from layer to layer gives a full line soon, but each layer waits for
//! the one before it, and the work of one layer is soon shared out. Here nothing waits: two
//! rounds are under way at any time, and while positions of all layers are looked at for
//! both, the layers take in what the round before has found and choose the positions of
//! the round to come. So threads never meet. What is found does not depend on how many
//! there are.

use super::candidates::CandidateList;
use super::layer_update::{LayerUpdate, NodeTask};
use super::{Beam, BeamLimits, Layer, MIN_PARALLEL_BATCH, OnProgress, TYPICAL_CHILDREN};
use crate::game::{Expectation, Game, ShouldStop};
use crate::threads::ThreadPool;
use crate::threads::WorkQueue;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Rounds that are under way at a time: while the last runs of one are looked at by some, the
/// others begin with the next.
const ROUNDS_IN_FLIGHT: usize = 2;

/// Positions that were chosen together.
struct Round<G: Game> {
    tasks: Vec<NodeTask<G>>,
    /// The least total that each layer lets in.
    min_totals: Vec<i32>,
    /// Tasks of a run.
    chunk_length: usize,
}

impl<G: Game> Round<G> {
    fn chunk_count(&self) -> usize {
        self.tasks.len().div_ceil(self.chunk_length)
    }

    fn chunk(&self, index: usize) -> &[NodeTask<G>] {
        let rest = &self.tasks[index * self.chunk_length..];
        &rest[..rest.len().min(self.chunk_length)]
    }
}

/// What looking at a run of positions gave.
pub(super) struct ChunkOutput<M> {
    candidates: CandidateList<M>,
    /// What can be expected after positions of the last layer.
    expectations: Vec<(u32, Option<Expectation>)>,
    /// How many of the positions were looked at.
    finished: usize,
}

impl<M: Copy> Default for ChunkOutput<M> {
    fn default() -> Self {
        ChunkOutput {
            candidates: CandidateList::new(0),
            expectations: Vec::new(),
            finished: 0,
        }
    }
}

impl<M: Copy> ChunkOutput<M> {
    /// Forgets what was found, for a game of so many plies.
    fn clear(&mut self, plies: usize) {
        self.candidates.clear(plies);
        self.expectations.clear();
        self.finished = 0;
    }
}

impl<G: Game> Beam<G> {
    /// Rounds over all layers, until nothing is left to look at, what is left of `until` nodes
    /// is too little for one, or `stop` says so. Says whether there were any; `told` hears
    /// how the search stands after each.
    pub(super) fn parallel_rounds(
        &mut self,
        crew: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        told: OnProgress<G>,
    ) -> bool {
        let batch = self.layer_update().affordable_batch(until);
        let first = self.layer_update().next_tasks(batch);
        if first.is_empty() {
            return false;
        }
        let spare = Mutex::new(std::mem::take(&mut self.spare_outputs));
        let upkeep = self.layer_update();
        let look = Expander {
            game: upkeep.game,
            stop,
            spare_outputs: spare,
        };
        let belt = WorkQueue::default();
        crew.with_workers(
            || belt.work(|round, run| look.expand_chunk(round, run)),
            || {
                let _closing = belt.close_on_drop();
                let mut lead = Coordinator {
                    update: upkeep,
                    pool: crew,
                    queue: &belt,
                    expander: &look,
                    estimated_nodes: VecDeque::new(),
                };
                lead.start_round(first);
                lead.run_rounds(until, told);
            },
        );
        self.spare_outputs = look.spare_outputs.into_inner().unwrap_or_default();
        true
    }
}

/// The part of the thread that leads: the layers are its own.
struct Coordinator<'a, G: Game> {
    update: LayerUpdate<'a, G>,
    pool: &'a ThreadPool,
    queue: &'a WorkQueue<Round<G>, ChunkOutput<G::Move>>,
    expander: &'a Expander<'a, G>,
    /// Nodes that the rounds under way are reckoned to take.
    estimated_nodes: VecDeque<u64>,
}

impl<G: Game> Coordinator<'_, G> {
    /// Keeps rounds under way until nothing is left or it is time to leave; takes in all that
    /// they find.
    fn run_rounds(&mut self, until: u64, told: OnProgress<G>) {
        loop {
            let tasks = self.next_tasks(until);
            let any = !tasks.is_empty();
            if any {
                self.start_round(tasks);
            }
            if (!any || self.estimated_nodes.len() == ROUNDS_IN_FLIGHT) && !self.collect_round(told)
            {
                return;
            }
        }
    }

    /// The positions of the next round; none when it cannot be afforded, or not yet.
    fn next_tasks(&mut self, until: u64) -> Vec<NodeTask<G>> {
        let reckoned: u64 = self.estimated_nodes.iter().sum();
        let batch = self.update.affordable_batch(until.saturating_sub(reckoned));
        if batch < MIN_PARALLEL_BATCH || (self.expander.stop)() {
            return Vec::new();
        }
        self.update.next_tasks(batch)
    }

    fn start_round(&mut self, tasks: Vec<NodeTask<G>>) {
        *self.update.rounds += 1;
        self.estimated_nodes
            .push_back(tasks.len() as u64 * TYPICAL_CHILDREN);
        let round = Round {
            chunk_length: self.pool.chunk_length(tasks.len()),
            min_totals: min_totals(self.update.layers),
            tasks,
        };
        let runs = round.chunk_count();
        self.queue.push(round, runs);
    }

    /// Takes in what the oldest round under way has found, and helps it along until it is
    /// through; says whether there was any. What it has not looked at, since it was time to
    /// leave, is left for later.
    fn collect_round(&mut self, told: OnProgress<G>) -> bool {
        let look = |round: &Round<G>, run| self.expander.expand_chunk(round, run);
        let Some((round, found)) = self.queue.collect(look) else {
            return false;
        };
        self.estimated_nodes.pop_front();
        let upkeep = &mut self.update;
        add_to_layers(&found, upkeep.layers, &upkeep.limits);
        *upkeep.nodes += found
            .iter()
            .map(|run| run.candidates.evaluated)
            .sum::<u64>();
        upkeep.record_expectations(found.iter().flat_map(|run| &run.expectations).copied(), 1);
        for (index, findings) in found.iter().enumerate() {
            for task in &round.chunk(index)[findings.finished..] {
                upkeep.layers[task.depth].put_back(task.index);
            }
        }
        told(&upkeep.view());
        self.expander.spare().extend(found);
        true
    }
}

/// How to look at positions.
struct Expander<'a, G: Game> {
    game: &'a G,
    stop: ShouldStop<'a>,
    /// Kept for their memory: lists that grow anew every time cost more than what is put
    /// into them.
    spare_outputs: Mutex<Vec<ChunkOutput<G::Move>>>,
}

impl<G: Game> Expander<'_, G> {
    /// Looks at the positions of a run, until it is time to leave.
    fn expand_chunk(&self, round: &Round<G>, run: usize) -> ChunkOutput<G::Move> {
        let plies = self.game.plies();
        let spare = self.spare().pop();
        let mut findings = spare.unwrap_or_default();
        findings.clear(plies);
        for NodeTask { depth, index, node } in round.chunk(run) {
            if (self.stop)() {
                break;
            }
            if *depth < plies {
                let least = round.min_totals[depth + 1];
                let node = (node, *index);
                findings
                    .candidates
                    .expand_node(self.game, node, *depth, least);
            } else {
                let expectation = self.game.expectation(&node.position, plies, 1, &|| false);
                findings.expectations.push((*index, expectation));
            }
            findings.finished += 1;
        }
        findings
    }

    fn spare(&self) -> MutexGuard<'_, Vec<ChunkOutput<G::Move>>> {
        self.spare_outputs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn min_totals<G: Game>(layers: &[Layer<G>]) -> Vec<i32> {
    let frontiers = layers.iter().map(|layer| &layer.frontier);
    frontiers.map(|frontier| frontier.min_total()).collect()
}

/// Offers what was found to the layers.
fn add_to_layers<G: Game>(
    found: &[ChunkOutput<G::Move>],
    layers: &mut [Layer<G>],
    limits: &BeamLimits,
) {
    for (above, layer) in layers[1..].iter_mut().enumerate() {
        layer.add_candidates(
            found.iter().map(|run| &*run.candidates.by_depth[above]),
            limits,
        );
    }
}

//! Parallel rounds, over all layers at once, for a search that is wide already.
//!
//! A round from layer to layer gives a full line soon, but each layer waits for the one before
//! it, and the work of one layer is soon shared out. Here nothing waits: two rounds are in flight
//! at any time, and while workers expand positions of all layers for both, the coordinator adds
//! what the round before has found to the layers and chooses the positions of the next round. So
//! threads never share a layer, and what is found does not depend on how many there are.

use super::candidates::CandidateList;
use super::layer_update::{LayerUpdate, NodeTask};
use super::{Beam, BeamLimits, Layer, MIN_PARALLEL_BATCH, OnProgress, TYPICAL_CHILDREN};
use crate::game::{Expectation, Game, ShouldStop};
use crate::threads::ThreadPool;
use crate::threads::WorkQueue;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Rounds in flight at a time: while the last chunks of one are expanded by some threads, the
/// others begin with the next.
const ROUNDS_IN_FLIGHT: usize = 2;

/// Positions that were chosen together.
struct Round<G: Game> {
    tasks: Vec<NodeTask<G>>,
    /// The lowest total that each layer accepts.
    min_totals: Vec<i32>,
    /// Tasks in a chunk.
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

/// What expanding a chunk of positions gave.
pub(super) struct ChunkOutput<M> {
    candidates: CandidateList<M>,
    /// Expectations of positions of the last layer.
    expectations: Vec<(u32, Option<Expectation>)>,
    /// How many of the positions were expanded.
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
    /// Empties the lists, for a game of so many plies.
    fn clear(&mut self, plies: usize) {
        self.candidates.clear(plies);
        self.expectations.clear();
        self.finished = 0;
    }
}

impl<G: Game> Beam<G> {
    /// Runs parallel rounds until nothing is left to expand, what is left of `until` nodes is too
    /// little for one, or `stop` returns true. Returns whether there were any; calls `on_progress`
    /// after each.
    pub(super) fn parallel_rounds(
        &mut self,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnProgress<G>,
    ) -> bool {
        let batch = self.layer_update().affordable_batch(until);
        let first = self.layer_update().next_tasks(batch);
        if first.is_empty() {
            return false;
        }
        let spare_outputs = Mutex::new(std::mem::take(&mut self.spare_outputs));
        let update = self.layer_update();
        let expander = Expander {
            game: update.game,
            stop,
            spare_outputs,
        };
        let queue = WorkQueue::default();
        pool.with_workers(
            || queue.work(|round, chunk| expander.expand_chunk(round, chunk)),
            || {
                let _guard = queue.close_on_drop();
                let mut coordinator = Coordinator {
                    update,
                    pool,
                    queue: &queue,
                    expander: &expander,
                    estimated_nodes: VecDeque::new(),
                };
                coordinator.start_round(first);
                coordinator.run_rounds(until, on_progress);
            },
        );
        self.spare_outputs = expander.spare_outputs.into_inner().unwrap_or_default();
        true
    }
}

/// The part of the caller's thread, which alone changes the layers.
struct Coordinator<'a, G: Game> {
    update: LayerUpdate<'a, G>,
    pool: &'a ThreadPool,
    queue: &'a WorkQueue<Round<G>, ChunkOutput<G::Move>>,
    expander: &'a Expander<'a, G>,
    /// Nodes that the rounds in flight are expected to take.
    estimated_nodes: VecDeque<u64>,
}

impl<G: Game> Coordinator<'_, G> {
    /// Keeps rounds in flight until nothing is left or it is time to stop; collects all that they
    /// find.
    fn run_rounds(&mut self, until: u64, on_progress: OnProgress<G>) {
        loop {
            let tasks = self.next_tasks(until);
            let any = !tasks.is_empty();
            if any {
                self.start_round(tasks);
            }
            if (!any || self.estimated_nodes.len() == ROUNDS_IN_FLIGHT)
                && !self.collect_round(on_progress)
            {
                return;
            }
        }
    }

    /// Returns the positions of the next round; none when the budget does not allow one, or not yet.
    fn next_tasks(&mut self, until: u64) -> Vec<NodeTask<G>> {
        let in_flight: u64 = self.estimated_nodes.iter().sum();
        let batch = self
            .update
            .affordable_batch(until.saturating_sub(in_flight));
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
        let chunks = round.chunk_count();
        self.queue.push(round, chunks);
    }

    /// Adds what the oldest round in flight has found, and works on it until it is done; returns
    /// whether there was any. What it has not expanded, because it was time to stop, is put back.
    fn collect_round(&mut self, on_progress: OnProgress<G>) -> bool {
        let expand = |round: &Round<G>, chunk| self.expander.expand_chunk(round, chunk);
        let Some((round, outputs)) = self.queue.collect(expand) else {
            return false;
        };
        self.estimated_nodes.pop_front();
        let update = &mut self.update;
        add_to_layers(&outputs, update.layers, &update.limits);
        *update.nodes += outputs
            .iter()
            .map(|output| output.candidates.evaluated)
            .sum::<u64>();
        let expectations = outputs.iter().flat_map(|output| &output.expectations);
        update.record_expectations(expectations.copied(), 1);
        for (index, output) in outputs.iter().enumerate() {
            for task in &round.chunk(index)[output.finished..] {
                update.layers[task.depth].put_back(task.index);
            }
        }
        on_progress(&update.view());
        self.expander.spare().extend(outputs);
        true
    }
}

/// What workers need to expand positions.
struct Expander<'a, G: Game> {
    game: &'a G,
    stop: ShouldStop<'a>,
    /// Kept for their memory: lists that grow anew every time cost more than what is put into them.
    spare_outputs: Mutex<Vec<ChunkOutput<G::Move>>>,
}

impl<G: Game> Expander<'_, G> {
    /// Expands the positions of a chunk, until it is time to stop.
    fn expand_chunk(&self, round: &Round<G>, chunk: usize) -> ChunkOutput<G::Move> {
        let plies = self.game.plies();
        let spare = self.spare().pop();
        let mut output = spare.unwrap_or_default();
        output.clear(plies);
        for NodeTask { depth, index, node } in round.chunk(chunk) {
            if (self.stop)() {
                break;
            }
            if *depth < plies {
                let min_total = round.min_totals[depth + 1];
                let node = (node, *index);
                output
                    .candidates
                    .expand_node(self.game, node, *depth, min_total);
            } else {
                let expectation = self.game.expectation(&node.position, plies, 1, &|| false);
                output.expectations.push((*index, expectation));
            }
            output.finished += 1;
        }
        output
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

/// Adds what was found to the layers.
fn add_to_layers<G: Game>(
    outputs: &[ChunkOutput<G::Move>],
    layers: &mut [Layer<G>],
    limits: &BeamLimits,
) {
    for (above, layer) in layers[1..].iter_mut().enumerate() {
        layer.add_candidates(
            outputs
                .iter()
                .map(|output| &*output.candidates.by_depth[above]),
            limits,
        );
    }
}

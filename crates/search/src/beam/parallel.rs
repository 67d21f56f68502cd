//! Parallel rounds, over all layers at once, for a search that is wide already.
//!
//! A round from layer to layer gives a full line soon, but each layer waits for the one before it,
//! and there is little work to share in one layer. Here nothing waits: two rounds are in flight at
//! any time, and while workers expand positions of all layers for both, the coordinator adds what
//! the round before has found to the layers and chooses the positions of the next round. So threads
//! never share a layer, and what is found does not depend on how many there are.

use super::candidates::CandidateList;
use super::layer_update::{LayerUpdate, NodeTask};
use super::suspended::Suspended;
use super::{Beam, BeamLimits, Layer, MIN_PARALLEL_BATCH, OnProgress, TYPICAL_CHILDREN};
use crate::game::{Expectation, Game, ShouldStop};
use crate::threads::ThreadPool;
use crate::threads::WorkQueue;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Rounds in flight at a time: while the last chunks of one are expanded by some threads, the
/// others begin with the next.
const ROUNDS_IN_FLIGHT: usize = 2;

/// Positions that were chosen together.
pub(super) struct Round<G: Game> {
    tasks: Vec<NodeTask<G>>,
    /// The lowest total that each layer accepts.
    min_totals: Vec<i32>,
    /// Tasks in a chunk.
    chunk_length: usize,
    /// The output of each chunk when the search was stopped; `None` where it was not begun.
    begun: Vec<Mutex<Option<ChunkOutput<G::Move>>>>,
}

impl<G: Game> Round<G> {
    fn new(tasks: Vec<NodeTask<G>>, layers: &[Layer<G>], pool: &ThreadPool) -> Round<G> {
        let chunk_length = pool.chunk_length(tasks.len());
        let chunks = tasks.len().div_ceil(chunk_length);
        Round {
            min_totals: min_totals(layers),
            chunk_length,
            begun: std::iter::repeat_with(Mutex::default)
                .take(chunks)
                .collect(),
            tasks,
        }
    }

    fn chunk_count(&self) -> usize {
        self.begun.len()
    }

    fn chunk(&self, index: usize) -> &[NodeTask<G>] {
        let rest = &self.tasks[index * self.chunk_length..];
        &rest[..rest.len().min(self.chunk_length)]
    }

    fn estimated_nodes(&self) -> u64 {
        self.tasks.len() as u64 * TYPICAL_CHILDREN
    }

    /// Returns whether all positions have been expanded.
    fn is_whole(&self, outputs: &[ChunkOutput<G::Move>]) -> bool {
        let finished = outputs.iter().map(|output| output.finished);
        finished.sum::<usize>() == self.tasks.len()
    }

    /// Keeps the output of each chunk so far.
    fn keep_outputs(&self, outputs: Vec<ChunkOutput<G::Move>>) {
        for (begun, output) in self.begun.iter().zip(outputs) {
            *lock(begun) = Some(output);
        }
    }

    /// Returns the output of each chunk so far.
    pub(super) fn take_outputs(&self) -> Vec<ChunkOutput<G::Move>> {
        let begun = self.begun.iter().map(|begun| lock(begun).take());
        begun.map(Option::unwrap_or_default).collect()
    }
}

/// The result of expanding a chunk of positions.
pub(super) struct ChunkOutput<M> {
    candidates: CandidateList<M>,
    /// Expectations of positions of the last layer.
    expectations: Vec<(u32, Expectation)>,
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
    /// Empties the lists, for a game of `plies` plies.
    fn clear(&mut self, plies: usize) {
        self.candidates.clear(plies);
        self.expectations.clear();
        self.finished = 0;
    }
}

impl<G: Game> Beam<G> {
    /// Runs parallel rounds, those that were suspended first, until nothing is left to expand, what
    /// is left of `until` nodes is too little for one, or `stop` returns true. Returns whether there
    /// were any; calls `on_progress` after each.
    pub(super) fn parallel_rounds(
        &mut self,
        mut rounds: Vec<Arc<Round<G>>>,
        pool: &ThreadPool,
        until: u64,
        stop: ShouldStop,
        on_progress: OnProgress<G>,
    ) -> bool {
        if rounds.is_empty() {
            let batch = self.layer_update().affordable_batch(until);
            let tasks = self.layer_update().next_tasks(batch);
            if tasks.is_empty() {
                return false;
            }
            self.rounds += 1;
            rounds.push(Arc::new(Round::new(tasks, &self.layers, pool)));
        }
        let spare_outputs = Mutex::new(std::mem::take(&mut self.spare_outputs));
        let update = self.layer_update();
        let expander = Expander {
            game: update.game,
            stop,
            spare_outputs,
        };
        let queue = WorkQueue::default();
        let left = pool.with_workers(
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
                for round in rounds {
                    coordinator.push(round);
                }
                coordinator.run_rounds(until, on_progress)
            },
        );
        self.spare_outputs = expander.spare_outputs.into_inner().unwrap_or_default();
        if !left.is_empty() {
            self.suspended = Suspended::ParallelRounds(left);
        }
        true
    }
}

/// The part of the caller's thread, the only one that changes the layers.
struct Coordinator<'a, G: Game> {
    update: LayerUpdate<'a, G>,
    pool: &'a ThreadPool,
    queue: &'a WorkQueue<Round<G>, ChunkOutput<G::Move>>,
    expander: &'a Expander<'a, G>,
    /// Nodes that the rounds in flight are expected to take.
    estimated_nodes: VecDeque<u64>,
}

impl<G: Game> Coordinator<'_, G> {
    /// Keeps rounds in flight until nothing is left or `stop` returns true; collects all that they
    /// find. Returns the rounds that a stop has left in flight, the oldest first.
    fn run_rounds(&mut self, until: u64, on_progress: OnProgress<G>) -> Vec<Arc<Round<G>>> {
        loop {
            while self.estimated_nodes.len() < ROUNDS_IN_FLIGHT && self.start_round(until) {}
            let Some((round, outputs)) = self.collect() else {
                return Vec::new();
            };
            if !round.is_whole(&outputs) {
                return self.suspend(round, outputs);
            }
            self.update.add_round(&round, &outputs);
            on_progress(&self.update.view());
            lock(&self.expander.spare_outputs).extend(outputs);
        }
    }

    /// Starts a round, unless nothing is left for one, or the budget does not allow one or not yet.
    fn start_round(&mut self, until: u64) -> bool {
        let in_flight: u64 = self.estimated_nodes.iter().sum();
        let batch = self
            .update
            .affordable_batch(until.saturating_sub(in_flight));
        if batch < MIN_PARALLEL_BATCH {
            return false;
        }
        let tasks = self.update.next_tasks(batch);
        if tasks.is_empty() {
            return false;
        }
        *self.update.rounds += 1;
        self.push(Arc::new(Round::new(tasks, self.update.layers, self.pool)));
        true
    }

    fn push(&mut self, round: Arc<Round<G>>) {
        self.estimated_nodes.push_back(round.estimated_nodes());
        let chunks = round.chunk_count();
        self.queue.push(round, chunks);
    }

    /// Takes part in the work on the oldest round in flight until it is done or it is time to stop,
    /// and returns what was found; `None` if there is no round.
    fn collect(&mut self) -> Option<CollectedRound<G>> {
        let expand = |round: &Round<G>, chunk| self.expander.expand_chunk(round, chunk);
        let collected = self.queue.collect(expand)?;
        self.estimated_nodes.pop_front();
        Some(collected)
    }

    /// Returns all rounds in flight as they are, this one first. The layers may not change before
    /// it is whole: the next positions must not depend on when the search was stopped.
    fn suspend(
        &mut self,
        round: Arc<Round<G>>,
        outputs: Vec<ChunkOutput<G::Move>>,
    ) -> Vec<Arc<Round<G>>> {
        let mut left = Vec::with_capacity(ROUNDS_IN_FLIGHT);
        let mut next = Some((round, outputs));
        while let Some((round, outputs)) = next {
            round.keep_outputs(outputs);
            left.push(round);
            next = self.collect();
        }
        left
    }
}

/// A round, and what was found of each of its chunks.
type CollectedRound<G> = (Arc<Round<G>>, Vec<ChunkOutput<<G as Game>::Move>>);

impl<G: Game> LayerUpdate<'_, G> {
    /// Adds what a round has found; what it has not expanded is put back.
    pub(super) fn add_round(&mut self, round: &Round<G>, outputs: &[ChunkOutput<G::Move>]) {
        add_to_layers(outputs, self.layers, &self.limits);
        *self.nodes += outputs
            .iter()
            .map(|output| output.candidates.evaluated)
            .sum::<u64>();
        let expectations = outputs.iter().flat_map(|output| &output.expectations);
        self.record_expectations(expectations.copied(), 1);
        for (index, output) in outputs.iter().enumerate() {
            for task in &round.chunk(index)[output.finished..] {
                self.layers[task.depth].put_back(task.index);
            }
        }
    }
}

/// What workers need to expand positions.
struct Expander<'a, G: Game> {
    game: &'a G,
    stop: ShouldStop<'a>,
    /// Kept to reuse their memory: growing new lists takes longer than filling them.
    spare_outputs: Mutex<Vec<ChunkOutput<G::Move>>>,
}

impl<G: Game> Expander<'_, G> {
    /// Expands the positions of a chunk that are left, until it is time to stop.
    fn expand_chunk(&self, round: &Round<G>, chunk: usize) -> ChunkOutput<G::Move> {
        let plies = self.game.plies();
        let begun = lock(&round.begun[chunk]).take();
        let mut output = begun.unwrap_or_else(|| self.empty_output(plies));
        let left = &round.chunk(chunk)[output.finished..];
        for NodeTask { depth, index, node } in left {
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
                let expectation = self.game.expectation(&node.position, plies);
                output.expectations.push((*index, expectation));
            }
            output.finished += 1;
        }
        output
    }

    fn empty_output(&self, plies: usize) -> ChunkOutput<G::Move> {
        let spare = lock(&self.spare_outputs).pop();
        let mut output = spare.unwrap_or_default();
        output.clear(plies);
        output
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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

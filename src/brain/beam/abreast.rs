//! Rounds over all layers at once, for a search that is wide already.
//!
//! A round that goes from layer to layer gives a full line soon, but each layer waits for
//! the one before it, and the work of one layer is soon shared out. Here nothing waits:
//! while positions of all layers are looked at, the layers take in what was found in the
//! round before, and choose the positions of the next one. So threads meet once a round.
//! What is found does not depend on how many there are.

use super::collector::Collector;
use super::upkeep::Task;
use super::{Beam, Layer};
use crate::brain::crew::Crew;
use crate::brain::game::{Expectation, Game, Stop};

/// What goes from one round to the next.
pub(super) struct Abreast<G: Game> {
    /// Positions to be looked at next.
    tasks: Vec<Task<G>>,
    /// What the last round found, not yet offered to the layers.
    found: Vec<Findings<G::Move>>,
    /// Kept for their memory: lists that grow anew every time cost more than what is put
    /// into them.
    spare: Vec<Findings<G::Move>>,
}

impl<G: Game> Default for Abreast<G> {
    fn default() -> Self {
        Abreast {
            tasks: Vec::new(),
            found: Vec::new(),
            spare: Vec::new(),
        }
    }
}

/// What looking at a run of positions gave.
struct Findings<M> {
    collector: Collector<M>,
    /// What can be expected after positions of the last layer.
    outlooks: Vec<(u32, Option<Expectation>)>,
}

impl<M: Copy> Default for Findings<M> {
    fn default() -> Self {
        Findings {
            collector: Collector::new(0),
            outlooks: Vec::new(),
        }
    }
}

impl<G: Game> Beam<G> {
    /// Looks at the positions that the last round chose, and chooses up to `batch` of each
    /// layer for the next one; says how many that was in all. What it has not looked at when
    /// `stop` says so is left for later.
    pub(super) fn round_abreast(&mut self, batch: usize, crew: &Crew, stop: Stop) -> usize {
        let Abreast {
            tasks,
            found: last,
            spare: mut found,
        } = std::mem::take(&mut self.abreast);
        let length = crew.run_length(tasks.len());
        found.resize_with(tasks.len().div_ceil(length), Findings::default);
        let mut runs: Vec<_> = tasks.chunks(length).zip(&mut found).collect();
        let mut upkeep = self.upkeep();
        let look = Look {
            game: upkeep.game,
            least: least_totals(upkeep.layers),
            stop,
        };
        let mut choose = || {
            offer(&last, upkeep.layers, upkeep.limits.frontier);
            upkeep.tasks(batch)
        };
        let (next, looked) = if tasks.is_empty() {
            (choose(), Vec::new())
        } else {
            crew.beside(choose, || {
                crew.each(&mut runs, |_, (tasks, findings)| look.at(tasks, findings))
            })
        };
        let all = looked.iter().sum::<usize>() == tasks.len();
        for (tasks, looked) in tasks.chunks(length).zip(looked) {
            self.put_back(&tasks[looked..]);
        }
        self.nodes += found.iter().map(|run| run.collector.judged).sum::<u64>();
        self.take_note(found.iter().flat_map(|run| &run.outlooks).copied(), 1);
        let worked = tasks.len() + next.len();
        self.abreast = Abreast {
            tasks: next,
            found,
            spare: last,
        };
        if !all {
            self.settle();
        }
        worked
    }

    /// Leaves nothing between rounds: offers what the last round found to the layers, and
    /// puts back what it chose.
    pub(super) fn settle(&mut self) {
        let Abreast { tasks, found, .. } = std::mem::take(&mut self.abreast);
        offer(&found, &mut self.layers, self.limits.frontier);
        self.put_back(&tasks);
        self.abreast.spare = found;
    }

    fn put_back(&mut self, tasks: &[Task<G>]) {
        for task in tasks {
            self.layers[task.depth].put_back(task.index);
        }
    }
}

/// How to look at positions.
struct Look<'a, G: Game> {
    game: &'a G,
    /// The least total that each layer lets in.
    least: Vec<i32>,
    stop: Stop<'a>,
}

impl<G: Game> Look<'_, G> {
    /// Looks at positions until it is time to leave; says at how many.
    fn at(&self, tasks: &[Task<G>], findings: &mut Findings<G::Move>) -> usize {
        let plies = self.game.plies();
        findings.collector.clear(plies);
        findings.outlooks.clear();
        for (looked, Task { depth, index, node }) in tasks.iter().enumerate() {
            if (self.stop)() {
                return looked;
            }
            if *depth < plies {
                let least = self.least[depth + 1];
                let node = (node, *index);
                findings.collector.add(self.game, node, *depth, least);
            } else {
                let expectation = self.game.expect(&node.position, plies, 1, &|| false);
                findings.outlooks.push((*index, expectation));
            }
        }
        tasks.len()
    }
}

fn least_totals<G: Game>(layers: &[Layer<G>]) -> Vec<i32> {
    let frontiers = layers.iter().map(|layer| &layer.frontier);
    frontiers.map(|frontier| frontier.least_total()).collect()
}

/// Offers what was found to the layers, at most `most` candidates to each.
fn offer<G: Game>(found: &[Findings<G::Move>], layers: &mut [Layer<G>], most: usize) {
    for (above, layer) in layers[1..].iter_mut().enumerate() {
        layer.offer(found.iter().map(|run| &*run.collector.moves[above]), most);
    }
}

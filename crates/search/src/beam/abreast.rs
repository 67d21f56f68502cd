//! Rounds over all layers at once, for a search that is wide already.
//!
//! A round that goes from layer to layer gives a full line soon, but each layer waits for
//! the one before it, and the work of one layer is soon shared out. Here nothing waits: two
//! rounds are under way at any time, and while positions of all layers are looked at for
//! both, the layers take in what the round before has found and choose the positions of
//! the round to come. So threads never meet. What is found does not depend on how many
//! there are.

use super::collector::Collector;
use super::upkeep::{Task, Upkeep};
use super::{Beam, LEAST_ABREAST, Layer, Limits, Told, USUAL_CHILDREN};
use crate::belt::Belt;
use crate::crew::Crew;
use crate::game::{Expectation, Game, Stop};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Rounds that are under way at a time: while the last runs of one are looked at by some, the
/// others begin with the next.
const UNDER_WAY: usize = 2;

/// Positions that were chosen together.
struct Round<G: Game> {
    tasks: Vec<Task<G>>,
    /// The least total that each layer lets in.
    least: Vec<i32>,
    /// Tasks of a run.
    length: usize,
}

impl<G: Game> Round<G> {
    fn runs(&self) -> usize {
        self.tasks.len().div_ceil(self.length)
    }

    fn run(&self, index: usize) -> &[Task<G>] {
        let rest = &self.tasks[index * self.length..];
        &rest[..rest.len().min(self.length)]
    }
}

/// What looking at a run of positions gave.
pub(super) struct Findings<M> {
    collector: Collector<M>,
    /// What can be expected after positions of the last layer.
    outlooks: Vec<(u32, Option<Expectation>)>,
    /// How many of the positions were looked at.
    looked: usize,
}

impl<M: Copy> Default for Findings<M> {
    fn default() -> Self {
        Findings {
            collector: Collector::new(0),
            outlooks: Vec::new(),
            looked: 0,
        }
    }
}

impl<M: Copy> Findings<M> {
    /// Forgets what was found, for a game of so many plies.
    fn clear(&mut self, plies: usize) {
        self.collector.clear(plies);
        self.outlooks.clear();
        self.looked = 0;
    }
}

impl<G: Game> Beam<G> {
    /// Rounds over all layers, until nothing is left to look at, what is left of `until` nodes
    /// is too little for one, or `stop` says so. Says whether there were any; `told` hears
    /// how the search stands after each.
    pub(super) fn rounds_abreast(
        &mut self,
        crew: &Crew,
        until: u64,
        stop: Stop,
        told: Told<G>,
    ) -> bool {
        let batch = self.upkeep().affordable(until);
        let first = self.upkeep().tasks(batch);
        if first.is_empty() {
            return false;
        }
        let spare = Mutex::new(std::mem::take(&mut self.spare));
        let upkeep = self.upkeep();
        let look = Look {
            game: upkeep.game,
            stop,
            spare,
        };
        let belt = Belt::default();
        crew.served(
            || belt.serve(|round, run| look.at(round, run)),
            || {
                let _closing = belt.closing();
                let mut lead = Lead {
                    upkeep,
                    crew,
                    belt: &belt,
                    look: &look,
                    reckoned: VecDeque::new(),
                };
                lead.put(first);
                lead.rounds(until, told);
            },
        );
        self.spare = look.spare.into_inner().unwrap_or_default();
        true
    }
}

/// The part of the thread that leads: the layers are its own.
struct Lead<'a, G: Game> {
    upkeep: Upkeep<'a, G>,
    crew: &'a Crew,
    belt: &'a Belt<Round<G>, Findings<G::Move>>,
    look: &'a Look<'a, G>,
    /// Nodes that the rounds under way are reckoned to take.
    reckoned: VecDeque<u64>,
}

impl<G: Game> Lead<'_, G> {
    /// Keeps rounds under way until nothing is left or it is time to leave; takes in all that
    /// they find.
    fn rounds(&mut self, until: u64, told: Told<G>) {
        loop {
            let tasks = self.next_tasks(until);
            let any = !tasks.is_empty();
            if any {
                self.put(tasks);
            }
            if (!any || self.reckoned.len() == UNDER_WAY) && !self.take_in(told) {
                return;
            }
        }
    }

    /// The positions of the next round; none when it cannot be afforded, or not yet.
    fn next_tasks(&mut self, until: u64) -> Vec<Task<G>> {
        let reckoned: u64 = self.reckoned.iter().sum();
        let batch = self.upkeep.affordable(until.saturating_sub(reckoned));
        if batch < LEAST_ABREAST || (self.look.stop)() {
            return Vec::new();
        }
        self.upkeep.tasks(batch)
    }

    fn put(&mut self, tasks: Vec<Task<G>>) {
        *self.upkeep.round += 1;
        self.reckoned.push_back(tasks.len() as u64 * USUAL_CHILDREN);
        let round = Round {
            length: self.crew.run_length(tasks.len()),
            least: least_totals(self.upkeep.layers),
            tasks,
        };
        let runs = round.runs();
        self.belt.put(round, runs);
    }

    /// Takes in what the oldest round under way has found, and helps it along until it is
    /// through; says whether there was any. What it has not looked at, since it was time to
    /// leave, is left for later.
    fn take_in(&mut self, told: Told<G>) -> bool {
        let look = |round: &Round<G>, run| self.look.at(round, run);
        let Some((round, found)) = self.belt.take(look) else {
            return false;
        };
        self.reckoned.pop_front();
        let upkeep = &mut self.upkeep;
        offer(&found, upkeep.layers, &upkeep.limits);
        *upkeep.nodes += found.iter().map(|run| run.collector.judged).sum::<u64>();
        upkeep.take_note(found.iter().flat_map(|run| &run.outlooks).copied(), 1);
        for (index, findings) in found.iter().enumerate() {
            for task in &round.run(index)[findings.looked..] {
                upkeep.layers[task.depth].put_back(task.index);
            }
        }
        told(&upkeep.sight());
        self.look.spare().extend(found);
        true
    }
}

/// How to look at positions.
struct Look<'a, G: Game> {
    game: &'a G,
    stop: Stop<'a>,
    /// Kept for their memory: lists that grow anew every time cost more than what is put
    /// into them.
    spare: Mutex<Vec<Findings<G::Move>>>,
}

impl<G: Game> Look<'_, G> {
    /// Looks at the positions of a run, until it is time to leave.
    fn at(&self, round: &Round<G>, run: usize) -> Findings<G::Move> {
        let plies = self.game.plies();
        let spare = self.spare().pop();
        let mut findings = spare.unwrap_or_default();
        findings.clear(plies);
        for Task { depth, index, node } in round.run(run) {
            if (self.stop)() {
                break;
            }
            if *depth < plies {
                let least = round.least[depth + 1];
                let node = (node, *index);
                findings.collector.add(self.game, node, *depth, least);
            } else {
                let expectation = self.game.expect(&node.position, plies, 1, &|| false);
                findings.outlooks.push((*index, expectation));
            }
            findings.looked += 1;
        }
        findings
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Findings<G::Move>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn least_totals<G: Game>(layers: &[Layer<G>]) -> Vec<i32> {
    let frontiers = layers.iter().map(|layer| &layer.frontier);
    frontiers.map(|frontier| frontier.least_total()).collect()
}

/// Offers what was found to the layers.
fn offer<G: Game>(found: &[Findings<G::Move>], layers: &mut [Layer<G>], limits: &Limits) {
    for (above, layer) in layers[1..].iter_mut().enumerate() {
        layer.offer(found.iter().map(|run| &*run.collector.moves[above]), limits);
    }
}

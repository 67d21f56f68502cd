//! The thread that thinks: takes orders, moves its search from position to position, and
//! publishes what it has found after every round.

use super::desk::{Desk, Snapshot};
use super::{Options, Suggestion};
use crate::brain::beam::{Limits, Progress, Standing};
use crate::brain::crew::Crew;
use crate::brain::reposition::{Repositioned, foresee, reposition};
use crate::brain::rival::Rival;
use crate::brain::search::{Search, View};
use crate::brain::stacker::{Position, Stacker};
use crate::game::{Placement, Ruleset, State};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// What the worker's thread is told.
#[derive(Debug)]
pub enum Order {
    /// Think about a position.
    Think {
        /// Its number.
        epoch: u64,
        /// The position.
        state: Box<State>,
        /// How the opponent stands.
        rival: Rival,
    },
    /// Spend the fixed number of nodes on it, then publish.
    Spend {
        /// The number of the order.
        ticket: u64,
    },
    /// Forget it.
    Rest,
}

/// The thread's own side.
pub struct Thinker {
    rules: &'static Ruleset,
    crew: Crew,
    options: Options,
    desk: Arc<Desk>,
    thinking: Option<Thinking>,
}

/// The position that is thought about.
struct Thinking {
    epoch: u64,
    search: Search,
    /// Time spent on this position.
    time: Duration,
    /// Nothing more can be found.
    done: bool,
}

impl Thinker {
    /// One that has nothing to think about yet.
    pub fn new(rules: &'static Ruleset, options: Options, desk: Arc<Desk>) -> Thinker {
        Thinker {
            rules,
            crew: Crew::of(options.threads),
            options,
            desk,
            thinking: None,
        }
    }

    /// Does what it is told until nobody is left to tell it anything; thinks meanwhile.
    pub fn run(mut self, orders: &Receiver<Order>) {
        loop {
            let busy = self.options.nodes.is_none()
                && self
                    .thinking
                    .as_ref()
                    .is_some_and(|thinking| !thinking.done);
            let order = if busy {
                orders.try_recv()
            } else {
                orders.recv().map_err(|_| TryRecvError::Disconnected)
            };
            match order {
                Ok(order) => self.obey(order),
                Err(TryRecvError::Empty) => {
                    self.advance(u64::MAX);
                    self.publish(0);
                }
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Think {
                epoch,
                state,
                rival,
            } => self.turn_to(epoch, &state, rival),
            Order::Spend { ticket } => self.spend(ticket),
            Order::Rest => self.thinking = None,
        }
    }

    /// Turns to a position. What is known about it is published before the search is moved
    /// there, and again before the memory of the old one is given back: both take a while
    /// after a long think.
    fn turn_to(&mut self, epoch: u64, state: &State, rival: Rival) {
        let begun = Instant::now();
        let old = self
            .thinking
            .take()
            .map(|thinking| thinking.search.into_beam());
        let weights = self.options.weights_for(self.rules).against(rival);
        let game = Stacker::new(self.rules, weights, state);
        let root = Position::of(state);
        if let Some(old) = &old {
            let foreseen = foresee(old, &game, &root);
            self.announce(epoch, foreseen, begun);
        }
        let limits = Limits::within::<Stacker>(self.options.memory);
        let Repositioned { beam, remains } = reposition(old, game, root, limits);
        self.announce(epoch, beam.standings(), begun);
        drop(remains);
        self.thinking = Some(Thinking {
            epoch,
            search: Search::new(beam),
            time: begun.elapsed(),
            done: state.queue.is_empty(),
        });
    }

    /// Publishes what is known before the first round, if it is worth anything.
    fn announce(&self, epoch: u64, standings: Vec<Standing<Placement>>, begun: Instant) {
        if standings.first().is_some_and(|best| best.depth > 1) {
            self.desk.publish(Snapshot {
                epoch,
                ticket: 0,
                suggestion: report(standings, 0, begun.elapsed()),
            });
        }
    }

    fn spend(&mut self, ticket: u64) {
        let budget = self.options.nodes.unwrap_or(0);
        let spent = self.thinking.as_ref().map_or(0, |t| t.search.nodes());
        let until = spent.saturating_add(budget.max(1));
        while let Some(thinking) = &self.thinking
            && !thinking.done
            && thinking.search.nodes() < until
            && self.desk.wanted.load(Ordering::Acquire) != u64::MAX
        {
            self.advance(until);
        }
        self.publish(ticket);
    }

    /// Goes on for a while. Publishes on the way what is known, but where a number of nodes is
    /// waited for.
    fn advance(&mut self, until: u64) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        let (begun, desk, epoch) = (Instant::now(), &self.desk, thinking.epoch);
        let (spent, publishes) = (thinking.time, self.options.nodes.is_none());
        let stop = || desk.wanted.load(Ordering::Acquire) != epoch;
        let mut told = |view: &View| {
            if publishes {
                let time = spent + begun.elapsed();
                desk.publish(Snapshot {
                    epoch,
                    ticket: 0,
                    suggestion: report(view.standings(), view.nodes(), time),
                });
            }
        };
        let progress = (thinking.search).advance(&self.crew, until, &stop, &mut told);
        thinking.done |= progress == Progress::Done;
        thinking.time += begun.elapsed();
    }

    fn publish(&self, ticket: u64) {
        let snapshot = match &self.thinking {
            Some(thinking) => Snapshot {
                epoch: thinking.epoch,
                ticket,
                suggestion: report(
                    thinking.search.view().standings(),
                    thinking.search.nodes(),
                    thinking.time,
                ),
            },
            None => Snapshot {
                ticket,
                ..Snapshot::default()
            },
        };
        self.desk.publish(snapshot);
    }
}

/// What a search has come to, the best moves first, as a suggestion.
pub fn report(standings: Vec<Standing<Placement>>, nodes: u64, time: Duration) -> Suggestion {
    let best = standings.first();
    Suggestion {
        depth: best.map_or(0, |s| s.depth),
        extra: best.map_or(String::new(), |s| format!("value {}", s.value)),
        moves: standings.into_iter().map(|s| s.mv).collect(),
        nodes,
        nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
    }
}

//! The one worker: a search that thinks in the background and publishes its best.
//!
//! Owns the only threads of the brain, with the crew, and the lock that others wait for. It
//! is held for microseconds, never for a search step: the thread publishes a snapshot after
//! every round, and whoever asks reads the last one.

use super::beam::{Beam, Limits, Progress, Sight, Standing};
use super::crew::Crew;
use super::reposition::{Repositioned, foresee, reposition};
use super::rival::Rival;
use super::stacker::{Position, Stacker};
use super::think::{Budget, think};
use super::weights::Weights;
use crate::game::{ClearDelays, Piece, Placement, Ruleset, State};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a suggestion waits for the first snapshot of a position that has just come.
const PATIENCE: Duration = Duration::from_millis(2);

/// How often a suggestion with a fixed number of nodes looks whether its thread lives.
const HEARTBEAT: Duration = Duration::from_millis(100);

/// Nodes of the quick look when there is no snapshot in time.
const GLANCE: u64 = 2_000;

/// How a worker thinks.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that search, at least 1.
    pub threads: usize,
    /// Nodes to spend on each suggestion; without it the worker thinks until told to stop
    /// and answers at once.
    pub nodes: Option<u64>,
    /// Most bytes that the search may hold.
    pub memory: usize,
    /// Weights of the evaluation; without them those that are made for the rules.
    pub weights: Option<Arc<Weights>>,
}

impl Options {
    /// The weights to play these rules with.
    pub fn weights_for(&self, rules: &Ruleset) -> Arc<Weights> {
        match &self.weights {
            Some(weights) => Arc::clone(weights),
            None => Weights::for_rules(rules),
        }
    }

    /// The same, with the weights for clears that take so long.
    pub fn timed(&self, rules: &Ruleset, delays: &ClearDelays) -> Options {
        Options {
            weights: Some(self.weights_for(rules).timed(delays)),
            ..self.clone()
        }
    }

    /// The same, with the weights for an opponent.
    pub fn against(&self, rules: &Ruleset, rival: Rival) -> Options {
        Options {
            weights: Some(self.weights_for(rules).against(rival)),
            ..self.clone()
        }
    }
}

impl Default for Options {
    /// All processors but one, no fixed number of nodes, 512 MiB.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
        Options {
            threads: (processors - 1).max(1),
            nodes: None,
            memory: 512 << 20,
            weights: None,
        }
    }
}

/// What a worker would play, and how it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Legal placements, the most preferred first; empty only when nothing can be placed.
    pub moves: Vec<Placement>,
    /// Positions evaluated for this position so far.
    pub nodes: u64,
    /// Positions evaluated a second.
    pub nps: u64,
    /// Placements looked ahead.
    pub depth: u32,
    /// A line for people.
    pub extra: String,
}

/// Thinks about one position at a time.
#[derive(Debug)]
pub struct Worker {
    rules: &'static Ruleset,
    options: Options,
    state: Option<State>,
    rival: Rival,
    /// Number of the current position.
    epoch: u64,
    /// Number of the first position with the current board and hold; since then only
    /// pieces have been added, so moves for it are moves for the current one.
    board_epoch: u64,
    /// Number of the last order to spend nodes.
    ticket: u64,
    orders: Option<Sender<Order>>,
    desk: Arc<Desk>,
    thread: Option<JoinHandle<()>>,
}

/// What the worker's thread is told.
#[derive(Debug)]
enum Order {
    /// Think about a position.
    Think {
        epoch: u64,
        state: Box<State>,
        rival: Rival,
    },
    /// Spend the fixed number of nodes on it, then publish.
    Spend { ticket: u64 },
    /// Forget it.
    Rest,
}

/// Where the thread publishes and the session reads.
#[derive(Debug, Default)]
struct Desk {
    snapshot: Mutex<Snapshot>,
    published: Condvar,
    /// The position that is wanted; a round for another one breaks off.
    wanted: AtomicU64,
}

#[derive(Clone, Debug, Default)]
struct Snapshot {
    epoch: u64,
    ticket: u64,
    suggestion: Suggestion,
}

impl Desk {
    fn publish(&self, snapshot: Snapshot) {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = snapshot;
        self.published.notify_all();
    }

    /// The snapshot, as soon as `ready` likes it, but after `patience` at the latest.
    fn wait(&self, patience: Duration, ready: impl Fn(&Snapshot) -> bool) -> Snapshot {
        let snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        let (snapshot, _) = self
            .published
            .wait_timeout_while(snapshot, patience, |s| !ready(s))
            .unwrap_or_else(PoisonError::into_inner);
        snapshot.clone()
    }
}

impl Worker {
    /// A worker at rest. Its thread starts with the first position.
    pub fn new(rules: &'static Ruleset, options: Options) -> Worker {
        Worker {
            rules,
            options,
            state: None,
            rival: Rival::default(),
            epoch: 0,
            board_epoch: 0,
            ticket: 0,
            orders: None,
            desk: Arc::default(),
            thread: None,
        }
    }

    /// Begins to think from a position. When it was thinking already, it keeps what still
    /// holds: everything for the same position, the best lines for the same position
    /// raised by garbage.
    pub fn start(&mut self, state: State) {
        self.state = Some(state);
        self.think();
        self.board_epoch = self.epoch;
    }

    /// Tells how the opponent stands in the positions from the next [`Worker::start`] on.
    pub fn face(&mut self, rival: Rival) {
        self.rival = rival;
    }

    /// Goes on from the position after `placement`. An impossible one is ignored.
    pub fn advance(&mut self, placement: Placement) {
        if let Some(state) = &mut self.state
            && state.try_play(self.rules, &placement).is_ok()
        {
            self.think();
            self.board_epoch = self.epoch;
        }
    }

    /// A piece was added to the queue.
    pub fn new_piece(&mut self, piece: Piece) {
        if let Some(state) = &mut self.state {
            state.push_piece(piece);
            self.think();
        }
    }

    /// Stops thinking and forgets the position.
    pub fn stop(&mut self) {
        self.state = None;
        self.epoch += 1;
        self.order(Order::Rest);
    }

    /// The best so far. Waits a few milliseconds at most, or, with a fixed number of
    /// nodes, until they are spent. Empty when there is no position, no piece or no place.
    pub fn suggest(&mut self) -> Suggestion {
        if self.state.as_ref().is_none_or(|s| s.queue.is_empty()) {
            return Suggestion::default();
        }
        let snapshot = match self.options.nodes {
            Some(_) => self.spend(),
            None => {
                let epoch = self.epoch;
                self.desk.wait(PATIENCE, |s| s.epoch == epoch)
            }
        };
        let fits = snapshot.epoch == self.epoch
            || snapshot.epoch >= self.board_epoch && !snapshot.suggestion.moves.is_empty();
        match &self.state {
            Some(state) if !fits => {
                log::debug!("no snapshot in time, taking a glance");
                let options = self.options.against(self.rules, self.rival);
                glance(self.rules, &options, state)
            }
            _ => snapshot.suggestion,
        }
    }

    fn think(&mut self) {
        if let Some(state) = &self.state {
            self.epoch += 1;
            let state = Box::new(state.clone());
            self.order(Order::Think {
                epoch: self.epoch,
                state,
                rival: self.rival,
            });
        }
    }

    fn spend(&mut self) -> Snapshot {
        self.ticket += 1;
        let ticket = self.ticket;
        self.order(Order::Spend { ticket });
        loop {
            let snapshot = self.desk.wait(HEARTBEAT, |s| s.ticket == ticket);
            let dead = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
            if snapshot.ticket == ticket || dead {
                return snapshot;
            }
        }
    }

    fn order(&mut self, order: Order) {
        if matches!(order, Order::Think { .. }) && self.thread.is_none() {
            self.hire();
        }
        self.desk.wanted.store(self.epoch, Ordering::Release);
        if let Some(orders) = &self.orders {
            // A thread that is gone takes no orders; suggestions then fall back on a glance.
            let _ = orders.send(order);
        }
    }

    fn hire(&mut self) {
        let (sender, receiver) = channel();
        let thinker = Thinker {
            rules: self.rules,
            crew: Crew::of(self.options.threads),
            options: self.options.clone(),
            desk: Arc::clone(&self.desk),
            thinking: None,
        };
        let thread = std::thread::Builder::new()
            .name("think".into())
            .spawn(move || thinker.run(&receiver));
        match thread {
            Ok(thread) => self.thread = Some(thread),
            Err(e) => log::error!("no thread to think on ({e}): answers will be shallow"),
        }
        self.orders = Some(sender);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.orders = None;
        self.desk.wanted.store(u64::MAX, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so on stderr already.
            let _ = thread.join();
        }
    }
}

/// A quick look on the caller's own thread.
fn glance(rules: &'static Ruleset, options: &Options, state: &State) -> Suggestion {
    let begun = Instant::now();
    let thought = think(&Crew::of(1), rules, options, state, &Budget::nodes(GLANCE));
    report(thought.standings, thought.nodes, begun.elapsed())
}

fn report(standings: Vec<Standing<Placement>>, nodes: u64, time: Duration) -> Suggestion {
    let best = standings.first();
    Suggestion {
        depth: best.map_or(0, |s| s.depth),
        extra: best.map_or(String::new(), |s| format!("value {}", s.value)),
        moves: standings.into_iter().map(|s| s.mv).collect(),
        nodes,
        nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
    }
}

/// The thread's own side.
struct Thinker {
    rules: &'static Ruleset,
    crew: Crew,
    options: Options,
    desk: Arc<Desk>,
    thinking: Option<Thinking>,
}

struct Thinking {
    epoch: u64,
    beam: Beam<Stacker>,
    /// Time spent on this position.
    time: Duration,
    /// Nothing more can be found.
    done: bool,
}

impl Thinker {
    fn run(mut self, orders: &Receiver<Order>) {
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
        let old = self.thinking.take().map(|thinking| thinking.beam);
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
            beam,
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
        let spent = self.thinking.as_ref().map_or(0, |t| t.beam.nodes());
        let until = spent.saturating_add(budget.max(1));
        while let Some(thinking) = &self.thinking
            && !thinking.done
            && thinking.beam.nodes() < until
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
        let mut told = |sight: &Sight<Stacker>| {
            if publishes {
                let time = spent + begun.elapsed();
                desk.publish(Snapshot {
                    epoch,
                    ticket: 0,
                    suggestion: report(sight.standings(), sight.nodes(), time),
                });
            }
        };
        let progress = (thinking.beam).advance(&self.crew, until, &stop, &mut told);
        thinking.done |= progress == Progress::Done;
        thinking.time += begun.elapsed();
    }

    fn publish(&self, ticket: u64) {
        let snapshot = match &self.thinking {
            Some(thinking) => Snapshot {
                epoch: thinking.epoch,
                ticket,
                suggestion: report(
                    thinking.beam.standings(),
                    thinking.beam.nodes(),
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

//! The one worker: a search that thinks in the background and publishes its best.
//!
//! Owns the only threads of the brain, with the crew, and the lock that others wait for. It
//! is held for microseconds, never for a search step: the thread publishes a snapshot after
//! every round, and whoever asks reads the last one.

mod prior_result;
mod search_thread;
mod snapshot;

use landfall_rules::{Piece, Placement, Ruleset, State};
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, VersusInfo, search_position};
use search_thread::{Command, SearchThread, to_suggestion};
use snapshot::{Snapshot, SnapshotCell};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a suggestion waits for the first snapshot of a position that has just come.
const SNAPSHOT_WAIT: Duration = Duration::from_millis(2);

/// How often a suggestion with a fixed number of nodes looks whether its thread lives.
const THREAD_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Nodes of the quick look when there is no snapshot in time.
const QUICK_SEARCH_NODES: u64 = 2_000;

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
pub struct BackgroundSearch {
    rules: &'static Ruleset,
    options: SearchOptions,
    state: Option<State>,
    versus: VersusInfo,
    /// Number of the current position.
    epoch: u64,
    /// Number of the first position with the current board and hold; since then only
    /// pieces have been added, so moves for it are moves for the current one.
    board_epoch: u64,
    /// Number of the last order to spend nodes.
    request_id: u64,
    commands: Option<Sender<Command>>,
    latest: Arc<SnapshotCell>,
    thread: Option<JoinHandle<()>>,
}

impl BackgroundSearch {
    /// A worker at rest. Its thread starts with the first position.
    pub fn new(rules: &'static Ruleset, options: SearchOptions) -> BackgroundSearch {
        BackgroundSearch {
            rules,
            options,
            state: None,
            versus: VersusInfo::default(),
            epoch: 0,
            board_epoch: 0,
            request_id: 0,
            commands: None,
            latest: Arc::default(),
            thread: None,
        }
    }

    /// Begins to think from a position. When it was thinking already, it keeps what still
    /// holds: everything for the same position, the best lines for the same position
    /// raised by garbage.
    pub fn set_position(&mut self, state: State) {
        self.state = Some(state);
        self.search();
        self.board_epoch = self.epoch;
    }

    /// Tells how the duel stands from the next [`BackgroundSearch::set_position`] on.
    pub fn set_versus(&mut self, duel: VersusInfo) {
        self.versus = duel;
    }

    /// Goes on from the position after `placement`, with a search that begins anew with the
    /// best lines of the last one; what that knew of the position is answered with until the
    /// new one has grown. An impossible placement is ignored.
    pub fn advance(&mut self, placement: Placement) {
        if let Some(state) = &mut self.state
            && let Ok(clear) = state.try_play(self.rules, &placement)
        {
            self.versus.pending_garbage = self.versus.pending_garbage.saturating_sub(clear.attack);
            self.search();
            self.board_epoch = self.epoch;
        }
    }

    /// A piece was added to the queue.
    pub fn new_piece(&mut self, piece: Piece) {
        if let Some(state) = &mut self.state {
            state.push_piece(piece);
            self.search();
        }
    }

    /// Stops thinking and forgets the position.
    pub fn stop(&mut self) {
        self.state = None;
        self.epoch += 1;
        self.command(Command::Clear);
    }

    /// The best so far. Waits a few milliseconds at most, or, with a fixed number of
    /// nodes, until they are spent. Empty when there is no position, no piece or no place.
    pub fn suggest(&mut self) -> Suggestion {
        if self.state.as_ref().is_none_or(|s| s.queue.is_empty()) {
            return Suggestion::default();
        }
        let snapshot = match self.options.nodes {
            Some(_) => self.spend_nodes(),
            None => {
                let epoch = self.epoch;
                self.latest.wait(SNAPSHOT_WAIT, |s| s.epoch == epoch)
            }
        };
        let fits = snapshot.epoch == self.epoch
            || snapshot.epoch >= self.board_epoch && !snapshot.suggestion.moves.is_empty();
        match &self.state {
            Some(state) if !fits => {
                log::debug!("no snapshot in time, taking a glance");
                let options = self.options.for_opponent(self.rules, self.versus.opponent);
                quick_search(self.rules, &options, state)
            }
            _ => snapshot.suggestion,
        }
    }

    fn search(&mut self) {
        if let Some(state) = &self.state {
            self.epoch += 1;
            let state = Box::new(state.clone());
            self.command(Command::SetPosition {
                epoch: self.epoch,
                state,
                duel: self.versus,
            });
        }
    }

    fn spend_nodes(&mut self) -> Snapshot {
        self.request_id += 1;
        let ticket = self.request_id;
        self.command(Command::SpendNodes { request_id: ticket });
        loop {
            let snapshot = self
                .latest
                .wait(THREAD_CHECK_INTERVAL, |s| s.request_id == ticket);
            let dead = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
            if snapshot.request_id == ticket || dead {
                return snapshot;
            }
        }
    }

    fn command(&mut self, order: Command) {
        if matches!(order, Command::SetPosition { .. }) && self.thread.is_none() {
            self.spawn();
        }
        self.latest
            .wanted_epoch
            .store(self.epoch, Ordering::Release);
        if let Some(orders) = &self.commands {
            // A thread that is gone takes no orders; suggestions then fall back on a glance.
            let _ = orders.send(order);
        }
    }

    fn spawn(&mut self) {
        let (sender, receiver) = channel();
        let desk = Arc::clone(&self.latest);
        let thinker = SearchThread::new(self.rules, self.options.clone(), desk);
        let thread = std::thread::Builder::new()
            .name("think".into())
            .spawn(move || thinker.run(&receiver));
        match thread {
            Ok(thread) => self.thread = Some(thread),
            Err(e) => log::error!("no thread to think on ({e}): answers will be shallow"),
        }
        self.commands = Some(sender);
    }
}

impl Drop for BackgroundSearch {
    fn drop(&mut self) {
        self.commands = None;
        self.latest.wanted_epoch.store(u64::MAX, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so on stderr already.
            let _ = thread.join();
        }
    }
}

/// A quick look on the caller's own thread.
fn quick_search(rules: &'static Ruleset, options: &SearchOptions, state: &State) -> Suggestion {
    let begun = Instant::now();
    let thought = search_position(
        &ThreadPool::new(1),
        rules,
        options,
        state,
        &SearchLimits::nodes(QUICK_SEARCH_NODES),
    );
    to_suggestion(&thought.root_moves, thought.nodes, begun.elapsed())
}

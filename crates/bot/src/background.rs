//! A search on its own thread, which publishes its best moves while it runs.
//!
//! Owns the thread and the lock of its results. The lock is held for microseconds, never for a step of
//! the search: the thread publishes a snapshot after every round, and `suggest` reads the latest one.

mod search_thread;
mod snapshot;

use crate::DriverOptions;
use crate::driver::{Analysis, AnalysisRequest, RootChange, SearchDriver, Suggestion};
use landfall_rules::{Ruleset, State};
use landfall_search::tetris::VersusInfo;
use landfall_search::{SearchLimits, SearchOptions, ThreadPool, search_position};
use search_thread::{Command, SearchThread, with_nps};
use snapshot::{Snapshot, SnapshotCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a suggestion waits for the first snapshot of a new position.
const SNAPSHOT_WAIT: Duration = Duration::from_millis(2);

/// How often a suggestion with a fixed number of nodes checks that the thread runs.
const THREAD_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Nodes of the search on the caller's thread when there is no snapshot in time.
const QUICK_SEARCH_NODES: u64 = 2_000;

/// A search on a thread of its own. The thread starts with the first position.
///
/// # Examples
/// ```
/// use landfall_bot::{BackgroundSearch, DriverOptions, RootChange, SearchDriver};
/// use landfall_search::tetris::VersusInfo;
/// use landfall_rules::rulesets::GUIDELINE;
/// use landfall_rules::{Piece, Randomizer, State};
///
/// let options = DriverOptions {
///     nodes: Some(2_000),
///     ..DriverOptions::default()
/// };
/// let mut search = BackgroundSearch::new(&GUIDELINE, options);
/// let mut state = State::new(Randomizer::SEVEN_BAG);
/// state.push_piece(Piece::T);
/// state.push_piece(Piece::I);
/// search.set_root(&state, VersusInfo::default(), RootChange::Replaced);
/// let suggestion = search.suggest(&state);
/// assert!(state.legal_placements(&GUIDELINE).contains(&suggestion.moves[0]));
/// ```
#[derive(Debug)]
pub struct BackgroundSearch {
    rules: Ruleset,
    options: DriverOptions,
    /// Whether there is a position.
    has_position: bool,
    /// Number of the current position.
    epoch: u64,
    /// Number of the first position with the current board and hold. Later positions only add pieces,
    /// so its moves are legal in the current position.
    board_epoch: u64,
    /// Number of the last request to spend nodes.
    request_id: u64,
    commands: Option<Sender<Command>>,
    latest: Arc<SnapshotCell>,
    thread: Option<JoinHandle<()>>,
}

impl SearchDriver for BackgroundSearch {
    fn new(rules: &Ruleset, options: DriverOptions) -> BackgroundSearch {
        BackgroundSearch {
            rules: *rules,
            options,
            has_position: false,
            epoch: 0,
            board_epoch: 0,
            request_id: 0,
            commands: None,
            latest: Arc::default(),
            thread: None,
        }
    }

    fn set_root(&mut self, state: &State, versus: VersusInfo, change: RootChange) {
        if self.is_thread_dead() {
            self.spawn();
        }
        self.has_position = true;
        self.epoch += 1;
        if change == RootChange::Replaced {
            self.board_epoch = self.epoch;
        }
        self.send(Command::SetPosition {
            epoch: self.epoch,
            state: Box::new(state.clone()),
            versus,
        });
    }

    /// Waits 2 ms at most or, with a fixed number of nodes, until they are spent.
    fn suggest(&mut self, state: &State) -> Suggestion {
        if !self.has_position || state.queue.is_empty() {
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
        if fits {
            return snapshot.suggestion;
        }
        log::debug!("no snapshot in time: a quick search answers");
        let search = || quick_search(&self.rules, &self.options.search, state);
        suggestion_or_placements(&self.rules, state, search)
    }

    /// Waits until the thread is between two rounds.
    fn analyse(&mut self, state: &State, request: AnalysisRequest) -> Analysis {
        if state.queue.is_empty() {
            return Analysis::default();
        }
        let (reply, answer) = channel();
        self.latest.analysis_wanted.store(true, Ordering::Release);
        self.send(Command::Analyse { request, reply });
        // A thread that has ended does not answer.
        answer.recv().unwrap_or_default()
    }

    fn stop(&mut self) {
        self.has_position = false;
        self.epoch += 1;
        self.send(Command::Clear);
    }
}

impl BackgroundSearch {
    /// Lets the thread spend the fixed number of nodes and waits for the result.
    fn spend_nodes(&mut self) -> Snapshot {
        self.request_id += 1;
        let request_id = self.request_id;
        self.send(Command::SpendNodes { request_id });
        loop {
            let snapshot = self
                .latest
                .wait(THREAD_CHECK_INTERVAL, |s| s.request_id == request_id);
            if snapshot.request_id == request_id || self.is_thread_dead() {
                return snapshot;
            }
        }
    }

    fn send(&mut self, command: Command) {
        self.latest
            .wanted_epoch
            .store(self.epoch, Ordering::Release);
        if let Some(commands) = &self.commands {
            // A thread that has ended takes no commands; then quick searches answer.
            let _ = commands.send(command);
        }
    }

    fn is_thread_dead(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Starts a thread: the first, or one in place of a thread that panicked.
    fn spawn(&mut self) {
        if self.thread.take().is_some() {
            log::error!("the search thread has panicked, see above: it is restarted");
            // No caller waits for the analysis of that thread.
            self.latest.analysis_wanted.store(false, Ordering::Release);
        }
        let (sender, receiver) = channel();
        let latest = Arc::clone(&self.latest);
        let search_thread = SearchThread::new(&self.rules, self.options.clone(), latest);
        let thread = std::thread::Builder::new()
            .name("search".into())
            .spawn(move || search_thread.run(&receiver));
        match thread {
            Ok(thread) => self.thread = Some(thread),
            Err(e) => log::error!("cannot start the search thread ({e}): suggestions are shallow"),
        }
        self.commands = Some(sender);
    }
}

impl Drop for BackgroundSearch {
    fn drop(&mut self) {
        self.commands = None;
        self.latest.wanted_epoch.store(u64::MAX, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // If the thread panicked, the panic is on stderr already.
            let _ = thread.join();
        }
    }
}

/// Returns the suggestion of a search or, if it panics, all placements: a bug of the search must not
/// cost the game. The panic is on stderr already.
fn suggestion_or_placements(
    rules: &Ruleset,
    state: &State,
    search: impl FnOnce() -> Suggestion,
) -> Suggestion {
    catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| Suggestion {
        moves: state.legal_placements(rules),
        ..Suggestion::default()
    })
}

/// Searches a position on the caller's own thread.
fn quick_search(rules: &Ruleset, options: &SearchOptions, state: &State) -> Suggestion {
    let begun = Instant::now();
    let result = search_position(
        &ThreadPool::new(1),
        rules,
        options,
        state,
        &SearchLimits::nodes(QUICK_SEARCH_NODES),
    );
    let suggestion = Suggestion::from_root_moves(&result.root_moves, result.nodes);
    with_nps(suggestion, begun.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Piece, Randomizer};

    const REQUESTS: usize = 3;

    fn start() -> State {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in Piece::ALL {
            state.push_piece(piece);
        }
        state
    }

    fn search(nodes: Option<u64>) -> BackgroundSearch {
        let options = DriverOptions {
            search: SearchOptions {
                memory: 1 << 26,
                ..SearchOptions::default()
            },
            threads: 2,
            nodes,
        };
        BackgroundSearch::new(&GUIDELINE, options)
    }

    /// Makes the thread panic, and waits for its end.
    fn panic_thread(search: &mut BackgroundSearch) {
        search.send(Command::Panic);
        while !search.is_thread_dead() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn suggestions_come_after_the_search_has_panicked() {
        let request = AnalysisRequest { lines: 1, mv: None };
        for nodes in [None, Some(3_000)] {
            let (mut search, mut state) = (search(nodes), start());
            for _ in 0..REQUESTS {
                search.set_root(&state, VersusInfo::default(), RootChange::Replaced);
                panic_thread(&mut search);
                for _ in 0..REQUESTS {
                    let found = search.suggest(&state).moves;
                    assert!(state.legal_placements(&GUIDELINE).contains(&found[0]));
                }
                assert_eq!(search.analyse(&state, request), Analysis::default());
                let best = search.suggest(&state).moves[0];
                state.play(&GUIDELINE, &best);
            }
            // Another thread searches the next position.
            search.set_root(&state, VersusInfo::default(), RootChange::Replaced);
            assert!(!search.is_thread_dead());
            assert!(!search.latest.analysis_wanted.load(Ordering::Acquire));
            search.suggest(&state);
            assert!(!search.analyse(&state, request).lines.is_empty());
        }
    }

    #[test]
    fn all_placements_are_suggested_if_the_quick_search_panics() {
        let state = start();
        let answer = suggestion_or_placements(&GUIDELINE, &state, || panic!("on purpose"));
        assert_eq!(answer.moves, state.legal_placements(&GUIDELINE));
        assert!(!answer.moves.is_empty());
    }
}

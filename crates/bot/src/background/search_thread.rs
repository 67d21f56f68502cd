//! The thread of a background search: takes commands, moves its search from position to position,
//! and publishes its result after every round.

use super::snapshot::{Snapshot, SnapshotCell};
use crate::DriverOptions;
use crate::driver::{Analysis, AnalysisRequest, Suggestion};
use crate::position_search::{PositionSearch, is_informative};
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::beam::RootMove;
use landfall_search::tetris::VersusInfo;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};

/// Nodes to spend on the move of an analysis between two checks for commands.
const NODES_ON_MOVE: u64 = 4_000;

/// A command to the thread.
#[derive(Debug)]
pub enum Command {
    /// Search a position.
    SetPosition {
        /// Its number.
        epoch: u64,
        /// The position.
        state: Box<State>,
        /// The opponent and the course of the game.
        versus: VersusInfo,
    },
    /// Spend the fixed number of nodes on the position, then publish.
    SpendNodes {
        /// The number of the request.
        request_id: u64,
    },
    /// Send an analysis of the position.
    Analyse {
        /// What the analysis has.
        request: AnalysisRequest,
        /// Receives the analysis.
        reply: Sender<Analysis>,
    },
    /// Forget the position.
    Clear,
    /// Panic, as a bug would do.
    #[cfg(test)]
    Panic,
}

/// The state of the thread.
pub struct SearchThread {
    search: PositionSearch,
    /// Nodes to spend on each suggestion, if that is fixed.
    fixed_nodes: Option<u64>,
    latest: Arc<SnapshotCell>,
    /// The number of the current position, 0 if there is none.
    epoch: u64,
    /// Time spent on the current position.
    time: Duration,
}

impl SearchThread {
    /// Returns the state of a thread without a position.
    pub fn new(rules: &Ruleset, options: DriverOptions, latest: Arc<SnapshotCell>) -> SearchThread {
        SearchThread {
            fixed_nodes: options.nodes,
            search: PositionSearch::new(rules, options),
            latest,
            epoch: 0,
            time: Duration::ZERO,
        }
    }

    /// Handles commands until all senders are dropped. Searches meanwhile, unless the number of nodes
    /// is fixed.
    pub fn run(mut self, commands: &Receiver<Command>) {
        loop {
            let command = if self.fixed_nodes.is_none() && self.search.is_unfinished() {
                commands.try_recv()
            } else {
                commands.recv().map_err(|_| TryRecvError::Disconnected)
            };
            match command {
                Ok(command) => self.handle(command),
                Err(TryRecvError::Empty) => {
                    if !self.spend_on_move() {
                        self.advance(u64::MAX);
                        self.publish(0);
                    }
                }
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    fn handle(&mut self, command: Command) {
        match command {
            Command::SetPosition {
                epoch,
                state,
                versus,
            } => self.set_position(epoch, &state, versus),
            Command::SpendNodes { request_id } => self.spend_nodes(request_id),
            Command::Analyse { request, reply } => {
                self.latest.analysis_wanted.store(false, Ordering::Release);
                // This fails if the caller has stopped waiting.
                let _ = reply.send(self.search.analysis(request));
            }
            Command::Clear => {
                self.search.clear();
                self.epoch = 0;
            }
            #[cfg(test)]
            Command::Panic => panic!("on purpose"),
        }
    }

    /// Sets the position. If it is the current one, only its number changes.
    fn set_position(&mut self, epoch: u64, state: &State, versus: VersusInfo) {
        let (begun, latest) = (Instant::now(), &self.latest);
        let is_new_search = self.search.set_root(state, versus, |prior| {
            publish_prior(latest, epoch, prior, begun.elapsed());
        });
        self.epoch = epoch;
        if is_new_search {
            self.time = begun.elapsed();
        } else if is_informative(&self.search.root_moves()) {
            self.publish(0);
        }
    }

    fn spend_nodes(&mut self, request_id: u64) {
        let begun = Instant::now();
        let (latest, epoch) = (&self.latest, self.epoch);
        let should_stop = || latest.wanted_epoch.load(Ordering::Acquire) != epoch;
        let nodes = self.fixed_nodes.unwrap_or(0);
        self.search.spend(nodes, &should_stop);
        self.time += begun.elapsed();
        self.publish(request_id);
    }

    /// Runs a round of the search up to this many nodes in all, and publishes meanwhile unless the
    /// number of nodes is fixed.
    fn advance(&mut self, nodes: u64) {
        let (begun, latest, epoch) = (Instant::now(), &self.latest, self.epoch);
        let (time, publishes) = (self.time, self.fixed_nodes.is_none());
        let should_stop = || {
            latest.wanted_epoch.load(Ordering::Acquire) != epoch
                || latest.analysis_wanted.load(Ordering::Acquire)
        };
        self.search
            .advance(nodes, &should_stop, &mut |prior, view| {
                if publishes {
                    let suggestion =
                        Suggestion::from_root_moves(&prior.root_moves(view), view.nodes());
                    latest.publish(Snapshot {
                        epoch,
                        request_id: 0,
                        suggestion: with_nps(suggestion, time + begun.elapsed()),
                    });
                }
            });
        self.time += begun.elapsed();
    }

    /// Spends nodes on the move of the last analysis. Returns whether that was needed.
    fn spend_on_move(&mut self) -> bool {
        let (begun, latest, epoch) = (Instant::now(), &self.latest, self.epoch);
        let should_stop = || latest.wanted_epoch.load(Ordering::Acquire) != epoch;
        let spent = self.search.spend_on_move(NODES_ON_MOVE, &should_stop);
        if spent {
            self.time += begun.elapsed();
        }
        spent
    }

    fn publish(&self, request_id: u64) {
        self.latest.publish(Snapshot {
            epoch: self.epoch,
            request_id,
            suggestion: with_nps(self.search.suggestion(), self.time),
        });
    }
}

/// Publishes the prior result of a position, if it is informative.
fn publish_prior(latest: &SnapshotCell, epoch: u64, prior: &[RootMove<Placement>], time: Duration) {
    if is_informative(prior) {
        latest.publish(Snapshot {
            epoch,
            request_id: 0,
            suggestion: with_nps(Suggestion::from_root_moves(prior, 0), time),
        });
    }
}

/// Returns a suggestion with its speed, its nodes divided by `time`.
pub fn with_nps(suggestion: Suggestion, time: Duration) -> Suggestion {
    let nps = suggestion.nodes as f64 / time.as_secs_f64().max(1e-6);
    Suggestion {
        nps: Some(nps as u64),
        ..suggestion
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::rulesets::GUIDELINE;
    use landfall_rules::{Piece, Queue, Randomizer};
    use landfall_search::SearchOptions;

    /// Nodes of the search of the first position.
    const FIRST_NODES: u64 = 200_000;

    fn search_thread(nodes: Option<u64>) -> SearchThread {
        let options = DriverOptions {
            search: SearchOptions {
                memory: 1 << 26,
                weights: None,
                ..SearchOptions::default()
            },
            nodes,
            ..DriverOptions::default()
        };
        SearchThread::new(&GUIDELINE, options, Arc::default())
    }

    fn start() -> State {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TIOLJSZ".parse::<Queue>().expect("a queue") {
            state.push_piece(piece);
        }
        state
    }

    fn published(thread: &SearchThread) -> Snapshot {
        thread.latest.wait(Duration::ZERO, |_| true)
    }

    impl SearchThread {
        /// Searches until this many nodes are spent.
        fn reach(&mut self, nodes: u64) {
            while self.search.nodes() < nodes {
                self.advance(nodes);
            }
            self.publish(0);
        }

        fn go_to(&mut self, epoch: u64, state: &State) {
            self.latest.wanted_epoch.store(epoch, Ordering::Release);
            self.set_position(epoch, state, VersusInfo::default());
        }
    }

    /// Searches a position, and continues with the position after its best move.
    fn follow(thread: &mut SearchThread, state: &mut State, nodes: u64) {
        thread.go_to(1, state);
        thread.reach(nodes);
        let first = published(thread).suggestion.moves[0];
        state.play(&GUIDELINE, &first);
        thread.go_to(2, state);
        assert_eq!(published(thread).epoch, 2);
    }

    fn value(thread: &SearchThread) -> String {
        format!("value {}", thread.search.own_root_moves()[0].value)
    }

    /// Frontends send the same position again after the opponent's moves and before a request.
    #[test]
    fn the_same_position_does_not_restart_the_search() {
        let (mut thread, mut state) = (search_thread(None), start());
        thread.go_to(1, &state);
        thread.reach(FIRST_NODES);
        let before = published(&thread);
        thread.go_to(2, &state);
        let after = published(&thread);
        assert_eq!((before.epoch, after.epoch), (1, 2));
        assert_eq!(after.suggestion.moves, before.suggestion.moves);
        assert_eq!(after.suggestion.nodes, before.suggestion.nodes);
        state.push_piece(Piece::O);
        thread.go_to(3, &state);
        assert!(
            thread.search.nodes() < FIRST_NODES,
            "a new piece restarts the search"
        );
    }

    #[test]
    fn the_prior_result_is_suggested_until_the_search_has_grown() {
        let (mut thread, mut state) = (search_thread(None), start());
        follow(&mut thread, &mut state, FIRST_NODES);
        let prior = published(&thread).suggestion;
        assert_eq!(prior.depth, 6, "the number of layers");
        state.push_piece(Piece::T);
        thread.go_to(3, &state);
        thread.reach(FIRST_NODES / 16);
        let early = published(&thread);
        assert_eq!(early.epoch, 3);
        assert_eq!(early.suggestion.extra, prior.extra);
        assert_eq!(early.suggestion.moves[0], prior.moves[0]);
        let mut moves = early.suggestion.moves;
        moves.sort_unstable();
        let mut legal = state.legal_placements(&GUIDELINE);
        legal.sort_unstable();
        assert_eq!(moves, legal, "every move once");
        thread.reach(FIRST_NODES / 4);
        assert_eq!(published(&thread).suggestion.extra, value(&thread));
    }

    #[test]
    fn a_small_prior_search_is_superseded_early() {
        let (mut thread, mut state) = (search_thread(None), start());
        follow(&mut thread, &mut state, FIRST_NODES / 10);
        let prior = published(&thread).suggestion;
        thread.reach(FIRST_NODES / 80);
        assert_eq!(published(&thread).suggestion.extra, prior.extra);
        thread.reach(FIRST_NODES / 40);
        assert_eq!(published(&thread).suggestion.extra, value(&thread));
    }

    #[test]
    fn with_a_fixed_number_of_nodes_the_prior_result_is_not_used() {
        let (mut thread, mut state) = (search_thread(Some(2_000)), start());
        thread.go_to(1, &state);
        thread.spend_nodes(1);
        let first = published(&thread).suggestion.moves[0];
        state.play(&GUIDELINE, &first);
        thread.go_to(2, &state);
        thread.spend_nodes(2);
        let root_moves = thread.search.own_root_moves();
        let found: Vec<Placement> = root_moves.into_iter().map(|s| s.mv).collect();
        assert_eq!(published(&thread).suggestion.moves, found);
    }
}

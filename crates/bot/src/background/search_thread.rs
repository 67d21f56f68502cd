//! The thread of a background search: takes commands, moves its search from position to position,
//! and publishes what it has found after every round.

use super::snapshot::{Snapshot, SnapshotCell};
use crate::driver::{Analysis, AnalysisRequest, Suggestion};
use crate::position_search::{PositionSearch, is_informative};
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::{RootMove, SearchOptions, VersusInfo};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::{Duration, Instant};

/// Nodes to spend on a move between two looks at the commands.
const NODES_ON_MOVE: u64 = 4_000;

/// What the thread is to do.
#[derive(Debug)]
pub enum Command {
    /// Search a position.
    SetPosition {
        /// Its number.
        epoch: u64,
        /// The position.
        state: Box<State>,
        /// What is known of the opponent.
        versus: VersusInfo,
    },
    /// Spend the fixed number of nodes on the position, then publish.
    SpendNodes {
        /// The number of the request.
        request_id: u64,
    },
    /// Tell what is known of the position.
    Analyse {
        /// What to tell.
        request: AnalysisRequest,
        /// Where to.
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
    /// Returns a thread's state without a position.
    pub fn new(
        rules: &'static Ruleset,
        options: SearchOptions,
        latest: Arc<SnapshotCell>,
    ) -> SearchThread {
        SearchThread {
            fixed_nodes: options.nodes,
            search: PositionSearch::new(rules, options),
            latest,
            epoch: 0,
            time: Duration::ZERO,
        }
    }

    /// Handles commands until nobody can send any more. Searches meanwhile, unless the number of
    /// nodes is fixed.
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
                // Nobody waits any more if this fails.
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

    /// Goes on from a position. The same position again gets the new number and costs nothing.
    fn set_position(&mut self, epoch: u64, state: &State, versus: VersusInfo) {
        let (begun, latest) = (Instant::now(), &self.latest);
        let begins_anew = self.search.set_root(state, versus, |prior| {
            publish_prior(latest, epoch, prior, begun.elapsed());
        });
        self.epoch = epoch;
        if begins_anew {
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

    /// Searches for a while, and publishes meanwhile unless the number of nodes is fixed.
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

    /// Searches the move that an analysis asked about for a while. Returns whether there was need.
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

/// Publishes what was known of a position before its first round, if it is worth anything.
fn publish_prior(latest: &SnapshotCell, epoch: u64, prior: &[RootMove<Placement>], time: Duration) {
    if is_informative(prior) {
        latest.publish(Snapshot {
            epoch,
            request_id: 0,
            suggestion: with_nps(Suggestion::from_root_moves(prior, 0), time),
        });
    }
}

/// Returns a suggestion with its speed, after so much `time`.
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
    use landfall_rules::{GUIDELINE, Piece, Randomizer};

    /// A search that is superseded by one with a quarter as many nodes.
    const OLD: u64 = 200_000;

    fn search_thread(nodes: Option<u64>) -> SearchThread {
        let options = SearchOptions {
            threads: 1,
            nodes,
            memory: 1 << 26,
            weights: None,
            ..SearchOptions::default()
        };
        SearchThread::new(&GUIDELINE, options, Arc::default())
    }

    fn start() -> State {
        let mut state = State::new(Randomizer::SEVEN_BAG);
        for piece in "TIOLJSZ".chars().filter_map(Piece::from_letter) {
            state.push_piece(piece);
        }
        state
    }

    fn published(thread: &SearchThread) -> Snapshot {
        thread.latest.wait(Duration::ZERO, |_| true)
    }

    impl SearchThread {
        /// Searches until this many nodes.
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

    /// Searches a position, and goes on to the one after its best move.
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

    /// Frontends send the same position again when the opponent has moved, and before they ask.
    #[test]
    fn the_same_position_again_costs_nothing() {
        let (mut thread, mut state) = (search_thread(None), start());
        thread.go_to(1, &state);
        thread.reach(OLD);
        let before = published(&thread);
        thread.go_to(2, &state);
        let after = published(&thread);
        assert_eq!((before.epoch, after.epoch), (1, 2));
        assert_eq!(after.suggestion.moves, before.suggestion.moves);
        assert_eq!(after.suggestion.nodes, before.suggestion.nodes);
        state.push_piece(Piece::O);
        thread.go_to(3, &state);
        assert!(thread.search.nodes() < OLD, "a new piece starts over");
    }

    #[test]
    fn the_prior_result_answers_until_the_search_has_grown() {
        let (mut thread, mut state) = (search_thread(None), start());
        follow(&mut thread, &mut state, OLD);
        let prior = published(&thread).suggestion;
        assert_eq!(prior.depth, 6, "the layers' depth");
        state.push_piece(Piece::T);
        thread.go_to(3, &state);
        thread.reach(OLD / 16);
        let young = published(&thread);
        assert_eq!(young.epoch, 3);
        assert_eq!(young.suggestion.extra, prior.extra);
        assert_eq!(young.suggestion.moves[0], prior.moves[0]);
        let mut moves = young.suggestion.moves;
        moves.sort_unstable();
        let mut legal = state.placements(&GUIDELINE);
        legal.sort_unstable();
        assert_eq!(moves, legal, "every move once");
        thread.reach(OLD / 4);
        assert_eq!(published(&thread).suggestion.extra, value(&thread));
    }

    #[test]
    fn a_small_search_is_superseded_soon() {
        let (mut thread, mut state) = (search_thread(None), start());
        follow(&mut thread, &mut state, OLD / 10);
        let prior = published(&thread).suggestion;
        thread.reach(OLD / 80);
        assert_eq!(published(&thread).suggestion.extra, prior.extra);
        thread.reach(OLD / 40);
        assert_eq!(published(&thread).suggestion.extra, value(&thread));
    }

    #[test]
    fn a_fixed_number_of_nodes_answers_with_what_they_found() {
        let (mut thread, mut state) = (search_thread(Some(2_000)), start());
        thread.go_to(1, &state);
        thread.spend_nodes(1);
        let first = published(&thread).suggestion.moves[0];
        state.play(&GUIDELINE, &first);
        thread.go_to(2, &state);
        thread.spend_nodes(2);
        let view = thread.search.own_root_moves();
        let found: Vec<Placement> = view.into_iter().map(|s| s.mv).collect();
        assert_eq!(published(&thread).suggestion.moves, found);
    }
}

//! The thread that thinks: takes orders, moves its search from position to position, and
//! publishes what it has found after every round.

use super::Suggestion;
use super::prior_result::PriorResult;
use super::snapshot::{Snapshot, SnapshotCell};
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::SearchOptions;
use landfall_search::ThreadPool;
use landfall_search::VersusInfo;
use landfall_search::reuse::{
    ReusedSearch, is_extension, is_same_search, predict_root_moves, reuse_search,
};
use landfall_search::{BeamLimits, RootMove, SearchStatus};
use landfall_search::{Position, TetrisGame};
use landfall_search::{SearchView, TetrisSearch};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// What the worker's thread is told.
#[derive(Debug)]
pub enum Command {
    /// Think about a position.
    SetPosition {
        /// Its number.
        epoch: u64,
        /// The position.
        state: Box<State>,
        /// How the duel stands.
        duel: VersusInfo,
    },
    /// Spend the fixed number of nodes on it, then publish.
    SpendNodes {
        /// The number of the order.
        request_id: u64,
    },
    /// Forget it.
    Clear,
}

/// The thread's own side.
pub struct SearchThread {
    rules: &'static Ruleset,
    crew: ThreadPool,
    options: SearchOptions,
    latest: Arc<SnapshotCell>,
    current: Option<CurrentSearch>,
}

/// The position that is thought about.
struct CurrentSearch {
    epoch: u64,
    search: TetrisSearch,
    /// What was known of it before the search began; nothing where a number of nodes is to be
    /// spent, since then the search itself is asked for.
    prior: PriorResult,
    /// Time spent on this position.
    time: Duration,
    /// Nothing more can be found.
    done: bool,
}

impl CurrentSearch {
    fn standings(&self) -> Vec<RootMove<Placement>> {
        self.prior.standings(&self.search.view())
    }
}

impl SearchThread {
    /// One that has nothing to think about yet.
    pub fn new(
        rules: &'static Ruleset,
        options: SearchOptions,
        desk: Arc<SnapshotCell>,
    ) -> SearchThread {
        SearchThread {
            rules,
            crew: ThreadPool::new(options.threads),
            options,
            latest: desk,
            current: None,
        }
    }

    /// Does what it is told until nobody is left to tell it anything; thinks meanwhile.
    pub fn run(mut self, orders: &Receiver<Command>) {
        loop {
            let busy = self.options.nodes.is_none()
                && self.current.as_ref().is_some_and(|thinking| !thinking.done);
            let order = if busy {
                orders.try_recv()
            } else {
                orders.recv().map_err(|_| TryRecvError::Disconnected)
            };
            match order {
                Ok(order) => self.handle(order),
                Err(TryRecvError::Empty) => {
                    self.advance(u64::MAX);
                    self.publish(0);
                }
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    fn handle(&mut self, order: Command) {
        match order {
            Command::SetPosition { epoch, state, duel } => self.set_position(epoch, &state, duel),
            Command::SpendNodes { request_id: ticket } => self.spend_nodes(ticket),
            Command::Clear => self.current = None,
        }
    }

    /// Turns to a position. What is known about it is published before the search is made,
    /// and again before the memory of the old one is given back: both take a while after a
    /// long think.
    fn set_position(&mut self, epoch: u64, state: &State, duel: VersusInfo) {
        let begun = Instant::now();
        let weights = self
            .options
            .weights_for(self.rules)
            .for_opponent(duel.opponent);
        let game = TetrisGame::new(self.rules, weights, state);
        let game = game.with_pending_garbage(duel.pending_garbage, &state.board);
        let root = Position::from_state(state);
        if self.continue_same_position(epoch, &game, &root) {
            return;
        }
        let old = self.current.take();
        let foreseen = self.prior_result(old.as_ref(), &game, &root);
        self.publish_prior(epoch, foreseen.moves(), begun);
        let limits = BeamLimits::within_memory::<TetrisGame>(self.options.memory);
        let old = old.map(|thinking| thinking.search.into_beam());
        let ReusedSearch {
            beam,
            discarded: remains,
        } = reuse_search(old, game, root, limits);
        let search = TetrisSearch::new(beam);
        self.publish_prior(epoch, &foreseen.standings(&search.view()), begun);
        drop(remains);
        self.current = Some(CurrentSearch {
            epoch,
            search,
            prior: foreseen,
            time: begun.elapsed(),
            done: state.queue.is_empty(),
        });
    }

    /// Takes another number for the position that is thought about, if it is this one: who says
    /// the same again costs nothing.
    fn continue_same_position(&mut self, epoch: u64, game: &TetrisGame, root: &Position) -> bool {
        let same =
            |thinking: &&mut CurrentSearch| is_same_search(thinking.search.beam(), game, root);
        let Some(thinking) = self.current.as_mut().filter(same) else {
            return false;
        };
        thinking.epoch = epoch;
        if is_worth_publishing(&thinking.standings()) {
            self.publish(0);
        }
        true
    }

    fn prior_result(
        &self,
        old: Option<&CurrentSearch>,
        game: &TetrisGame,
        root: &Position,
    ) -> PriorResult {
        let Some(old) = old.filter(|_| self.options.nodes.is_none()) else {
            return PriorResult::default();
        };
        let view = old.search.view();
        if is_extension(old.search.beam(), game, root) {
            old.prior.updated(&view)
        } else {
            PriorResult::new(
                predict_root_moves(old.search.beam(), game, root),
                view.nodes(),
            )
        }
    }

    /// Publishes what is known before the first round, if it is worth anything.
    fn publish_prior(&self, epoch: u64, standings: &[RootMove<Placement>], begun: Instant) {
        if is_worth_publishing(standings) {
            self.latest.publish(Snapshot {
                epoch,
                request_id: 0,
                suggestion: to_suggestion(standings, 0, begun.elapsed()),
            });
        }
    }

    fn spend_nodes(&mut self, ticket: u64) {
        let budget = self.options.nodes.unwrap_or(0);
        let spent = self.current.as_ref().map_or(0, |t| t.search.nodes());
        let until = spent.saturating_add(budget.max(1));
        while let Some(thinking) = &self.current
            && !thinking.done
            && thinking.search.nodes() < until
            && self.latest.wanted_epoch.load(Ordering::Acquire) != u64::MAX
        {
            self.advance(until);
        }
        self.publish(ticket);
    }

    /// Goes on for a while. Publishes on the way what is known, but where a number of nodes is
    /// waited for.
    fn advance(&mut self, until: u64) {
        let Some(thinking) = &mut self.current else {
            return;
        };
        let (begun, desk, epoch) = (Instant::now(), &self.latest, thinking.epoch);
        let (spent, publishes) = (thinking.time, self.options.nodes.is_none());
        let foreseen = &thinking.prior;
        let stop = || desk.wanted_epoch.load(Ordering::Acquire) != epoch;
        let mut told = |view: &SearchView| {
            if publishes {
                let time = spent + begun.elapsed();
                desk.publish(Snapshot {
                    epoch,
                    request_id: 0,
                    suggestion: to_suggestion(&foreseen.standings(view), view.nodes(), time),
                });
            }
        };
        let progress = (thinking.search).advance(&self.crew, until, &stop, &mut told);
        thinking.done |= progress == SearchStatus::Exhausted;
        thinking.time += begun.elapsed();
    }

    fn publish(&self, ticket: u64) {
        let snapshot = match &self.current {
            Some(thinking) => Snapshot {
                epoch: thinking.epoch,
                request_id: ticket,
                suggestion: to_suggestion(
                    &thinking.standings(),
                    thinking.search.nodes(),
                    thinking.time,
                ),
            },
            None => Snapshot {
                request_id: ticket,
                ..Snapshot::default()
            },
        };
        self.latest.publish(snapshot);
    }
}

/// Whether what is known of a position is more than how its moves look at once.
fn is_worth_publishing(standings: &[RootMove<Placement>]) -> bool {
    standings.first().is_some_and(|best| best.depth > 1)
}

/// What a search has come to, the best moves first, as a suggestion.
pub fn to_suggestion(standings: &[RootMove<Placement>], nodes: u64, time: Duration) -> Suggestion {
    let best = standings.first();
    Suggestion {
        depth: best.map_or(0, |s| s.depth),
        extra: best.map_or(String::new(), |s| format!("value {}", s.value)),
        moves: standings.iter().map(|s| s.mv).collect(),
        nodes,
        nps: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rules::{GUIDELINE, Piece, Randomizer};

    /// A search that is outgrown by one with a quarter as many nodes.
    const OLD: u64 = 200_000;

    fn thinker(nodes: Option<u64>) -> SearchThread {
        let options = SearchOptions {
            threads: 1,
            nodes,
            memory: 1 << 26,
            weights: None,
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

    fn published(thinker: &SearchThread) -> Snapshot {
        thinker.latest.wait(Duration::ZERO, |_| true)
    }

    impl SearchThread {
        /// Goes on to this many nodes.
        fn reach(&mut self, nodes: u64) {
            while self.search().nodes() < nodes {
                self.advance(nodes);
            }
            self.publish(0);
        }

        fn search(&self) -> &TetrisSearch {
            &self.current.as_ref().expect("a position").search
        }

        fn turn(&mut self, epoch: u64, state: &State) {
            self.latest.wanted_epoch.store(epoch, Ordering::Release);
            self.set_position(epoch, state, VersusInfo::default());
        }
    }

    /// Turns to a position after a search of its parent, and to one more piece.
    fn follow(thinker: &mut SearchThread, state: &mut State, nodes: u64) {
        thinker.turn(1, state);
        thinker.reach(nodes);
        let first = published(thinker).suggestion.moves[0];
        state.play(&GUIDELINE, &first);
        thinker.turn(2, state);
        assert_eq!(published(thinker).epoch, 2);
    }

    fn value(thinker: &SearchThread) -> String {
        format!("value {}", thinker.search().view().root_moves()[0].value)
    }

    /// Frontends say the same again when the opponent has moved, and at last before they ask.
    #[test]
    fn the_same_position_again_costs_nothing() {
        let (mut thinker, mut state) = (thinker(None), start());
        thinker.turn(1, &state);
        thinker.reach(OLD);
        let before = published(&thinker);
        thinker.turn(2, &state);
        let after = published(&thinker);
        assert_eq!((before.epoch, after.epoch), (1, 2));
        assert_eq!(after.suggestion.moves, before.suggestion.moves);
        assert_eq!(after.suggestion.nodes, before.suggestion.nodes);
        state.push_piece(Piece::O);
        thinker.turn(3, &state);
        assert!(thinker.search().nodes() < OLD, "a piece is news");
    }

    #[test]
    fn what_was_foreseen_is_answered_with_until_the_search_has_grown() {
        let (mut thinker, mut state) = (thinker(None), start());
        follow(&mut thinker, &mut state, OLD);
        let foreseen = published(&thinker).suggestion;
        assert_eq!(foreseen.depth, 6, "the layers' depth");
        state.push_piece(Piece::T);
        thinker.turn(3, &state);
        thinker.reach(OLD / 16);
        let young = published(&thinker);
        assert_eq!(young.epoch, 3);
        assert_eq!(young.suggestion.extra, foreseen.extra);
        assert_eq!(young.suggestion.moves[0], foreseen.moves[0]);
        let mut moves = young.suggestion.moves;
        moves.sort_unstable();
        let mut legal = state.placements(&GUIDELINE);
        legal.sort_unstable();
        assert_eq!(moves, legal, "every move once");
        thinker.reach(OLD / 4);
        assert_eq!(published(&thinker).suggestion.extra, value(&thinker));
    }

    #[test]
    fn a_small_search_is_outgrown_soon() {
        let (mut thinker, mut state) = (thinker(None), start());
        follow(&mut thinker, &mut state, OLD / 10);
        let foreseen = published(&thinker).suggestion;
        thinker.reach(OLD / 80);
        assert_eq!(published(&thinker).suggestion.extra, foreseen.extra);
        thinker.reach(OLD / 40);
        assert_eq!(published(&thinker).suggestion.extra, value(&thinker));
    }

    #[test]
    fn a_number_of_nodes_is_answered_with_what_they_found() {
        let (mut thinker, mut state) = (thinker(Some(2_000)), start());
        thinker.turn(1, &state);
        thinker.spend_nodes(1);
        let first = published(&thinker).suggestion.moves[0];
        state.play(&GUIDELINE, &first);
        thinker.turn(2, &state);
        thinker.spend_nodes(2);
        let view = thinker.search().view().root_moves();
        let found: Vec<Placement> = view.into_iter().map(|s| s.mv).collect();
        assert_eq!(published(&thinker).suggestion.moves, found);
    }
}

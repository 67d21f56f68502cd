//! A search that follows a game from position to position and keeps results that still apply.
//!
//! Has no thread and no clock: `background` and `sliced` decide when it runs.

use crate::DriverOptions;
use crate::driver::{Analysis, AnalysisRequest, Suggestion};
use crate::prior_result::PriorResult;
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::beam::{BeamLimits, RootMove, SearchStatus};
use landfall_search::game::ShouldStop;
use landfall_search::reuse::{
    ReusedSearch, is_extension, is_same_search, predict_root_moves, reuse_search,
};
use landfall_search::tetris::{
    MoveSearch, SearchView, TetrisGame, TetrisSearch, VersusInfo, WaitingGarbage,
};
use landfall_search::{Position, ThreadPool};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Least nodes of a suggestion or an analysis.
const FIRST_ANSWER_NODES: u64 = 2_000;

/// Nodes that an analysis spends on the move that it is asked about, which take some milliseconds.
const ANALYSIS_NODES: u64 = 4_000;

/// The search of one position at a time.
pub(crate) struct PositionSearch {
    rules: Ruleset,
    options: DriverOptions,
    threads: ThreadPool,
    current: Option<CurrentSearch>,
}

/// The search of the current position.
struct CurrentSearch {
    search: TetrisSearch,
    /// The result from before the search began. Empty with a fixed number of nodes, which alone
    /// determine the result.
    prior: PriorResult,
    /// Whether the search has ended.
    exhausted: bool,
    /// Whether nodes have been spent for an answer.
    has_spent: bool,
    /// The search of the move that an analysis asked about last.
    move_search: Option<MoveSearch>,
}

impl PositionSearch {
    /// Returns a search without a position.
    pub fn new(rules: &Ruleset, options: DriverOptions) -> PositionSearch {
        PositionSearch {
            rules: *rules,
            threads: ThreadPool::new(options.threads),
            options,
            current: None,
        }
    }

    /// Sets the position. Returns false if it is the current one, whose search continues.
    ///
    /// Otherwise a new search begins with the best lines of the old one. `on_prior` gets the prior
    /// root moves twice: before the search is made, and before the memory of the old one is freed,
    /// because both take a while after a long search.
    pub fn set_root(
        &mut self,
        state: &State,
        versus: VersusInfo,
        mut on_prior: impl FnMut(&[RootMove<Placement>]),
    ) -> bool {
        let game = (self.options)
            .search
            .game(&self.rules, state)
            .with_node_budget(self.options.nodes)
            .with_pending_garbage(versus.pending_garbage, &state.board)
            .at_frame(versus.frame.unwrap_or(0));
        let root = Position {
            waiting_garbage: WaitingGarbage::new(
                &self.rules,
                versus.pending_garbage,
                versus.pieces_placed,
            ),
            ..Position::from_state(state)
        };
        let old = self.current.take();
        if old
            .as_ref()
            .is_some_and(|old| is_same_search(old.search.beam(), &game, &root))
        {
            self.current = old;
            return false;
        }
        let prior = self.prior_result(old.as_ref(), &game, &root);
        on_prior(prior.predicted());
        let limits = BeamLimits::within_memory::<TetrisGame>(self.options.search.memory);
        let old = old.map(|old| old.search.into_beam());
        let ReusedSearch { beam, discarded } = reuse_search(old, game, root, limits);
        let search = TetrisSearch::new(beam);
        on_prior(&prior.root_moves(&search.view()));
        drop(discarded);
        self.current = Some(CurrentSearch {
            search,
            prior,
            exhausted: state.queue.is_empty(),
            has_spent: false,
            move_search: None,
        });
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
        let (beam, view) = (old.search.beam(), old.search.view());
        if is_extension(beam, game, root) {
            return old.prior.updated(&view);
        }
        PriorResult::new(predict_root_moves(beam, game, root), view.nodes())
    }

    /// Forgets the position.
    pub fn clear(&mut self) {
        self.current = None;
    }

    /// Returns whether the current position can be searched further.
    pub fn is_unfinished(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| !current.exhausted)
    }

    /// Returns the nodes spent on the current position.
    pub fn nodes(&self) -> u64 {
        let current = self.current.as_ref();
        current.map_or(0, |current| current.search.nodes())
    }

    /// Returns the moves of the current position, the best first.
    pub fn root_moves(&self) -> Vec<RootMove<Placement>> {
        self.current.as_ref().map_or_else(Vec::new, |current| {
            current.prior.root_moves(&current.search.view())
        })
    }

    /// Returns the moves of the position's own search, without the prior result.
    #[cfg(all(test, feature = "native"))]
    pub fn own_root_moves(&self) -> Vec<RootMove<Placement>> {
        let current = self.current.as_ref();
        current.map_or_else(Vec::new, |current| current.search.view().root_moves())
    }

    /// Returns the best moves so far.
    pub fn suggestion(&self) -> Suggestion {
        Suggestion::from_root_moves(&self.root_moves(), self.nodes())
    }

    /// Returns an analysis of the current position. Spends a few nodes on the move that was asked
    /// about.
    pub fn analysis(&mut self, request: AnalysisRequest) -> Analysis {
        self.spend_before_analysis();
        if let Some(mv) = request.mv {
            self.begin_move_search(mv);
        }
        self.spend_on_move(ANALYSIS_NODES, &|| false);
        let Some(CurrentSearch {
            search,
            move_search,
            exhausted,
            ..
        }) = &self.current
        else {
            return Analysis::default();
        };
        let move_search = move_search
            .as_ref()
            .filter(|of_move| request.mv == Some(of_move.mv()));
        let root_moves = search.view().root_moves();
        Analysis {
            nodes: search.nodes(),
            depth: root_moves.first().map_or(0, |best| best.depth),
            line_value: search.beam().game().line_value(),
            lines: search.root_lines(request.lines),
            played: move_search
                .and_then(|of_move| Some((of_move.line(search)?, of_move.is_final(search)))),
            finished: *exhausted && move_search.is_none_or(|of_move| of_move.is_final(search)),
        }
    }

    /// Spends the nodes that an analysis needs.
    fn spend_before_analysis(&mut self) {
        let has_spent = self
            .current
            .as_ref()
            .is_some_and(|current| current.has_spent);
        match self.options.nodes {
            Some(_) if has_spent => {}
            Some(nodes) => self.spend(nodes, &|| false),
            None => self.search_for_first_answer(),
        }
    }

    /// Searches until [`FIRST_ANSWER_NODES`] are spent on the position.
    pub fn search_for_first_answer(&mut self) {
        let missing = FIRST_ANSWER_NODES.saturating_sub(self.nodes());
        if missing > 0 {
            self.search_slice(missing, &|| false);
        }
    }

    fn begin_move_search(&mut self, mv: Placement) {
        if let Some(current) = &mut self.current
            && current
                .move_search
                .as_ref()
                .is_none_or(|of_move| of_move.mv() != mv)
        {
            current.move_search = MoveSearch::new(&current.search, mv);
        }
    }

    /// Spends up to this many nodes on the move that an analysis asked about. Returns whether that
    /// was needed.
    pub fn spend_on_move(&mut self, nodes: u64, should_stop: ShouldStop) -> bool {
        let Some(current) = &mut self.current else {
            return false;
        };
        let search = &current.search;
        let move_search = current.move_search.as_mut();
        let Some(unfinished) = move_search.filter(|of_move| !of_move.is_final(search)) else {
            return false;
        };
        unfinished.advance(search, &self.threads, nodes, should_stop);
        true
    }

    /// Runs a round of the search, up to `nodes` in all. Returns early if `should_stop` returns true,
    /// but not before some work is done. Calls `on_progress` now and then.
    pub fn advance(
        &mut self,
        nodes: u64,
        should_stop: ShouldStop,
        on_progress: &mut (dyn FnMut(&PriorResult, &SearchView) + Send),
    ) -> SearchStatus {
        let Some(current) = &mut self.current else {
            return SearchStatus::Exhausted;
        };
        let prior = &current.prior;
        let status = current
            .search
            .advance(&self.threads, nodes, should_stop, &mut |view| {
                on_progress(prior, view);
            });
        current.exhausted |= status == SearchStatus::Exhausted;
        status
    }

    /// Spends exactly this many further `nodes`, unless the search ends or `should_stop` returns true.
    /// The search divides its work for that number of nodes.
    pub fn spend(&mut self, nodes: u64, should_stop: ShouldStop) {
        let limit = self.nodes().saturating_add(nodes.max(1));
        if let Some(current) = &mut self.current {
            current.has_spent = true;
        }
        while self.is_unfinished() && self.nodes() < limit {
            let status = self.advance(limit, should_stop, &mut |_, _| {});
            if status != SearchStatus::Unfinished || should_stop() {
                return;
            }
        }
    }

    /// Searches until about this many further `nodes` are spent or `should_stop` returns true, but
    /// does at least some work. The next slice continues: the final result does not depend on the
    /// division into slices.
    pub fn search_slice(&mut self, nodes: u64, should_stop: ShouldStop) {
        let limit = self.nodes().saturating_add(nodes.max(1));
        let spent = AtomicBool::new(false);
        let should_stop = || spent.load(Ordering::Relaxed) || should_stop();
        while self.is_unfinished() && self.nodes() < limit {
            // No limit of nodes, because the search would divide its work for it.
            self.advance(u64::MAX, &should_stop, &mut |_, view| {
                spent.store(view.nodes() >= limit, Ordering::Relaxed);
            });
            if should_stop() {
                return;
            }
        }
    }
}

impl fmt::Debug for PositionSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionSearch")
            .field("rules", &self.rules.name)
            .field("options", &self.options)
            .field("nodes", &self.nodes())
            .finish_non_exhaustive()
    }
}

/// Returns whether root moves look ahead by more than one placement.
pub(crate) fn is_informative(root_moves: &[RootMove<Placement>]) -> bool {
    root_moves.first().is_some_and(|best| best.depth > 1)
}

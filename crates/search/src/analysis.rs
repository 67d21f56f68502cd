//! The best moves of a position with their lines, and the loss of any other move.
//!
//! A loss is a difference of values at one depth. The search has the values of the best moves. It
//! may have dropped any other move early, so that one is searched alone ([`MoveSearch`]), with a
//! share of the nodes of the search of all moves.

use crate::beam::{Beam, BeamLimits, RootLine, RootMove, SearchStatus};
use crate::game::ShouldStop;
use crate::tetris_game::TetrisGame;
use crate::tetris_search::TetrisSearch;
use crate::threads::ThreadPool;
use landfall_rules::Placement;

/// The search of one move gets the nodes of the search of all, divided by this: about as many as
/// went to the best move.
const NODE_SHARE: u64 = 4;

/// Fewest nodes of the search of one move: it has seen the last ply then.
const MIN_MOVE_NODES: u64 = 4_000;

/// Most nodes of the search of one move: a wider beam hardly changes a value.
const MAX_MOVE_NODES: u64 = 100_000;

/// Memory of the search of one move.
const MOVE_LIMITS: BeamLimits = BeamLimits {
    nodes: 60_000,
    candidates: 20_000,
    base_candidates: 8_192,
};

impl TetrisSearch {
    /// Returns the `most` best moves, the leader of the rollouts first, each with its best line.
    /// Values are those at the depth of the first, for moves that were seen that far; none is above
    /// that of a move before it, because the order of the rollouts counts more.
    ///
    /// # Examples
    /// ```
    /// use landfall_rules::rulesets::GUIDELINE;
    /// use landfall_rules::{Piece, Randomizer, State};
    /// use landfall_search::{Position, ThreadPool, Weights};
    /// use landfall_search::beam::{Beam, BeamLimits};
    /// use landfall_search::tetris::{MoveSearch, TetrisGame, TetrisSearch};
    ///
    /// let mut state = State::new(Randomizer::SEVEN_BAG);
    /// [Piece::T, Piece::I, Piece::O].map(|piece| state.push_piece(piece));
    /// let game = TetrisGame::new(&GUIDELINE, Weights::for_rules(&GUIDELINE), &state);
    /// let limits = BeamLimits::within_memory::<TetrisGame>(64 << 20);
    /// let mut search = TetrisSearch::new(Beam::new(game, Position::from_state(&state), limits));
    /// let pool = ThreadPool::new(1);
    /// while search.nodes() < 20_000 {
    ///     search.advance(&pool, 20_000, &|| false, &mut |_| {});
    /// }
    ///
    /// let lines = search.root_lines(3);
    /// assert_eq!(lines[0].line.len(), 2, "one of three pieces is left in the hold");
    ///
    /// // An upright I in the middle: what does it lose?
    /// let placements = state.legal_placements(&GUIDELINE);
    /// let tower = placements.into_iter().max_by_key(|mv| mv.y).unwrap();
    /// let mut alone = MoveSearch::new(&search, tower).unwrap();
    /// while !alone.is_final(&search) {
    ///     alone.advance(&search, &pool, 4_000, &|| false);
    /// }
    /// let played = alone.line(&search).unwrap();
    /// assert_eq!(played.depth, lines[0].depth);
    /// assert!(lines[0].value > played.value);
    /// ```
    pub fn root_lines(&self, most: usize) -> Vec<RootLine<Placement>> {
        let mut order = self.view().root_moves();
        let Some(depth) = self.line_depth() else {
            return Vec::new();
        };
        order.truncate(most);
        let deep = self.beam().root_lines(depth);
        let mut lines: Vec<_> = order
            .iter()
            .map(|root_move| self.line_of(root_move, &deep))
            .collect();
        for i in 1..lines.len() {
            if lines[i].depth == lines[i - 1].depth {
                lines[i].value = lines[i].value.min(lines[i - 1].value);
            }
        }
        lines
    }

    /// Returns the depth at which values are compared: how deep the best move was seen, but not
    /// beyond [`Beam::comparison_depth`]. `None` if there is no move.
    pub fn line_depth(&self) -> Option<u32> {
        let best = self.view().root_moves().first()?.mv;
        let moves = self.beam().root_moves();
        let seen = moves.iter().find(|found| found.mv == best)?.depth;
        Some(seen.min(self.beam().comparison_depth()))
    }

    /// Returns the line of a root move: from `deep`, or else the deepest that there is.
    fn line_of(
        &self,
        root_move: &RootMove<Placement>,
        deep: &[RootLine<Placement>],
    ) -> RootLine<Placement> {
        let of_move = |lines: &[RootLine<Placement>]| {
            let mut lines = lines.iter();
            lines.find(|line| line.mv == root_move.mv).cloned()
        };
        let shallower = || {
            let mut depths = (1..=root_move.depth.min(self.beam().comparison_depth())).rev();
            depths.find_map(|depth| of_move(&self.beam().root_lines(depth)))
        };
        // A move that leads where a better one leads too has no node of its own.
        of_move(deep).or_else(shallower).unwrap_or(RootLine {
            mv: root_move.mv,
            depth: root_move.depth,
            value: root_move.value,
            line: smallvec::smallvec![root_move.mv],
        })
    }
}

/// A search of one root move alone, for its value at the depth of the best.
pub struct MoveSearch {
    mv: Placement,
    beam: Beam<TetrisGame>,
    exhausted: bool,
}

impl MoveSearch {
    /// Returns the search of a move of another search's root, not begun; `None` if the root has no
    /// such move.
    pub fn new(search: &TetrisSearch, mv: Placement) -> Option<MoveSearch> {
        let (game, root) = (search.beam().game().clone(), *search.beam().root());
        Some(MoveSearch {
            mv,
            beam: Beam::of_move(game, root, mv, MOVE_LIMITS)?,
            exhausted: false,
        })
    }

    /// Returns the search of a move that fits, but to which the rules do not lead; `None` if no
    /// piece is known.
    pub fn of_unreachable(search: &TetrisSearch, mv: Placement) -> Option<MoveSearch> {
        let (game, root) = (search.beam().game().clone(), *search.beam().root());
        let child = game.child(&root, mv);
        Some(MoveSearch {
            mv,
            beam: Beam::of_child(game, root, &child, MOVE_LIMITS)?,
            exhausted: false,
        })
    }

    /// Returns the move.
    pub fn mv(&self) -> Placement {
        self.mv
    }

    /// Returns whether the move has been searched as well as the best one of `search` is now. It
    /// can become false again when `search` goes on.
    pub fn is_final(&self, search: &TetrisSearch) -> bool {
        self.is_best(search) || self.exhausted || self.beam.nodes() >= wanted_nodes(search)
    }

    fn is_best(&self, search: &TetrisSearch) -> bool {
        let moves = search.view().root_moves();
        moves.first().is_some_and(|best| best.mv == self.mv)
    }

    /// Spends up to `nodes` nodes, unless the search is final. Ends early when `stop` returns true,
    /// but not before it has done some work.
    pub fn advance(
        &mut self,
        search: &TetrisSearch,
        pool: &ThreadPool,
        nodes: u64,
        stop: ShouldStop,
    ) {
        let until = self.beam.nodes().saturating_add(nodes);
        let until = until.min(wanted_nodes(search));
        while !self.exhausted && self.beam.nodes() < until {
            let status = self.beam.advance(pool, until, stop, &mut |_| {});
            self.exhausted = status != SearchStatus::Unfinished;
            if stop() {
                return;
            }
        }
    }

    /// Searches the move until its own search has spent `nodes` nodes or `stop` returns true.
    pub fn advance_to(&mut self, pool: &ThreadPool, nodes: u64, stop: ShouldStop) {
        while !self.exhausted && self.beam.nodes() < nodes && !stop() {
            let status = self.beam.advance(pool, nodes, stop, &mut |_| {});
            self.exhausted = status != SearchStatus::Unfinished;
        }
    }

    /// Returns the line of the move to a depth, by its own search alone; `None` if that has none.
    pub fn own_line(&self, depth: u32) -> Option<RootLine<Placement>> {
        self.beam.root_lines(depth).into_iter().next()
    }

    /// Returns the line of the move to the depth of the best one of `search`, by the better of both
    /// searches; its value is not above that of the best one. `None` if neither has come so far.
    pub fn line(&self, search: &TetrisSearch) -> Option<RootLine<Placement>> {
        let best = search.root_lines(1).into_iter().next()?;
        if best.mv == self.mv {
            return Some(best);
        }
        let together = search.beam().root_lines(best.depth);
        let alone = self.beam.root_lines(best.depth);
        let own = together.into_iter().chain(alone);
        let line = own
            .filter(|line| line.mv == self.mv)
            .max_by_key(|line| line.value)?;
        Some(RootLine {
            value: line.value.min(best.value),
            ..line
        })
    }
}

/// Returns the nodes that are enough for one move.
fn wanted_nodes(search: &TetrisSearch) -> u64 {
    let share = search.beam().nodes() / NODE_SHARE;
    share.clamp(MIN_MOVE_NODES, MAX_MOVE_NODES)
}

impl TetrisGame {
    /// Returns the value of one line sent, at least 1: the unit in which values are shown.
    pub fn line_value(&self) -> i32 {
        self.weights().attack.max(1)
    }
}

#[cfg(test)]
mod tests;

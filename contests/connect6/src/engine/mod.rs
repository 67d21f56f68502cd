//! The engine: takes a position and limits, and returns the best turn.
//!
//! One thread: iterative deepening (`root`) over a principal variation search with late move
//! reductions (`search`), a threat-space search in every node (`threat_search`), a transposition
//! table, and a small neural network over line patterns (`net`, `patterns`, `evaluator`) that
//! evaluates positions and orders candidate turns. The caller allots the time.

mod attacks;
mod bits;
pub(super) mod board;
mod candidates;
pub(super) mod evaluator;
pub(super) mod geometry;
pub(super) mod net;
pub(super) mod patterns;
mod root;
mod search;
pub(super) mod search_control;
mod search_params;
#[cfg(test)]
mod tests;
pub(super) mod threat_search;
pub(super) mod threats;
pub(super) mod transposition_table;
mod windows;

pub use net::{Net, NetError};

use crate::rules::{Colour, POINT_COUNT, Point, Position, Turn};
use board::Board;
use candidates::{Pair, ordered_pair};
use landfall_rng::SplitMix64;
use search::Search;
use search_control::SearchControl;
use search_params::PARAMS;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use threat_search::place_pair;
use transposition_table::TranspositionTable;

/// Longest principal variation that is returned, in turns.
const MAX_PV_TURNS: usize = 32;

/// Options of an engine.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Memory of the transposition table, in bytes; the rest of the engine takes a few megabytes.
    pub memory: usize,
    /// The network that evaluates; `None` is the built-in one.
    pub net: Option<Arc<Net>>,
}

/// When a search ends. Without limits it ends when it is stopped or the position is solved.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimits {
    /// Nodes to visit; the search ends soon after this number.
    pub nodes: Option<u64>,
    /// The search ends within about a millisecond of this moment.
    pub deadline: Option<Instant>,
}

impl SearchLimits {
    /// Returns a limit of about `mean` nodes: at least half of them, at most half as many more.
    pub(crate) fn about_nodes(mean: u64, rng: &mut SplitMix64) -> SearchLimits {
        SearchLimits {
            nodes: Some(mean / 2 + rng.modulo(mean.max(1)) + 1),
            deadline: None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best turn.
    pub turn: Turn,
    /// Score for the side to move: [`Engine::WIN_SCORE`] and near it is a win, its negative a
    /// loss. Others are a hundred times the logarithm of the odds to win.
    pub score: i32,
    /// Depth of the last finished iteration in turns, without extensions.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The principal variation, as far as it is known; begins with `turn`.
    pub pv: Vec<Turn>,
    /// The side that is proved to win, if one is.
    pub proven_winner: Option<Colour>,
}

/// An engine with its transposition table, which later searches use.
pub struct Engine {
    table: TranspositionTable,
    net: Option<Arc<Net>>,
}

impl Engine {
    /// The score of an immediate win; a win after n turns scores n less.
    pub const WIN_SCORE: i32 = 30_000;

    /// Returns an engine with an empty transposition table.
    pub fn new(options: EngineOptions) -> Engine {
        Engine {
            table: TranspositionTable::new(options.memory),
            net: options.net,
        }
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the best turn that was found within the limits; `None` if the game is over. Once
    /// `stop` is set it returns within about a millisecond. The same position, node limit and
    /// table, without a deadline, give the same result.
    pub fn search(
        &mut self,
        position: &Position,
        limits: SearchLimits,
        stop: &AtomicBool,
    ) -> Option<SearchResult> {
        if position.outcome().is_some() {
            return None;
        }
        let board = Board::from_position(position);
        let mover = position.to_move();
        if position.stones_due() == 1 {
            return Some(SearchResult::without_search(
                Turn::One(Point::CENTRE),
                0,
                None,
            ));
        }
        if let Some(pair) = winning_pair(&board, mover) {
            return Some(SearchResult::without_search(
                pair_to_turn(pair),
                Engine::WIN_SCORE,
                Some(mover),
            ));
        }
        self.table.new_generation();
        let control = SearchControl::new(limits, stop);
        let net = self.net.as_deref().unwrap_or_else(|| Net::built_in());
        let mut search = Search::new(board.clone(), net, &mut self.table, control, PARAMS);
        let result = search.iterative_deepening(mover);
        let nodes = search.control.nodes;
        Some(SearchResult {
            turn: pair_to_turn(result.pair),
            score: result.score,
            depth: result.depth.unsigned_abs(),
            nodes,
            pv: self.principal_variation(board, mover, result.pair),
            proven_winner: result.proven_winner,
        })
    }

    /// Returns the turns that the transposition table expects, beginning with a pair.
    fn principal_variation(&self, mut board: Board, mut mover: Colour, first: Pair) -> Vec<Turn> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(pair) = next
            && line.len() < MAX_PV_TURNS
        {
            line.push(pair_to_turn(pair));
            place_pair(&mut board, pair, mover);
            mover = mover.other();
            if let Some(pair) = winning_pair(&board, mover) {
                line.push(pair_to_turn(pair));
                break;
            }
            let known = self.table.probe(search::position_key(&board, mover));
            let fits = |pair: &Pair| {
                let (first, second) = (pair.0 as usize, pair.1 as usize);
                first != second && board.is_free(first) && board.is_free(second)
            };
            next = known.map(|entry| entry.pair).filter(fits);
        }
        line
    }
}

impl SearchResult {
    /// Returns a result that needs no search.
    fn without_search(turn: Turn, score: i32, proof: Option<Colour>) -> SearchResult {
        SearchResult {
            turn,
            score,
            depth: 0,
            nodes: 1,
            pv: vec![turn],
            proven_winner: proof,
        }
    }
}

/// Returns a turn that makes six in a row, if there is one.
fn winning_pair(board: &Board, mover: Colour) -> Option<Pair> {
    let mut gaps = board.empty_cells(board.winning_window(mover)?);
    let first = gaps.next()?;
    let any = || (0..POINT_COUNT).find(|&cell| board.is_free(cell) && cell != first);
    Some(ordered_pair(first, gaps.next().or_else(any)?))
}

fn pair_to_turn(pair: Pair) -> Turn {
    Turn::Two(cell_to_point(pair.0), cell_to_point(pair.1))
}

fn cell_to_point(cell: u16) -> Point {
    Point::from_index(cell as usize).expect("a point of the board")
}

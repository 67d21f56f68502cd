//! What plays: a position and a budget in, a turn out.
//!
//! The search is one thread and asks for nothing but the clock. Knows no wire and no
//! referee; how much time a turn gets is decided by who asks.

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
use search::{PARAMS, Search};
use search_control::SearchControl;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use threat_search::place_pair;
use transposition_table::TranspositionTable;

/// Turns of a line, at most.
const MAX_PV_TURNS: usize = 32;

/// How an engine is made.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Memory for what has been searched, in bytes; the rest of the engine takes a few
    /// megabytes more.
    pub memory: usize,
    /// What judges, if not the net that is built in.
    pub net: Option<Arc<Net>>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            memory: 256 << 20,
            net: None,
        }
    }
}

/// When a search ends. With neither limit it goes on until it is told to stop, or until the
/// result is proved.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchLimits {
    /// Positions to look at; the search ends soon after so many.
    pub nodes: Option<u64>,
    /// The search ends within about a millisecond of it.
    pub deadline: Option<Instant>,
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The turn to play.
    pub turn: Turn,
    /// Worth of the position for the one who moves. [`Engine::WIN_SCORE`] and near it is a win,
    /// its negative a loss; in between there is no unit.
    pub score: i32,
    /// Turns that were looked ahead, without extensions.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// What both will play, as far as it is known; begins with `turn`.
    pub pv: Vec<Turn>,
    /// Who is proved to win, if anybody is.
    pub proven_winner: Option<Colour>,
}

/// A player, with the memory of what it searched.
pub struct Engine {
    table: TranspositionTable,
    net: Option<Arc<Net>>,
}

impl Engine {
    /// The score of a win at once; a win after n turns is worth n less.
    pub const WIN_SCORE: i32 = 30_000;

    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Engine {
        Engine {
            table: TranspositionTable::new(options.memory),
            net: options.net,
        }
    }

    /// Forgets what it has searched.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The best turn in a position that the budget lets it find; nothing if the game is
    /// over. What it learns is kept for later positions. Once `stop` is set it answers
    /// within about a millisecond. With the same position, the same nodes, no deadline and
    /// nothing learnt before, the answer is the same.
    pub fn search(
        &mut self,
        position: &Position,
        budget: SearchLimits,
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
        let limits = SearchControl::new(budget, stop);
        let net = self.net.as_deref().unwrap_or_else(|| Net::built_in());
        let mut search = Search::new(board.clone(), net, &mut self.table, limits, PARAMS);
        let report = search.iterative_deepening(mover);
        let nodes = search.nodes();
        Some(SearchResult {
            turn: pair_to_turn(report.pair),
            score: report.score,
            depth: report.depth.unsigned_abs(),
            nodes,
            pv: self.principal_variation(board, mover, report.pair),
            proven_winner: report.proven_winner,
        })
    }

    /// What the table expects both to play, beginning with a turn.
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
    /// An answer that took no search.
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

/// A turn that makes six in a row, if there is one.
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

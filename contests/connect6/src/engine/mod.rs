//! What plays: a position and a budget in, a turn out.
//!
//! The search is one thread and asks for nothing but the clock. Knows no wire and no
//! referee; how much time a turn gets is decided by who asks.

mod attacks;
mod bits;
pub(super) mod board;
mod candidates;
pub(super) mod geometry;
pub(super) mod judge;
pub(super) mod limits;
pub(super) mod net;
mod root;
mod search;
pub(super) mod shapes;
pub(super) mod table;
#[cfg(test)]
mod tests;
pub(super) mod threats;
pub(super) mod vcf;
mod windows;

pub use net::{Net, NoNet};

use crate::rules::{Colour, POINTS, Point, Position, Turn};
use board::Board;
use candidates::{Pair, pair};
use limits::Limits;
use search::{SHAPE, Search};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use table::Table;
use vcf::put;

/// Turns of a line, at most.
const LINE: usize = 32;

/// How an engine is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for what has been searched, in bytes; the rest of the engine takes a few
    /// megabytes more.
    pub memory: usize,
    /// What judges, if not the net that is built in.
    pub net: Option<Arc<Net>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            memory: 256 << 20,
            net: None,
        }
    }
}

/// When a search ends. With neither limit it goes on until it is told to stop, or until the
/// result is proved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Positions to look at; the search ends soon after so many.
    pub nodes: Option<u64>,
    /// The search ends within about a millisecond of it.
    pub deadline: Option<Instant>,
}

/// What the engine found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turn to play.
    pub turn: Turn,
    /// Worth of the position for the one who moves. [`Engine::WON`] and near it is a win,
    /// its negative a loss; in between there is no unit.
    pub score: i32,
    /// Turns that were looked ahead, without extensions.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// What both will play, as far as it is known; begins with `turn`.
    pub line: Vec<Turn>,
    /// Who is proved to win, if anybody is.
    pub proof: Option<Colour>,
}

/// A player, with the memory of what it searched.
pub struct Engine {
    table: Table,
    net: Option<Arc<Net>>,
}

impl Engine {
    /// The score of a win at once; a win after n turns is worth n less.
    pub const WON: i32 = 30_000;

    /// An engine that knows nothing yet.
    pub fn new(options: Options) -> Engine {
        Engine {
            table: Table::new(options.memory),
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
    pub fn think(
        &mut self,
        position: &Position,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Option<Answer> {
        if position.outcome().is_some() {
            return None;
        }
        let board = Board::of(position);
        let mover = position.to_move();
        if position.due() == 1 {
            return Some(Answer::at_once(Turn::One(Point::CENTRE), 0, None));
        }
        if let Some(pair) = winning(&board, mover) {
            return Some(Answer::at_once(turn(pair), Engine::WON, Some(mover)));
        }
        self.table.grow_old();
        let limits = Limits::new(budget, stop);
        let net = self.net.as_deref().unwrap_or_else(|| Net::built_in());
        let mut search = Search::new(board.clone(), net, &mut self.table, limits, SHAPE);
        let report = search.run(mover);
        let nodes = search.nodes();
        Some(Answer {
            turn: turn(report.pair),
            score: report.score,
            depth: report.depth.unsigned_abs(),
            nodes,
            line: self.line(board, mover, report.pair),
            proof: report.proof,
        })
    }

    /// What the table expects both to play, beginning with a turn.
    fn line(&self, mut board: Board, mut mover: Colour, first: Pair) -> Vec<Turn> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(pair) = next
            && line.len() < LINE
        {
            line.push(turn(pair));
            put(&mut board, pair, mover);
            mover = mover.other();
            if let Some(pair) = winning(&board, mover) {
                line.push(turn(pair));
                break;
            }
            let known = self.table.get(search::key(&board, mover));
            let fits = |pair: &Pair| {
                let (first, second) = (pair.0 as usize, pair.1 as usize);
                first != second && board.is_free(first) && board.is_free(second)
            };
            next = known.map(|entry| entry.pair).filter(fits);
        }
        line
    }
}

impl Answer {
    /// An answer that took no search.
    fn at_once(turn: Turn, score: i32, proof: Option<Colour>) -> Answer {
        Answer {
            turn,
            score,
            depth: 0,
            nodes: 1,
            line: vec![turn],
            proof,
        }
    }
}

/// A turn that makes six in a row, if there is one.
fn winning(board: &Board, mover: Colour) -> Option<Pair> {
    let mut gaps = board.gaps(board.won(mover)?);
    let first = gaps.next()?;
    let any = || (0..POINTS).find(|&cell| board.is_free(cell) && cell != first);
    Some(pair(first, gaps.next().or_else(any)?))
}

fn turn(pair: Pair) -> Turn {
    Turn::Two(at(pair.0), at(pair.1))
}

fn at(cell: u16) -> Point {
    Point::from_index(cell as usize).expect("a point of the board")
}

//! What plays: a position and a budget in, a turn out.
//!
//! The search is one thread and asks for nothing but the clock. Knows no wire and no
//! referee; how much time a turn gets is decided by who asks.

mod board;
mod candidates;
mod evaluate;
mod geometry;
mod threats;

use crate::connect6::rules::{Colour, Point, Position, Turn};
use board::Board;
use candidates::{Width, candidates};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How an engine is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for what has been searched, in bytes; the rest of the engine takes a few
    /// megabytes more.
    pub memory: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { memory: 256 << 20 }
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
    _options: Options,
}

impl Engine {
    /// The score of a win at once; a win after n turns is worth n less.
    pub const WON: i32 = 30_000;

    /// An engine that knows nothing yet.
    pub fn new(options: Options) -> Engine {
        Engine { _options: options }
    }

    /// Forgets what it has searched.
    pub fn clear(&mut self) {}

    /// The best turn in a position that the budget lets it find; nothing if the game is
    /// over. What it learns is kept for later positions. Once `stop` is set it answers
    /// within about a millisecond. With the same position, the same nodes, no deadline and
    /// nothing learnt before, the answer is the same.
    pub fn think(
        &mut self,
        position: &Position,
        _budget: Budget,
        _stop: &AtomicBool,
    ) -> Option<Answer> {
        if position.outcome().is_some() {
            return None;
        }
        let turn = plain(position);
        Some(Answer {
            turn,
            score: 0,
            depth: 0,
            nodes: 1,
            line: vec![turn],
            proof: None,
        })
    }
}

/// A turn without any search.
fn plain(position: &Position) -> Turn {
    let board = Board::of(position);
    let colour = position.to_move();
    let two = |first: usize, second: usize| Turn::Two(at(first), at(second));
    if position.due() == 1 {
        return Turn::One(Point::CENTRE);
    }
    if let Some(window) = board.won(colour) {
        let mut gaps = board.gaps(window);
        let first = gaps.next().expect("a gap");
        let second = gaps.next();
        let any = || Point::all().map(Point::index);
        let second = second.or_else(|| any().find(|&cell| board.is_free(cell) && cell != first));
        return two(first, second.expect("two points are free"));
    }
    let width = Width {
        first: 16,
        second: 8,
    };
    if let Some(best) = candidates(&board, colour, width).first() {
        return two(best.pair.0 as usize, best.pair.1 as usize);
    }
    let mut free = Point::all().filter(|&point| board.is_free(point.index()));
    let (first, second) = (free.next(), free.next());
    let two = first
        .zip(second)
        .map(|(first, second)| Turn::Two(first, second));
    two.expect("two points are free, as the game goes on")
}

fn at(cell: usize) -> Point {
    Point::from_index(cell).expect("a point of the board")
}

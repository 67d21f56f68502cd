//! The interface between the beam and a game.

use crate::parameters::SearchParameters;
use std::sync::atomic::{AtomicBool, Ordering};

/// A move from a position, evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    /// The move.
    pub mv: M,
    /// Value of the move itself; summed along a line.
    pub reward: i32,
    /// Value of the position after it as it stands.
    pub eval: i32,
}

/// The value of a position over all pieces that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Mean of the best value with each piece.
    pub value: i32,
    /// Positions evaluated for it.
    pub nodes: u64,
}

/// Called before each piece of long work; true means to stop. Work that has begun is kept, and the
/// next call continues it.
pub type ShouldStop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Returns a function that first returns false, and then what `stop` returns. A loop that calls it
/// before each piece of work does at least one.
pub(crate) fn after_first_piece(stop: ShouldStop) -> impl Fn() -> bool + Sync {
    let asked = AtomicBool::new(false);
    move || {
        if asked.load(Ordering::Relaxed) {
            return stop();
        }
        asked.store(true, Ordering::Relaxed);
        false
    }
}

/// A game of one player that places a known queue of pieces, one a ply.
///
/// Every method is a function of its arguments and of the game alone, so that a search gives the
/// same result on any number of threads.
pub trait Game: Sync {
    /// What changes from ply to ply. Small: the search holds many.
    type Position: Copy + Send + Sync;
    /// A move.
    type Move: Copy + Ord + Send + Sync;
    /// A lookahead of several unknown pieces, which can be interrupted and continued.
    type Lookahead: Send;

    /// Returns for how many plies from the root the pieces are known. With 0 there is nothing to
    /// search.
    fn plies(&self) -> usize;

    /// Appends the evaluated moves of a position `ply` plies from the root, `ply` below
    /// [`Game::plies`].
    fn expand(&self, position: &Self::Position, ply: usize, out: &mut Vec<Child<Self::Move>>);

    /// Returns the position after one of the moves that [`Game::expand`] gave for it.
    fn play(&self, position: &Self::Position, ply: usize, mv: Self::Move) -> Self::Position;

    /// Returns a key: equal for equal positions, and with high probability only for those.
    fn key(&self, position: &Self::Position) -> u64;

    /// Returns the value of a position that lies `ply` plies from the root, at least
    /// [`Game::plies`], looking one unknown piece ahead.
    fn expectation(&self, position: &Self::Position, ply: usize) -> Expectation;

    /// Begins to look `depth` (at least 2) unknown pieces ahead from such a position.
    fn begin_lookahead(&self, position: &Self::Position, ply: usize, depth: u32)
    -> Self::Lookahead;

    /// Continues a lookahead and returns its value; `None` if `stop` returns true first.
    /// `lookahead` keeps what was found until then.
    fn continue_lookahead(
        &self,
        lookahead: &mut Self::Lookahead,
        stop: ShouldStop,
    ) -> Option<Expectation>;

    /// Returns about how many nodes an expectation of this depth takes.
    fn expectation_cost(&self, depth: u32) -> u64;

    /// Returns how the beam divides its nodes.
    fn parameters(&self) -> &SearchParameters {
        &SearchParameters::DEFAULT
    }
}

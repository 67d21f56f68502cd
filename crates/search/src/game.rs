//! What the beam asks of a game.

/// A move from a position, judged.
#[derive(Clone, Copy, Debug)]
pub struct Child<M> {
    /// The move.
    pub mv: M,
    /// What the move itself is worth; summed along a line.
    pub reward: i32,
    /// What the position after it is worth as it stands.
    pub eval: i32,
}

/// What a position is worth over all pieces that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Mean of the best that can be done with each piece.
    pub value: i32,
    /// Positions evaluated for it.
    pub nodes: u64,
}

/// Asked now and then by whoever does long work; true means to leave it.
pub type ShouldStop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A game of one player that places a known queue of pieces, one a ply.
///
/// Every method is a function of its arguments and of the game alone, so that a search
/// gives the same result on any number of threads.
pub trait Game: Sync {
    /// What changes from ply to ply. Small: the search holds many.
    type Position: Copy + Send + Sync;
    /// A move.
    type Move: Copy + Ord + Send + Sync;

    /// How many plies from the root the pieces are known for. With 0 there is nothing to
    /// search.
    fn plies(&self) -> usize;

    /// Appends the judged moves of a position `ply` plies from the root, `ply` below
    /// [`Game::plies`].
    fn expand(&self, position: &Self::Position, ply: usize, out: &mut Vec<Child<Self::Move>>);

    /// The position after one of the moves that [`Game::expand`] gave for it.
    fn play(&self, position: &Self::Position, ply: usize, mv: Self::Move) -> Self::Position;

    /// Equal for equal positions, and for practical purposes only for those.
    fn key(&self, position: &Self::Position) -> u64;

    /// What a position is worth that lies `ply` plies from the root, at least
    /// [`Game::plies`], looking `depth` (at least 1) unknown pieces ahead. `None` when `stop`
    /// says so first; with a depth of 1 it is not asked.
    fn expectation(
        &self,
        position: &Self::Position,
        ply: usize,
        depth: u32,
        stop: ShouldStop,
    ) -> Option<Expectation>;

    /// Nodes that an expectation of this depth takes, roughly.
    fn expectation_cost(&self, depth: u32) -> u64;
}

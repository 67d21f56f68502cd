//! What a session needs of a search, and what it gets from it.

use landfall_rules::{Placement, Ruleset, State};
use landfall_search::{RootMove, SearchOptions, VersusInfo};

/// A search that a session drives from position to position.
///
/// Implemented by [`BackgroundSearch`](crate::BackgroundSearch), which searches on a thread of its
/// own, and by [`SlicedSearch`](crate::SlicedSearch), which searches when its caller says so. With
/// a fixed number of nodes both give the same moves.
pub trait SearchDriver {
    /// Returns a search without a position.
    fn new(rules: &'static Ruleset, options: SearchOptions) -> Self
    where
        Self: Sized;

    /// Goes on from another position. What the search knows of it already is kept: everything for
    /// the same position, the best lines after a move or after garbage.
    fn set_root(&mut self, state: &State, versus: VersusInfo, change: RootChange);

    /// Returns the best moves so far in the position of the last [`SearchDriver::set_root`], which
    /// is `state`. With a fixed number of nodes it spends them first; else it returns at once.
    ///
    /// The moves are empty if there is no position, no piece, or no place for it.
    fn suggest(&mut self, state: &State) -> Suggestion;

    /// Stops the search and forgets the position.
    fn stop(&mut self);
}

/// How a position differs from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootChange {
    /// By its board, its hold or the pieces of its queue: earlier moves may be illegal.
    Replaced,
    /// By pieces at the end of the queue: moves that were found before are legal still.
    Extended,
}

/// What a search would play, and how it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Legal placements, the best first; empty only when nothing can be placed.
    pub moves: Vec<Placement>,
    /// Positions evaluated for this position so far.
    pub nodes: u64,
    /// Positions evaluated a second, if there is a clock.
    pub nps: Option<u64>,
    /// Placements looked ahead.
    pub depth: u32,
    /// The value of the best move, as text.
    pub extra: String,
}

impl Suggestion {
    /// Returns the suggestion of a search with these root moves, the best first. There is no
    /// clock here, so that `nps` is absent.
    pub(crate) fn from_root_moves(root_moves: &[RootMove<Placement>], nodes: u64) -> Suggestion {
        let best = root_moves.first();
        Suggestion {
            depth: best.map_or(0, |best| best.depth),
            extra: best.map_or(String::new(), |best| format!("value {}", best.value)),
            moves: root_moves.iter().map(|root_move| root_move.mv).collect(),
            nodes,
            nps: None,
        }
    }
}

//! The interface between a session and its search.

use crate::DriverOptions;
use landfall_rules::{Placement, Ruleset, State};
use landfall_search::beam::{RootLine, RootMove};
use landfall_search::tetris::VersusInfo;

/// A search that a session drives from position to position.
///
/// Implemented by [`BackgroundSearch`](crate::BackgroundSearch), which searches on a thread of its
/// own, and by [`SlicedSearch`](crate::SlicedSearch), which searches when its caller asks for it.
/// With a fixed number of nodes both give the same moves.
pub trait SearchDriver {
    /// Returns a search without a position.
    fn new(rules: &Ruleset, options: DriverOptions) -> Self
    where
        Self: Sized;

    /// Sets the position. The search keeps its results: all of them for the same position, the best
    /// lines after a move or after garbage.
    fn set_root(&mut self, state: &State, versus: VersusInfo, change: RootChange);

    /// Returns the best moves so far in the position of the last [`SearchDriver::set_root`], which
    /// is `state`. With a fixed number of nodes it spends them first; otherwise it returns at once.
    ///
    /// The moves are empty if there is no position, no piece, or no place for it.
    fn suggest(&mut self, state: &State) -> Suggestion;

    /// Returns an analysis of the position of the last [`SearchDriver::set_root`], which is `state`.
    /// It takes some milliseconds at most. With a fixed number of nodes it spends them first, unless
    /// [`SearchDriver::suggest`] has done so.
    fn analyse(&mut self, state: &State, request: AnalysisRequest) -> Analysis;

    /// Stops the search and forgets the position.
    fn stop(&mut self);
}

/// How a position differs from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootChange {
    /// Its board, its hold or the pieces of its queue differ: moves found before may be illegal.
    Replaced,
    /// It has more pieces at the end of the queue: moves found before are legal.
    Extended,
}

/// A request for an analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisRequest {
    /// The number of best moves to return.
    pub lines: usize,
    /// A legal move to evaluate to the same depth as the best one.
    pub mv: Option<Placement>,
}

/// The analysis of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Positions evaluated for this position so far.
    pub nodes: u64,
    /// Placements looked ahead.
    pub depth: u32,
    /// Evaluation of one line sent.
    pub line_value: i32,
    /// The best moves, the best first.
    pub lines: Vec<RootLine<Placement>>,
    /// The move that was asked for, and whether it has been searched as well as the best one.
    pub played: Option<(RootLine<Placement>, bool)>,
    /// Whether the search of this position has ended.
    pub finished: bool,
}

/// The best moves of a search, and how they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Legal placements, the best first; empty only when nothing can be placed.
    pub moves: Vec<Placement>,
    /// Positions evaluated for this position so far.
    pub nodes: u64,
    /// Positions evaluated per second, if there is a clock.
    pub nps: Option<u64>,
    /// Placements looked ahead.
    pub depth: u32,
    /// The value of the best move, as text.
    pub extra: String,
}

impl Suggestion {
    /// Returns the suggestion of a search with these root moves, the best first, without `nps`.
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

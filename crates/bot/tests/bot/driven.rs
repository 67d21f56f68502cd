//! A search with its position, driven as a session does it.

use landfall_bot::{DriverOptions, RootChange, SearchDriver, Suggestion};
use landfall_rules::{Piece, Placement, Randomizer, Ruleset, State};
use landfall_search::tetris::VersusInfo;

/// A search, its position, and the opponent.
pub struct Driven<D> {
    search: D,
    rules: Ruleset,
    state: Option<State>,
    versus: VersusInfo,
}

impl<D: SearchDriver> Driven<D> {
    /// Returns a search without a position.
    pub fn new(rules: &Ruleset, options: DriverOptions) -> Driven<D> {
        Driven {
            search: D::new(rules, options),
            rules: *rules,
            state: None,
            versus: VersusInfo::default(),
        }
    }

    /// Sets the information about the opponent from the next position on.
    pub fn set_versus(&mut self, versus: VersusInfo) {
        self.versus = versus;
    }

    /// Searches a position.
    pub fn set_position(&mut self, state: State) {
        self.state = Some(state);
        self.set_root(RootChange::Replaced);
    }

    /// Sets the position after a move.
    pub fn play(&mut self, placement: Placement) {
        let state = self.state.as_mut().expect("a position");
        let clear = state
            .try_play(&self.rules, &placement)
            .expect("a legal move");
        let garbage = &mut self.versus.pending_garbage;
        *garbage = garbage.saturating_sub(clear.attack);
        self.set_root(RootChange::Replaced);
    }

    /// Adds a piece to the queue.
    pub fn new_piece(&mut self, piece: Piece) {
        let state = self.state.as_mut().expect("a position");
        state.push_piece(piece);
        self.set_root(RootChange::Extended);
    }

    fn set_root(&mut self, change: RootChange) {
        let state = self.state.as_ref().expect("a position");
        self.search.set_root(state, self.versus, change);
    }

    /// Stops the search and forgets the position.
    pub fn stop(&mut self) {
        self.state = None;
        self.search.stop();
    }

    /// Returns the best moves so far.
    pub fn suggest(&mut self) -> Suggestion {
        match &self.state {
            Some(state) => self.search.suggest(state),
            None => self.search.suggest(&State::new(Randomizer::unknown())),
        }
    }

    /// Returns the search.
    pub fn search_mut(&mut self) -> &mut D {
        &mut self.search
    }
}

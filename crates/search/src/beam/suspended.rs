//! Work that a stop has interrupted: its results so far, and what is left. A search continues from
//! here, so that nothing is computed twice and the result does not depend on when it was stopped.

use super::Beam;
use super::parallel::Round;
use crate::game::{Expectation, Game, ShouldStop};
use std::sync::{Arc, Mutex, PoisonError};

/// What a stop has left unfinished.
#[derive(Default)]
pub enum Suspended<G: Game> {
    /// Nothing: the search is between two rounds.
    #[default]
    Nothing,
    /// A round from layer to layer.
    LayerRound(LayerRound),
    /// Parallel rounds, the oldest first.
    ParallelRounds(Vec<Arc<Round<G>>>),
    /// Lookaheads from positions of the last layer.
    Leaves(Vec<LeafLookahead<G>>),
}

/// A round from layer to layer.
#[derive(Clone, Copy)]
pub struct LayerRound {
    /// Positions that it takes of each layer.
    pub batch: usize,
    /// The next layer.
    pub depth: usize,
    /// Positions taken of the layers before.
    pub taken: usize,
}

impl LayerRound {
    /// Returns a round that has not begun.
    pub fn new(batch: usize) -> LayerRound {
        LayerRound {
            batch,
            depth: 0,
            taken: 0,
        }
    }
}

/// A lookahead from a position of the last layer.
pub struct LeafLookahead<G: Game> {
    /// The index of the position.
    pub node: u32,
    /// The lookahead, once it has begun. One thread at a time has it.
    begun: Mutex<Option<G::Lookahead>>,
}

impl<G: Game> LeafLookahead<G> {
    /// Returns a lookahead from the position with this index, not begun.
    pub fn new(node: u32) -> LeafLookahead<G> {
        LeafLookahead {
            node,
            begun: Mutex::new(None),
        }
    }

    /// Continues to look `depth` pieces ahead from the position, which is `ply` plies from the
    /// root. Returns `None` if `stop` returns true first.
    pub fn advance(
        &self,
        game: &G,
        position: &G::Position,
        ply: usize,
        depth: u32,
        stop: ShouldStop,
    ) -> Option<Expectation> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.is_none() && stop() {
            return None;
        }
        let lookahead = begun.get_or_insert_with(|| game.begin_lookahead(position, ply, depth));
        game.continue_lookahead(lookahead, stop)
    }
}

impl<G: Game> Beam<G> {
    /// Ends what is suspended, for another game from the same root: keeps what was found, and leaves
    /// the rest to the rounds to come.
    pub(super) fn end_suspended(&mut self) {
        match std::mem::take(&mut self.suspended) {
            // The layers are as after a narrower round.
            Suspended::Nothing | Suspended::LayerRound(_) => {}
            Suspended::ParallelRounds(rounds) => {
                for round in rounds {
                    let outputs = round.take_outputs();
                    self.layer_update().add_round(&round, &outputs);
                }
            }
            Suspended::Leaves(leaves) => {
                let left = leaves.into_iter().map(|leaf| leaf.node);
                self.expectations.pending.extend(left);
            }
        }
    }
}

//! A whole game by the rules of the framework.

use super::dealer::Dealer;
use crate::geometry::{Field, Situation};
use crate::messages::PREVIEWS;
use crate::plan::dropped;
use crate::polyomino::Pose;
use crate::search::{lock, points};

/// A game under way.
#[derive(Clone, Debug)]
pub struct Match {
    /// Board, score and known blocks.
    pub situation: Situation,
    /// Blocks placed.
    pub moves: u32,
    /// Whether the current block cannot enter.
    pub over: bool,
    dealer: Dealer,
}

impl Match {
    /// A game on an empty board, at a score; the framework begins at 0.
    pub fn new(mut dealer: Dealer, score: u32) -> Match {
        let first = dealer.deal(score);
        // The framework holds one block back and never plays it.
        dealer.deal(score);
        let mut blocks = vec![first];
        blocks.extend((0..PREVIEWS).map(|_| dealer.deal(score)));
        Match {
            situation: Situation {
                field: Field::EMPTY,
                score,
                blocks,
            },
            moves: 0,
            over: false,
            dealer,
        }
    }

    /// Drops the current block in a legal pose; says how many rows that cleared.
    pub fn play(&mut self, pose: Pose) -> usize {
        let Situation {
            field,
            score,
            blocks,
        } = &mut self.situation;
        let block = blocks.remove(0).block;
        let rows = lock(field, &block, dropped(field, &block, pose));
        *score += points(rows);
        blocks.push(self.dealer.deal(*score));
        self.moves += 1;
        self.over = !blocks[0].fits(field);
        rows
    }
}

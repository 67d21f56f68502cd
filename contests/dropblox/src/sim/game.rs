//! A game by the rules of the framework.

use super::block_generator::BlockGenerator;
use crate::convert::{DropbloxBoard, GameState};
use crate::game::{lock, points_for_rows};
use crate::messages::PREVIEWS;
use crate::path::dropped_pose;
use crate::polyomino::Pose;

/// A game under way.
#[derive(Clone, Debug)]
pub struct SimGame {
    /// Board, score and known blocks.
    pub state: GameState,
    /// Blocks placed.
    pub moves: u32,
    /// Whether the current block cannot enter.
    pub is_over: bool,
    generator: BlockGenerator,
}

impl SimGame {
    /// Returns a game on an empty board at a score; the framework begins at 0.
    pub fn new(mut generator: BlockGenerator, score: u32) -> SimGame {
        let first = generator.next_block(score);
        // The framework holds one block back and never plays it.
        generator.next_block(score);
        let mut blocks = vec![first];
        blocks.extend((0..PREVIEWS).map(|_| generator.next_block(score)));
        SimGame {
            state: GameState {
                board: DropbloxBoard::EMPTY,
                score,
                blocks,
            },
            moves: 0,
            is_over: false,
            generator,
        }
    }

    /// Drops the current block from a legal pose. Returns how many rows that cleared.
    pub fn play(&mut self, pose: Pose) -> usize {
        let GameState {
            board,
            score,
            blocks,
        } = &mut self.state;
        let block = blocks.remove(0).shape;
        let rows = lock(board, &block, dropped_pose(board, &block, pose));
        *score += points_for_rows(rows);
        blocks.push(self.generator.next_block(*score));
        self.moves += 1;
        self.is_over = !blocks[0].fits(board);
        rows
    }
}

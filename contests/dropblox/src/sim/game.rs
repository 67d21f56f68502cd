//! A game by the rules of the framework.

use super::block_generator::BlockGenerator;
use crate::convert::{DropbloxBoard, GameState};
use crate::game::{lock, points_for_rows};
use crate::messages::PREVIEWS;
use crate::path::dropped_pose;
use crate::polyomino::Pose;

/// A game in progress.
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
        // The framework reserves one block and never plays it.
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

    /// Returns the state with the next `count` blocks, which no player can see, as they would be
    /// dealt at the current score.
    pub fn clairvoyant_state(&self, count: usize) -> GameState {
        let mut generator = self.generator.clone();
        let mut state = self.state.clone();
        let score = state.score;
        let unseen = (0..count).map(|_| generator.next_block(score));
        state.blocks.extend(unseen);
        state
    }

    /// Drops the current block from a legal pose. Returns the number of cleared rows.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::find_resting_poses;
    use crate::sim::BlockSet;
    use std::sync::Arc;

    #[test]
    fn unseen_blocks_are_dealt_later() {
        let generator = BlockGenerator::new(Arc::new(BlockSet::enumerated()), 3);
        let mut game = SimGame::new(generator, 0);
        let known = PREVIEWS + 1;
        let foreseen = game.clairvoyant_state(5).blocks;
        assert_eq!(foreseen.len(), known + 5);
        assert_eq!(foreseen[..known], game.state.blocks);
        for _ in 0..5 {
            let mut poses = Vec::new();
            find_resting_poses(&game.state.board, &game.state.blocks[0], &mut poses);
            // Nothing is cleared, so the score does not change.
            let (board, block) = (game.state.board, game.state.blocks[0].shape.clone());
            let clears_none = |pose: &&Pose| lock(&mut board.clone(), &block, **pose) == 0;
            let pose = poses.iter().find(clears_none).expect("an open place");
            game.play(*pose);
        }
        assert_eq!(game.state.blocks, foreseen[5..]);
    }
}

//! Games that provide samples: the player plays them, with rollouts from leaves of its lines.

use super::sample::{ROLLOUTS, Sample};
use crate::convert::DropbloxBoard;
use crate::game::{NO_MOVE, run_beam};
use crate::leaves::{Leaf, Line, ranked_lines};
use crate::player::Player;
use crate::sim::{BlockGenerator, BlockSet, SimGame};
use crate::value_net::NetInput;
use landfall_rules::rng::{SplitMix64, mix64};
use landfall_search::{SearchLimits, ThreadPool};
use std::ops::Range;
use std::sync::Arc;

/// Starting scores of games: from some time before blocks begin to be hard.
const START_SCORES: Range<u32> = 320..540;

/// Moves before the first sampled position, so that the board is typical of a game.
const FIRST_SAMPLE_MOVES: Range<u32> = 8..24;

/// Moves from one sampled position to the next.
const SAMPLE_INTERVAL_MOVES: Range<u32> = 6..15;

/// Leaves per sampled position.
const LEAVES_PER_POSITION: usize = 3;

/// The number of best lines from which the other leaves are drawn.
const MAX_LEAF_RANK: usize = 100;

/// How games and rollouts are played.
#[derive(Clone, Copy, Debug)]
pub struct DatagenConfig<'a> {
    /// The player.
    pub player: Player<'a>,
    /// Nodes per move.
    pub nodes: u64,
    /// Moves per rollout.
    pub rollout_moves: u32,
}

/// Plays the game of a seed and returns its samples.
pub fn generate_samples(
    config: &DatagenConfig,
    seed: u64,
    block_set: &Arc<BlockSet>,
) -> Vec<Sample> {
    let mut sampler = LeafSampler(SplitMix64::new(mix64(seed ^ SEED_STREAM)));
    let from = sampler.draw(START_SCORES);
    let mut game = SimGame::new(BlockGenerator::new(Arc::clone(block_set), seed), from);
    let mut samples = Vec::new();
    let mut moves_to_sample = sampler.draw(FIRST_SAMPLE_MOVES);
    while !game.is_over {
        let lines = search_lines(config, &game);
        let Some(best) = best_leaf(&lines) else { break };
        if moves_to_sample == 0 {
            let position = (samples.len() / LEAVES_PER_POSITION) as u32;
            let salt = sampler.0.next_u64();
            let generator = |generator| {
                BlockGenerator::new(Arc::clone(block_set), mix64(salt ^ generator as u64))
            };
            samples.extend(sampler.draw_leaves(&lines).into_iter().map(|leaf| Sample {
                game: seed,
                position,
                leaf,
                outcomes: std::array::from_fn::<_, ROLLOUTS, _>(|i| {
                    rollout(config, leaf, generator(i))
                }),
            }));
            moves_to_sample = sampler.draw(SAMPLE_INTERVAL_MOVES);
        } else {
            moves_to_sample -= 1;
        }
        game.play(best.first_move);
    }
    samples
}

/// Separates these random numbers from those that deal the blocks.
const SEED_STREAM: u64 = 0x6c69_6e65_7300_0001;

/// Continues the game from a leaf. Returns the leaf of the best line at the end.
fn rollout(config: &DatagenConfig, leaf: NetInput, generator: BlockGenerator) -> NetInput {
    let mut game = SimGame::new(generator, leaf.score);
    game.state.board = leaf.board;
    let mut lines = search_lines(config, &game);
    for _ in 0..config.rollout_moves {
        let Some(best) = best_leaf(&lines) else { break };
        game.play(best.first_move);
        lines = search_lines(config, &game);
    }
    best_leaf(&lines).map_or(
        NetInput {
            score: game.state.score,
            board: DropbloxBoard::EMPTY,
        },
        recorded_position,
    )
}

/// Returns the best lines, best first; none when the block cannot enter.
fn search_lines(config: &DatagenConfig, game: &SimGame) -> Vec<Line> {
    let (limits, pool) = (SearchLimits::nodes(config.nodes), ThreadPool::new(1));
    let beam = run_beam(&game.state, config.player.weights, &pool, &limits);
    let of = |mut beam| ranked_lines(&mut beam, &game.state, config.player.net);
    beam.map(of).unwrap_or_default()
}

/// Returns the leaf of the best line, if that line has a move.
fn best_leaf(lines: &[Line]) -> Option<&Leaf> {
    let best = lines.first().map(|line| &line.leaf);
    best.filter(|leaf| leaf.first_move != NO_MOVE)
}

/// Returns a leaf as samples record it: with an empty board if the game is over.
fn recorded_position(leaf: &Leaf) -> NetInput {
    let board = if leaf.is_over {
        DropbloxBoard::EMPTY
    } else {
        leaf.position.board
    };
    NetInput {
        board,
        ..leaf.position
    }
}

/// The random choices of a game.
struct LeafSampler(SplitMix64);

impl LeafSampler {
    fn draw(&mut self, range: Range<u32>) -> u32 {
        range.start + self.0.below(range.end - range.start)
    }

    /// Returns different leaves of games in progress, the best among them; none if there are too
    /// few.
    fn draw_leaves(&mut self, lines: &[Line]) -> Vec<NetInput> {
        let mut candidates: Vec<NetInput> = Vec::new();
        for line in lines.iter().filter(|line| !line.leaf.is_over) {
            if candidates.len() < MAX_LEAF_RANK && !candidates.contains(&line.leaf.position) {
                candidates.push(line.leaf.position);
            }
        }
        if candidates.len() < LEAVES_PER_POSITION {
            return Vec::new();
        }
        let mut leaves = vec![candidates.remove(0)];
        while leaves.len() < LEAVES_PER_POSITION {
            let index = self.0.below(candidates.len() as u32) as usize;
            leaves.push(candidates.swap_remove(index));
        }
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::TUNED;

    fn config(rollout_moves: u32) -> DatagenConfig<'static> {
        DatagenConfig {
            player: Player {
                weights: &TUNED,
                net: None,
            },
            nodes: 300,
            rollout_moves,
        }
    }

    /// The same seed gives the same samples. They are leaves of lines, three different ones per
    /// position; no outcome has fewer points than its leaf.
    #[test]
    fn a_game_gives_leaves_and_their_outcomes() {
        let block_set = Arc::new(BlockSet::enumerated());
        let config = config(3);
        let samples = generate_samples(&config, 3, &block_set);
        assert_eq!(samples, generate_samples(&config, 3, &block_set));
        assert!(
            samples.len() >= 3 * LEAVES_PER_POSITION,
            "{}",
            samples.len()
        );
        for (position, leaves) in samples.chunks(LEAVES_PER_POSITION).enumerate() {
            let together = |sample: &Sample| sample.position == position as u32;
            assert!(leaves.iter().all(together));
            assert_ne!(leaves[0].leaf, leaves[1].leaf);
            assert_ne!(leaves[1].leaf, leaves[2].leaf);
            assert_ne!(leaves[2].leaf, leaves[0].leaf);
        }
        for sample in &samples {
            assert_eq!(sample.game, 3);
            let points = |later: &NetInput| later.score >= sample.leaf.score;
            assert!(sample.outcomes.iter().all(points), "{sample:?}");
        }
        let of_rows = |sample: &Sample| sample.outcomes[0] != sample.outcomes[1];
        assert!(samples.iter().any(of_rows), "rows have blocks of their own");
    }

    /// The outcome of a leaf is taken this many moves later, or earlier if the game is over.
    #[test]
    fn the_outcome_of_a_leaf_is_taken_some_moves_later() {
        let block_set = Arc::new(BlockSet::enumerated());
        let later = |moves, board| {
            let generator = BlockGenerator::new(Arc::clone(&block_set), 5);
            rollout(&config(moves), NetInput { score: 500, board }, generator)
        };
        let cells = |moment: &NetInput| {
            let columns = moment.board.columns.iter();
            columns.map(|column| column.count_ones()).sum::<u32>()
        };
        let [soon, late] = [0, 12].map(|moves| later(moves, DropbloxBoard::EMPTY));
        let all = |moment: &NetInput| cells(moment) + 12 * (moment.score - 500);
        assert!(all(&late) > all(&soon) + 12 * 3, "{soon:?} {late:?}");
        let mut full = DropbloxBoard::EMPTY;
        full.columns = [(1 << 33) - 1; 12];
        let over = NetInput {
            score: 500,
            board: DropbloxBoard::EMPTY,
        };
        assert_eq!(later(4, full), over);
    }
}

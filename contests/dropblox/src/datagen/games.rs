//! Games under study.

use super::sample::{ROLLOUTS, Sample};
use crate::convert::DropbloxBoard;
use crate::game::{NO_MOVE, run_beam};
use crate::leaves::{Leaf, Line, ranked_lines};
use crate::player::Player;
use crate::sim::{BlockGenerator, BlockSet, SimGame};
use crate::value_net::NetInput;
use landfall_rules::{SplitMix64, mix64};
use landfall_search::{SearchLimits, ThreadPool};
use std::ops::Range;
use std::sync::Arc;

/// Scores that games begin with: from a while before blocks begin to be hard.
const START_SCORES: Range<u32> = 320..540;

/// Moves before the first position that is looked at: a board that a game has made.
const FIRST_SAMPLE_MOVES: Range<u32> = 8..24;

/// Moves from one such position to the next.
const SAMPLE_INTERVAL_MOVES: Range<u32> = 6..15;

/// Ends of a position.
const LEAVES_PER_POSITION: usize = 3;

/// Of the lines that stand best so many may be taken besides the best.
const MAX_LEAF_RANK: usize = 100;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct DatagenConfig<'a> {
    /// Who plays.
    pub player: Player<'a>,
    /// Nodes a move.
    pub nodes: u64,
    /// Moves from an end to where it is seen what came of it.
    pub rollout_moves: u32,
}

/// Plays the game of a seed; gives what was seen of its lines.
pub fn generate_samples(
    study: &DatagenConfig,
    seed: u64,
    catalogue: &Arc<BlockSet>,
) -> Vec<Sample> {
    let mut chance = LeafSampler(SplitMix64::new(mix64(seed ^ SEED_STREAM)));
    let from = chance.draw(START_SCORES);
    let mut game = SimGame::new(BlockGenerator::new(Arc::clone(catalogue), seed), from);
    let mut samples = Vec::new();
    let mut wait = chance.draw(FIRST_SAMPLE_MOVES);
    while !game.is_over {
        let lines = search_lines(study, &game);
        let Some(best) = best_leaf(&lines) else { break };
        if wait == 0 {
            let position = (samples.len() / LEAVES_PER_POSITION) as u32;
            let salt = chance.0.next_u64();
            let row = |row| BlockGenerator::new(Arc::clone(catalogue), mix64(salt ^ row as u64));
            samples.extend(chance.draw_leaves(&lines).into_iter().map(|end| Sample {
                game: seed,
                position,
                leaf: end,
                outcomes: std::array::from_fn::<_, ROLLOUTS, _>(|i| rollout(study, end, row(i))),
            }));
            wait = chance.draw(SAMPLE_INTERVAL_MOVES);
        } else {
            wait -= 1;
        }
        game.play(best.first_move);
    }
    samples
}

/// Sets these numbers apart from those that deal the blocks.
const SEED_STREAM: u64 = 0x6c69_6e65_7300_0001;

/// Plays on from an end; gives the end of the best line that there is then.
fn rollout(study: &DatagenConfig, end: NetInput, dealer: BlockGenerator) -> NetInput {
    let mut game = SimGame::new(dealer, end.score);
    game.state.board = end.board;
    let mut lines = search_lines(study, &game);
    for _ in 0..study.rollout_moves {
        let Some(best) = best_leaf(&lines) else { break };
        game.play(best.first_move);
        lines = search_lines(study, &game);
    }
    best_leaf(&lines).map_or(
        NetInput {
            score: game.state.score,
            board: DropbloxBoard::EMPTY,
        },
        recorded_position,
    )
}

/// The lines that stand best; none when the block cannot enter.
fn search_lines(study: &DatagenConfig, game: &SimGame) -> Vec<Line> {
    let (budget, crew) = (SearchLimits::nodes(study.nodes), ThreadPool::new(1));
    let beam = run_beam(&game.state, study.player.weights, &crew, &budget);
    let of = |mut beam| ranked_lines(&mut beam, &game.state, study.player.net);
    beam.map(of).unwrap_or_default()
}

/// The end of the best line, if it makes a move.
fn best_leaf(lines: &[Line]) -> Option<&Leaf> {
    let best = lines.first().map(|line| &line.leaf);
    best.filter(|end| end.first_move != NO_MOVE)
}

/// An end as it is noted.
fn recorded_position(end: &Leaf) -> NetInput {
    let field = if end.is_over {
        DropbloxBoard::EMPTY
    } else {
        end.position.board
    };
    NetInput {
        board: field,
        ..end.position
    }
}

/// Chance of a game.
struct LeafSampler(SplitMix64);

impl LeafSampler {
    fn draw(&mut self, range: Range<u32>) -> u32 {
        range.start + self.0.below(range.end - range.start)
    }

    /// Different ends of lines that do not lose the game, the best among them; none if there
    /// are too few.
    fn draw_leaves(&mut self, lines: &[Line]) -> Vec<NetInput> {
        let mut left: Vec<NetInput> = Vec::new();
        for line in lines.iter().filter(|line| !line.leaf.is_over) {
            if left.len() < MAX_LEAF_RANK && !left.contains(&line.leaf.position) {
                left.push(line.leaf.position);
            }
        }
        if left.len() < LEAVES_PER_POSITION {
            return Vec::new();
        }
        let mut ends = vec![left.remove(0)];
        while ends.len() < LEAVES_PER_POSITION {
            let stray = self.0.below(left.len() as u32) as usize;
            ends.push(left.swap_remove(stray));
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::TUNED;

    /// A game is the same whenever it is played. Its samples are ends of lines, three different
    /// ones of a position; scores never fall, and what comes later has no fewer points.
    #[test]
    fn a_game_gives_ends_and_what_came_of_them() {
        let catalogue = Arc::new(BlockSet::enumerated());
        let study = DatagenConfig {
            player: Player {
                weights: &TUNED,
                net: None,
            },
            nodes: 300,
            rollout_moves: 3,
        };
        let samples = generate_samples(&study, 3, &catalogue);
        assert_eq!(samples, generate_samples(&study, 3, &catalogue));
        assert!(
            samples.len() >= 3 * LEAVES_PER_POSITION,
            "{}",
            samples.len()
        );
        for (position, ends) in samples.chunks(LEAVES_PER_POSITION).enumerate() {
            assert!(ends.iter().all(|sample| sample.position == position as u32));
            assert_ne!(ends[0].leaf, ends[1].leaf);
            assert_ne!(ends[1].leaf, ends[2].leaf);
            assert_ne!(ends[2].leaf, ends[0].leaf);
        }
        for sample in &samples {
            assert_eq!(sample.game, 3);
            let points = |later: &NetInput| later.score >= sample.leaf.score;
            assert!(sample.outcomes.iter().all(points), "{sample:?}");
        }
        let of_rows = |sample: &Sample| sample.outcomes[0] != sample.outcomes[1];
        assert!(samples.iter().any(of_rows), "rows have blocks of their own");
    }

    /// What comes of an end is seen so many moves later, and no longer if the game is over.
    #[test]
    fn what_came_of_an_end_is_seen_some_moves_later() {
        let catalogue = Arc::new(BlockSet::enumerated());
        let later = |moves, field| {
            let study = DatagenConfig {
                player: Player {
                    weights: &TUNED,
                    net: None,
                },
                nodes: 300,
                rollout_moves: moves,
            };
            let dealer = BlockGenerator::new(Arc::clone(&catalogue), 5);
            rollout(
                &study,
                NetInput {
                    score: 500,
                    board: field,
                },
                dealer,
            )
        };
        let cells = |moment: &NetInput| {
            let columns = moment.board.columns.iter();
            columns.map(|column| column.count_ones()).sum::<u32>()
        };
        let (soon, late) = (
            later(0, DropbloxBoard::EMPTY),
            later(12, DropbloxBoard::EMPTY),
        );
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

//! Branches, their values, and the choice among root moves.

use super::*;
use crate::convert::DropbloxBoard;
use crate::leaves::ranked_lines;
use crate::sim::{BlockGenerator, BlockSet, SimGame, sample_blocks};
use crate::weights::TUNED;
use std::sync::Arc;

const NODES: u64 = 2_000;

fn at(from: u32, moves: usize) -> GameState {
    let generator = BlockGenerator::new(Arc::new(BlockSet::enumerated()), 4);
    let mut game = SimGame::new(generator, from);
    for _ in 0..moves {
        let lines = found(&game.state, None);
        game.play(lines[0].leaf.first_move);
    }
    game.state
}

/// Returns a position in which several root moves are compared.
fn undecided(net: &ValueNet) -> GameState {
    let mut states = (8..40).map(|moves| at(480, moves));
    let several = |state: &GameState| root_candidates(&found(state, Some(net))).len() > 2;
    states.find(several).expect("such a one")
}

/// Returns a branch in the middle of a game.
fn branch() -> RootBranch {
    grown(&at(500, 8))
}

/// Returns the branch of the best root move.
fn grown(state: &GameState) -> RootBranch {
    let root_move = found(state, None)[0].leaf.first_move;
    let limits = SearchLimits::nodes(NODES);
    RootBranch::grow(state, root_move, &TUNED, &ThreadPool::new(1), &limits)
}

fn evaluators(net: &ValueNet) -> Evaluators<'_> {
    Evaluators {
        weights: &TUNED,
        net,
    }
}

fn found(state: &GameState, net: Option<&ValueNet>) -> Vec<Line> {
    let (pool, limits) = (ThreadPool::new(1), SearchLimits::nodes(NODES));
    let beam = run_beam(state, &TUNED, &pool, &limits);
    ranked_lines(&mut beam.expect("it goes on"), state, net)
}

fn chosen(
    state: &GameState,
    net: &ValueNet,
    threads: usize,
    elapsed: &(dyn Fn(f64) -> bool + Sync),
) -> Option<Pose> {
    let lookahead = LookaheadLimits {
        sample_blocks: &|| sample_blocks(&BlockSet::enumerated(), state.score, 16, 1),
        elapsed,
    };
    let evaluators = evaluators(net);
    let lines = found(state, Some(net));
    let pool = ThreadPool::new(threads);
    best_root_move(state, (&lines, 4 * NODES), evaluators, &pool, &lookahead)
}

#[test]
fn the_same_first_move_is_chosen_on_any_number_of_threads() {
    let net = ValueNet::built_in().expect("values");
    let state = undecided(&net);
    let alone = chosen(&state, &net, 1, &|_| false);
    let root_moves = root_candidates(&found(&state, Some(&net)));
    assert!(root_moves.contains(&alone.expect("a move")));
    assert_eq!(alone, chosen(&state, &net, 3, &|_| false));
    let beam_over = |share| share <= 0.0;
    let after_beam = chosen(&state, &net, 1, &beam_over);
    assert_eq!(alone, after_beam, "when the beam ends the branches begin");
}

#[test]
fn without_time_for_a_round_nothing_is_chosen() {
    let net = ValueNet::built_in().expect("values");
    let state = undecided(&net);
    assert_eq!(chosen(&state, &net, 1, &|_| true), None);
    assert_eq!(chosen(&state, &net, 1, &|share| share > 0.9), None);
}

/// The value of a branch is the best of its leaves with a block, and never less than its certain
/// score.
#[test]
fn the_value_of_a_branch_is_its_best_leaf() {
    let net = ValueNet::built_in().expect("values");
    let evaluators = evaluators(&net);
    let branch = branch();
    assert!(branch.leaves.len() > LANES, "{}", branch.leaves.len());
    let block = &sample_blocks(&BlockSet::enumerated(), 500, 1, 3)[0];
    let next = &FutureBlocks {
        next: block,
        second: Vec::new(),
    };
    let whole = branch.expected_score(next, evaluators);
    assert!(whole >= branch.certain_score as f32);
    let one = |leaf: &Leaf| RootBranch {
        root_move: branch.root_move,
        leaves: vec![*leaf],
        certain_score: branch.certain_score,
    };
    let alone = branch
        .leaves
        .iter()
        .map(|leaf| one(leaf).expected_score(next, evaluators));
    let alone = alone.fold(0.0, f32::max);
    assert!((whole - alone).abs() < 1.0, "{whole} and {alone}");
    let nowhere = RootBranch {
        leaves: Vec::new(),
        ..branch
    };
    assert_eq!(
        nowhere.expected_score(next, evaluators),
        nowhere.certain_score as f32
    );
}

/// With second blocks, the value of a branch is the mean of the values after each of them: more
/// than the net predicted, if they bring more.
#[test]
fn the_value_of_a_block_is_the_mean_over_second_blocks() {
    let net = ValueNet::built_in().expect("values");
    let evaluators = evaluators(&net);
    let branch = branch();
    let blocks = sample_blocks(&BlockSet::enumerated(), 500, 3, 3);
    let with = |after: &[usize]| {
        let future = FutureBlocks {
            next: &blocks[0],
            second: after.iter().map(|&i| &blocks[i]).collect(),
        };
        branch.expected_score(&future, evaluators)
    };
    let (one, other) = (with(&[1]), with(&[2]));
    assert_ne!(one, other);
    assert_eq!(with(&[1, 2]), (one + other) / 2.0);

    let leaves = branch.leaves_with_block(&blocks[0], EVALUATED_PLACEMENTS, evaluators);
    let next = branch.after_block(leaves.clone());
    assert_eq!(next.leaves.len(), SECOND_PLY_LEAVES);
    assert!(next.leaves.is_sorted_by(|a, b| a.total >= b.total));
    assert_eq!(
        next.leaves[0].total,
        best_total(0, &leaves),
        "the best is kept"
    );
    let again = next.leaves_with_block(&blocks[1], SECOND_PLY_PLACEMENTS, evaluators);
    assert_eq!(one, best_total(next.certain_score, &again));
    assert!(next.certain_score >= next.leaves[0].position.score);
}

/// Every block is followed by this many others, from small to large.
#[test]
fn deals_have_some_of_all_blocks_after_each() {
    let blocks = sample_blocks(&BlockSet::enumerated(), 560, 64, 9);
    let futures = future_blocks(&blocks, SECOND_BLOCKS);
    assert_eq!(futures.len(), blocks.len());
    let place = |block: &&FallingBlock| blocks.iter().position(|other| std::ptr::eq(other, *block));
    let mut seen = [0; 64];
    for future in &futures {
        assert_eq!(future.second.len(), SECOND_BLOCKS);
        let places: Vec<usize> = future.second.iter().filter_map(place).collect();
        assert!(
            places.is_sorted_by(|a, b| a + 64 / SECOND_BLOCKS == *b),
            "{places:?}"
        );
        places.iter().for_each(|&place| seen[place] += 1);
    }
    assert!(seen.iter().all(|&times| times == SECOND_BLOCKS), "{seen:?}");
    let few = future_blocks(&blocks[..3], SECOND_BLOCKS);
    assert!(few.iter().all(|future| future.second.len() == 3));
    assert!(
        future_blocks(&blocks, 0)
            .iter()
            .all(|future| future.second.is_empty())
    );
    assert!(future_blocks(&[], SECOND_BLOCKS).is_empty());
}

#[test]
fn a_branch_without_known_blocks_has_one_leaf() {
    let mut state = at(500, 8);
    state.blocks.truncate(1);
    let branch = grown(&state);
    assert_eq!(branch.leaves.len(), 1);
    let board = branch.leaves[0].position.board;
    assert_eq!(board, state_after(&state, branch.root_move).board);
    assert_ne!(board, DropbloxBoard::EMPTY);
}

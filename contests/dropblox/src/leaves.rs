//! The ends of a beam's lines, judged by how many points the game brings from there.

use super::convert::GameState;
use super::game::{DropbloxGame, NO_MOVE, lock, points_for_rows};
use super::lanes::LANES;
use super::value_net::{BatchEval, NetInput, ValueNet};
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::dispatch;
use landfall_search::Beam;
use std::cmp::Ordering;

/// Ends that are judged, at most.
const MAX_LEAVES: usize = 400;

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// The line's first move.
    pub first_move: Pose,
    /// The board and the score there.
    pub position: NetInput,
    /// What was cleared on the way, by the weights.
    pub reward: i32,
    /// Whether the game is over there.
    pub is_over: bool,
    /// Points at the end of the game, as far as they can be told.
    pub total: f32,
}

/// A line with its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, as many as there are known blocks.
    pub moves: Vec<Pose>,
    /// Where it ends.
    pub leaf: Leaf,
}

/// The lines that stand best, the best first: by what `values` say of their ends, else as they
/// stand.
pub fn ranked_lines(
    beam: &mut Beam<DropbloxGame>,
    situation: &GameState,
    values: Option<&ValueNet>,
) -> Vec<Line> {
    let mut lines = beam_lines(beam, situation, MAX_LEAVES);
    if let Some(values) = values {
        let mut ends: Vec<Leaf> = lines.iter().map(|line| line.leaf).collect();
        evaluate_leaves(&mut ends, values);
        for (line, end) in lines.iter_mut().zip(ends) {
            line.leaf = end;
        }
        lines.sort_by(|a, b| by_total(&a.leaf, &b.leaf));
    }
    lines
}

/// Up to `most` lines, as they stand.
pub fn beam_lines(beam: &mut Beam<DropbloxGame>, situation: &GameState, most: usize) -> Vec<Line> {
    beam.fill_last_layer(most);
    let weights = beam.game().weights;
    let found = beam.best_lines(most).into_iter();
    found
        .filter_map(|moves| play_line(situation, moves, weights))
        .collect()
}

/// A line played to its end.
fn play_line(situation: &GameState, moves: Vec<Pose>, weights: &Weights) -> Option<Line> {
    let (mut score, mut reward) = (situation.score, 0);
    let mut field = situation.board;
    for (&mv, entrant) in moves.iter().zip(&situation.blocks) {
        if mv != NO_MOVE {
            let rows = lock(&mut field, &entrant.shape, mv);
            score += points_for_rows(rows);
            reward += weights.rows[rows];
        }
    }
    let end = Leaf {
        first_move: *moves.first()?,
        position: NetInput {
            score,
            board: field,
        },
        reward,
        is_over: moves.contains(&NO_MOVE),
        total: score as f32,
    };
    Some(Line { moves, leaf: end })
}

/// Adds what the games bring from these ends.
pub fn evaluate_leaves(ends: &mut [Leaf], values: &ValueNet) {
    for some in ends.chunks_mut(LANES) {
        let moments: Vec<NetInput> = some.iter().map(|end| end.position).collect();
        let found = dispatch(BatchEval {
            net: values,
            inputs: &moments,
        });
        for (end, value) in some.iter_mut().zip(found) {
            if !end.is_over {
                end.total += value;
            }
        }
    }
}

fn by_total(a: &Leaf, b: &Leaf) -> Ordering {
    b.total
        .total_cmp(&a.total)
        .then(a.first_move.cmp(&b.first_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::run_beam;
    use crate::sim::{BlockGenerator, BlockSet, SimGame};
    use crate::weights::TUNED;
    use landfall_search::{SearchLimits, ThreadPool};
    use std::sync::Arc;

    /// Some moves into a game, with the lines that a search finds there.
    fn judged(values: Option<&ValueNet>) -> (GameState, Vec<Line>) {
        let catalogue = Arc::new(BlockSet::enumerated());
        let mut game = SimGame::new(BlockGenerator::new(catalogue, 4), 480);
        for _ in 0..12 {
            let crew = ThreadPool::new(1);
            let beam = run_beam(&game.state, &TUNED, &crew, &SearchLimits::nodes(500));
            let lines = ranked_lines(&mut beam.expect("it goes on"), &game.state, values);
            game.play(lines[0].leaf.first_move);
        }
        let crew = ThreadPool::new(1);
        let beam = run_beam(&game.state, &TUNED, &crew, &SearchLimits::nodes(2_000));
        let lines = ranked_lines(&mut beam.expect("it goes on"), &game.state, values);
        (game.state, lines)
    }

    #[test]
    fn lines_come_with_their_ends_the_best_first() {
        let values = ValueNet::built_in().expect("values");
        let (situation, lines) = judged(Some(&values));
        assert!(lines.len() > LANES, "{}", lines.len());
        assert!(lines.is_sorted_by(|a, b| a.leaf.total >= b.leaf.total));
        for line in &lines {
            assert_eq!(line.moves.len(), situation.blocks.len());
            assert_eq!(line.moves[0], line.leaf.first_move);
            assert!(line.leaf.position.score >= situation.score);
            assert!(line.leaf.total >= line.leaf.position.score as f32);
        }
    }
}

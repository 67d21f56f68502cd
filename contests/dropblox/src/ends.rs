//! The ends of a beam's lines, judged by how many points the game brings from there.

use super::geometry::Situation;
use super::lanes::LANES;
use super::search::{NOTHING, Stack, lock, points};
use super::values::{Ask, Moment, Values};
use super::weights::Weights;
use crate::polyomino::Pose;
use landfall_rules::simd::dispatch;
use landfall_search::beam::Beam;
use std::cmp::Ordering;

/// Ends that are judged, at most.
const ENDS: usize = 400;

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The line's first move.
    pub first: Pose,
    /// The board and the score there.
    pub moment: Moment,
    /// What was cleared on the way, by the weights.
    pub reward: i32,
    /// Whether the game is over there.
    pub over: bool,
    /// Points at the end of the game, as far as they can be told.
    pub total: f32,
}

/// A line with its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The moves, as many as there are known blocks.
    pub moves: Vec<Pose>,
    /// Where it ends.
    pub end: End,
}

/// The lines that stand best, the best first: by what `values` say of their ends, else as they
/// stand.
pub fn lines(beam: &mut Beam<Stack>, situation: &Situation, values: Option<&Values>) -> Vec<Line> {
    let mut lines = standing(beam, situation, ENDS);
    if let Some(values) = values {
        let mut ends: Vec<End> = lines.iter().map(|line| line.end).collect();
        judge(&mut ends, values);
        for (line, end) in lines.iter_mut().zip(ends) {
            line.end = end;
        }
        lines.sort_by(|a, b| better(&a.end, &b.end));
    }
    lines
}

/// Up to `most` lines, as they stand.
pub fn standing(beam: &mut Beam<Stack>, situation: &Situation, most: usize) -> Vec<Line> {
    beam.fill_last_layer(most);
    let weights = beam.game().weights;
    let found = beam.best_lines(most).into_iter();
    found
        .filter_map(|moves| line(situation, moves, weights))
        .collect()
}

/// A line played to its end.
fn line(situation: &Situation, moves: Vec<Pose>, weights: &Weights) -> Option<Line> {
    let (mut score, mut reward) = (situation.score, 0);
    let mut field = situation.field;
    for (&mv, entrant) in moves.iter().zip(&situation.blocks) {
        if mv != NOTHING {
            let rows = lock(&mut field, &entrant.block, mv);
            score += points(rows);
            reward += weights.rows[rows];
        }
    }
    let end = End {
        first: *moves.first()?,
        moment: Moment { score, field },
        reward,
        over: moves.contains(&NOTHING),
        total: score as f32,
    };
    Some(Line { moves, end })
}

/// Adds what the games bring from these ends.
pub fn judge(ends: &mut [End], values: &Values) {
    for some in ends.chunks_mut(LANES) {
        let moments: Vec<Moment> = some.iter().map(|end| end.moment).collect();
        let found = dispatch(Ask {
            values,
            moments: &moments,
        });
        for (end, value) in some.iter_mut().zip(found) {
            if !end.over {
                end.total += value;
            }
        }
    }
}

fn better(a: &End, b: &End) -> Ordering {
    b.total.total_cmp(&a.total).then(a.first.cmp(&b.first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::searched;
    use crate::sim::{Catalogue, Dealer, Match};
    use crate::weights::TUNED;
    use landfall_search::{SearchLimits, ThreadPool};
    use std::sync::Arc;

    /// Some moves into a game, with the lines that a search finds there.
    fn judged(values: Option<&Values>) -> (Situation, Vec<Line>) {
        let catalogue = Arc::new(Catalogue::counted());
        let mut game = Match::new(Dealer::new(catalogue, 4), 480);
        for _ in 0..12 {
            let crew = ThreadPool::new(1);
            let beam = searched(&game.situation, &TUNED, &crew, &SearchLimits::nodes(500));
            let lines = lines(&mut beam.expect("it goes on"), &game.situation, values);
            game.play(lines[0].end.first);
        }
        let crew = ThreadPool::new(1);
        let beam = searched(&game.situation, &TUNED, &crew, &SearchLimits::nodes(2_000));
        let lines = lines(&mut beam.expect("it goes on"), &game.situation, values);
        (game.situation, lines)
    }

    #[test]
    fn lines_come_with_their_ends_the_best_first() {
        let values = Values::learnt().expect("values");
        let (situation, lines) = judged(Some(&values));
        assert!(lines.len() > LANES, "{}", lines.len());
        assert!(lines.is_sorted_by(|a, b| a.end.total >= b.end.total));
        for line in &lines {
            assert_eq!(line.moves.len(), situation.blocks.len());
            assert_eq!(line.moves[0], line.end.first);
            assert!(line.end.moment.score >= situation.score);
            assert!(line.end.total >= line.end.moment.score as f32);
        }
    }
}

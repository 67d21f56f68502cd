//! The ends of a beam's lines, judged by how many points the game brings from there; and then
//! once more, by all blocks that may come.

use super::batch::Judge;
use super::geometry::{Entrant, Situation};
use super::lanes::LANES;
use super::search::{NOTHING, Stack, lock, points, resting};
use super::values::{Ask, Moment, Values};
use super::weights::Weights;
use crate::brain::beam::Beam;
use crate::brain::{Crew, Stop};
use crate::game::cpu::fastest;
use crate::game::polyomino::Pose;
use std::cmp::{Ordering, Reverse};

/// Ends that are judged, at most.
const ENDS: usize = 400;

/// Lines that are shared out at a time.
const TOGETHER: usize = 32;

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// The line's first move.
    pub first: Pose,
    /// The board and the score there.
    pub moment: Moment,
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
    beam.fill_last_layer(ENDS);
    let found = beam.lines(ENDS).into_iter();
    let mut lines: Vec<Line> = found.filter_map(|moves| line(situation, moves)).collect();
    if let Some(values) = values {
        lines.chunks_mut(LANES).for_each(|some| judge(some, values));
        lines.sort_by(|a, b| better(&a.end, &b.end));
    }
    lines
}

/// A line played to its end.
fn line(situation: &Situation, moves: Vec<Pose>) -> Option<Line> {
    let mut score = situation.score;
    let mut field = situation.field;
    for (&mv, entrant) in moves.iter().zip(&situation.blocks) {
        if mv != NOTHING {
            score += points(lock(&mut field, &entrant.block, mv));
        }
    }
    let end = End {
        first: *moves.first()?,
        moment: Moment { score, field },
        over: moves.contains(&NOTHING),
        total: score as f32,
    };
    Some(Line { moves, end })
}

/// Adds what the games bring from the ends of up to [`LANES`] lines.
fn judge(lines: &mut [Line], values: &Values) {
    let moments: Vec<Moment> = lines.iter().map(|line| line.end.moment).collect();
    let found = fastest(Ask {
        values,
        moments: &moments,
    });
    for (line, value) in lines.iter_mut().zip(found) {
        if !line.end.over {
            line.end.total += value;
        }
    }
}

fn better(a: &End, b: &End) -> Ordering {
    b.total.total_cmp(&a.total).then(a.first.cmp(&b.first))
}

/// What may come after the known blocks.
pub struct Outlook<'a> {
    /// A sample of blocks, the same for all ends, so that luck is the same, too.
    pub blocks: &'a [Entrant],
    /// What boards are worth.
    pub values: &'a Values,
    /// What chooses the boards that are worth asking for.
    pub weights: &'a Weights,
}

impl Outlook<'_> {
    /// Looks beyond the first `count` lines, in their order, until `stop` says so; gives the ends
    /// that it has seen, the best first. What has seen a block more cannot be compared with what
    /// has not.
    pub fn over(&self, lines: &[Line], count: usize, crew: &Crew, stop: Stop) -> Vec<End> {
        let lines = &lines[..count.min(lines.len())];
        let mut seen = Vec::new();
        for some in lines.chunks(TOGETHER) {
            let looked = crew.runs(some, |lines| {
                let look = |line: &Line| self.look(&line.end, stop);
                lines.iter().map_while(look).collect::<Vec<_>>()
            });
            let before = seen.len();
            seen.extend(looked.into_iter().flatten());
            if seen.len() < before + some.len() {
                break;
            }
        }
        seen.sort_by(better);
        seen
    }

    /// An end by the mean of the best that can be done with each block; `None` when `stop`
    /// says so first.
    fn look(&self, end: &End, stop: Stop) -> Option<End> {
        if end.over {
            return (!stop()).then_some(*end);
        }
        let mut sum = 0.0;
        for block in self.blocks {
            if stop() {
                return None;
            }
            sum += self.best(&end.moment, block);
        }
        let total = sum / self.blocks.len().max(1) as f32;
        Some(End { total, ..*end })
    }

    /// The most points that the game can be brought to with a block.
    fn best(&self, moment: &Moment, entrant: &Entrant) -> f32 {
        let moments = self.after(moment, entrant);
        let values = fastest(Ask {
            values: self.values,
            moments: &moments,
        });
        let totals = moments.iter().zip(values);
        let totals = totals.map(|(moment, value)| moment.score as f32 + value);
        totals.fold(moment.score as f32, f32::max)
    }

    /// Where the best moves with a block by the weights lead, as many as are judged at once.
    fn after(&self, moment: &Moment, entrant: &Entrant) -> Vec<Moment> {
        let (mut poses, mut judged) = (Vec::new(), Vec::new());
        resting(&moment.field, entrant, &mut poses);
        fastest(Judge {
            field: &moment.field,
            entrant,
            next: None,
            poses: &poses,
            weights: self.weights,
            out: &mut judged,
        });
        judged.sort_unstable_by_key(|child| (Reverse(child.reward + child.eval), child.mv));
        let best = judged.iter().take(LANES);
        best.map(|child| {
            let mut field = moment.field;
            let rows = lock(&mut field, &entrant.block, child.mv);
            let score = moment.score + points(rows);
            Moment { score, field }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brain::Budget;
    use crate::contest::dropblox::pilot::searched;
    use crate::contest::dropblox::sim::{Catalogue, Dealer, Match, sample};
    use crate::contest::dropblox::weights::TUNED;
    use std::sync::Arc;

    /// Some moves into a game, with the lines that a search finds there.
    fn judged(values: Option<&Values>) -> (Situation, Vec<Line>) {
        let catalogue = Arc::new(Catalogue::counted());
        let mut game = Match::new(Dealer::new(catalogue, 4), 480);
        for _ in 0..12 {
            let crew = Crew::of(1);
            let beam = searched(&game.situation, &TUNED, &crew, &Budget::nodes(500));
            let lines = lines(&mut beam.expect("it goes on"), &game.situation, values);
            game.play(lines[0].end.first);
        }
        let crew = Crew::of(1);
        let beam = searched(&game.situation, &TUNED, &crew, &Budget::nodes(2_000));
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

    #[test]
    fn a_look_sees_the_first_lines_in_their_order_as_far_as_there_is_time() {
        let values = Values::learnt().expect("values");
        let (situation, lines) = judged(Some(&values));
        let blocks = sample(&Catalogue::counted(), situation.score, 4, 1);
        let outlook = Outlook {
            blocks: &blocks,
            values: &values,
            weights: &TUNED,
        };
        let alone = outlook.over(&lines, 40, &Crew::of(1), &|| false);
        assert_eq!(alone.len(), 40.min(lines.len()));
        assert!(alone.is_sorted_by(|a, b| a.total >= b.total));
        assert_eq!(alone, outlook.over(&lines, 40, &Crew::of(3), &|| false));
        assert!(outlook.over(&lines, 40, &Crew::of(1), &|| true).is_empty());
    }
}

//! Games under study.

use super::sample::{ROWS, Sample};
use crate::ends::{End, Line, lines};
use crate::geometry::Field;
use crate::pilot::Player;
use crate::search::{NOTHING, searched};
use crate::sim::{Catalogue, Dealer, Match};
use crate::values::Moment;
use landfall_rules::{SplitMix64, mix64};
use landfall_search::{SearchLimits, ThreadPool};
use std::ops::Range;
use std::sync::Arc;

/// Scores that games begin with: from a while before blocks begin to be hard.
const FROM: Range<u32> = 320..540;

/// Moves before the first position that is looked at: a board that a game has made.
const SETTLING: Range<u32> = 8..24;

/// Moves from one such position to the next.
const BETWEEN: Range<u32> = 6..15;

/// Ends of a position.
const ENDS: usize = 3;

/// Of the lines that stand best so many may be taken besides the best.
const STRAYS: usize = 100;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Study<'a> {
    /// Who plays.
    pub player: Player<'a>,
    /// Nodes a move.
    pub nodes: u64,
    /// Moves from an end to where it is seen what came of it.
    pub moves: u32,
}

/// Plays the game of a seed; gives what was seen of its lines.
pub fn studied(study: &Study, seed: u64, catalogue: &Arc<Catalogue>) -> Vec<Sample> {
    let mut chance = Chance(SplitMix64::new(mix64(seed ^ STREAM)));
    let from = chance.within(FROM);
    let mut game = Match::new(Dealer::new(Arc::clone(catalogue), seed), from);
    let mut samples = Vec::new();
    let mut wait = chance.within(SETTLING);
    while !game.over {
        let lines = found(study, &game);
        let Some(best) = alive(&lines) else { break };
        if wait == 0 {
            let position = (samples.len() / ENDS) as u32;
            let salt = chance.0.next_u64();
            let row = |row| Dealer::new(Arc::clone(catalogue), mix64(salt ^ row as u64));
            samples.extend(chance.ends(&lines).into_iter().map(|end| Sample {
                game: seed,
                position,
                end,
                later: std::array::from_fn::<_, ROWS, _>(|i| came_of(study, end, row(i))),
            }));
            wait = chance.within(BETWEEN);
        } else {
            wait -= 1;
        }
        game.play(best.first);
    }
    samples
}

/// Sets these numbers apart from those that deal the blocks.
const STREAM: u64 = 0x6c69_6e65_7300_0001;

/// Plays on from an end; gives the end of the best line that there is then.
fn came_of(study: &Study, end: Moment, dealer: Dealer) -> Moment {
    let mut game = Match::new(dealer, end.score);
    game.situation.field = end.field;
    let mut lines = found(study, &game);
    for _ in 0..study.moves {
        let Some(best) = alive(&lines) else { break };
        game.play(best.first);
        lines = found(study, &game);
    }
    alive(&lines).map_or(
        Moment {
            score: game.situation.score,
            field: Field::EMPTY,
        },
        noted,
    )
}

/// The lines that stand best; none when the block cannot enter.
fn found(study: &Study, game: &Match) -> Vec<Line> {
    let (budget, crew) = (SearchLimits::nodes(study.nodes), ThreadPool::new(1));
    let beam = searched(&game.situation, study.player.weights, &crew, &budget);
    let of = |mut beam| lines(&mut beam, &game.situation, study.player.values);
    beam.map(of).unwrap_or_default()
}

/// The end of the best line, if it makes a move.
fn alive(lines: &[Line]) -> Option<&End> {
    let best = lines.first().map(|line| &line.end);
    best.filter(|end| end.first != NOTHING)
}

/// An end as it is noted.
fn noted(end: &End) -> Moment {
    let field = if end.over {
        Field::EMPTY
    } else {
        end.moment.field
    };
    Moment {
        field,
        ..end.moment
    }
}

/// Chance of a game.
struct Chance(SplitMix64);

impl Chance {
    fn within(&mut self, range: Range<u32>) -> u32 {
        range.start + self.0.below(range.end - range.start)
    }

    /// Different ends of lines that do not lose the game, the best among them; none if there
    /// are too few.
    fn ends(&mut self, lines: &[Line]) -> Vec<Moment> {
        let mut left: Vec<Moment> = Vec::new();
        for line in lines.iter().filter(|line| !line.end.over) {
            if left.len() < STRAYS && !left.contains(&line.end.moment) {
                left.push(line.end.moment);
            }
        }
        if left.len() < ENDS {
            return Vec::new();
        }
        let mut ends = vec![left.remove(0)];
        while ends.len() < ENDS {
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
        let catalogue = Arc::new(Catalogue::counted());
        let study = Study {
            player: Player {
                weights: &TUNED,
                values: None,
            },
            nodes: 300,
            moves: 3,
        };
        let samples = studied(&study, 3, &catalogue);
        assert_eq!(samples, studied(&study, 3, &catalogue));
        assert!(samples.len() >= 3 * ENDS, "{}", samples.len());
        for (position, ends) in samples.chunks(ENDS).enumerate() {
            assert!(ends.iter().all(|sample| sample.position == position as u32));
            assert_ne!(ends[0].end, ends[1].end);
            assert_ne!(ends[1].end, ends[2].end);
            assert_ne!(ends[2].end, ends[0].end);
        }
        for sample in &samples {
            assert_eq!(sample.game, 3);
            let points = |later: &Moment| later.score >= sample.end.score;
            assert!(sample.later.iter().all(points), "{sample:?}");
        }
        let of_rows = |sample: &Sample| sample.later[0] != sample.later[1];
        assert!(samples.iter().any(of_rows), "rows have blocks of their own");
    }

    /// What comes of an end is seen so many moves later, and no longer if the game is over.
    #[test]
    fn what_came_of_an_end_is_seen_some_moves_later() {
        let catalogue = Arc::new(Catalogue::counted());
        let later = |moves, field| {
            let study = Study {
                player: Player {
                    weights: &TUNED,
                    values: None,
                },
                nodes: 300,
                moves,
            };
            let dealer = Dealer::new(Arc::clone(&catalogue), 5);
            came_of(&study, Moment { score: 500, field }, dealer)
        };
        let cells = |moment: &Moment| {
            let columns = moment.field.columns.iter();
            columns.map(|column| column.count_ones()).sum::<u32>()
        };
        let (soon, late) = (later(0, Field::EMPTY), later(12, Field::EMPTY));
        let all = |moment: &Moment| cells(moment) + 12 * (moment.score - 500);
        assert!(all(&late) > all(&soon) + 12 * 3, "{soon:?} {late:?}");
        let mut full = Field::EMPTY;
        full.columns = [(1 << 33) - 1; 12];
        let over = Moment {
            score: 500,
            field: Field::EMPTY,
        };
        assert_eq!(later(4, full), over);
    }
}

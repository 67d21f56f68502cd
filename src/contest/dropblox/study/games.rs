//! Games under study.

use super::sample::Sample;
use crate::brain::{Budget, Crew};
use crate::contest::dropblox::ends::{End, Line, lines};
use crate::contest::dropblox::geometry::Field;
use crate::contest::dropblox::pilot::Player;
use crate::contest::dropblox::search::{NOTHING, searched};
use crate::contest::dropblox::sim::{Catalogue, Dealer, Match};
use crate::contest::dropblox::values::Moment;
use crate::game::{Seed, mix};
use std::ops::Range;
use std::sync::Arc;

/// Scores that games begin with: from where blocks begin to be hard.
const FROM: Range<u32> = 430..530;

/// Moves before the first line that is played to its end: a board that a game has made.
const SETTLING: Range<u32> = 8..24;

/// Moves from the end of a line to the next that is played.
const BETWEEN: Range<u32> = 0..4;

/// Of the lines that stand best so many may be played in place of the best.
const STRAYS: usize = 100;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Study<'a> {
    /// Who plays.
    pub player: Player<'a>,
    /// Nodes a move.
    pub nodes: u64,
}

/// Plays the game of a seed; gives what was seen of its lines.
pub fn studied(study: &Study, seed: u64, catalogue: &Arc<Catalogue>) -> Vec<Sample> {
    let mut chance = Chance(Seed::new(mix(seed ^ STREAM)));
    let from = chance.within(FROM);
    let mut game = Match::new(Dealer::new(Arc::clone(catalogue), seed), from);
    let mut samples = Vec::new();
    let mut wait = chance.within(SETTLING);
    while !game.over {
        let lines = found(study, &game);
        let Some(best) = lines.first() else { break };
        let stray = (wait == 0).then(|| chance.line(&lines)).flatten();
        match stray {
            Some(line) => {
                samples.push((at(&best.end), at(&line.end)));
                for &mv in &line.moves {
                    if !game.over {
                        game.play(mv);
                    }
                }
                wait = chance.within(BETWEEN);
            }
            None => {
                if best.end.first == NOTHING {
                    break;
                }
                game.play(best.end.first);
                wait = wait.saturating_sub(1);
            }
        }
    }
    let outcome = game.situation.score;
    let sample = |(best, taken)| Sample {
        game: seed,
        best,
        taken,
        outcome,
    };
    samples.into_iter().map(sample).collect()
}

/// Sets these numbers apart from those that deal the blocks.
const STREAM: u64 = 0x6c69_6e65_7300_0001;

/// The lines that stand best.
fn found(study: &Study, game: &Match) -> Vec<Line> {
    let (budget, crew) = (Budget::nodes(study.nodes), Crew::of(1));
    let beam = searched(&game.situation, study.player.weights, &crew, &budget);
    let of = |mut beam| lines(&mut beam, &game.situation, study.player.values);
    beam.map(of).unwrap_or_default()
}

/// An end as it is noted.
fn at(end: &End) -> Moment {
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
struct Chance(Seed);

impl Chance {
    fn within(&mut self, range: Range<u32>) -> u32 {
        range.start + self.0.below(range.end - range.start)
    }

    /// The best line in every other case, else one of many; none that loses the game.
    fn line<'a>(&mut self, lines: &'a [Line]) -> Option<&'a Line> {
        let living: Vec<&Line> = lines.iter().filter(|line| !line.end.over).collect();
        let straying = self.0.below(2) == 1;
        let stray = self.0.below(living.len().min(STRAYS) as u32) as usize;
        living.get(if straying { stray } else { 0 }).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::dropblox::weights::TUNED;

    /// A game is the same whenever it is played; its samples are ends of lines: what was taken
    /// is no better than the best by points, scores never fall, and the outcome is the last.
    #[test]
    fn a_game_gives_the_ends_of_its_lines() {
        let catalogue = Arc::new(Catalogue::counted());
        let study = Study {
            player: Player {
                weights: &TUNED,
                values: None,
            },
            nodes: 600,
        };
        let samples = studied(&study, 3, &catalogue);
        assert_eq!(samples, studied(&study, 3, &catalogue));
        assert!(samples.len() >= 3, "{}", samples.len());
        assert!(samples.is_sorted_by_key(|sample| sample.taken.score));
        assert!(samples.iter().any(|sample| sample.best != sample.taken));
        assert!(samples.iter().any(|sample| sample.best == sample.taken));
        for sample in &samples {
            assert_eq!(sample.game, 3);
            assert!(sample.taken.score <= sample.outcome);
        }
    }
}

//! What is counted during a match: games, lines, points, and how fast the opponent takes
//! pieces from the shared queue.

use crate::contest::pason::adapter::Coming;
use crate::tbp::wire::PieceName;
use std::collections::BTreeMap;

/// Points of the contest by lines, before the factor of the level, which only the server
/// knows.
const POINTS: [u64; 5] = [0, 100, 200, 500, 800];

/// How much one piece of our own counts in the average of the opponent's pace.
const SHARE: f64 = 0.1;

/// Counts of one match.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games that ended, with the points of both sides.
    pub games: Vec<Game>,
    /// Own pieces that locked in all games.
    pub pieces: u64,
    /// Own lines of this game.
    pub lines: usize,
    /// Own points of this game as far as they can be known.
    pub points: u64,
    /// Name of the other team, if it has been heard of.
    pub opponent: Option<String>,
    /// Height of the other team's stack.
    pub opponent_height: usize,
    opponent_number: Option<i64>,
    taken: u32,
    pace: f64,
}

/// One game that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Whether we won it.
    pub won: bool,
    /// Our points.
    pub own: i64,
    /// Theirs.
    pub theirs: i64,
}

impl Tally {
    /// Games won.
    pub fn won(&self) -> usize {
        self.games.iter().filter(|game| game.won).count()
    }

    /// Games lost.
    pub fn lost(&self) -> usize {
        self.games.len() - self.won()
    }

    /// What the shared queue says of our next pieces. While the opponent takes fewer than
    /// one piece to four of ours, all of it is ours. Else he will have taken about as many
    /// of it as his pace says when our next piece comes, one more or one less: that piece
    /// is likely to be the one after those.
    pub fn coming(&self, queue: &[PieceName]) -> Coming {
        if self.pace < 0.25 {
            return Coming {
                sure: queue.to_vec(),
                likely: Vec::new(),
            };
        }
        let odds = |place: usize| (6.0 - 4.0 * (place as f64 - self.pace).abs()).round() as u8;
        let likely = queue.iter().enumerate();
        Coming {
            sure: Vec::new(),
            likely: likely
                .map(|(place, &piece)| (piece, odds(place)))
                .filter(|&(_, odds)| odds > 0)
                .collect(),
        }
    }

    pub(super) fn own_lock(&mut self, lines: usize) {
        self.pieces += 1;
        self.lines += lines;
        self.points += POINTS[lines.min(4)];
        self.pace += SHARE * (f64::from(self.taken) - self.pace);
        self.taken = 0;
    }

    pub(super) fn opponent_piece(&mut self, team: &str, number: Option<i64>) {
        self.name_opponent(team);
        if number.is_some() && number != self.opponent_number {
            self.taken += u32::from(self.opponent_number.is_some());
            self.opponent_number = number;
        }
    }

    pub(super) fn opponent_board(&mut self, team: &str, height: usize) {
        self.name_opponent(team);
        self.opponent_height = height;
    }

    pub(super) fn game_ended(
        &mut self,
        team: &str,
        scores: &BTreeMap<String, i64>,
        winner: Option<&str>,
    ) {
        let theirs = scores.iter().find(|(name, _)| *name != team);
        self.games.push(Game {
            won: winner == Some(team),
            own: scores.get(team).copied().unwrap_or(0),
            theirs: theirs.map_or(0, |(_, points)| *points),
        });
        self.lines = 0;
        self.points = 0;
        self.opponent_height = 0;
        self.opponent_number = None;
    }

    fn name_opponent(&mut self, team: &str) {
        if self.opponent.as_deref() != Some(team) {
            self.opponent = Some(team.to_string());
        }
    }
}

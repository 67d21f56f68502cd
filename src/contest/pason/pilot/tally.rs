//! What is counted during a match: games, lines, points, and how fast the opponent takes
//! pieces from the shared queue.

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

    /// The part of the shared queue that is likely to be ours in this order: all of it
    /// while the opponent takes fewer than one piece to four of ours, two while he is the
    /// slower one, else one. What follows is as good as unknown, and the rules say that
    /// unknown pieces are equally likely.
    pub fn near<'q>(&self, queue: &'q [PieceName]) -> &'q [PieceName] {
        let near = match self.pace {
            pace if pace < 0.25 => queue.len(),
            pace if pace < 1.0 => 2,
            _ => 1,
        };
        &queue[..near.min(queue.len())]
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

//! The counts of a match: games, lines, points.

use landfall_rules::rulesets::PASON;
use std::collections::BTreeMap;
use std::fmt;

/// The counts of one match.
#[derive(Clone, Debug, Default)]
pub struct MatchStats {
    /// Games that ended, with the points of both sides.
    pub games: Vec<GameScore>,
    /// Own pieces that locked in all games.
    pub pieces: u64,
    /// Own lines of this game.
    pub lines: usize,
    /// Own points of this game, without the level factor, which only the server knows.
    pub points: u64,
    /// Name of the other team, once a message has named it.
    pub opponent: Option<String>,
    /// Height of the other team's stack, in rows.
    pub opponent_height: usize,
}

/// One game that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameScore {
    /// Whether the team won it.
    pub won: bool,
    /// The team's points.
    pub own: i64,
    /// The opponent's points.
    pub theirs: i64,
}

impl fmt::Display for GameScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = if self.won { "won" } else { "lost" };
        write!(f, "{result}, {} points to {}", self.own, self.theirs)
    }
}

impl MatchStats {
    /// Returns how many games were won.
    pub fn won(&self) -> usize {
        self.games.iter().filter(|game| game.won).count()
    }

    /// Returns how many games were lost.
    pub fn lost(&self) -> usize {
        self.games.len() - self.won()
    }

    pub(super) fn record_own_lock(&mut self, lines: usize) {
        self.pieces += 1;
        self.lines += lines;
        self.points += u64::from(PASON.points.plain[lines.min(4)]);
    }

    pub(super) fn record_opponent_board(&mut self, team: &str, height: usize) {
        self.set_opponent(team);
        self.opponent_height = height;
    }

    pub(super) fn record_game_end(
        &mut self,
        team: &str,
        scores: &BTreeMap<String, i64>,
        winner: Option<&str>,
    ) {
        let theirs = scores.iter().find(|(name, _)| *name != team);
        self.games.push(GameScore {
            won: winner == Some(team),
            own: scores.get(team).copied().unwrap_or(0),
            theirs: theirs.map_or(0, |(_, points)| *points),
        });
        self.lines = 0;
        self.points = 0;
        self.opponent_height = 0;
    }

    pub(super) fn set_opponent(&mut self, team: &str) {
        if self.opponent.as_deref() != Some(team) {
            self.opponent = Some(team.to_string());
        }
    }
}

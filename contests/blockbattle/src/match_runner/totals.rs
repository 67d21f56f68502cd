//! What a series of AI Block Battle came to: games, points a round, and how sure that is.

use serde_json::json;

/// A game that is over, by bot and not by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The bot that has won; `None` for a draw.
    pub winner: Option<usize>,
    /// Rounds that were played.
    pub rounds: u32,
    /// Points of each.
    pub points: [u32; 2],
    /// Whether each lost by a fault of its own, 0 or 1.
    pub failures: [u32; 2],
}

/// Games counted.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    games: u32,
    wins: [u32; 2],
    rounds: u64,
    points: [u64; 2],
    failures: [u32; 2],
}

impl Totals {
    /// Counts a game.
    pub fn add(&mut self, game: &GameResult) {
        self.games += 1;
        if let Some(winner) = game.winner {
            self.wins[winner] += 1;
        }
        self.rounds += u64::from(game.rounds);
        for bot in 0..2 {
            self.points[bot] += u64::from(game.points[bot]);
            self.failures[bot] += game.failures[bot];
        }
    }

    /// The share of the games that A has won, a draw for a half, and its standard error.
    fn score_share(&self) -> (f64, f64) {
        let games = f64::from(self.games.max(1));
        let draws = f64::from(self.games - self.wins[0] - self.wins[1]);
        let share = (f64::from(self.wins[0]) + draws / 2.0) / games;
        let square = (f64::from(self.wins[0]) + draws / 4.0) / games;
        (share, ((square - share * share).max(0.0) / games).sqrt())
    }

    fn points_per_round(&self) -> [f64; 2] {
        self.points
            .map(|points| points as f64 / (self.rounds as f64).max(1.0))
    }

    /// For people.
    pub fn text(&self) -> String {
        let (share, error) = self.score_share();
        let [a, b] = self.points_per_round();
        let [won, lost] = self.wins;
        format!(
            "{} games: A won {won}, B won {lost}, {} drawn: {:.1} ± {:.1} % for A\n\
             {:.1} rounds a game; points a round: A {a:.3}, B {b:.3}\n\
             lost by a fault: A {}, B {}\n",
            self.games,
            self.games - won - lost,
            100.0 * share,
            100.0 * error,
            self.rounds as f64 / f64::from(self.games.max(1)),
            self.failures[0],
            self.failures[1],
        )
    }

    /// For programs, one JSON object.
    pub fn json(&self) -> String {
        let (share, error) = self.score_share();
        json!({
            "games": self.games,
            "wins": self.wins,
            "share": share,
            "share_error": error,
            "rounds": self.rounds,
            "points": self.points,
            "points_a_round": self.points_per_round(),
            "faults": self.failures,
        })
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_game() {
        let mut tally = Totals::default();
        for winner in [Some(0), Some(0), Some(1), None] {
            tally.add(&GameResult {
                winner,
                rounds: 50,
                points: [60, 40],
                failures: [0, 0],
            });
        }
        let text = tally.text();
        assert!(
            text.starts_with("4 games: A won 2, B won 1, 1 drawn: 62.5 ± 20.7 %"),
            "{text}"
        );
        assert!(text.contains("A 1.200, B 0.800"), "{text}");
    }
}

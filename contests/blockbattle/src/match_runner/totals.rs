//! The result of a series of AI Block Battle: games, points per round, and the standard error.

use landfall_arena::{FailingBots, Faults, PlayerError};
use landfall_experiment::statistics::Trinomial;
use serde_json::json;

/// A finished game, by bot and not by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The bot that has won, or `None` for a draw.
    pub winner: Option<usize>,
    /// Rounds that were played.
    pub rounds: u32,
    /// Points of each.
    pub points: [u32; 2],
    /// The fault by which each bot lost.
    pub failures: [Option<PlayerError>; 2],
}

/// Totals over games.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    games: u32,
    wins: [u32; 2],
    rounds: u64,
    points: [u64; 2],
    faults: [Faults; 2],
}

impl Totals {
    /// Adds a game. Returns for each bot the fault by which it lost, if it is the bot's first of
    /// that kind.
    pub fn add(&mut self, number: u64, game: &GameResult) -> [Option<String>; 2] {
        self.games += 1;
        if let Some(winner) = game.winner {
            self.wins[winner] += 1;
        }
        self.rounds += u64::from(game.rounds);
        for bot in 0..2 {
            self.points[bot] += u64::from(game.points[bot]);
        }
        [0, 1].map(|bot| {
            let failure = game.failures[bot].as_ref()?;
            let is_first = self.faults[bot].add(number, failure.into(), &failure.text);
            is_first.then(|| failure.text.clone())
        })
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games.into()
    }

    /// Returns which bots lost every game by a fault.
    pub fn failing(&self) -> FailingBots {
        FailingBots([0, 1].map(|bot| self.faults[bot].are_in_every_game(self.games())))
    }

    /// Returns the games won, drawn and lost by A.
    fn results(&self) -> Trinomial {
        let [won, lost] = self.wins;
        Trinomial {
            won,
            drawn: self.games - won - lost,
            lost,
        }
    }

    /// Returns the standard error of A's score, or `None` unless games have ended in more than one
    /// way.
    fn share_error(&self) -> Option<f64> {
        let Trinomial { won, drawn, lost } = self.results();
        if [won, drawn, lost].contains(&self.games) {
            return None;
        }
        let games = f64::from(self.games);
        let share = (f64::from(won) + f64::from(drawn) / 2.0) / games;
        let square = (f64::from(won) + f64::from(drawn) / 4.0) / games;
        Some(((square - share * share) / games).sqrt())
    }

    fn points_per_round(&self) -> [f64; 2] {
        self.points
            .map(|points| points as f64 / (self.rounds as f64).max(1.0))
    }

    /// Returns the totals for people.
    pub fn text(&self) -> String {
        let results = self.results();
        let share = results.score();
        let share = share.map_or("unknown".to_string(), |share| share.to_string());
        let [a, b] = self.points_per_round();
        format!(
            "{} games: A won {}, B won {}, {} drawn: {share} for A\n\
             {:.1} rounds per game; points per round: A {a:.3}, B {b:.3}\n\
             lost by a fault: A {}, B {}\n{}{}",
            self.games,
            results.won,
            results.lost,
            results.drawn,
            self.rounds as f64 / f64::from(self.games.max(1)),
            self.faults[0].games(),
            self.faults[1].games(),
            self.faults[0].text("A"),
            self.faults[1].text("B"),
        )
    }

    /// Returns the totals as one JSON object.
    pub fn json(&self) -> String {
        let score = self.results().score();
        json!({
            "games": self.games,
            "wins": self.wins,
            "share": score.map(|score| score.share),
            "share_error": self.share_error(),
            "share_low": score.map(|score| score.low),
            "share_high": score.map(|score| score.high),
            "rounds": self.rounds,
            "points": self.points,
            "points_a_round": self.points_per_round(),
            "faults": [self.faults[0].games(), self.faults[1].games()],
            "fault_kinds": [self.faults[0].json(), self.faults[1].json()],
        })
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won_by(winner: Option<usize>) -> GameResult {
        GameResult {
            winner,
            rounds: 50,
            points: [60, 40],
            failures: [None, None],
        }
    }

    #[test]
    fn a_draw_is_half_a_game() {
        let mut tally = Totals::default();
        for winner in [Some(0), Some(0), Some(1), None] {
            tally.add(0, &won_by(winner));
        }
        let text = tally.text();
        assert!(
            text.starts_with(
                "4 games: A won 2, B won 1, 1 drawn: 62.5 % (95 %: 17.8 to 94.1 %) for A"
            ),
            "{text}"
        );
        assert!(text.contains("A 1.200, B 0.800"), "{text}");
    }

    #[test]
    fn one_game_has_no_standard_error() {
        let mut tally = Totals::default();
        assert!(tally.text().contains("0 drawn: unknown for A"));
        tally.add(0, &won_by(Some(0)));
        let text = tally.text();
        assert!(
            text.contains("100.0 % (95 %: 2.5 to 100.0 %) for A"),
            "{text}"
        );
        let json: serde_json::Value = serde_json::from_str(&tally.json()).unwrap();
        assert_eq!(json["share_error"], serde_json::Value::Null);
        assert_eq!(
            (&json["share"], &json["share_high"]),
            (&json!(1.0), &json!(1.0))
        );
    }
}

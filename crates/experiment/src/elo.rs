//! What the games of a match say about who is stronger.
//!
//! Every game counts for itself; games of one opening are played from both sides and are a
//! little less independent than that, which makes the error look slightly too large.

/// Standard errors on either side of a mean for 95 %.
const SIGMAS: f64 = 1.959_963_985;

/// Won, drawn and lost games, from A's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// A won.
    pub won: u32,
    /// Nobody did.
    pub drawn: u32,
    /// B won.
    pub lost: u32,
}

/// A difference in Elo with its bounds at 95 %. Where a side has all the points, the
/// estimate and one bound are infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub elo: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Trinomial {
    /// Games.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// A's points of a game, 0 to 1, if there was one.
    pub fn score(self) -> Option<f64> {
        let points = f64::from(self.won) + 0.5 * f64::from(self.drawn);
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The difference in Elo, if there was a game.
    pub fn elo(self) -> Option<Elo> {
        let mean = self.score()?;
        let games = f64::from(self.games());
        let outcomes = [(self.won, 1.0), (self.drawn, 0.5), (self.lost, 0.0)];
        let square = |(count, points): (u32, f64)| f64::from(count) * (points - mean).powi(2);
        let variance = outcomes.into_iter().map(square).sum::<f64>() / games;
        let error = SIGMAS * (variance / games).sqrt();
        let (low, high) = match error > 0.0 {
            true => ((mean - error).max(0.0), (mean + error).min(1.0)),
            false => degenerate_bounds(mean, games),
        };
        Some(Elo {
            elo: difference(mean),
            low: difference(low),
            high: difference(high),
        })
    }
}

/// Bounds of a mean when all games had this result: so many alike come once in 40 times
/// when one game in so many is another.
fn degenerate_bounds(mean: f64, games: f64) -> (f64, f64) {
    let share = 0.025f64.powf(1.0 / games);
    (mean * share, 1.0 - (1.0 - mean) * share)
}

/// The difference in Elo that promises these points of a game.
fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Elo { elo, low, high } = self;
        write!(f, "{elo:+.0} Elo, between {low:+.0} and {high:+.0} at 95 %")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(won: u32, drawn: u32, lost: u32) -> Trinomial {
        Trinomial { won, drawn, lost }
    }

    #[test]
    fn known_scores_have_known_differences() {
        let elo = tally(75, 0, 25).elo().expect("games");
        assert!((elo.elo - 190.85).abs() < 0.01, "{elo}");
        // Score 0.75 with a standard error of 0.0433.
        assert!(
            (elo.low - 119.2).abs() < 0.1 && (elo.high - 281.5).abs() < 0.1,
            "{elo}"
        );
        assert_eq!(tally(3, 4, 3).elo().expect("games").elo, 0.0);
        assert_eq!(tally(0, 0, 0).elo(), None);
    }

    #[test]
    fn a_side_that_wins_all_is_stronger_by_nobody_knows_how_much() {
        let elo = tally(8, 0, 0).elo().expect("games");
        assert!(elo.elo.is_infinite() && elo.high.is_infinite());
        assert!(elo.low > 80.0 && elo.low < 120.0, "{elo}");
        let elo = tally(0, 0, 8).elo().expect("games");
        assert!(elo.elo < 0.0 && elo.low.is_infinite() && elo.high < -80.0);
    }
}

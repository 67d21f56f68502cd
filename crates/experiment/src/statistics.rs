//! Statistics of matches: shares of points and Elo with their bounds, and the log-likelihood ratio
//! of a sequential test.
//!
//! - [`Pentanomial`] counts pairs of games by their half points, 0 to 4. The two games of a pair
//!   have the same pieces and the same garbage, so only pairs are independent (the model of the
//!   Fishtest project). Its likelihood ratio is the generalized one of Van den Bergh (2019): of the
//!   likeliest distribution with the one mean to the likeliest with the other.
//! - [`Trinomial`] counts games: won, drawn and lost.
//! - Both give a [`ScoreEstimate`], whose bounds hold for few games, too, and an [`Elo`], which
//!   prints no value that is unknown.

mod beta;
#[cfg(test)]
mod tests;

use beta::beta_quantile;
use std::collections::BTreeMap;
use std::fmt;

/// Probability of each of the two errors of a sequential test.
pub const SPRT_ERROR_RATE: f64 = 0.05;

/// Probability that the value is beyond one of two bounds; together they hold at 95 %.
const TAIL: f64 = 0.025;

/// Results of pairs of games, from A's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pentanomial {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Whole pairs by their half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Half points of the finished game of each pair of which one game is finished.
    half_pairs: BTreeMap<u64, usize>,
}

/// Won, drawn and lost games, from A's side. The bounds take games as independent; the two games of
/// an opening, played from both sides, are not quite, which makes the bounds slightly too wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games that A won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that B won.
    pub lost: u32,
}

/// A's share of the points, 0 to 1, with its bounds at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEstimate {
    /// The share of the points of the games played.
    pub share: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
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

impl Pentanomial {
    /// Counts game number `game` with A's half points, 0 to 2. Games `2n` and `2n + 1` are a
    /// pair.
    ///
    /// # Panics
    /// When there are more than 2 half points.
    pub fn add(&mut self, game: u64, half_points: usize) {
        self.games[2 - half_points] += 1;
        match self.half_pairs.remove(&(game / 2)) {
            Some(other) => self.pairs[half_points + other] += 1,
            None => drop(self.half_pairs.insert(game / 2, half_points)),
        }
    }

    /// Returns the number of games counted.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns A's share of the points of whole pairs, if there is one.
    pub fn score(&self) -> Option<ScoreEstimate> {
        ScoreEstimate::from_counts(self.pairs)
    }

    /// Returns the difference in Elo, if a whole pair was played.
    ///
    /// # Examples
    /// ```
    /// use landfall_experiment::statistics::Pentanomial;
    ///
    /// let mut score = Pentanomial::default();
    /// assert!(score.elo().is_none(), "nothing is known without a whole pair");
    /// for game in 0..20 {
    ///     score.add(game, 2);
    /// }
    /// assert_eq!(score.elo().unwrap().to_string(), "at least +140 Elo at 95 %");
    /// ```
    pub fn elo(&self) -> Option<Elo> {
        self.score().map(ScoreEstimate::elo)
    }

    /// Returns the log-likelihood ratio of the second difference in Elo against the first; 0
    /// before the first pair.
    pub fn llr(&self, elo: [f64; 2]) -> f64 {
        if self.pairs == [0; 5] {
            return 0.0;
        }
        // An outcome that never occurred is not impossible.
        let counts = self.pairs.map(|count| (count as f64).max(1e-3));
        let [first, second] = elo.map(|elo| max_likelihood(&counts, expected_score(elo)));
        let outcomes = counts.iter().zip(first.iter().zip(second));
        outcomes
            .map(|(count, (first, second))| count * (second / first).ln())
            .sum()
    }
}

impl Trinomial {
    /// Returns the number of games.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns A's share of the points, if there was a game.
    pub fn score(self) -> Option<ScoreEstimate> {
        ScoreEstimate::from_counts([self.lost, self.drawn, self.won].map(u64::from))
    }

    /// Returns the difference in Elo, if there was a game.
    pub fn elo(self) -> Option<Elo> {
        self.score().map(ScoreEstimate::elo)
    }
}

impl ScoreEstimate {
    /// Returns the estimate from the number of outcomes of each kind; the kinds are worth 0 to 1
    /// point in even steps. `None` without outcomes.
    ///
    /// The bounds are those of a Beta distribution: its mean and variance are those of the
    /// counts with `1/K` added to each, the reference prior of shares (Perks 1947; Berger,
    /// Bernardo and Sun 2015), the variance divided by the number of outcomes. For two kinds
    /// this is hardly wider than Jeffreys' interval, for many outcomes it is the mean and 1.96
    /// standard errors. With two pairs of games or more it holds in more than 92 % of simulated
    /// matches, which a test checks. If all outcomes are of one kind, their variance is unknown, and
    /// the bounds are the exact ones of Clopper and Pearson (1934), with the rest of the probability
    /// on the kind that is furthest away.
    pub fn from_counts<const K: usize>(counts: [u64; K]) -> Option<ScoreEstimate> {
        let outcomes: u64 = counts.iter().sum();
        if outcomes == 0 {
            return None;
        }
        let (share, _) = moments(&counts.map(|count| count as f64));
        let (low, high) = if counts.contains(&outcomes) {
            degenerate_bounds(share, outcomes)
        } else {
            let posterior = counts.map(|count| count as f64 + 1.0 / K as f64);
            let (mean, variance) = moments(&posterior);
            beta_bounds(mean, variance / outcomes as f64)
        };
        Some(ScoreEstimate {
            share,
            low: low.min(share),
            high: high.max(share),
        })
    }

    /// Returns the difference in Elo of which these shares are the expected ones.
    pub fn elo(self) -> Elo {
        Elo {
            elo: elo_from_score(self.share),
            low: elo_from_score(self.low),
            high: elo_from_score(self.high),
        }
    }
}

/// Prints the share in percent, `62.5 % (95 %: 25.1 to 89.2 %)`.
impl fmt::Display for ScoreEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [share, low, high] = [self.share, self.low, self.high].map(|share| 100.0 * share);
        write!(f, "{share:.1} % (95 %: {low:.1} to {high:.1} %)")
    }
}

impl Elo {
    /// Returns the estimate and its bounds with this many decimals, `+12.0 [-3.5, +28.1]`, or
    /// `at least +140.2` if only one bound is known.
    pub fn brackets(&self, decimals: usize) -> String {
        let [elo, low, high] = [self.elo, self.low, self.high].map(|x| signed(x, decimals));
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => format!("{elo} [{low}, {high}]"),
            (true, false) => format!("at least {low}"),
            (false, true) => format!("at most {high}"),
            (false, false) => "unknown".to_string(),
        }
    }
}

/// Prints whole Elo, `+127 Elo, between +21 and +264 at 95 %`.
impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elo, low, high] = [self.elo, self.low, self.high].map(|x| signed(x, 0));
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => write!(f, "{elo} Elo, between {low} and {high} at 95 %"),
            (true, false) => write!(f, "at least {low} Elo at 95 %"),
            (false, true) => write!(f, "at most {high} Elo at 95 %"),
            (false, false) => f.write_str("unknown Elo"),
        }
    }
}

/// Returns a number with its sign; zero has a plus.
fn signed(number: f64, decimals: usize) -> String {
    let scale = 10f64.powi(decimals as i32);
    // Adding zero turns -0 into 0.
    let rounded = (number * scale).round() / scale + 0.0;
    format!("{rounded:+.decimals$}")
}

/// Returns the standard error of the mean of some numbers; `None` for fewer than two.
pub fn standard_error(numbers: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let count = numbers.clone().count();
    if count < 2 {
        return None;
    }
    let mean = numbers.clone().sum::<f64>() / count as f64;
    let squares: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
    let variance = squares / (count as f64 - 1.0);
    Some((variance / count as f64).sqrt())
}

/// Returns bounds at 95 % of a mean if all outcomes had the value `result`: with the smallest share
/// of that outcome under which a series of equal outcomes has the probability [`TAIL`], and the value
/// 0 or 1 for all others.
fn degenerate_bounds(result: f64, outcomes: u64) -> (f64, f64) {
    let share = TAIL.powf(1.0 / outcomes as f64);
    (result * share, 1.0 - (1.0 - result) * share)
}

/// Returns the bounds of a Beta distribution with this mean and variance.
fn beta_bounds(mean: f64, variance: f64) -> (f64, f64) {
    let weight = mean * (1.0 - mean) / variance - 1.0;
    let (a, b) = (mean * weight, (1.0 - mean) * weight);
    (beta_quantile(a, b, TAIL), beta_quantile(a, b, 1.0 - TAIL))
}

/// Returns the log-likelihood ratios below which a test accepts the first hypothesis and above
/// which the second (Wald 1945).
pub fn sprt_bounds() -> (f64, f64) {
    let bound = ((1.0 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE).ln();
    (-bound, bound)
}

/// Returns the expected points of a game, 0 to 1, for a difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo for which these points of a game are expected, infinite at 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Points of a game for each outcome of a pair.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns mean and variance of the points of an outcome, which are 0 to 1 in even steps.
fn moments<const K: usize>(counts: &[f64; K]) -> (f64, f64) {
    let sum: f64 = counts.iter().sum();
    let average = |value: &dyn Fn(f64) -> f64| -> f64 {
        let terms = counts.iter().enumerate();
        terms
            .map(|(i, count)| count * value(i as f64 / (K - 1) as f64))
            .sum::<f64>()
            / sum
    };
    let mean = average(&|points| points);
    (mean, average(&|points| (points - mean).powi(2)))
}

/// Returns the distribution with this mean under which the counts are likeliest: the share of each
/// outcome divided by `1 + x (points - mean)`, with the `x` that gives the mean.
fn max_likelihood(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let sum: f64 = counts.iter().sum();
    let share = |i: usize, x: f64| counts[i] / sum / (1.0 + x * (POINTS[i] - mean));
    // Between these bounds all shares are positive, and the mean falls as x grows.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let excess: f64 = (0..5).map(|i| share(i, x) * (POINTS[i] - mean)).sum();
        if excess > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    std::array::from_fn(|i| share(i, (low + high) / 2.0))
}

//! Who is stronger, and how sure that is: Elo with its error, and the log-likelihood ratio of
//! a sequential test.
//!
//! Both go by pairs of games, not by games: the two games of a pair have the same pieces and
//! the same holes and are alike, and a pair's points, 0 to 4 half points, are what repeats
//! independently. This is the pentanomial model of the Fishtest project; the ratio is the
//! generalized one of Van den Bergh (2019): how much likelier the counts are under the best
//! distribution with the one mean than under the best one with the other.

use std::collections::BTreeMap;

/// Chance of error, each way, for which a sequential test is made.
pub const SPRT_ERROR_RATE: f64 = 0.05;

/// Standard errors on either side of a mean for 95 %.
const SIGMAS: f64 = 1.959_963_985;

/// The points of a series, from A's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pentanomial {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Whole pairs by their half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Pairs of which one game is finished, with its half points.
    half_pairs: BTreeMap<u64, usize>,
}

/// A difference in Elo: the estimate and its bounds at 95 %. When every game was won, the
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
    pub fn add(&mut self, game: u64, points: usize) {
        self.games[2 - points] += 1;
        match self.half_pairs.remove(&(game / 2)) {
            Some(other) => self.pairs[points + other] += 1,
            None => drop(self.half_pairs.insert(game / 2, points)),
        }
    }

    /// Games counted.
    pub fn played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The difference in Elo, if a whole pair was played and its bounds mean anything.
    pub fn elo(&self) -> Option<Elo> {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs == 0 {
            return None;
        }
        let counts = self.pairs.map(|count| count as f64);
        let (mean, variance) = moments(&counts);
        let error = SIGMAS * (variance / pairs as f64).sqrt();
        let (low, high) = match error > 0.0 {
            true => ((mean - error).max(0.0), (mean + error).min(1.0)),
            false => degenerate_bounds(mean, pairs),
        };
        Some(Elo {
            elo: elo_from_score(mean),
            low: elo_from_score(low),
            high: elo_from_score(high),
        })
    }

    /// The log-likelihood ratio of the second difference in Elo against the first; 0 before
    /// the first pair.
    pub fn llr(&self, elo: [f64; 2]) -> f64 {
        if self.pairs == [0; 5] {
            return 0.0;
        }
        // An outcome that never came is not impossible.
        let counts = self.pairs.map(|count| (count as f64).max(1e-3));
        let [zero, one] = elo.map(|elo| max_likelihood(&counts, expected_score(elo)));
        let ratios = counts.iter().zip(zero.iter().zip(one));
        ratios
            .map(|(count, (zero, one))| count * (one / zero).ln())
            .sum()
    }
}

/// Bounds at 95 % of a mean when all pairs had this result: so many alike come once in 40
/// times when one pair in so many is different, and that may then be a loss or a win of
/// both games.
fn degenerate_bounds(result: f64, pairs: u64) -> (f64, f64) {
    let share = 0.025f64.powf(1.0 / pairs as f64);
    (result * share, 1.0 - (1.0 - result) * share)
}

/// The ratio below which a test takes the first hypothesis and above which the second, after
/// Wald (1945).
pub fn sprt_bounds() -> (f64, f64) {
    let bound = ((1.0 - SPRT_ERROR_RATE) / SPRT_ERROR_RATE).ln();
    (-bound, bound)
}

/// Points of a game that a difference in Elo promises, 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that promises these points.
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Points of a game for each outcome of a pair.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean and variance of the points of a pair, as points of a game.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let sum: f64 = counts.iter().sum();
    let weigh = |value: &dyn Fn(f64) -> f64| -> f64 {
        let terms = counts.iter().zip(POINTS);
        terms
            .map(|(count, points)| count * value(points))
            .sum::<f64>()
            / sum
    };
    let mean = weigh(&|points| points);
    (mean, weigh(&|points| (points - mean).powi(2)))
}

/// The distribution of this mean under which the counts are likeliest: every outcome's
/// share, divided by `1 + x (points - mean)` with the `x` that gives the mean.
fn max_likelihood(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let sum: f64 = counts.iter().sum();
    let share = |i: usize, x: f64| counts[i] / sum / (1.0 + x * (POINTS[i] - mean));
    // Between these all shares are positive, and the mean falls as x grows.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let excess: f64 = (0..5).map(|i| share(i, x) * (POINTS[i] - mean)).sum();
        match excess > 0.0 {
            true => low = x,
            false => high = x,
        }
    }
    std::array::from_fn(|i| share(i, (low + high) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_pairs(pairs: [u64; 5]) -> Pentanomial {
        Pentanomial {
            pairs,
            ..Pentanomial::default()
        }
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.005, "{found} for {expected}");
    }

    #[test]
    fn elo_is_the_logistic_scale() {
        near(elo_from_score(0.75), 190.849);
        near(elo_from_score(10.0 / 11.0), 400.0);
        near(expected_score(-400.0), 1.0 / 11.0);
        assert_eq!(elo_from_score(1.0), f64::INFINITY);
        assert_eq!(elo_from_score(0.0), f64::NEG_INFINITY);
    }

    /// By hand: mean 0.6, variance 0.065, error 1.96 * sqrt(0.065 / 100) = 0.04997.
    #[test]
    fn the_error_is_that_of_the_pairs() {
        let elo = of_pairs([5, 15, 30, 35, 15]).elo().unwrap();
        let mean: f64 = (15.0 * 0.25 + 15.0 + 35.0 * 0.75 + 15.0) / 100.0;
        near(mean, 0.6);
        near(elo.elo, 70.437);
        let variance =
            (5.0 * 0.36 + 15.0 * 0.1225 + 30.0 * 0.01 + 35.0 * 0.0225 + 15.0 * 0.16) / 100.0;
        let error = 1.959_963_985 * (variance / 100.0f64).sqrt();
        near(elo.low, elo_from_score(0.6 - error));
        near(elo.high, elo_from_score(0.6 + error));
        assert!(elo.low < 40.0 && elo.high > 100.0, "{elo:?}");
    }

    /// 0.025 to the power of a tenth is 0.69150: 10 pairs won are a score of 0.69 at least,
    /// and 10 halved ones one of 0.35 to 0.65.
    #[test]
    fn pairs_that_all_end_alike_bound_the_others() {
        let won = of_pairs([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
        near(won.low, elo_from_score(0.691_50));
        let level = of_pairs([0, 0, 10, 0, 0]).elo().unwrap();
        near(level.low, elo_from_score(0.34575));
        near(level.high, -level.low);
    }

    /// When pairs end 2-0 or 0-2 alone, the likeliest distribution of a mean has the mean
    /// as the share of the one, and the ratio is that of a coin: 60 ln(s1/s0) + 40
    /// ln((1-s1)/(1-s0)). With s0 = 1/2 and s1 = 10/11 - 100 Elo is s = 0.640065 - that is
    /// 60 * 0.246962 + 40 * (-0.328685) = 1.6703.
    #[test]
    fn the_ratio_of_a_coin_is_that_of_its_shares() {
        let llr = of_pairs([40, 0, 0, 0, 60]).llr([0.0, 100.0]);
        let one = expected_score(100.0);
        let coin = 60.0 * (one / 0.5).ln() + 40.0 * ((1.0 - one) / 0.5).ln();
        near(coin, 1.6703);
        assert!((llr - coin).abs() < 0.02, "{llr} for {coin}");
    }

    #[test]
    fn the_ratio_takes_the_side_of_the_evidence() {
        let level = of_pairs([10, 20, 40, 20, 10]);
        near(level.llr([-10.0, 10.0]), 0.0);
        let ahead = of_pairs([10, 20, 40, 60, 50]).llr([0.0, 20.0]);
        let behind = of_pairs([50, 60, 40, 20, 10]).llr([-20.0, 0.0]);
        assert!(ahead > sprt_bounds().1, "{ahead}");
        near(behind, -ahead);
        assert_eq!(Pentanomial::default().llr([0.0, 10.0]), 0.0);
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        near(sprt_bounds().1, 2.9444);
        near(sprt_bounds().0, -2.9444);
    }
}

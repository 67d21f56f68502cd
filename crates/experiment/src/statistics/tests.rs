//! Tests of known scores, of few games, and of how often the bounds hold.

use super::*;
use landfall_rng::SplitMix64;

fn of_pairs(pairs: [u64; 5]) -> Pentanomial {
    Pentanomial {
        pairs,
        ..Pentanomial::default()
    }
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.005, "{found} for {expected}");
}

#[test]
fn elo_is_a_logistic_scale() {
    assert_near(elo_from_score(0.75), 190.849);
    assert_near(elo_from_score(10.0 / 11.0), 400.0);
    assert_near(expected_score(-400.0), 1.0 / 11.0);
    assert_eq!(elo_from_score(1.0), f64::INFINITY);
    assert_eq!(elo_from_score(0.0), f64::NEG_INFINITY);
}

/// By hand: mean 0.6, variance 0.065, error 1.96 * sqrt(0.065 / 100) = 0.04997. A hundred times as
/// many pairs have a tenth of it, and the effect of the prior is less than an Elo.
#[test]
fn bounds_of_elo_are_the_standard_error_of_the_pairs() {
    let pairs = [5, 15, 30, 35, 15];
    let mean: f64 = (15.0 * 0.25 + 15.0 + 35.0 * 0.75 + 15.0) / 100.0;
    assert_near(mean, 0.6);
    let variance = (5.0 * 0.36 + 15.0 * 0.1225 + 30.0 * 0.01 + 35.0 * 0.0225 + 15.0 * 0.16) / 100.0;
    for (times, most) in [(1, 2.5), (100, 0.03)] {
        let elo = of_pairs(pairs.map(|count| count * times)).elo().unwrap();
        assert_near(elo.elo, 70.437);
        let error = 1.959_963_985 * (variance / (100.0 * times as f64)).sqrt();
        let bounds = [mean - error, mean + error].map(elo_from_score);
        for (found, expected) in [elo.low, elo.high].into_iter().zip(bounds) {
            assert!((found - expected).abs() < most, "{elo:?} for {expected}");
        }
    }
}

/// 0.025 to the power of a tenth is 0.69150: after 10 pairs won the score is at least 0.69, and
/// after 10 drawn ones it is 0.35 to 0.65.
#[test]
fn equal_pairs_have_bounds() {
    let won = of_pairs([0, 0, 0, 0, 10]).elo().unwrap();
    assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
    assert_near(won.low, elo_from_score(0.691_50));
    let level = of_pairs([0, 0, 10, 0, 0]).elo().unwrap();
    assert_near(level.low, elo_from_score(0.34575));
    assert_near(level.high, -level.low);
}

/// If all pairs end 2-0 or 0-2, the likeliest distribution of a mean has the mean as the share of
/// 2-0, and the ratio is that of a coin: 60 ln(s1/s0) + 40 ln((1-s1)/(1-s0)). With s0 = 1/2 and
/// s1 = 0.640065, which is 100 Elo, that is 60 * 0.246962 + 40 * (-0.328685) = 1.6703.
#[test]
fn llr_of_two_outcomes_is_that_of_a_coin() {
    let llr = of_pairs([40, 0, 0, 0, 60]).llr([0.0, 100.0]);
    let one = expected_score(100.0);
    let coin = 60.0 * (one / 0.5).ln() + 40.0 * ((1.0 - one) / 0.5).ln();
    assert_near(coin, 1.6703);
    assert!((llr - coin).abs() < 0.02, "{llr} for {coin}");
}

#[test]
fn llr_has_the_sign_of_the_evidence() {
    let level = of_pairs([10, 20, 40, 20, 10]);
    assert_near(level.llr([-10.0, 10.0]), 0.0);
    let ahead = of_pairs([10, 20, 40, 60, 50]).llr([0.0, 20.0]);
    let behind = of_pairs([50, 60, 40, 20, 10]).llr([-20.0, 0.0]);
    assert!(ahead > sprt_bounds().1, "{ahead}");
    assert_near(behind, -ahead);
    assert_eq!(Pentanomial::default().llr([0.0, 10.0]), 0.0);
}

#[test]
fn sprt_bounds_are_those_of_wald() {
    assert_near(sprt_bounds().1, 2.9444);
    assert_near(sprt_bounds().0, -2.9444);
}

fn games(won: u32, drawn: u32, lost: u32) -> Trinomial {
    Trinomial { won, drawn, lost }
}

#[test]
fn known_scores_have_known_differences() {
    let elo = games(75, 0, 25).elo().expect("games");
    assert!((elo.elo - 190.85).abs() < 0.01, "{elo}");
    // Jeffreys' interval of 75 of 100 is 0.659 to 0.827.
    assert!(
        (elo.low - 114.4).abs() < 3.0 && (elo.high - 271.8).abs() < 3.0,
        "{elo}"
    );
    assert_eq!(games(3, 4, 3).elo().expect("games").elo, 0.0);
    assert_eq!(games(0, 0, 0).elo(), None);
}

#[test]
fn a_side_that_wins_all_has_infinite_elo_and_one_bound() {
    let elo = games(8, 0, 0).elo().expect("games");
    assert!(elo.elo.is_infinite() && elo.high.is_infinite());
    assert!(elo.low > 80.0 && elo.low < 120.0, "{elo}");
    let elo = games(0, 0, 8).elo().expect("games");
    assert!(elo.elo < 0.0 && elo.low.is_infinite() && elo.high < -80.0);
}

/// Jeffreys' interval of 7 of 10 is 0.3948 to 0.8968 in the table of Brown, Cai and DasGupta
/// (2001).
#[test]
fn bounds_of_two_kinds_of_outcomes_are_near_jeffreys_interval() {
    let found = ScoreEstimate::from_counts([3, 7]).unwrap();
    assert!((0.36..0.3948).contains(&found.low), "{found:?}");
    assert!((0.8968..0.93).contains(&found.high), "{found:?}");
}

#[test]
fn unknown_values_are_not_printed() {
    assert_eq!(games(0, 0, 0).score(), None);
    let pentanomial = |games: &[usize]| {
        let mut score = Pentanomial::default();
        for (number, &half_points) in games.iter().enumerate() {
            score.add(number as u64, half_points);
        }
        score.elo().map(|elo| elo.brackets(1))
    };
    assert_eq!(pentanomial(&[]), None);
    assert_eq!(pentanomial(&[2]), None, "half a pair");
    assert_eq!(pentanomial(&[2, 2]).unwrap(), "at least -636.4");
    assert_eq!(pentanomial(&[0, 0]).unwrap(), "at most +636.4");
    assert_eq!(pentanomial(&[1, 1]).unwrap(), "+0.0 [-759.1, +759.1]");
    let all = [
        (games(1, 0, 0), "at least -636 Elo at 95 %"),
        (games(2, 0, 0), "at least -291 Elo at 95 %"),
        (games(0, 0, 1), "at most +636 Elo at 95 %"),
        (games(0, 1, 0), "+0 Elo, between -759 and +759 at 95 %"),
        (games(0, 40, 0), "+0 Elo, between -31 and +31 at 95 %"),
        (games(40, 0, 0), "at least +406 Elo at 95 %"),
    ];
    for (score, text) in all {
        assert_eq!(score.elo().unwrap().to_string(), text);
    }
    for text in [
        games(1, 0, 1),
        games(1, 1, 0),
        games(499, 1, 0),
        games(20, 61, 20),
    ]
    .map(|score| format!("{} {}", score.elo().unwrap(), score.score().unwrap()))
    {
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
        assert!(!text.contains("-0 ") && !text.contains("-0.0"), "{text}");
    }
}

#[test]
fn the_share_of_few_games_has_wide_bounds() {
    let one = games(1, 0, 0).score().unwrap();
    assert_eq!(one.to_string(), "100.0 % (95 %: 2.5 to 100.0 %)");
    let split = games(1, 0, 1).score().unwrap();
    assert!(split.low < 0.1 && split.high > 0.9, "{split}");
}

#[test]
fn a_mean_of_one_number_has_no_error() {
    assert_eq!(standard_error([].into_iter()), None);
    assert_eq!(standard_error([322.0].into_iter()), None);
    assert_eq!(standard_error([10.0, 20.0].into_iter()), Some(5.0));
}

/// Draws matches of few and of many pairs: the truth must be between the bounds in about 95 % of
/// them.
#[test]
fn bounds_hold_in_95_percent_of_matches() {
    let mut rng = SplitMix64::new(1);
    for chances in [
        [20, 20, 20, 20, 20],
        [5, 20, 50, 20, 5],
        [25, 0, 50, 0, 25],
        [10, 10, 20, 30, 30],
        [1, 4, 25, 40, 30],
    ] {
        let (truth, _) = moments(&chances.map(f64::from));
        for pairs in [2, 3, 5, 10, 30, 100] {
            let mut held = 0;
            for _ in 0..500 {
                let mut counts = [0; 5];
                for _ in 0..pairs {
                    let mut left = rng.below(100);
                    let kind = chances.iter().position(|&chance| {
                        let found = left < chance;
                        left = left.wrapping_sub(chance);
                        found
                    });
                    counts[kind.expect("they add up to 100")] += 1;
                }
                let found = ScoreEstimate::from_counts(counts).expect("pairs");
                held += u32::from((found.low..=found.high).contains(&truth));
            }
            let share = f64::from(held) / 500.0;
            assert!(share > 0.92, "{chances:?}, {pairs} pairs: {share}");
        }
    }
}

//! Which unit of losses predicts the winner of a round: lines, or win expectancy.
//!
//! A win expectancy is learned from the positions of other rounds: logistic regression of who won
//! on the value of the best move, or on it and the opponent's at the same time. A move then loses
//! the difference of the expectancies of best and played. A round is predicted by the difference
//! between both sides' mean losses; ten folds.

use landfall_experiment::logistic::{Dataset, Prior};
use landfall_experiment::statistics::standard_error;
use landfall_review::report::{LineReport, MoveReport};

const FOLDS: usize = 10;

/// Values are clamped to this many lines before anything is learned from them; that of a lost game
/// is in the hundreds.
const MOST_VALUE: f64 = 60.0;

const LITTLE: Prior = Prior {
    mean: 0.0,
    std_dev: 100.0,
};

/// A round of two sides.
pub struct JudgedRound<'a> {
    pub sides: [&'a [MoveReport]; 2],
    pub first_won: bool,
}

/// What a move loses.
enum Unit {
    /// Lines that are sent less in the pieces after a move: the losses of reviews.
    Lines,
    /// Lines by the search, limited to a most.
    SearchLines(f64),
    /// Win expectancy by the own value, and by the opponent's too if `both`.
    Expectancy { both: bool },
}

/// Prints how well each unit predicts.
pub fn compare_units(rounds: &[JudgedRound]) {
    println!("{} rounds of two sides", rounds.len());
    if rounds.len() < 2 * FOLDS {
        return;
    }
    println!("unit: winner lost less, log loss in bits by ten folds, less that of lines");
    let units = [
        ("lines", Unit::Lines),
        ("lines by the search, 20 at most", Unit::SearchLines(20.0)),
        ("lines by the search, 10 at most", Unit::SearchLines(10.0)),
        ("lines by the search, 5 at most", Unit::SearchLines(5.0)),
        ("lines by the search, 3 at most", Unit::SearchLines(3.0)),
        (
            "win expectancy, own value",
            Unit::Expectancy { both: false },
        ),
        (
            "win expectancy, both values",
            Unit::Expectancy { both: true },
        ),
    ];
    let mut of_lines = None;
    for (name, unit) in units {
        let (right, bits) = predict(rounds, &unit);
        let of_lines: &Vec<f64> = of_lines.get_or_insert_with(|| bits.clone());
        let differences: Vec<f64> = bits.iter().zip(of_lines).map(|(a, b)| a - b).collect();
        println!(
            "{name}: {}, {}, {}",
            mean_and_error(&right),
            mean_and_error(&bits),
            mean_and_error(&differences)
        );
    }
}

fn mean_and_error(numbers: &[f64]) -> String {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let error = standard_error(numbers.iter().copied()).unwrap_or(f64::NAN);
    format!("{mean:.3} ± {error:.3}")
}

/// Returns for each round whether the winner lost less (half if neither did), and the log loss of
/// its prediction from the other folds.
fn predict(rounds: &[JudgedRound], unit: &Unit) -> (Vec<f64>, Vec<f64>) {
    let (mut right, mut bits) = (Vec::new(), Vec::new());
    let fold_of = |index: usize| index * FOLDS / rounds.len();
    for fold in 0..FOLDS {
        let part = |tested: bool| {
            let rounds = rounds.iter().enumerate();
            rounds.filter(move |&(index, _)| (fold_of(index) == fold) == tested)
        };
        let coefficients = match unit {
            Unit::Lines | Unit::SearchLines(_) => Vec::new(),
            Unit::Expectancy { both } => learn_expectancy(part(false).map(|(_, r)| r), *both),
        };
        let feature = |round: &JudgedRound| {
            let [one, other] = [0, 1].map(|side| mean_loss(round, side, unit, &coefficients));
            other - one
        };
        let mut known = Dataset::new(1);
        for (_, round) in part(false) {
            known.push([feature(round) as f32].into_iter(), round.first_won);
        }
        let slope = known.fit(&[LITTLE]).coefficients[0];
        for (_, round) in part(true) {
            let feature = feature(round);
            let sign = if round.first_won { 1.0 } else { -1.0 };
            right.push((f64::from((feature * sign).total_cmp(&0.0) as i8) + 1.0) / 2.0);
            bits.push((1.0 + (-sign * slope * feature).exp()).log2());
        }
    }
    (right, bits)
}

fn mean_loss(round: &JudgedRound, side: usize, unit: &Unit, coefficients: &[f64]) -> f64 {
    let moves = round.sides[side];
    let losses = moves.iter().map(|mv| match unit {
        Unit::Lines => mv.loss,
        Unit::SearchLines(most) => (value(&mv.best) - value(&mv.played)).min(*most),
        Unit::Expectancy { both } => {
            let other = both.then(|| value_at(round.sides[1 - side], mv.appeared));
            let expectancy = |value| expectancy(coefficients, &features(value, other));
            100.0 * (expectancy(value(&mv.best)) - expectancy(value(&mv.played)))
        }
    });
    losses.sum::<f64>() / moves.len() as f64
}

/// Returns the value of the last position of a side that began by this frame.
fn value_at(moves: &[MoveReport], frame: u64) -> f64 {
    let begun = moves.partition_point(|mv| mv.appeared <= frame);
    value(&moves[begun.max(1) - 1].best)
}

/// Returns the value of a line by the search; that of a lost game where it has none.
fn value(line: &LineReport) -> f64 {
    line.value.unwrap_or(-MOST_VALUE)
}

fn features(value: f64, other: Option<f64>) -> Vec<f32> {
    let cut = |value: f64| value.clamp(-MOST_VALUE, MOST_VALUE) as f32;
    let own = [1.0, cut(value)];
    own.into_iter().chain(other.map(cut)).collect()
}

fn expectancy(coefficients: &[f64], features: &[f32]) -> f64 {
    let pairs = coefficients.iter().zip(features);
    let log_odds: f64 = pairs.map(|(c, &feature)| c * f64::from(feature)).sum();
    1.0 / (1.0 + (-log_odds).exp())
}

fn learn_expectancy<'a>(rounds: impl Iterator<Item = &'a JudgedRound<'a>>, both: bool) -> Vec<f64> {
    let width = if both { 3 } else { 2 };
    let mut known = Dataset::new(width);
    for round in rounds {
        for side in 0..2 {
            for mv in round.sides[side] {
                let other = both.then(|| value_at(round.sides[1 - side], mv.appeared));
                let won = round.first_won == (side == 0);
                known.push(features(value(&mv.best), other).into_iter(), won);
            }
        }
    }
    known.fit(&vec![LITTLE; width]).coefficients
}

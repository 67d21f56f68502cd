//! The logistic regression: features of positions, priors, and the conversion of coefficients to
//! weights.

use super::decimals;
use super::error::LearnError;
use super::options::Options;
use super::positions::TrainingPosition;
use super::replays::{SeriesInfo, map_positions};
use landfall_experiment::logistic::{Dataset, Fit, Prior};
use landfall_rules::timing::Delays;
use landfall_search::evaluation::FeatureVector;
use landfall_search::net::Net;
use landfall_search::{Position, Weights};
use std::path::PathBuf;

/// The wide prior of coefficients that do not become weights.
const VAGUE_PRIOR: Prior = Prior {
    mean: 0.0,
    std_dev: 0.1,
};

/// The number of cells of a row.
pub const ROW_CELLS: f64 = 10.0;

/// The index among the extra features of the difference in filled cells.
const CELLS: usize = 0;
/// The index of the difference in pending garbage lines.
const PENDING_GARBAGE: usize = 1;
/// The index of the frames until the other side moves.
const OPPONENT_FRAMES: usize = 2;
/// The number of extra features, which follow those of the evaluation.
const EXTRA_FEATURES: usize = 3;

/// Learns weights. Returns the prior with them, without its net.
///
/// # Errors
/// Those of [`map_positions`].
pub fn learn_linear(
    options: &Options,
    files: &[PathBuf],
    prior: &Weights,
    series: &SeriesInfo,
) -> Result<Weights, LearnError> {
    let terms = FeatureVector::new(|name| series.step(name).is_some());
    let mut dataset = Dataset::new(terms.len() + EXTRA_FEATURES);
    let games = map_positions(files, series, |position| {
        (features(position, &terms), position.won)
    })?;
    let used = games.iter().filter(|game| !game.is_empty()).count();
    for (features, won) in games.into_iter().flatten() {
        dataset.push(features.into_iter(), won);
    }
    let fit = dataset.fit(&priors(&terms, prior, series, options.scale));
    report(used, &dataset, &fit, &terms);
    let fitted = FittedWeights {
        fit: &fit,
        terms: &terms,
        prior,
    };
    Ok(fitted.weights(options.scale, options.attack))
}

/// Returns a number of the side to move minus that of the other side.
pub fn difference(position: &TrainingPosition, of: impl Fn(&Position) -> i32) -> f32 {
    let [own, other] = position.sides.each_ref().map(of);
    (own - other) as f32
}

/// Returns the number of filled cells of a board.
pub fn cells(position: &Position) -> i32 {
    let columns = position.board.columns.iter();
    columns.map(|column| column.count_ones() as i32).sum()
}

/// Returns the features of the evaluation as differences between the sides, and the extra features.
fn features(position: &TrainingPosition, terms: &FeatureVector) -> Vec<f32> {
    let [own, other] = position.sides.each_ref().map(|side| terms.extract(side));
    let differences = own.iter().zip(&other);
    let extra = [
        difference(position, cells),
        position.garbage_difference,
        position.opponent_frames,
    ];
    differences
        .map(|(own, other)| (own - other) as f32)
        .chain(extra)
        .collect()
}

/// Returns the priors of all features. For a weight, the mean is its value in `weights`, and the
/// standard deviation is a step of the tuner.
fn priors(terms: &FeatureVector, weights: &Weights, series: &SeriesInfo, scale: i32) -> Vec<Prior> {
    let scale = f64::from(scale);
    let prior = |(name, value): (&str, i32)| Prior {
        mean: f64::from(value) / scale,
        std_dev: series.step(name).unwrap_or(1.0) / scale,
    };
    let terms = terms.named_weights(weights).into_iter().map(prior);
    terms.chain([VAGUE_PRIOR; EXTRA_FEATURES]).collect()
}

/// Prints the fit to stderr.
fn report(games: usize, dataset: &Dataset, fit: &Fit, terms: &FeatureVector) {
    let extra = |feature: usize| fit.coefficients[terms.len() + feature];
    eprintln!(
        "{games} games, {} positions; log-loss {} (1 is a coin toss); log-odds of a cell {}, \
         of a pending line {}, of a frame {}",
        dataset.observations(),
        decimals(fit.log_loss, 4),
        decimals(extra(CELLS), 4),
        decimals(extra(PENDING_GARBAGE), 4),
        decimals(extra(OPPONENT_FRAMES), 5),
    );
}

/// The coefficients of the regression, and the data for their conversion to weights.
struct FittedWeights<'a> {
    fit: &'a Fit,
    terms: &'a FeatureVector,
    /// The other weights, and the delays of clears.
    prior: &'a Weights,
}

impl FittedWeights<'_> {
    /// Returns the coefficients as weights; a log-odds of 1 becomes `scale`.
    fn weights(&self, scale: i32, attack: i32) -> Weights {
        let value = |log_odds: f64| Weights::nearest(log_odds * f64::from(scale));
        let (terms, extra) = self.fit.coefficients.split_at(self.terms.len());
        let terms = terms.iter().map(|&log_odds| value(log_odds));
        // A frame of one's own costs as much as a frame until the opponent's move is worth.
        let clear = |rows: usize| {
            let cells = extra[CELLS] * ROW_CELLS * rows as f64;
            let frames = f64::from(self.prior.clear_frames[rows - 1]);
            value(-cells - extra[OPPONENT_FRAMES] * frames)
        };
        Weights {
            attack,
            clear: [1, 2, 3, 4].map(clear),
            mini: [1, 2].map(clear),
            spin: [1, 2, 3].map(clear),
            clear_second: value(-extra[OPPONENT_FRAMES] * Delays::SECOND),
            net: Net::EMPTY,
            ..self.terms.replace(self.prior, terms)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_become_weights() {
        let terms = FeatureVector::new(|_| true);
        let mut coefficients = vec![0.0; terms.len()];
        coefficients[0] = 0.02;
        coefficients.extend([0.01, -0.3, 0.001]);
        let fit = Fit {
            coefficients,
            log_loss: 0.9,
        };
        let fitted = FittedWeights {
            fit: &fit,
            terms: &terms,
            prior: &Weights {
                clear_frames: [30, 40, 40, 50, 1],
                perfect_clear: 7,
                ..Weights::ZERO
            },
        };
        let weights = fitted.weights(1000, 100);
        let expected = Weights {
            height: 20,
            attack: 100,
            clear: [-130, -240, -340, -450],
            mini: [-130, -240],
            spin: [-130, -240, -340],
            clear_second: -60,
            clear_frames: [30, 40, 40, 50, 1],
            perfect_clear: 7,
            ..Weights::ZERO
        };
        assert_eq!(weights, expected);
    }
}

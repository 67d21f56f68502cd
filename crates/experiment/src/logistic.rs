//! Logistic regression: how much each feature raises the odds of an outcome.
//!
//! Uses Newton's method (iteratively reweighted least squares). A normal [`Prior`] keeps a
//! coefficient near its mean if the observations say little about it.

use rayon::prelude::*;

/// Most steps; four or five are usual.
const MAX_STEPS: usize = 25;

/// A step that changes no coefficient by more than this is the last one.
const PRECISION: f64 = 1e-9;

/// Rows that one thread sums up. The size is fixed, so that sums do not depend on the number of
/// threads.
const CHUNK: usize = 1 << 14;

/// Observations: features, and whether the outcome occurred.
#[derive(Clone, Debug)]
pub struct Dataset {
    width: usize,
    features: Vec<f32>,
    outcomes: Vec<bool>,
}

/// The normal distribution of a coefficient before anything is observed.
#[derive(Clone, Copy, Debug)]
pub struct Prior {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation, above 0.
    pub std_dev: f64,
}

/// The result of a regression.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The change of the log-odds per unit of each feature.
    pub coefficients: Vec<f64>,
    /// Mean log loss of an outcome in bits; 1 for probabilities of one half.
    pub log_loss: f64,
}

/// Sums over some rows: the gradient, and the lower half of the negative Hessian.
struct Derivatives {
    gradient: Vec<f64>,
    hessian: Vec<f64>,
}

impl Dataset {
    /// Returns a set of observations with this many features, which is empty.
    pub fn new(width: usize) -> Dataset {
        Dataset {
            width,
            features: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Adds an observation. Features beyond the width are ignored, missing ones are 0.
    pub fn push(&mut self, features: impl Iterator<Item = f32>, outcome: bool) {
        let end = self.features.len() + self.width;
        self.features.extend(features.take(self.width));
        self.features.resize(end, 0.0);
        self.outcomes.push(outcome);
    }

    /// Returns the number of observations.
    pub fn observations(&self) -> usize {
        self.outcomes.len()
    }

    /// Returns the most likely coefficients after these observations; one prior for each
    /// feature.
    pub fn fit(&self, priors: &[Prior]) -> Fit {
        let mut coefficients: Vec<f64> = priors.iter().map(|prior| prior.mean).collect();
        coefficients.resize(self.width, 0.0);
        for _ in 0..MAX_STEPS {
            let mut sums = self.derivatives(&coefficients);
            for (i, prior) in priors.iter().take(self.width).enumerate() {
                let weight = prior.std_dev.powi(-2);
                sums.gradient[i] -= weight * (coefficients[i] - prior.mean);
                sums.hessian[i * self.width + i] += weight;
            }
            let step = solve_newton_step(sums);
            let mut longest = 0.0_f64;
            for (coefficient, step) in coefficients.iter_mut().zip(step) {
                *coefficient += step;
                longest = longest.max(step.abs());
            }
            if longest < PRECISION {
                break;
            }
        }
        Fit {
            log_loss: self.mean_log_loss(&coefficients),
            coefficients,
        }
    }

    fn rows(&self) -> impl IndexedParallelIterator<Item = (&[f32], &[bool])> {
        self.features
            .par_chunks(CHUNK * self.width)
            .zip(self.outcomes.par_chunks(CHUNK))
    }

    fn derivatives(&self, coefficients: &[f64]) -> Derivatives {
        let width = self.width;
        let parts: Vec<Derivatives> = self
            .rows()
            .map(|(features, outcomes)| {
                let mut sums = Derivatives::zero(width);
                for (row, &outcome) in features.chunks(width).zip(outcomes) {
                    sums.add(row, log_odds(row, coefficients), outcome);
                }
                sums
            })
            .collect();
        let mut total = Derivatives::zero(width);
        for part in &parts {
            let pairs = total.gradient.iter_mut().zip(&part.gradient);
            pairs.for_each(|(total, part)| *total += part);
            let pairs = total.hessian.iter_mut().zip(&part.hessian);
            pairs.for_each(|(total, part)| *total += part);
        }
        total
    }

    fn mean_log_loss(&self, coefficients: &[f64]) -> f64 {
        let parts: Vec<f64> = self
            .rows()
            .map(|(features, outcomes)| {
                let rows = features.chunks(self.width).zip(outcomes);
                rows.map(|(row, &outcome)| {
                    let log_odds = log_odds(row, coefficients);
                    (if outcome { -log_odds } else { log_odds }).exp().ln_1p()
                })
                .sum()
            })
            .collect();
        parts.iter().sum::<f64>() / (self.observations().max(1) as f64 * 2_f64.ln())
    }
}

impl Derivatives {
    fn zero(width: usize) -> Derivatives {
        Derivatives {
            gradient: vec![0.0; width],
            hessian: vec![0.0; width * width],
        }
    }

    fn add(&mut self, row: &[f32], log_odds: f64, outcome: bool) {
        let width = row.len();
        let probability = 1.0 / (1.0 + (-log_odds).exp());
        let variance = probability * (1.0 - probability);
        let residual = f64::from(u8::from(outcome)) - probability;
        for (i, &a) in row.iter().enumerate() {
            if a == 0.0 {
                continue;
            }
            let a = f64::from(a);
            self.gradient[i] += a * residual;
            let hessian_row = &mut self.hessian[i * width..=i * width + i];
            for (entry, &b) in hessian_row.iter_mut().zip(row) {
                *entry += variance * a * f64::from(b);
            }
        }
    }
}

/// Returns the log-odds of a row.
fn log_odds(row: &[f32], coefficients: &[f64]) -> f64 {
    let products = row.iter().zip(coefficients);
    products.map(|(&x, w)| f64::from(x) * w).sum()
}

/// Solves `hessian * step = gradient` by Cholesky's decomposition. Priors make all pivots positive.
fn solve_newton_step(sums: Derivatives) -> Vec<f64> {
    let Derivatives {
        gradient: mut step,
        hessian: mut lower,
    } = sums;
    let width = step.len();
    for i in 0..width {
        for j in 0..=i {
            let known: f64 = (0..j)
                .map(|k| lower[i * width + k] * lower[j * width + k])
                .sum();
            let rest = lower[i * width + j] - known;
            lower[i * width + j] = if i == j {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / lower[j * width + j]
            };
        }
    }
    for i in 0..width {
        let known: f64 = (0..i).map(|k| lower[i * width + k] * step[k]).sum();
        step[i] = (step[i] - known) / lower[i * width + i];
    }
    for i in (0..width).rev() {
        let known: f64 = (i + 1..width).map(|k| lower[k * width + i] * step[k]).sum();
        step[i] = (step[i] - known) / lower[i * width + i];
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rng::SplitMix64;

    const WIDE: Prior = Prior {
        mean: 0.0,
        std_dev: 10.0,
    };

    #[test]
    fn a_rarely_observed_feature_keeps_its_prior() {
        let mut table = drawn(2_000, &[1.0, 1.0]);
        for row in table.features.chunks_mut(2).skip(5) {
            row[1] = 0.0;
        }
        let prior = Prior {
            mean: -1.0,
            std_dev: 0.1,
        };
        let found = table.fit(&[WIDE, prior]).coefficients;
        assert!(found[0] > 0.7 && (found[1] + 1.0).abs() < 0.1, "{found:?}");
    }

    /// Returns observations whose outcomes are drawn with the coefficients `truth`.
    fn drawn(rows: usize, truth: &[f64]) -> Dataset {
        let mut rng = SplitMix64::new(3);
        let mut table = Dataset::new(truth.len());
        for _ in 0..rows {
            let row: Vec<f32> = truth
                .iter()
                .map(|_| rng.below(2001) as f32 / 1000.0 - 1.0)
                .collect();
            let probability = 1.0 / (1.0 + (-log_odds(&row, truth)).exp());
            let outcome = f64::from(rng.below(1_000_000)) < probability * 1e6;
            table.push(row.into_iter(), outcome);
        }
        table
    }

    #[test]
    fn known_coefficients_are_found() {
        let truth = [1.5, -0.7, 0.0];
        let fit = drawn(40_000, &truth).fit(&[WIDE; 3]);
        for (found, truth) in fit.coefficients.iter().zip(truth) {
            assert!((found - truth).abs() < 0.06, "{fit:?}");
        }
        assert!(fit.log_loss > 0.7 && fit.log_loss < 0.95, "{fit:?}");
    }

    #[test]
    fn constant_and_duplicate_features_do_no_harm() {
        let mut table = Dataset::new(3);
        let source = drawn(5_000, &[1.0]);
        for (row, &outcome) in source.features.iter().zip(&source.outcomes) {
            table.push([*row, 0.0, *row].into_iter(), outcome);
        }
        let [first, constant, duplicate] = table.fit(&[WIDE; 3]).coefficients[..] else {
            panic!("three coefficients");
        };
        assert_eq!(constant, 0.0);
        assert!((first - duplicate).abs() < 1e-6 && (first + duplicate - 1.0).abs() < 0.15);
    }

    #[test]
    fn without_observations_coefficients_are_the_priors() {
        let prior = Prior {
            mean: 0.5,
            std_dev: 2.0,
        };
        let fit = Dataset::new(2).fit(&[prior, WIDE]);
        assert_eq!(fit.coefficients, [0.5, 0.0]);
    }
}

//! Logistic regression: by how much each feature raises the odds of an outcome.
//!
//! Newton's method (iteratively reweighted least squares). A normal [`Prior`] keeps each
//! coefficient where it is as far as the observations say little of it. Knows no game.

use rayon::prelude::*;

/// Steps at most; four or five are the rule.
const STEPS: usize = 25;

/// A step that changes no coefficient by more than this is the last one.
const PRECISION: f64 = 1e-9;

/// Rows that are summed up together. Sums do not depend on the number of threads.
const CHUNK: usize = 1 << 14;

/// Observations: features, and whether the outcome came.
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
    /// The change of the log-odds by one more of each feature.
    pub coefficients: Vec<f64>,
    /// Mean log loss of an outcome in bits: 1 is to know nothing.
    pub log_loss: f64,
}

/// Sums over some rows: the gradient, and the lower half of the negative Hessian.
struct Derivatives {
    gradient: Vec<f64>,
    hessian: Vec<f64>,
}

impl Dataset {
    /// Returns a set without observations, of so many features.
    pub fn new(width: usize) -> Dataset {
        Dataset {
            width,
            features: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Adds an observation. Features beyond the width are left out, missing ones are 0.
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
        for _ in 0..STEPS {
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
        let mut all = Derivatives::zero(width);
        for part in &parts {
            let pairs = all.gradient.iter_mut().zip(&part.gradient);
            pairs.for_each(|(all, part)| *all += part);
            let pairs = all.hessian.iter_mut().zip(&part.hessian);
            pairs.for_each(|(all, part)| *all += part);
        }
        all
    }

    fn mean_log_loss(&self, coefficients: &[f64]) -> f64 {
        let parts: Vec<f64> = self
            .rows()
            .map(|(features, outcomes)| {
                let rows = features.chunks(self.width).zip(outcomes);
                rows.map(|(row, &outcome)| {
                    let odds = log_odds(row, coefficients);
                    (if outcome { -odds } else { odds }).exp().ln_1p()
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

    fn add(&mut self, row: &[f32], odds: f64, outcome: bool) {
        let width = row.len();
        let chance = 1.0 / (1.0 + (-odds).exp());
        let spread = chance * (1.0 - chance);
        let missed = f64::from(u8::from(outcome)) - chance;
        for (i, &a) in row.iter().enumerate() {
            if a == 0.0 {
                continue;
            }
            let a = f64::from(a);
            self.gradient[i] += a * missed;
            let bend = &mut self.hessian[i * width..=i * width + i];
            for (bend, &b) in bend.iter_mut().zip(row) {
                *bend += spread * a * f64::from(b);
            }
        }
    }
}

/// Returns the log-odds of a row.
fn log_odds(row: &[f32], coefficients: &[f64]) -> f64 {
    let products = row.iter().zip(coefficients);
    products.map(|(&x, w)| f64::from(x) * w).sum()
}

/// Solves `bend * step = slope` by Cholesky's decomposition. Priors make all pivots positive.
fn solve_newton_step(sums: Derivatives) -> Vec<f64> {
    let Derivatives {
        gradient: mut slope,
        hessian: bend,
    } = sums;
    let width = slope.len();
    let mut lower = bend;
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
        let known: f64 = (0..i).map(|k| lower[i * width + k] * slope[k]).sum();
        slope[i] = (slope[i] - known) / lower[i * width + i];
    }
    for i in (0..width).rev() {
        let known: f64 = (i + 1..width)
            .map(|k| lower[k * width + i] * slope[k])
            .sum();
        slope[i] = (slope[i] - known) / lower[i * width + i];
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall_rng::SplitMix64;

    const LITTLE: Prior = Prior {
        mean: 0.0,
        std_dev: 10.0,
    };

    #[test]
    fn what_is_hardly_observed_stays_as_it_was_believed() {
        let mut table = drawn(2_000, &[1.0, 1.0]);
        for row in table.features.chunks_mut(2).skip(5) {
            row[1] = 0.0;
        }
        let prior = Prior {
            mean: -1.0,
            std_dev: 0.1,
        };
        let found = table.fit(&[LITTLE, prior]).coefficients;
        assert!(found[0] > 0.7 && (found[1] + 1.0).abs() < 0.1, "{found:?}");
    }

    /// Outcomes by known coefficients.
    fn drawn(rows: usize, truth: &[f64]) -> Dataset {
        let mut rng = SplitMix64::new(3);
        let mut table = Dataset::new(truth.len());
        for _ in 0..rows {
            let row: Vec<f32> = truth
                .iter()
                .map(|_| rng.below(2001) as f32 / 1000.0 - 1.0)
                .collect();
            let chance = 1.0 / (1.0 + (-log_odds(&row, truth)).exp());
            let outcome = f64::from(rng.below(1_000_000)) < chance * 1e6;
            table.push(row.into_iter(), outcome);
        }
        table
    }

    #[test]
    fn coefficients_are_found_again() {
        let truth = [1.5, -0.7, 0.0];
        let fit = drawn(40_000, &truth).fit(&[LITTLE; 3]);
        for (found, truth) in fit.coefficients.iter().zip(truth) {
            assert!((found - truth).abs() < 0.06, "{fit:?}");
        }
        assert!(fit.log_loss > 0.7 && fit.log_loss < 0.95, "{fit:?}");
    }

    #[test]
    fn what_never_varies_and_what_says_the_same_twice_do_no_harm() {
        let mut table = Dataset::new(3);
        let once = drawn(5_000, &[1.0]);
        for (row, &outcome) in once.features.iter().zip(&once.outcomes) {
            table.push([*row, 0.0, *row].into_iter(), outcome);
        }
        let [one, never, same] = table.fit(&[LITTLE; 3]).coefficients[..] else {
            panic!("three coefficients");
        };
        assert_eq!(never, 0.0);
        assert!((one - same).abs() < 1e-6 && (one + same - 1.0).abs() < 0.15);
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        let prior = Prior {
            mean: 0.5,
            std_dev: 2.0,
        };
        let fit = Dataset::new(2).fit(&[prior, LITTLE]);
        assert_eq!(fit.coefficients, [0.5, 0.0]);
    }
}

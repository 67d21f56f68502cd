//! Separable CMA-ES: an evolution strategy that learns how far to step along each axis.
//!
//! Ros and Hansen, "A Simple Modification in CMA-ES Achieving Linear Time and Space
//! Complexity" (2008), with the constants of Hansen, "The CMA Evolution Strategy: A Tutorial"
//! (2016). Only the diagonal of the covariance is kept: it is learned in tens of generations
//! where a full matrix of forty parameters would take hundreds.
//!
//! For noisy scores there is [`Cma::with_noise`]: points in pairs, mirrored at the mean (mirrored
//! sampling: Auger, Brockhoff and Hansen 2011), and a learning rate of the mean, which makes it
//! an average over several generations.
//!
//! Pure: the points follow from the seed and the scores.

use landfall_rng::{SplitMix64, mix64};
use std::f64::consts::TAU;

/// The search for the point with the highest score.
///
/// # Examples
/// ```
/// use landfall_experiment::cma::Cma;
///
/// // The highest point of -(x - 1)^2 - (y + 2)^2.
/// let mut cma = Cma::new(vec![0.0, 0.0], 1.0, 8, 1);
/// for _generation in 0..100 {
///     let points = cma.ask(8);
///     let scores: Vec<f64> = points
///         .iter()
///         .map(|point| -(point[0] - 1.0).powi(2) - (point[1] + 2.0).powi(2))
///         .collect();
///     cma.tell(&points, &scores);
/// }
/// assert!((cma.mean()[0] - 1.0).abs() < 0.01 && (cma.mean()[1] + 2.0).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Cma {
    seed: u64,
    generation: u64,
    mean: Vec<f64>,
    /// Length of a step.
    step_size: f64,
    /// Variance along each axis, divided by the square of `step_size`.
    variance: Vec<f64>,
    /// Evolution path of the step size (`p_sigma`).
    sigma_path: Vec<f64>,
    /// Evolution path of the covariance (`p_c`).
    covariance_path: Vec<f64>,
    constants: StrategyConstants,
    /// Whether every second point is the mirror image of the one before it.
    mirrored: bool,
    /// Learning rate of the mean, above 0 and at most 1.
    mean_rate: f64,
}

/// The constants of the strategy, which follow from dimension and population.
#[derive(Clone, Debug)]
struct StrategyConstants {
    /// Weights of the better half, the best first. They add up to 1.
    weights: Vec<f64>,
    /// The number of points of equal weight that would have the same variance (`mu_eff`).
    effective_size: f64,
    sigma_rate: f64,
    damping: f64,
    covariance_path_rate: f64,
    rank_one_rate: f64,
    rank_mu_rate: f64,
    /// Expected length of a vector of normal numbers.
    expected_length: f64,
}

impl StrategyConstants {
    fn new(dimension: usize, population: usize) -> StrategyConstants {
        let n = dimension as f64;
        let half = population / 2;
        let raw: Vec<f64> = (1..=half)
            .map(|rank| ((population as f64 + 1.0) / 2.0).ln() - (rank as f64).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let sigma_rate = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        // A diagonal has fewer parameters than a full matrix, and can be learnt faster.
        let speedup = (n + 2.0) / 3.0;
        let rank_one = (speedup * 2.0 / ((n + 1.3).powi(2) + mu_eff)).min(0.5);
        let rank_mu = speedup * 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff);
        StrategyConstants {
            effective_size: mu_eff,
            sigma_rate,
            damping: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + sigma_rate,
            covariance_path_rate: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            rank_one_rate: rank_one,
            rank_mu_rate: rank_mu.clamp(0.0, 1.0 - rank_one),
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }
}

impl Cma {
    /// Returns a search from `mean`, with steps of `sigma` (above 0) along every axis and
    /// `population` (at least 4) points per generation.
    pub fn new(mean: Vec<f64>, sigma: f64, population: usize, seed: u64) -> Cma {
        let dimension = mean.len();
        Cma {
            seed,
            generation: 0,
            step_size: sigma,
            variance: vec![1.0; dimension],
            sigma_path: vec![0.0; dimension],
            covariance_path: vec![0.0; dimension],
            constants: StrategyConstants::new(dimension, population),
            mirrored: false,
            mean_rate: 1.0,
            mean,
        }
    }

    /// Adapts the search to noisy scores. If `mirrored`, points come in pairs, each the mirror
    /// image of the other at the mean (antithetic sampling), and steps keep their length.
    /// `mean_rate` is the learning rate of the mean, above 0 and at most 1.
    pub fn with_noise(self, mirrored: bool, mean_rate: f64) -> Cma {
        Cma {
            mirrored,
            mean_rate,
            ..self
        }
    }

    /// Returns the points of this generation: the same until [`Cma::tell`].
    pub fn ask(&self, population: usize) -> Vec<Vec<f64>> {
        let mut normal = NormalSampler::new(mix64(self.seed ^ mix64(self.generation)));
        let mut points: Vec<Vec<f64>> = Vec::with_capacity(population);
        for number in 0..population {
            let axes = self.mean.iter().zip(&self.variance);
            let point = match points.last() {
                Some(previous) if self.mirrored && number % 2 == 1 => {
                    let pairs = self.mean.iter().zip(previous);
                    pairs.map(|(mean, x)| 2.0 * mean - x).collect()
                }
                _ => axes
                    .map(|(mean, variance)| {
                        mean + self.step_size * variance.sqrt() * normal.sample()
                    })
                    .collect(),
            };
            points.push(point);
        }
        points
    }

    /// Takes the scores of the points of this generation, in the order of the points; higher is
    /// better. Points with equal scores rank in that order, too.
    pub fn tell(&mut self, points: &[Vec<f64>], scores: &[f64]) {
        let mut ranking: Vec<usize> = (0..points.len()).collect();
        ranking.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let constants = &self.constants;
        let best = ranking.iter().map(|&i| &points[i]).zip(&constants.weights);
        let old = self.mean.clone();
        // The new mean for a learning rate of 1.
        let goal: Vec<f64> = (0..old.len())
            .map(|i| best.clone().map(|(point, weight)| weight * point[i]).sum())
            .collect();
        for ((mean, old), goal) in self.mean.iter_mut().zip(&old).zip(&goal) {
            // With a learning rate of 1 this is the goal to the last bit.
            *mean = goal - (1.0 - self.mean_rate) * (goal - old);
        }
        self.generation += 1;
        // A loss that is equal on both sides of the mean cancels out when mirror images are
        // compared, so nothing would keep the steps from growing.
        if self.mirrored {
            return;
        }
        // Steps to the goal, and to each point, in units of `step_size`.
        let step = |to: f64, i: usize| (to - old[i]) / self.step_size;
        let steps: Vec<f64> = (0..old.len()).map(|i| step(goal[i], i)).collect();
        let (keep, take) = decay(constants.sigma_rate, constants.effective_size);
        for (i, step) in steps.iter().enumerate() {
            self.sigma_path[i] =
                keep * self.sigma_path[i] + take * (step / self.variance[i].sqrt());
        }
        let length = self.sigma_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        // While the steps grow fast the covariance path stalls, so that it does not stretch an
        // axis (`h_sigma`).
        let bias = 1.0 - keep.powf(2.0 * self.generation as f64);
        let longest = (1.4 + 2.0 / (old.len() as f64 + 1.0)) * constants.expected_length;
        let path_moves = length / bias.sqrt() < longest;
        let (keep, take) = decay(constants.covariance_path_rate, constants.effective_size);
        for i in 0..old.len() {
            let moved = if path_moves { take * steps[i] } else { 0.0 };
            self.covariance_path[i] = keep * self.covariance_path[i] + moved;
            let stalled = if path_moves {
                0.0
            } else {
                constants.covariance_path_rate * (2.0 - constants.covariance_path_rate)
            };
            let rank_mu: f64 = best
                .clone()
                .map(|(point, weight)| weight * step(point[i], i).powi(2))
                .sum();
            let kept = 1.0 - constants.rank_one_rate - constants.rank_mu_rate
                + constants.rank_one_rate * stalled;
            self.variance[i] = kept * self.variance[i]
                + constants.rank_one_rate * self.covariance_path[i].powi(2)
                + constants.rank_mu_rate * rank_mu;
        }
        let growth =
            constants.sigma_rate / constants.damping * (length / constants.expected_length - 1.0);
        self.step_size *= growth.min(1.0).exp();
    }

    /// Returns the mean of the distribution, which under noise is a better result than any point.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Returns the length of a step along an axis, the root mean square over the axes.
    pub fn sigma(&self) -> f64 {
        let sum: f64 = self.variance.iter().sum();
        self.step_size * (sum / self.variance.len() as f64).sqrt()
    }
}

/// Returns the factors by which an evolution path and a new step are added, so that the path keeps
/// its length when steps are random.
fn decay(rate: f64, effective_size: f64) -> (f64, f64) {
    (1.0 - rate, (rate * (2.0 - rate) * effective_size).sqrt())
}

/// A generator of normally distributed numbers, in pairs after Box and Muller (1958).
pub struct NormalSampler {
    rng: SplitMix64,
    spare: Option<f64>,
}

impl NormalSampler {
    /// Returns the generator of a seed.
    pub fn new(seed: u64) -> NormalSampler {
        NormalSampler {
            rng: SplitMix64::new(seed),
            spare: None,
        }
    }

    /// Returns the next number, of mean 0 and variance 1.
    pub fn sample(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let (first, second) = (self.uniform(), self.uniform());
        let length = (-2.0 * first.ln()).sqrt();
        self.spare = Some(length * (TAU * second).sin());
        length * (TAU * second).cos()
    }

    /// Returns a uniformly distributed number above 0 and at most 1.
    fn uniform(&mut self) -> f64 {
        ((self.rng.next_u64() >> 11) as f64 + 1.0) / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POPULATION: usize = 16;

    /// Returns the search from (3, 3, ...) after this many generations with this loss of a point.
    fn search(dimension: usize, generations: u64, mut loss: impl FnMut(&[f64]) -> f64) -> Cma {
        let mut cma = Cma::new(vec![3.0; dimension], 1.0, POPULATION, 7);
        for _ in 0..generations {
            let points = cma.ask(POPULATION);
            let scores: Vec<f64> = points.iter().map(|point| -loss(point)).collect();
            cma.tell(&points, &scores);
        }
        cma
    }

    fn sphere(point: &[f64]) -> f64 {
        point.iter().map(|x| x * x).sum()
    }

    /// Axes that differ by a factor of a thousand.
    fn ellipsoid(point: &[f64]) -> f64 {
        let last = (point.len() - 1) as f64;
        let axes = point.iter().enumerate();
        axes.map(|(i, x)| 1e6f64.powf(i as f64 / last) * x * x)
            .sum()
    }

    #[test]
    fn the_minimum_of_a_sphere_is_found() {
        let cma = search(20, 200, sphere);
        assert!(sphere(cma.mean()) < 1e-6, "{}", sphere(cma.mean()));
        assert!(cma.sigma() < 1e-2, "{}", cma.sigma());
    }

    #[test]
    fn axes_of_very_different_length_are_learnt() {
        let cma = search(20, 600, ellipsoid);
        assert!(ellipsoid(cma.mean()) < 1e-6, "{}", ellipsoid(cma.mean()));
    }

    /// The noise hides the differences between the points near the minimum, but the mean comes near it.
    #[test]
    fn the_mean_comes_near_the_minimum_under_noise() {
        let mut noise = NormalSampler::new(3);
        let cma = search(20, 300, |point| sphere(point) + 10.0 * noise.sample());
        assert!(sphere(cma.mean()) < 12.0, "{}", sphere(cma.mean()));
        assert_eq!(sphere(&[3.0; 20]), 180.0);
    }

    /// Scores are comparisons of two points, with much noise. Comparing mirrored pairs, with a low
    /// learning rate of the mean, finds more than comparing points with the mean.
    #[test]
    fn mirrored_pairs_and_a_slow_mean_find_more_under_noise() {
        let found = |mirrored: bool, mean_rate: f64| {
            let mut noise = NormalSampler::new(5);
            let start = Cma::new(vec![1.0; 40], 1.0, 32, 7);
            let mut cma = start.with_noise(mirrored, mean_rate);
            for _ in 0..60 {
                let points = cma.ask(32);
                let mut better =
                    |a: &[f64], b: &[f64]| sphere(b) - sphere(a) + 30.0 * noise.sample();
                let scores: Vec<f64> = if mirrored {
                    let pairs = points.chunks(2).map(|pair| better(&pair[0], &pair[1]));
                    pairs.flat_map(|score| [score, -score]).collect()
                } else {
                    let mean = cma.mean().to_vec();
                    points.iter().map(|point| better(point, &mean)).collect()
                };
                cma.tell(&points, &scores);
            }
            sphere(cma.mean())
        };
        let (usual, pairs) = (found(false, 1.0), found(true, 0.3));
        assert!(pairs < 0.5 * usual, "{pairs} {usual}");
        assert!(pairs < 0.5 * sphere(&[1.0; 40]), "{pairs}");
    }

    /// On a slope the same point of each pair is the better one, whatever the length of the steps.
    #[test]
    fn steps_of_mirrored_points_do_not_grow_on_a_slope() {
        let mut cma = Cma::new(vec![0.0; 10], 1.0, POPULATION, 7).with_noise(true, 0.3);
        for _ in 0..50 {
            let points = cma.ask(POPULATION);
            let scores: Vec<f64> = points.iter().map(|point| point[0]).collect();
            cma.tell(&points, &scores);
        }
        assert_eq!(cma.sigma(), 1.0);
        assert!(cma.mean()[0] > 5.0, "{}", cma.mean()[0]);
    }

    #[test]
    fn mirrored_points_have_the_mean_between_them() {
        let cma = search(5, 20, sphere).with_noise(true, 1.0);
        let points = cma.ask(7);
        assert_eq!(points.len(), 7);
        for pair in points.chunks_exact(2) {
            assert_ne!(pair[0], pair[1]);
            for ((one, other), mean) in pair[0].iter().zip(&pair[1]).zip(cma.mean()) {
                assert!((one + other - 2.0 * mean).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn points_follow_from_the_seed() {
        let (one, other) = (search(5, 20, sphere), search(5, 20, sphere));
        assert_eq!(one.ask(POPULATION), other.ask(POPULATION));
        let with_seed = |seed| Cma::new(vec![3.0; 5], 1.0, POPULATION, seed);
        assert_ne!(with_seed(7).ask(POPULATION), with_seed(8).ask(POPULATION));
    }

    #[test]
    fn equal_scores_change_the_step_size_little() {
        let cma = search(38, 100, |_| 0.0);
        assert!((0.2..5.0).contains(&cma.sigma()), "{}", cma.sigma());
    }

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut normal = NormalSampler::new(1);
        let numbers: Vec<f64> = (0..10_000).map(|_| normal.sample()).collect();
        let mean = numbers.iter().sum::<f64>() / 1e4;
        let variance = numbers.iter().map(|x| x * x).sum::<f64>() / 1e4;
        assert!(mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05);
    }
}

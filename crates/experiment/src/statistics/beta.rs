//! Quantiles of the Beta distribution.

/// Steps of the bisection, each of which halves the error.
const BISECTIONS: usize = 60;

/// Most terms of the continued fraction; it needs about the square root of the larger parameter.
const MAX_TERMS: usize = 10_000;

/// Returns the quantile `p` of a Beta distribution with parameters above 0.
pub fn beta_quantile(a: f64, b: f64, p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        if regularized_beta(a, b, middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Returns the regularized incomplete beta function, by its continued fraction (Abramowitz
/// and Stegun 26.5.8) evaluated after Lentz (1976).
fn regularized_beta(a: f64, b: f64, x: f64) -> f64 {
    // The fraction converges fast on this side only.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - regularized_beta(b, a, 1.0 - x);
    }
    if x == 0.0 {
        return 0.0;
    }
    let ln_front = a * x.ln() + b * (1.0 - x).ln() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    ln_front.exp() / (a * continued_fraction(a, b, x))
}

fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_zero = |y: f64| if y.abs() < 1e-300 { 1e-300 } else { y };
    let (mut fraction, mut c, mut d) = (1.0, 1.0, 0.0);
    for term in 1..MAX_TERMS {
        let m = (term / 2) as f64;
        let numerator = if term % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / away_from_zero(1.0 + numerator * d);
        c = away_from_zero(1.0 + numerator / c);
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-12 {
            break;
        }
    }
    fraction
}

/// Returns the logarithm of the gamma function for numbers above 0, by Stirling's series from 10
/// on.
fn ln_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 10.0 {
        shift += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
    }

    #[test]
    fn known_values_are_found() {
        assert_near(ln_gamma(1.0), 0.0);
        assert_near(ln_gamma(6.0), 120f64.ln());
        assert_near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
        // The uniform distribution, that of x squared, and the arcsine law, whose quantile is
        // sin^2(pi p / 2).
        assert_near(beta_quantile(1.0, 1.0, 0.3), 0.3);
        assert_near(beta_quantile(2.0, 1.0, 0.25), 0.5);
        assert_near(
            beta_quantile(0.5, 0.5, 0.025),
            (std::f64::consts::PI * 0.0125).sin().powi(2),
        );
    }

    #[test]
    fn quantiles_are_symmetric() {
        for (a, b) in [(0.3, 4.0), (2.5, 7.5), (400.0, 300.0)] {
            assert_near(beta_quantile(a, b, 0.1), 1.0 - beta_quantile(b, a, 0.9));
        }
    }

    /// The bounds are 1.96 standard deviations away, as those of the normal distribution.
    #[test]
    fn large_parameters_give_a_normal_distribution() {
        let (a, b) = (50_000.0, 50_000.0);
        let deviation = (0.25f64 / 100_001.0).sqrt();
        assert_near(beta_quantile(a, b, 0.975), 0.5 + 1.959_964 * deviation);
    }
}

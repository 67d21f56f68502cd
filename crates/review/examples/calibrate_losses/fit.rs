//! Least squares for a linear model, and for a curve that grows to a limit.

/// Number of features of a position.
pub const FEATURES: usize = 5;

/// Returns the weights of the linear model with the least squares. A little is added to the
/// diagonal, so that there is always a solution.
pub fn least_squares(rows: &[([f64; FEATURES], f64)]) -> [f64; FEATURES] {
    let mut equations = [[0.0; FEATURES + 1]; FEATURES];
    for (i, equation) in equations.iter_mut().enumerate() {
        equation[i] = 1e-6;
        for (features, value) in rows {
            for (sum, feature) in equation.iter_mut().zip(features.iter().chain([value])) {
                *sum += features[i] * feature;
            }
        }
    }
    for i in 0..FEATURES {
        let pivot = equations[i];
        for (j, equation) in equations.iter_mut().enumerate() {
            if i != j {
                let factor = equation[i] / pivot[i];
                equation
                    .iter_mut()
                    .zip(pivot)
                    .for_each(|(sum, own)| *sum -= factor * own);
            }
        }
    }
    std::array::from_fn(|i| equations[i][FEATURES] / equations[i][i])
}

/// Means over moves: their loss by the search, and the lines that were sent less; and the number of
/// moves.
pub struct Row {
    pub loss: f64,
    pub less: f64,
    pub moves: f64,
}

/// Returns the scale with the least squares, in tenths up to 40, of the lines that are lost by the loss of
/// the search: `most (1 - exp(-loss / scale))`.
pub fn fit_scale(rows: &[Row], most: f64) -> f64 {
    let squares = |scale: f64| -> f64 {
        let square = |row: &Row| {
            let lines = most * (1.0 - (-row.loss / scale).exp());
            row.moves * (lines - row.less).powi(2)
        };
        rows.iter().map(square).sum()
    };
    let scales = (5..=400).map(|tenths| f64::from(tenths) / 10.0);
    scales
        .min_by(|one, other| squares(*one).total_cmp(&squares(*other)))
        .unwrap_or(most)
}

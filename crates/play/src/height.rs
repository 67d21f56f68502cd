//! Heights with fractions, rounded as TETR.IO does.
//!
//! `core` has no functions that round numbers.

/// Parts per row in which heights are counted.
const PARTS: f64 = 1e6;

/// The smallest part of a row.
const PART: f64 = 1e-6;

/// Returns the largest whole number that is not greater. Numbers beyond 2^53, which have no
/// fraction, may be changed.
pub fn floor(number: f64) -> f64 {
    let whole = number as i64 as f64;
    if whole > number { whole - 1.0 } else { whole }
}

/// Returns the smallest whole number that is not less.
pub fn ceil(number: f64) -> f64 {
    -floor(-number)
}

fn is_whole(number: f64) -> bool {
    floor(number) == number
}

/// Returns a height lowered by at most a row. It never ends on the border of a row, where the row
/// would be ambiguous, but just below.
pub fn lowered(height: f64, by: f64) -> f64 {
    let lowered = floor(PARTS * (height - by) + 0.5) / PARTS;
    if is_whole(lowered) {
        lowered - PART
    } else {
        lowered
    }
}

/// Returns the height one row below.
pub fn row_below(height: f64) -> f64 {
    let below = height - 1.0;
    if is_whole(below) {
        below + 2.0 * PART
    } else {
        below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_and_ceil_round_in_their_directions() {
        for (number, below, above) in [(2.04, 2.0, 3.0), (-0.5, -1.0, 0.0), (3.0, 3.0, 3.0)] {
            assert_eq!((floor(number), ceil(number)), (below, above), "{number}");
        }
    }

    #[test]
    fn a_height_is_never_integral() {
        assert_eq!(lowered(22.04, 0.02), 22.02);
        assert_eq!(lowered(22.02, 0.02), 22.0 - PART);
        assert_eq!(lowered(22.0 - PART, 1.0), 21.0 - PART);
        assert_eq!(lowered(22.04, 1.0 / 60.0), 22.023333);
        assert_eq!(row_below(22.0), 21.0 + 2.0 * PART);
    }
}

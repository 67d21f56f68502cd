//! Ranges of job numbers: parsing, equal parts, gaps.

use std::ops::Range;

/// Parses a range `FROM..TO` that is not empty; `None` for any other text.
///
/// ```
/// use landfall_experiment::ranges::parse_range;
/// assert_eq!(parse_range("500..1000"), Some(500..1000));
/// assert_eq!(parse_range("7..7"), None);
/// ```
pub fn parse_range(text: &str) -> Option<Range<u64>> {
    let (from, to) = text.split_once("..")?;
    let range = from.parse().ok()?..to.parse().ok()?;
    (!range.is_empty()).then_some(range)
}

/// Returns part `number` (from 1) of `0..end`, cut into `parts` parts that differ by at most one
/// in length.
///
/// # Panics
/// `number` is 0 or above `parts`.
///
/// ```
/// use landfall_experiment::ranges::part;
/// assert_eq!([1, 2, 3].map(|number| part(number, 3, 10)), [0..3, 3..6, 6..10]);
/// ```
pub fn part(number: u64, parts: u64, end: u64) -> Range<u64> {
    assert!((1..=parts).contains(&number), "part {number} of {parts}");
    // At most `end`, because `cut` is at most `parts`.
    let begin = |cut: u64| (u128::from(cut) * u128::from(end) / u128::from(parts)) as u64;
    begin(number - 1)..begin(number)
}

/// Returns the ranges of the missing numbers below the largest of these numbers, which are sorted.
/// Append an end to get the missing numbers below that end.
///
/// ```
/// use landfall_experiment::ranges::gaps;
/// assert_eq!(gaps([0, 1, 4, 7].into_iter()), [2..4, 5..7]);
/// ```
pub fn gaps(numbers: impl Iterator<Item = u64>) -> Vec<Range<u64>> {
    let mut next = 0;
    let mut gaps = Vec::new();
    for number in numbers {
        if number > next {
            gaps.push(next..number);
        }
        next = number.saturating_add(1);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_must_not_be_empty() {
        assert_eq!(parse_range("0..1"), Some(0..1));
        for wrong in [
            "", "3", "..", "1..", "..4", "4..4", "5..4", "-1..4", "1...4", "0..1e3",
        ] {
            assert_eq!(parse_range(wrong), None, "{wrong}");
        }
        assert_eq!(parse_range("0..99999999999999999999"), None);
    }

    #[test]
    fn parts_are_adjacent_and_cover_everything() {
        for (parts, end) in [(1, 5), (3, 10), (7, 3), (4, 0), (3, u64::MAX), (1_000, 999)] {
            let ranges: Vec<_> = (1..=parts).map(|number| part(number, parts, end)).collect();
            assert_eq!((ranges[0].start, ranges[ranges.len() - 1].end), (0, end));
            assert!(
                ranges.windows(2).all(|pair| pair[0].end == pair[1].start),
                "{ranges:?}"
            );
            let length = |part: &Range<u64>| part.end - part.start;
            let shortest = ranges.iter().map(length).min();
            let longest = ranges.iter().map(length).max();
            assert!(longest <= shortest.map(|length| length + 1), "{ranges:?}");
        }
        assert_eq!(part(u64::MAX, u64::MAX, 5), 4..5);
    }

    /// A journal may have any numbers.
    #[test]
    fn gaps_are_found_up_to_the_largest_number() {
        let largest = gaps([5, u64::MAX].into_iter());
        assert_eq!(largest, [0..5, 6..u64::MAX]);
        assert_eq!(gaps([].into_iter()), []);
    }
}

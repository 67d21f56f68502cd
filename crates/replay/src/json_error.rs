//! Why a text is not JSON, in one short line.

/// The most characters of a reason, and how many of them are its end.
const CHARACTERS: [usize; 2] = [200, 60];

/// Returns the reason, without its middle if it is long: the parser quotes the value in full, and
/// the position is at the end.
pub(crate) fn short(error: &serde_json::Error) -> String {
    let reason: Vec<char> = error.to_string().chars().collect();
    let [most, end] = CHARACTERS;
    if reason.len() <= most {
        return reason.into_iter().collect();
    }
    let (begun, ended) = (&reason[..most - end], &reason[reason.len() - end..]);
    begun.iter().chain(&['.', '.', '.']).chain(ended).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_reason_keeps_its_position() {
        let text = format!("\"{}\"", "a".repeat(10_000));
        let error = serde_json::from_str::<u32>(&text).unwrap_err();
        let reason = short(&error);
        assert!(reason.starts_with("invalid type: string \"aaa"), "{reason}");
        assert!(reason.ends_with(" at line 1 column 10002"), "{reason}");
        assert_eq!(reason.chars().count(), 203);
        let error = serde_json::from_str::<u32>("[]").unwrap_err();
        assert_eq!(short(&error), error.to_string());
    }
}

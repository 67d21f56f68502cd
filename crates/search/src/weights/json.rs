//! The layout of weights files.

/// Returns pretty-printed JSON with every list of numbers on one line.
pub fn join_number_lists(pretty: &str) -> String {
    let mut text = String::with_capacity(pretty.len());
    for line in pretty.lines() {
        let item = line.trim_start();
        let is_number = item.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let ends_numbers = item.starts_with(']') && text.ends_with(|c: char| c.is_ascii_digit());
        match text.chars().last() {
            None => text.push_str(line),
            Some(',') if is_number => text.extend([" ", item]),
            Some(_) if is_number || ends_numbers => text.push_str(item),
            Some(_) => text.extend(["\n", line]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_lines_and_so_are_their_rows() {
        let pretty = r#"{
  "number": -1,
  "list": [
    1,
    -2
  ],
  "empty": [],
  "rows": [
    [
      3
    ],
    [
      4,
      5
    ]
  ]
}"#;
        let rows = r#"{
  "number": -1,
  "list": [1, -2],
  "empty": [],
  "rows": [
    [3],
    [4, 5]
  ]
}"#;
        assert_eq!(join_number_lists(pretty), rows);
    }
}

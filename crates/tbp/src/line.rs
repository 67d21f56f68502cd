//! Reads lines of bounded length.

use std::io::{self, BufRead, ErrorKind};

/// Reads a line into `line`, without its line end. Returns the length of the line in bytes, `None` at
/// the end of the input. At most `max_bytes` of a line are kept, so that no input can exhaust the
/// memory.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    max_bytes: usize,
) -> io::Result<Option<u64>> {
    line.clear();
    let mut length = 0;
    let mut has_begun = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(has_begun.then_some(length));
        }
        has_begun = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(max_bytes - line.len())]);
        length += part.len() as u64;
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::MAX_LINE_BYTES;
    use std::io::Cursor;

    #[test]
    fn only_the_beginning_of_a_long_line_is_kept() {
        let mut input = Cursor::new(vec![b'x'; MAX_LINE_BYTES + 9]);
        let mut line = Vec::new();
        let length = read_line(&mut input, &mut line, MAX_LINE_BYTES).expect("reads");
        assert_eq!(length, Some(MAX_LINE_BYTES as u64 + 9));
        assert_eq!(line.len(), MAX_LINE_BYTES);
    }
}

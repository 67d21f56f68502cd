//! Lines of bounded length.

use std::io::{self, BufRead, ErrorKind};

/// Reads up to the next line end into `line`, without it. Returns the length of the line in
/// bytes, `None` at the end of the input. Of a line longer than `most` only the beginning is kept,
/// so that no input can exhaust the memory.
///
/// # Errors
/// Those of the input.
pub fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    most: usize,
) -> io::Result<Option<u64>> {
    line.clear();
    let mut length = 0;
    let mut began = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(began.then_some(length));
        }
        began = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(most - line.len())]);
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
    fn a_long_line_is_not_kept() {
        let mut input = Cursor::new(vec![b'x'; MAX_LINE_BYTES + 9]);
        let mut line = Vec::new();
        let length = read_line(&mut input, &mut line, MAX_LINE_BYTES).expect("reads");
        assert_eq!(length, Some(MAX_LINE_BYTES as u64 + 9));
        assert_eq!(line.len(), MAX_LINE_BYTES);
    }
}

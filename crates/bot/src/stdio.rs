//! Runs a session over lines of bytes: reads messages, writes the answers.
//!
//! Owns the loop. Generic over input and output, so that tests run it on buffers.

use crate::line_session::LineSession;
use landfall_tbp::line::read_line;
use landfall_tbp::parse::{MAX_LINE_BYTES, ParseError};
use serde::Serialize;
use std::io::{self, BufRead, ErrorKind, Write};

/// Runs a session until it ends, the input ends, or the reader of the output closes its pipe.
///
/// Writes the greeting first, and flushes after every message. `warn` gets at most one text, without
/// line breaks, for each line of input.
///
/// # Errors
/// Reading or writing fails for another reason than a closed pipe.
///
/// # Examples
/// ```
/// use landfall_bot::{DriverOptions, Session, Settings, stdio};
/// let mut session = Session::new(Settings::new(DriverOptions::default()));
/// let mut output = Vec::new();
/// let input = &b"{\"type\":\"rules\"}\n{\"type\":\"quit\"}\n"[..];
/// stdio::run(&mut session, input, &mut output, |warning| eprintln!("{warning}"))?;
/// assert!(output.ends_with(b"{\"type\":\"ready\"}\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(
    session: &mut impl LineSession,
    input: impl BufRead,
    output: impl Write,
    warn: impl FnMut(&str),
) -> io::Result<()> {
    match run_to_end(session, input, output, warn) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn run_to_end(
    session: &mut impl LineSession,
    mut input: impl BufRead,
    mut output: impl Write,
    mut warn: impl FnMut(&str),
) -> io::Result<()> {
    send(&mut output, &session.greeting())?;
    let mut line = Vec::new();
    while let Some(length) = read_line(&mut input, &mut line, MAX_LINE_BYTES)? {
        let reply = if length > line.len() as u64 {
            session.refuse(&ParseError::TooLong { bytes: length })
        } else {
            session.handle_line(&line)
        };
        if let Some(warning) = reply.warning {
            warn(&warning);
        }
        for message in &reply.messages {
            send(&mut output, message)?;
        }
        if reply.ended {
            break;
        }
    }
    Ok(())
}

fn send(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DriverOptions;
    use crate::{BackgroundSearch, Session, Settings};
    use landfall_search::SearchOptions;
    use std::io::{BufReader, Cursor};

    fn session() -> Session<BackgroundSearch> {
        Session::new(Settings::new(DriverOptions {
            search: SearchOptions {
                memory: 16 << 20,
                ..SearchOptions::default()
            },
            nodes: Some(100),
            ..DriverOptions::default()
        }))
    }

    /// Returns the output and the warnings for an input.
    fn run_on_bytes(input: &[u8]) -> (String, Vec<String>) {
        let (mut output, mut warnings) = (Vec::new(), Vec::new());
        // A small buffer, so that lines come in pieces.
        let input = BufReader::with_capacity(7, Cursor::new(input));
        run(&mut session(), input, &mut output, |text| {
            warnings.push(text.to_string());
        })
        .expect("buffers do not fail");
        (String::from_utf8(output).expect("UTF-8"), warnings)
    }

    #[test]
    fn info_comes_first_and_the_end_of_the_input_ends_the_session() {
        let (output, warnings) = run_on_bytes(b"");
        assert!(output.starts_with("{\"type\":\"info\",\"name\":\"landfall\","));
        assert_eq!((output.lines().count(), warnings.len()), (1, 0));
    }

    #[test]
    fn the_last_line_needs_no_line_end() {
        let (output, _) = run_on_bytes(b"\n{\"type\":\"rules\"}\r\n{\"type\":\"rules\"}");
        assert_eq!(output.matches("{\"type\":\"ready\"}\n").count(), 2);
    }

    #[test]
    fn nothing_is_read_after_quit() {
        let (output, warnings) = run_on_bytes(b"{\"type\":\"quit\"}\n{\"type\":\"rules\"}\nbad\n");
        assert_eq!((output.lines().count(), warnings.len()), (1, 0));
    }

    #[test]
    fn a_long_line_gives_one_warning() {
        let mut input = vec![b'x'; 3 * MAX_LINE_BYTES];
        input.extend_from_slice(b"\n{\"type\":\"rules\"}\n");
        let (output, warnings) = run_on_bytes(&input);
        assert!(output.ends_with("{\"type\":\"ready\"}\n"));
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].contains("3145728 bytes"), "{}", warnings[0]);
    }

    /// Fails every write.
    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_the_session_and_other_failures_are_errors() {
        let run_on = |kind| run(&mut session(), &b""[..], Failing(kind), |_| {});
        assert!(run_on(ErrorKind::BrokenPipe).is_ok());
        assert!(run_on(ErrorKind::StorageFull).is_err());
    }
}

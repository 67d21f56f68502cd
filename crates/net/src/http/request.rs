//! Reads the head of a request. Requests have no body.

use super::Response;
use crate::stream::is_timeout;
use httparse::Status;
use std::io::{self, ErrorKind, Read};

/// The longest head of a request: its first line and its headers.
pub const MAX_HEAD_BYTES: usize = 16 << 10;

/// The most headers.
pub const MAX_HEADERS: usize = 64;

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path and the query, as they came.
    pub target: String,
    /// Whether it is HTTP/1.1; otherwise it is HTTP/1.0.
    pub is_http_1_1: bool,
    headers: Vec<(String, String)>,
}

impl Request {
    /// Returns a request of HTTP/1.1 with these headers, names and values.
    pub fn new(method: &str, target: &str, headers: &[(&str, &str)]) -> Request {
        let owned = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        Request {
            method: method.to_string(),
            target: target.to_string(),
            is_http_1_1: true,
            headers: headers.iter().map(owned).collect(),
        }
    }

    /// Returns the first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers(name).next()
    }

    /// Returns all headers of this name, in order.
    pub fn headers<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let named = move |(key, _): &&(String, String)| key.eq_ignore_ascii_case(name);
        let found = self.headers.iter().filter(named);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns whether the lists in the headers of this name contain a word, in any case.
    pub fn lists(&self, name: &str, word: &str) -> bool {
        let mut words = self.headers(name).flat_map(|value| value.split(','));
        words.any(|it| it.trim().eq_ignore_ascii_case(word))
    }

    /// Returns the query of the target, without its `?`; empty if there is none.
    pub fn query(&self) -> &str {
        let (_, query) = self.target.split_once('?').unwrap_or_default();
        query
    }
}

/// Why no request was read.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// It is not HTTP.
    #[error("this is no HTTP request")]
    Malformed,
    /// Its head is too long, or has too many headers.
    #[error("the request has a head of more than {MAX_HEAD_BYTES} bytes or {MAX_HEADERS} headers")]
    TooLong,
    /// It has a body.
    #[error("the request has a body, which is not read here")]
    Body,
    /// It did not come in time.
    #[error("the request did not come in time")]
    Timeout,
    /// The client is gone.
    #[error("{0}")]
    Io(io::Error),
}

impl RequestError {
    /// Returns the answer for the client; `None` if the client is gone.
    pub fn response(&self) -> Option<Response> {
        let status = match self {
            RequestError::Malformed => 400,
            RequestError::TooLong => 431,
            RequestError::Body => 413,
            RequestError::Timeout => 408,
            RequestError::Io(_) => return None,
        };
        Some(Response::text(status, &self.to_string()))
    }
}

/// Reads a request without a body, in portions of any size. Stores at most the longest head.
#[derive(Debug)]
pub struct RequestReader {
    bytes: Vec<u8>,
    /// The number of bytes read.
    length: usize,
    /// How many of those belong to the head, once it is complete.
    head_length: usize,
}

impl Default for RequestReader {
    fn default() -> RequestReader {
        RequestReader {
            bytes: vec![0; MAX_HEAD_BYTES + 1],
            length: 0,
            head_length: 0,
        }
    }
}

impl RequestReader {
    /// Continues to read. Returns the request when it is complete, and `None` if reading would
    /// block before.
    ///
    /// # Errors
    /// The bytes are not a request, or the client is gone.
    pub fn read(&mut self, stream: &mut impl Read) -> Result<Option<Request>, RequestError> {
        loop {
            let read = match stream.read(&mut self.bytes[self.length..]) {
                Ok(0) => return Err(RequestError::Malformed),
                Ok(read) => read,
                Err(error) if is_timeout(&error) => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(RequestError::Io(error)),
            };
            let has_line = self.bytes[self.length..self.length + read].contains(&b'\n');
            self.length += read;
            // Only the end of a line can complete a head.
            if has_line && let Some((request, length)) = parse(&self.bytes[..self.length])? {
                self.head_length = length;
                return Ok(Some(request));
            }
            if self.length > MAX_HEAD_BYTES {
                return Err(RequestError::TooLong);
            }
        }
    }

    /// Returns the bytes that came after the request.
    pub fn into_rest(mut self) -> Vec<u8> {
        self.bytes.truncate(self.length);
        self.bytes.split_off(self.head_length)
    }
}

/// Reads a request, which must arrive before reading would block.
pub(super) fn read_request(stream: &mut impl Read) -> Result<Request, RequestError> {
    let read = RequestReader::default().read(stream)?;
    read.ok_or(RequestError::Timeout)
}

/// Parses a head, and returns it with its length; `None` if it is not complete yet.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, RequestError> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(bytes) {
        Ok(Status::Partial) => return Ok(None),
        Ok(Status::Complete(length)) if length > MAX_HEAD_BYTES => {
            return Err(RequestError::TooLong);
        }
        Ok(Status::Complete(length)) => length,
        Err(httparse::Error::TooManyHeaders) => return Err(RequestError::TooLong),
        Err(_) => return Err(RequestError::Malformed),
    };
    let owned = |header: &httparse::Header<'_>| {
        let value = String::from_utf8_lossy(header.value);
        (header.name.to_string(), value.trim().to_string())
    };
    let request = Request {
        method: parsed.method.unwrap_or_default().to_string(),
        target: parsed.path.unwrap_or_default().to_string(),
        is_http_1_1: parsed.version == Some(1),
        headers: parsed.headers.iter().map(owned).collect(),
    };
    let has_length = request.header("Content-Length").is_some_and(|it| it != "0");
    if has_length || request.header("Transfer-Encoding").is_some() {
        return Err(RequestError::Body);
    }
    Ok(Some((request, length)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Bytes that come in portions of these sizes, one after the other.
    struct Portions<'a>(&'a [u8], std::iter::Cycle<std::vec::IntoIter<usize>>);

    impl Read for Portions<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let size = self.1.next().unwrap_or(1).min(bytes.len());
            self.0.read(&mut bytes[..size])
        }
    }

    proptest! {
        /// The result of reading any bytes does not depend on the portions in which they come.
        #[test]
        fn no_bytes_panic(
            start in prop_oneof![Just("GET /a HTTP/1.1\r\n"), Just("HEAD"), Just("")],
            rest: Vec<u8>,
            end in prop_oneof![Just("\r\n\r\n"), Just("\n\n"), Just("")],
            sizes in proptest::collection::vec(1usize..9, 1..8),
        ) {
            let bytes = [start.as_bytes(), &rest, end.as_bytes()].concat();
            let mut portions = Portions(&bytes, sizes.into_iter().cycle());
            let in_portions = read_request(&mut portions).map_err(|error| error.to_string());
            let at_once = read_request(&mut &bytes[..]).map_err(|error| error.to_string());
            prop_assert_eq!(in_portions, at_once);
        }
    }

    /// Returns a head of this many bytes with this many headers.
    fn head(bytes: usize, headers: usize) -> Vec<u8> {
        let start = "GET / HTTP/1.1\r\n";
        let plain = "a: b\r\n".repeat(headers - 1);
        let used = start.len() + plain.len() + "c: \r\n\r\n".len();
        let filler = "x".repeat(bytes - used);
        format!("{start}{plain}c: {filler}\r\n\r\n").into_bytes()
    }

    #[test]
    fn a_head_one_byte_too_long_is_refused() {
        let read = |bytes| read_request(&mut &head(bytes, 2)[..]);
        assert!(read(MAX_HEAD_BYTES).is_ok());
        let longer = read(MAX_HEAD_BYTES + 1);
        assert!(matches!(longer, Err(RequestError::TooLong)), "{longer:?}");
    }

    #[test]
    fn one_header_too_many_is_refused() {
        let read = |headers| read_request(&mut &head(1000, headers)[..]);
        assert!(read(MAX_HEADERS).is_ok());
        let more = read(MAX_HEADERS + 1);
        assert!(matches!(more, Err(RequestError::TooLong)), "{more:?}");
    }

    #[test]
    fn endless_headers_and_lines_are_not_stored() {
        let line = "GET / HTTP/1.1\r\n";
        for (start, endless) in [(line, "a: b\r\n"), (line, "x"), ("", "\r\n"), ("", "x")] {
            let text = format!("{start}{}", endless.repeat(1 << 20));
            let mut rest = text.as_bytes();
            assert!(read_request(&mut rest).is_err(), "{endless:?}");
            assert!(text.len() - rest.len() <= MAX_HEAD_BYTES + 1);
        }
    }

    #[test]
    fn requests_with_a_body_are_refused() {
        for (header, is_refused) in [
            ("Content-Length: 0", false),
            ("Content-Length: 1", true),
            ("Content-Length: -1", true),
            ("Transfer-Encoding: chunked", true),
        ] {
            let text = format!("GET / HTTP/1.1\r\n{header}\r\n\r\n");
            let read = read_request(&mut text.as_bytes());
            assert_eq!(
                matches!(read, Err(RequestError::Body)),
                is_refused,
                "{header}"
            );
        }
    }

    #[test]
    fn invalid_requests_are_errors() {
        for bytes in [
            &b""[..],
            b"GET / HTTP/1.1\r\n",
            b"\0\xff\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\n: x\r\n\r\n",
            b"GET /\x1b[2J HTTP/1.1\r\n\r\n",
        ] {
            let read = read_request(&mut &bytes[..]);
            assert!(matches!(read, Err(RequestError::Malformed)), "{bytes:?}");
        }
        let read = read_request(&mut &b"GET /a?b HTTP/1.0\r\nHost:  h \r\n\r\n"[..]).unwrap();
        assert_eq!(
            (read.target.as_str(), read.header("host")),
            ("/a?b", Some("h"))
        );
    }

    /// Reading goes on after `WouldBlock`, and the bytes after a head are kept.
    #[test]
    fn a_head_in_portions_is_read_without_the_bytes_after_it() {
        struct Stalling(std::collections::VecDeque<&'static [u8]>);
        impl Read for Stalling {
            fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
                match self.0.pop_front() {
                    Some(mut portion) if !portion.is_empty() => portion.read(bytes),
                    _ => Err(ErrorKind::WouldBlock.into()),
                }
            }
        }
        let mut stream = Stalling(
            [
                &b"GET /a?b=c HT"[..],
                b"",
                b"TP/1.1\r\nA: x, Y\r\n\r\n\x81\x80",
            ]
            .into(),
        );
        let mut reader = RequestReader::default();
        assert!(matches!(reader.read(&mut stream), Ok(None)));
        let request = reader.read(&mut stream).unwrap().expect("whole");
        assert_eq!((request.query(), request.is_http_1_1), ("b=c", true));
        assert!(request.lists("a", "y") && !request.lists("a", "x, y"));
        assert_eq!(reader.into_rest(), b"\x81\x80");
    }
}

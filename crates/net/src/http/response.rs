//! Writes the answer to a request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};

/// Most bytes of a file in memory at one time.
const CHUNK_BYTES: usize = 64 << 10;

/// An answer.
#[derive(Debug)]
pub struct Response {
    status: u16,
    headers: Vec<(&'static str, Cow<'static, str>)>,
    body: Body,
    /// Whether the body is sent, and not only its length.
    sends_body: bool,
}

#[derive(Debug)]
enum Body {
    Bytes(Vec<u8>),
    /// A file, and how many of its bytes.
    File(File, u64),
}

impl Response {
    /// Returns an answer with a body of this type.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Response {
        let response = Response {
            body: Body::Bytes(body.into()),
            ..Response::empty(status)
        };
        response.with_header("Content-Type", content_type)
    }

    /// Returns an answer whose body is a sentence for people.
    pub fn text(status: u16, sentence: &str) -> Response {
        let line = format!("{sentence}\n");
        Response::new(status, "text/plain; charset=utf-8", line)
    }

    /// Returns an answer with a file of this type. Only a small part of the file is in memory.
    ///
    /// # Errors
    /// The system does not report the length of the file.
    pub fn file(content_type: &'static str, file: File) -> io::Result<Response> {
        let length = file.metadata()?.len();
        let response = Response {
            body: Body::File(file, length),
            ..Response::empty(200)
        };
        Ok(response.with_header("Content-Type", content_type))
    }

    /// Returns an answer without a body.
    pub fn empty(status: u16) -> Response {
        Response {
            status,
            headers: Vec::new(),
            body: Body::Bytes(Vec::new()),
            sends_body: true,
        }
    }

    /// Adds a header.
    pub fn with_header(
        mut self,
        name: &'static str,
        value: impl Into<Cow<'static, str>>,
    ) -> Response {
        self.headers.push((name, value.into()));
        self
    }

    /// Returns the answer to `HEAD`, which has the length of the body but not the body.
    pub fn without_body(mut self) -> Response {
        self.sends_body = false;
        self
    }

    /// Returns the status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Writes head and body.
    ///
    /// # Errors
    /// The client is gone, or the file is shorter than it was.
    pub fn write_to(self, stream: &mut impl Write) -> io::Result<()> {
        stream.write_all(self.head().as_bytes())?;
        match self.body {
            _ if !self.sends_body => Ok(()),
            Body::Bytes(bytes) => stream.write_all(&bytes),
            Body::File(file, length) => copy(&mut file.take(length), length, stream),
        }
    }

    /// Returns the bytes before the body.
    fn head(&self) -> String {
        let (status, reason) = (self.status, reason(self.status));
        let mut head = format!("HTTP/1.1 {status} {reason}\r\n");
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let has_upgrade = self.headers.iter().any(|(name, _)| *name == "Upgrade");
        let length = match &self.body {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::File(_, length) => *length,
        };
        head + &match (status, has_upgrade) {
            // The bytes after it belong to another protocol.
            (101, _) => "Connection: Upgrade\r\n\r\n".to_string(),
            (_, true) => format!("Content-Length: {length}\r\nConnection: Upgrade, close\r\n\r\n"),
            (_, false) => format!("Content-Length: {length}\r\nConnection: close\r\n\r\n"),
        }
    }
}

/// Copies this many bytes, one chunk at a time.
fn copy(from: &mut impl Read, length: u64, to: &mut impl Write) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut left = length;
    while left > 0 {
        match from.read(&mut chunk) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                to.write_all(&chunk[..read])?;
                left -= read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Returns the reason phrase of a status.
fn reason(status: u16) -> &'static str {
    match status {
        101 => "Switching Protocols",
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Other",
    }
}

//! Writes the answer to a request.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use tungstenite::http::StatusCode;

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
            Body::File(file, length) => {
                let mut file = BufReader::with_capacity(CHUNK_BYTES, file.take(length));
                match io::copy(&mut file, stream)? {
                    copied if copied == length => Ok(()),
                    _ => Err(ErrorKind::UnexpectedEof.into()),
                }
            }
        }
    }

    /// Returns the bytes before the body.
    fn head(&self) -> String {
        let status = StatusCode::from_u16(self.status).unwrap_or_default();
        let mut head = format!("HTTP/1.1 {status}\r\n");
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let has_upgrade = self.headers.iter().any(|(name, _)| *name == "Upgrade");
        let length = match &self.body {
            Body::Bytes(bytes) => bytes.len() as u64,
            Body::File(_, length) => *length,
        };
        head + &match (self.status, has_upgrade) {
            // The bytes after it belong to another protocol.
            (101, _) => "Connection: Upgrade\r\n\r\n".to_string(),
            // It has no body; a length would be the file's.
            (304, _) => "Connection: close\r\n\r\n".to_string(),
            (_, true) => format!("Content-Length: {length}\r\nConnection: Upgrade, close\r\n\r\n"),
            (_, false) => format!("Content-Length: {length}\r\nConnection: close\r\n\r\n"),
        }
    }
}

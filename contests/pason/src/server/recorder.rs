//! The recording: every message of both directions with its time, one JSON object per line.
//!
//! The first line names the format. Passwords are left out, and numbers replace the tokens of
//! clients, because a token allows its holder to move for the team while the match lasts. A
//! recording that cannot be written ends with a warning; the match continues.

use super::match_server::{MAX_REQUEST_BYTES, Publication};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The most client tokens that get a number of their own.
const MAX_TOKENS: usize = 256;

/// Writes a recording.
#[derive(Debug)]
pub struct Recorder {
    file: Option<BufWriter<File>>,
    /// Tokens of clients so far; their indices are their numbers.
    tokens: Vec<String>,
}

impl Recorder {
    /// Returns a recorder that writes nothing.
    pub const fn disabled() -> Recorder {
        Recorder {
            file: None,
            tokens: Vec::new(),
        }
    }

    /// Creates the file of a recording. Replaces an existing file.
    ///
    /// # Errors
    /// The file cannot be created or written.
    pub fn create(path: &Path, seed: u64, timestamp: f64) -> io::Result<Recorder> {
        let mut recorder = Recorder {
            file: Some(BufWriter::new(File::create(path)?)),
            ..Recorder::disabled()
        };
        recorder.line(json!({
            "recording": "landfall pason serve", "version": 1, "seed": seed, "time": timestamp,
        }));
        Ok(recorder)
    }

    /// Writes a message of the command channel, from "client" or "server".
    pub fn command(&mut self, from: &str, bytes: &[u8], timestamp: f64) {
        if self.file.is_some() {
            let message = self.message(bytes);
            self.line(json!({
                "time": timestamp, "channel": "command", "from": from, "message": message,
            }));
        }
    }

    /// Writes a message of the state channel.
    pub fn state(&mut self, publication: &Publication, timestamp: f64) {
        if self.file.is_some() {
            let message = self.message(publication.json.as_bytes());
            self.line(json!({
                "time": timestamp, "channel": "state", "from": "server",
                "match_token": publication.match_token, "message": message,
            }));
        }
    }

    /// Flushes everything so far to the file, in case the program is killed.
    pub fn flush(&mut self) {
        let outcome = self.file.as_mut().map_or(Ok(()), Write::flush);
        self.check(outcome);
    }

    fn line(&mut self, line: Value) {
        let write = |file: &mut BufWriter<File>| writeln!(file, "{line}");
        let outcome = self.file.as_mut().map_or(Ok(()), write);
        self.check(outcome);
    }

    fn check(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            log::warn!("the recording ends here: {error}");
            self.file = None;
        }
    }

    /// The message as JSON. Bytes that are not JSON become a text, or their length if they are long
    /// or may contain a secret.
    fn message(&mut self, bytes: &[u8]) -> Value {
        let length = || json!({ "bytes": bytes.len() });
        if bytes.len() > MAX_REQUEST_BYTES {
            return length();
        }
        let text = String::from_utf8_lossy(bytes).to_lowercase();
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(mut object)) => {
                if let Some(password) = object.get_mut("password") {
                    *password = Value::Null;
                }
                if let Some(token) = object.get_mut("client_token") {
                    *token = self.client_number(token);
                }
                Value::Object(object)
            }
            _ if ["password", "token"].iter().any(|word| text.contains(word)) => length(),
            _ => Value::String(String::from_utf8_lossy(bytes).into_owned()),
        }
    }

    /// Returns the replacement of a client token: always the same for one token.
    fn client_number(&mut self, token: &Value) -> Value {
        let token = token.as_str().unwrap_or_default();
        let number = match self.tokens.iter().position(|known| known == token) {
            Some(place) => place + 1,
            None if self.tokens.len() < MAX_TOKENS => {
                self.tokens.push(token.to_string());
                self.tokens.len()
            }
            None => 0,
        };
        Value::String(format!("client {number}"))
    }
}

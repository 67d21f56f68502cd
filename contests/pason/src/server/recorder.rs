//! The recording: every message both ways with its time, one JSON object a line.
//!
//! The first line names the format. Passwords are left out. A recording that cannot be
//! written ends with a warning; the match goes on.

use super::match_server::{MAX_REQUEST_BYTES, Publication};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a recording.
#[derive(Debug)]
pub struct Recorder(Option<BufWriter<File>>);

impl Recorder {
    /// Returns a recorder that writes nothing.
    pub const fn disabled() -> Recorder {
        Recorder(None)
    }

    /// Creates the file of a recording; one that is there is replaced.
    ///
    /// # Errors
    /// The file cannot be created or written.
    pub fn create(path: &Path, seed: u64, timestamp: f64) -> io::Result<Recorder> {
        let mut recorder = Recorder(Some(BufWriter::new(File::create(path)?)));
        recorder.line(json!({
            "recording": "landfall pason serve", "version": 1, "seed": seed, "time": timestamp,
        }));
        Ok(recorder)
    }

    /// Writes a message of the command channel, from "client" or "server".
    pub fn command(&mut self, from: &str, bytes: &[u8], timestamp: f64) {
        if self.0.is_some() {
            let message = message(bytes);
            self.line(json!({
                "time": timestamp, "channel": "command", "from": from, "message": message,
            }));
        }
    }

    /// Writes a message of the state channel.
    pub fn state(&mut self, publication: &Publication, timestamp: f64) {
        if self.0.is_some() {
            let message = message(publication.json.as_bytes());
            self.line(json!({
                "time": timestamp, "channel": "state", "from": "server",
                "match_token": publication.match_token, "message": message,
            }));
        }
    }

    /// Makes sure that everything so far is in the file, should the program be killed.
    pub fn flush(&mut self) {
        let outcome = self.0.as_mut().map_or(Ok(()), Write::flush);
        self.check(outcome);
    }

    fn line(&mut self, line: Value) {
        let write = |file: &mut BufWriter<File>| writeln!(file, "{line}");
        let outcome = self.0.as_mut().map_or(Ok(()), write);
        self.check(outcome);
    }

    fn check(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            log::warn!("the recording ends here: {error}");
            self.0 = None;
        }
    }
}

/// The message as JSON; bytes that are not JSON as a text, or as their length if they are long
/// or might contain a password.
fn message(bytes: &[u8]) -> Value {
    let length = || json!({ "bytes": bytes.len() });
    if bytes.len() > MAX_REQUEST_BYTES {
        return length();
    }
    let text = String::from_utf8_lossy(bytes);
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(mut object)) => {
            if let Some(password) = object.get_mut("password") {
                *password = Value::Null;
            }
            Value::Object(object)
        }
        _ if text.to_lowercase().contains("password") => length(),
        _ => Value::String(text.into_owned()),
    }
}

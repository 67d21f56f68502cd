//! Where the match is, which team plays it, and its limits of time.

use std::fmt;
use std::time::Duration;

/// The options of a client.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Address of the command channel, such as `tcp://127.0.0.1:5557`.
    pub command_endpoint: String,
    /// Address of the state channel.
    pub state_endpoint: String,
    /// The match.
    pub match_token: String,
    /// The team's registered name, spaces included.
    pub team: String,
    /// The team's password.
    pub password: Password,
    /// How long the bot may search a position before it is asked.
    pub think_time: Duration,
    /// How long the reply to a command may take.
    pub reply_timeout: Duration,
}

/// A secret: `Debug` does not show it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Wraps a password.
    pub fn new(text: impl Into<String>) -> Password {
        Password(text.into())
    }

    /// Returns the secret itself, for the message that carries it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(...)")
    }
}

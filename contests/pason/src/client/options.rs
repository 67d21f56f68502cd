//! Where the match is and who plays it.

use std::fmt;
use std::time::Duration;

/// What a client needs to know.
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
    /// How long the bot may think about a position before it is asked.
    pub think_time: Duration,
    /// How long a reply may take before it is given up.
    pub reply_timeout: Duration,
    /// Whether people see a status line.
    pub show_status: bool,
}

/// A secret: it has no text but where it is sent.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Keeps a password.
    pub fn new(text: impl Into<String>) -> Password {
        Password(text.into())
    }

    /// The secret itself, for the message that carries it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(...)")
    }
}

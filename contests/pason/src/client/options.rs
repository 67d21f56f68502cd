//! Where the match is, which team plays it, and its limits of time.

use landfall_net::Secret;
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
    pub password: Secret,
    /// How long the bot may search a position before it is asked.
    pub think_time: Duration,
    /// How long the reply to a command may take.
    pub reply_timeout: Duration,
}

/// Returns whether an endpoint has an IPv6 address. ZeroMQ needs this as an option, with which it
/// looks up names as IPv6 only.
pub(super) fn is_ipv6(endpoint: &str) -> bool {
    endpoint.contains('[')
}

//! Why the server cannot run.

use std::io;
use std::net::SocketAddr;

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum WebSocketError {
    /// The address cannot be listened on.
    #[error("{address}: {source}: name another address or port, port 0 for any free one")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        source: io::Error,
    },
    /// Other machines can reach the server, and there is no token.
    #[error("{0} can be reached from other machines, so clients need a token, and there is none")]
    NoToken(SocketAddr),
}

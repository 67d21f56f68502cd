//! Why the contest cannot be played. No variant shows a token or a key.

use landfall_tbp::host::LaunchError;

/// Why the contest cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address cannot be read.
    #[error("the address should be like wss://botrisbattle.com/ws")]
    Address,
    /// The address has a query or a user, which other programs can see.
    #[error(
        "the address should have no query and no user: token and key come from files or the environment"
    )]
    AddressWithSecrets,
    /// The token would go to another machine in the clear.
    #[error(
        "only servers of this machine are spoken to without encryption, or others could read the token: use wss://"
    )]
    Unencrypted,
    /// This build has no encryption.
    #[error(
        "this build has no TLS: build it with the feature `tls`, or use a ws:// address of this machine"
    )]
    NoTls,
    /// The bot cannot be started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The server does not let the bot in.
    #[error("the server refuses: {reason} (code {code})")]
    Refused {
        /// The code of the close frame.
        code: u16,
        /// What it says, without secrets.
        reason: String,
    },
    /// There is no connection, after several tries.
    #[error("no connection after {tries} tries: {reason}")]
    NoConnection {
        /// How many.
        tries: u32,
        /// What went wrong the last time.
        reason: String,
    },
}

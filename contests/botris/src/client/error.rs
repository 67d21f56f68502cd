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
    /// The token would be sent unencrypted to another machine.
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
    /// The server refuses the bot.
    #[error("the server refuses: {reason} (code {code})")]
    Refused {
        /// The code of the close frame.
        code: u16,
        /// The server's reason, without secrets.
        reason: String,
    },
    /// No connection after several attempts.
    #[error("no connection after {tries} tries: {reason}")]
    NoConnection {
        /// The number of attempts.
        tries: u32,
        /// The last error.
        reason: String,
    },
}

//! Addresses to listen on, of all commands.

use crate::CliError;
use landfall_net::address::{Host, ListenAddress};
use std::io;
use std::net::{IpAddr, SocketAddr};

/// Returns the address that an option names by its host.
///
/// # Errors
/// The system knows no such name.
pub fn listen_ip(option: &str, host: &Host) -> Result<IpAddr, CliError> {
    host.resolve()
        .map_err(|error| unknown(option, host, &error))
}

/// Returns the address and the port that an option names.
///
/// # Errors
/// The system knows no such name.
pub fn listen_address(
    option: &str,
    address: &ListenAddress,
    default_port: u16,
) -> Result<SocketAddr, CliError> {
    let resolved = address.resolve(default_port);
    resolved.map_err(|error| unknown(option, address.host(), &error))
}

fn unknown(option: &str, host: &Host, error: &io::Error) -> CliError {
    CliError::Message(format!("{option}: the host {host} is not known: {error}"))
}

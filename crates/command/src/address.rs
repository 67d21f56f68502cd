//! Resolves the addresses that options of commands give.

use crate::CliError;
use landfall_net::address::{Host, ListenAddress};
use std::io;
use std::net::{IpAddr, SocketAddr};

/// Returns the address of the host that an option gives.
///
/// # Errors
/// The system cannot resolve the name of the host.
pub fn listen_ip(option: &str, host: &Host) -> Result<IpAddr, CliError> {
    host.resolve()
        .map_err(|error| unknown_host(option, host, &error))
}

/// Returns the address and the port that an option gives.
///
/// # Errors
/// The system cannot resolve the name of the host.
pub fn listen_address(
    option: &str,
    address: &ListenAddress,
    default_port: u16,
) -> Result<SocketAddr, CliError> {
    let resolved = address.resolve(default_port);
    resolved.map_err(|error| unknown_host(option, address.host(), &error))
}

fn unknown_host(option: &str, host: &Host, error: &io::Error) -> CliError {
    CliError::Message(format!("{option}: the host {host} is not known: {error}"))
}

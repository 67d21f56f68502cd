//! Addresses in the form that people type, the same for all servers and clients.

use crate::origin::{is_host_name, parse_port, split_port};
use std::fmt;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

/// A host: an address, or a name for the system to look up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// An address.
    Ip(IpAddr),
    /// A name, such as `localhost`.
    Name(String),
}

/// The address of a server: a host (by default this machine only) and a port (with a default).
///
/// ```
/// use landfall_net::address::ListenAddress;
/// for text in ["127.0.0.1:9000", "localhost:9000", ":9000", "9000", "localhost"] {
///     let address: ListenAddress = text.parse()?;
///     assert_eq!(address.resolve(9000)?.to_string(), "127.0.0.1:9000");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListenAddress {
    host: Host,
    port: Option<u16>,
}

/// Why a text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// There is nothing.
    #[error("it is empty: write a host, such as localhost or 127.0.0.1")]
    Empty,
    /// The host is neither a name nor an address.
    #[error("`{0}` is no name of a host and no address")]
    Host(String),
    /// The port is no number, or too large.
    #[error("`{0}` is no port: one is a number from 0 to 65535")]
    Port(String),
    /// The end of an IPv6 address may be a port.
    #[error("is the end of {0} a port? Write [{0}] if not, [{1}]:{2} if it is")]
    Ambiguous(String, String, String),
    /// There is a path, or a scheme that is not served.
    #[error("it should be a host and a port, such as localhost:9000")]
    NotAnAddress,
    /// There is a port where only a host is expected.
    #[error("it should be a host without a port, which has its own option")]
    HasPort,
}

/// A host and a port, each of which may be missing.
struct Parts<'a> {
    host: Option<Host>,
    port: Option<&'a str>,
}

/// Parses the usual forms of an address: with a scheme or a trailing slash, as programs print it,
/// IPv6 addresses with or without brackets, only the host, or only the port.
fn parse(text: &str) -> Result<Parts<'_>, AddressError> {
    let text = text.trim();
    let schemes = ["ws://", "http://", "tcp://"];
    let begins_with = |scheme: &&&str| {
        let start = text.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let text = match schemes.iter().find(begins_with) {
        Some(scheme) => text[scheme.len()..].trim_end_matches('/'),
        None => text,
    };
    if text.contains('/') {
        return Err(AddressError::NotAnAddress);
    }
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    if let Ok(address) = text.parse::<Ipv6Addr>() {
        check_unambiguous(text)?;
        let host = Some(Host::Ip(address.into()));
        return Ok(Parts { host, port: None });
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Parts {
            host: None,
            port: Some(text),
        });
    }
    let (host, port) = split_port(text);
    let host = match host {
        "" => None,
        host => Some(parse_host(host)?),
    };
    Ok(Parts { host, port })
}

/// Checks that the last part of an IPv6 address without brackets is not a port.
fn check_unambiguous(text: &str) -> Result<(), AddressError> {
    match text.rsplit_once(':') {
        Some((before, port)) if before.parse::<Ipv6Addr>().is_ok() => {
            let [text, before, port] = [text, before, port].map(str::to_string);
            Err(AddressError::Ambiguous(text, before, port))
        }
        _ => Ok(()),
    }
}

pub(crate) fn parse_host(text: &str) -> Result<Host, AddressError> {
    let error = || AddressError::Host(text.to_string());
    if text == "*" {
        return Ok(Host::Ip(Ipv4Addr::UNSPECIFIED.into()));
    }
    if let Some(inside) = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        let address: Ipv6Addr = inside.parse().map_err(|_| error())?;
        return Ok(Host::Ip(address.into()));
    }
    match text.parse() {
        Ok(address) => Ok(Host::Ip(address)),
        Err(_) if is_host_name(text) => Ok(Host::Name(text.to_string())),
        Err(_) => Err(error()),
    }
}

impl Host {
    /// Returns the address to listen on; `localhost` is 127.0.0.1 (RFC 6761, section 6.3).
    ///
    /// # Errors
    /// The system cannot resolve the name.
    pub fn resolve(&self) -> io::Result<IpAddr> {
        match self {
            Host::Ip(address) => Ok(*address),
            Host::Name(name) if name.eq_ignore_ascii_case("localhost") => {
                Ok(Ipv4Addr::LOCALHOST.into())
            }
            Host::Name(name) => {
                let found: Vec<SocketAddr> = (name.as_str(), 0).to_socket_addrs()?.collect();
                // Clients that connect by name also try IPv4 addresses.
                let found = found.iter().find(|it| it.is_ipv4()).or(found.first());
                let address = found.ok_or(ErrorKind::NotFound)?;
                Ok(address.ip())
            }
        }
    }

    /// Returns the host in the form for name lookup, without brackets.
    pub fn lookup_name(&self) -> String {
        match self {
            Host::Ip(address) => address.to_string(),
            Host::Name(name) => name.clone(),
        }
    }
}

impl FromStr for Host {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Host, AddressError> {
        match parse(text)? {
            Parts {
                host: Some(host),
                port: None,
            } => Ok(host),
            _ => Err(AddressError::HasPort),
        }
    }
}

/// Formats IPv6 addresses in brackets, as in a URL.
impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Host::Ip(IpAddr::V6(address)) => write!(f, "[{address}]"),
            Host::Ip(address) => address.fmt(f),
            Host::Name(name) => name.fmt(f),
        }
    }
}

impl ListenAddress {
    /// Returns the address to listen on, with this port if none is given.
    ///
    /// # Errors
    /// The system cannot resolve the name.
    pub fn resolve(&self, default_port: u16) -> io::Result<SocketAddr> {
        let port = self.port.unwrap_or(default_port);
        Ok(SocketAddr::new(self.host.resolve()?, port))
    }

    /// Returns the host.
    pub fn host(&self) -> &Host {
        &self.host
    }
}

impl FromStr for ListenAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<ListenAddress, AddressError> {
        let Parts { host, port } = parse(text)?;
        let port = match port {
            None => None,
            Some(text) => {
                let port = parse_port(text);
                Some(port.ok_or_else(|| AddressError::Port(text.to_string()))?)
            }
        };
        // A port alone must not make the server reachable by other machines.
        let host = host.unwrap_or(Host::Ip(Ipv4Addr::LOCALHOST.into()));
        Ok(ListenAddress { host, port })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn resolve(text: &str) -> Result<String, String> {
        let address: ListenAddress = text
            .parse()
            .map_err(|error: AddressError| error.to_string())?;
        let resolved = address.resolve(9000).map_err(|error| error.to_string())?;
        Ok(resolved.to_string())
    }

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for (text, expected) in [
            ("127.0.0.1:9000", "127.0.0.1:9000"),
            ("localhost:9001", "127.0.0.1:9001"),
            ("LOCALHOST", "127.0.0.1:9000"),
            (":9001", "127.0.0.1:9001"),
            ("9001", "127.0.0.1:9001"),
            ("0", "127.0.0.1:0"),
            ("0.0.0.0", "0.0.0.0:9000"),
            ("*:9001", "0.0.0.0:9001"),
            ("[::1]:9001", "[::1]:9001"),
            ("[::1]", "[::1]:9000"),
            ("::1", "[::1]:9000"),
            ("::", "[::]:9000"),
            ("fe80::1", "[fe80::1]:9000"),
            ("ws://127.0.0.1:9001/", "127.0.0.1:9001"),
            ("TCP://localhost:9001", "127.0.0.1:9001"),
            (" 127.0.0.1:9001\n", "127.0.0.1:9001"),
        ] {
            assert_eq!(resolve(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_explain_why_a_text_is_not_an_address() {
        for (text, words) in [
            ("", "empty"),
            (":", "`` is no port"),
            ("localhost:", "`` is no port"),
            ("localhost:http", "`http` is no port"),
            ("localhost:65536", "`65536` is no port"),
            ("70000", "`70000` is no port"),
            ("localhost:-1", "`-1` is no port"),
            ("a b:1", "`a b` is no name"),
            ("[::1:9000", "is no name"),
            ("[1.2.3.4]:5", "is no name"),
            ("a:b:c", "is no port"),
            ("::1:9000", "Write [::1:9000] if not, [::1]:9000 if it is"),
            ("wss://localhost:9000", "a host and a port"),
            ("localhost:9000/path", "a host and a port"),
            ("ws://localhost:9000/path", "a host and a port"),
        ] {
            let error = resolve(text).expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn hosts_are_parsed_without_a_port() {
        for (text, shown, lookup) in [
            ("localhost", "localhost", "localhost"),
            ("10.0.0.1", "10.0.0.1", "10.0.0.1"),
            ("::1", "[::1]", "::1"),
            ("[::1]", "[::1]", "::1"),
            ("tcp://example.org", "example.org", "example.org"),
        ] {
            let host: Host = text.parse().expect(text);
            assert_eq!(
                (host.to_string().as_str(), host.lookup_name().as_str()),
                (shown, lookup)
            );
        }
        for text in ["localhost:9000", "9000", ":9000", "[::1]:9000"] {
            assert_eq!(text.parse::<Host>(), Err(AddressError::HasPort), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[a-z0-9.:/*\\[\\]-]{0,20}|.{0,20}") {
            let _ = (text.parse::<Host>(), text.parse::<ListenAddress>());
        }
    }
}

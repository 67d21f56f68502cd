//! Whether a request is meant for this machine.
//!
//! Any web page can make a browser send requests to a server on this machine, under a domain name
//! that resolves to this machine; the header `Host` shows that name.

use crate::origin::split_port;

/// Names of this machine in `Host`, without the port.
const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Returns whether a value of `Host` is a name of this machine, in any case, with a port or without.
pub fn is_local_host(host: &str) -> bool {
    let (name, port) = split_port(host);
    is_local_name(name) && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

/// Returns whether a host, without a port, is a name of this machine, in any case.
pub fn is_local_name(host: &str) -> bool {
    LOCAL_HOSTS
        .iter()
        .any(|local| local.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_are_known() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1:9000", "[::1]:1"] {
            assert!(is_local_host(host), "{host}");
        }
        for host in [
            "",
            "localhost.evil.example",
            "localhost:",
            "127.0.0.1:99999",
            "127.0.0.1:80.evil.example",
            "evil.example",
        ] {
            assert!(!is_local_host(host), "{host}");
        }
    }
}

//! Whether a request is meant for this machine.
//!
//! Any web page can make a browser send requests to a server on this machine, under a domain name
//! that resolves to this machine; the header `Host` shows that name.

/// Names of this machine in `Host`, without the port.
const LOCAL_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Returns whether a value of `Host` is a name of this machine, in any case, with a port or without.
pub fn is_local_host(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    LOCAL_HOSTS.iter().any(|local| is_host_of(local, &host))
}

/// Returns whether a host, without a port, is a name of this machine, in any case.
pub fn is_local_name(host: &str) -> bool {
    LOCAL_HOSTS
        .iter()
        .any(|local| local.eq_ignore_ascii_case(host))
}

/// Returns whether a value of `Host` is this name, with a port or without.
fn is_host_of(name: &str, value: &str) -> bool {
    let Some(rest) = value.strip_prefix(name) else {
        return false;
    };
    let port = rest.strip_prefix(':');
    rest.is_empty() || port.is_some_and(|port| port.parse::<u16>().is_ok())
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

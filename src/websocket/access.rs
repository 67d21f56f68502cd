//! The rules of access: which clients may connect.
//!
//! The same-origin policy of browsers does not cover WebSockets, so any web page can try to connect
//! to a server on this machine (RFC 6455, section 10.2). Browsers send the origin of the page
//! (`Origin`); other programs send no such header.

use landfall_net::http::{Request, Response};
use landfall_net::local::is_local_host;
use landfall_net::{Origin, Secret, bearer_token};
use std::net::IpAddr;

/// The number of characters of an origin that a message shows.
const MAX_SHOWN_ORIGIN: usize = 200;

/// The rules of access.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Origins of web pages that may connect, beside those of this machine.
    pub origins: Vec<Origin>,
    /// The token that a client has to send; needed on addresses that other machines reach.
    pub token: Option<Secret>,
}

/// Why a client may not connect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// The origin of the page is not on the list.
    #[error("web pages of the origin {0} may not connect")]
    Origin(String),
    /// The host of the request is not this machine: a page may have directed its own host name here
    /// (DNS rebinding).
    #[error(
        "the Host of the request is no address of this server: use the address that it has printed"
    )]
    Host,
    /// The token is missing or wrong.
    #[error(
        "the token is missing or wrong: give it as `Authorization: Bearer TOKEN` or `?token=TOKEN`"
    )]
    Token,
}

impl AccessError {
    /// Returns the HTTP response to the client.
    pub(super) fn response(&self) -> Response {
        match self {
            AccessError::Origin(_) | AccessError::Host => Response::text(403, &self.to_string()),
            AccessError::Token => {
                Response::text(401, &self.to_string()).with_header("WWW-Authenticate", "Bearer")
            }
        }
    }
}

impl Access {
    /// Checks a request to connect to a server that listens on an address.
    ///
    /// # Errors
    /// The first reason to refuse it.
    pub fn check(&self, listens_on: IpAddr, request: &Request) -> Result<(), AccessError> {
        if let Some(origin) = request.headers("Origin").find(|it| !self.allows_origin(it)) {
            let shown = origin.chars().take(MAX_SHOWN_ORIGIN).collect();
            return Err(AccessError::Origin(shown));
        }
        // Other machines may use any host name for this machine; they need the token.
        if listens_on.is_loopback() && !request.header("Host").is_some_and(is_local_host) {
            return Err(AccessError::Host);
        }
        let Some(token) = &self.token else {
            return Ok(());
        };
        match bearer_token(request).is_some_and(|given| token.matches(&given)) {
            true => Ok(()),
            false => Err(AccessError::Token),
        }
    }

    fn allows_origin(&self, origin: &str) -> bool {
        let origin: Result<Origin, _> = origin.parse();
        origin.is_ok_and(|origin| origin.is_local() || self.origins.contains(&origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const ANYWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

    fn check(
        access: &Access,
        address: IpAddr,
        target: &str,
        headers: &[(&str, &str)],
    ) -> Result<(), AccessError> {
        access.check(address, &Request::new("GET", target, headers))
    }

    #[test]
    fn only_pages_of_allowed_origins_may_connect() {
        let access = Access {
            origins: vec!["HTTPS://example.org:443/".parse().unwrap()],
            token: None,
        };
        for (origin, allowed) in [
            ("http://localhost:8080", true),
            ("http://localhost", true),
            ("http://127.0.0.1:3000", true),
            ("http://[::1]:3000", true),
            ("https://example.org", true),
            ("https://EXAMPLE.org:443", true),
            ("http://example.org", false),
            ("https://example.org:444", false),
            ("https://example.org.evil.example", false),
            ("http://localhost.evil.example", false),
            ("http://localhost:80.evil.example", false),
            ("http://127.0.0.1.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
            ("", false),
        ] {
            let headers = [("host", "127.0.0.1:9000"), ("origin", origin)];
            let result = check(&access, LOOPBACK, "/", &headers);
            assert_eq!(result.is_ok(), allowed, "{origin}");
        }
    }

    #[test]
    fn programs_without_an_origin_may_connect() {
        let result = check(
            &Access::default(),
            LOOPBACK,
            "/",
            &[("host", "localhost:9000")],
        );
        assert_eq!(result, Ok(()));
    }

    #[test]
    fn other_host_names_are_refused() {
        for headers in [
            &[("host", "evil.example")][..],
            &[("host", "localhost.evil.example")],
            &[],
        ] {
            let result = check(&Access::default(), LOOPBACK, "/", headers);
            assert_eq!(result, Err(AccessError::Host), "{headers:?}");
        }
    }

    #[test]
    fn the_token_is_required() {
        let access = Access {
            origins: Vec::new(),
            token: Secret::word("secret").ok(),
        };
        let with = |uri, headers: &[(&str, &str)]| check(&access, ANYWHERE, uri, headers);
        assert_eq!(with("/?token=secret", &[]), Ok(()));
        assert_eq!(with("/?a=1&token=secret", &[]), Ok(()));
        assert_eq!(with("/", &[("authorization", "Bearer secret")]), Ok(()));
        for uri in [
            "/",
            "/?token=",
            "/?token=secre",
            "/?token=secrets",
            "/?token=Secret",
        ] {
            assert_eq!(with(uri, &[]), Err(AccessError::Token), "{uri}");
        }
        assert_eq!(
            with("/", &[("authorization", "Bearer other")]),
            Err(AccessError::Token)
        );
    }
}

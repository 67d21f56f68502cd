//! Who may connect. Pure.
//!
//! The same-origin policy of browsers does not cover WebSockets, so any web page can try to talk
//! to a server on this machine (RFC 6455, section 10.2). Browsers say which page it is (`Origin`);
//! other programs send no such header.

use landfall_net::Secret;
use landfall_net::local::{is_local_host, is_with_port};
use std::net::IpAddr;
use tungstenite::http::{HeaderMap, Uri, header};

/// Pages of this machine, on any port: those that may connect if nobody says otherwise.
const LOCAL_ORIGINS: [&str; 3] = ["http://localhost", "http://127.0.0.1", "http://[::1]"];

/// Who may connect.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Origins of web pages that may, beside those of this machine, as in `https://example.org`.
    pub origins: Vec<String>,
    /// What a client has to know; needed on addresses that other machines reach.
    pub token: Option<Secret>,
}

/// Why a client may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The page is not on the list.
    #[error("web pages of this origin may not connect: allow it with --origin")]
    Origin,
    /// The name of the host is not this machine's: a page may have had its name point here.
    #[error("this server is not known by this Host")]
    Host,
    /// The token is missing or wrong.
    #[error(
        "the token is missing or wrong: give it as `Authorization: Bearer TOKEN` or `?token=TOKEN`"
    )]
    Token,
}

impl Access {
    /// Checks a request to connect to a server that listens on an address.
    ///
    /// # Errors
    /// The first reason to refuse it.
    pub fn check(&self, listens_on: IpAddr, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name| {
            headers
                .get(name)
                .map(|value| value.to_str().unwrap_or_default())
        };
        if text(header::ORIGIN).is_some_and(|origin| !self.allows_origin(origin)) {
            return Err(Refusal::Origin);
        }
        // Other machines call this one by names that it does not know; they need the token.
        if listens_on.is_loopback() && !text(header::HOST).is_some_and(is_local_host) {
            return Err(Refusal::Host);
        }
        let Some(token) = &self.token else {
            return Ok(());
        };
        let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        match bearer.or_else(|| token_parameter(uri)) {
            Some(given) if token.matches(given) => Ok(()),
            _ => Err(Refusal::Token),
        }
    }

    fn allows_origin(&self, origin: &str) -> bool {
        let is_local = |local: &&str| is_with_port(origin, local);
        LOCAL_ORIGINS.iter().any(is_local) || self.origins.iter().any(|allowed| allowed == origin)
    }
}

/// Returns the parameter `token` of an address.
fn token_parameter(uri: &Uri) -> Option<&str> {
    let mut parameters = uri.query()?.split('&');
    parameters.find_map(|parameter| parameter.strip_prefix("token="))
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
        uri: &str,
        pairs: &[(&str, &str)],
    ) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name: header::HeaderName = name.parse().unwrap();
            headers.insert(name, value.parse().unwrap());
        }
        access.check(address, &uri.parse().unwrap(), &headers)
    }

    #[test]
    fn pages_of_this_machine_may_and_others_may_not() {
        let access = Access {
            origins: vec!["https://example.org".into()],
            token: None,
        };
        for (origin, allowed) in [
            ("http://localhost:8080", true),
            ("http://localhost", true),
            ("http://127.0.0.1:3000", true),
            ("http://[::1]:3000", true),
            ("https://example.org", true),
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
    fn programs_send_no_origin_and_may() {
        let result = check(
            &Access::default(),
            LOOPBACK,
            "/",
            &[("host", "localhost:9000")],
        );
        assert_eq!(result, Ok(()));
    }

    #[test]
    fn a_name_that_was_made_to_point_here_is_refused() {
        for headers in [
            &[("host", "evil.example")][..],
            &[("host", "localhost.evil.example")],
            &[],
        ] {
            let result = check(&Access::default(), LOOPBACK, "/", headers);
            assert_eq!(result, Err(Refusal::Host), "{headers:?}");
        }
    }

    #[test]
    fn a_token_has_to_be_known() {
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
            assert_eq!(with(uri, &[]), Err(Refusal::Token), "{uri}");
        }
        assert_eq!(
            with("/", &[("authorization", "Bearer other")]),
            Err(Refusal::Token)
        );
    }
}

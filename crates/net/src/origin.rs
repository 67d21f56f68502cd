//! Origins of web pages, compared as in RFC 6454.

use crate::address::parse_host;
use crate::local::is_local_name;
use std::fmt;
use std::str::FromStr;

/// The origin of a web page: scheme, host and port. Two origins are equal if browsers treat them as
/// equal.
///
/// ```
/// use landfall_net::Origin;
/// let origin: Origin = "HTTPS://Example.org:443/".parse()?;
/// assert_eq!(origin, "https://example.org".parse()?);
/// assert_eq!(origin.to_string(), "https://example.org");
/// # Ok::<(), landfall_net::OriginError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// In lower case.
    scheme: String,
    /// In lower case; an address of version 6 in brackets.
    host: String,
    /// `None` for the default port of the scheme.
    port: Option<u16>,
}

/// Why a text is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// It is a pattern for several origins.
    #[error("it should be one origin, such as https://example.org: `*` stands for none")]
    Wildcard,
    /// It is what browsers send for pages without an origin, such as files.
    #[error(
        "`null` is any page without an origin of its own: serve the page, by http:// or https://"
    )]
    Null,
    /// It does not begin with a scheme.
    #[error("it should begin with a scheme: https://{0} or http://{0}")]
    NoScheme(String),
    /// It has no host, or one with characters that a browser does not send.
    #[error(
        "it should have a host as browsers send it: letters, digits, `-` and `.`, or an address"
    )]
    Host,
    /// What follows the host is no port.
    #[error("it should have a port from 0 to 65535, or none")]
    Port,
    /// It has a path, a query, a fragment or a user.
    #[error("it should be scheme, host and port alone: {0}")]
    NotAlone(String),
}

impl Origin {
    /// Returns whether pages of this origin come from this machine, over http, from any port.
    pub fn is_local(&self) -> bool {
        self.scheme == "http" && is_local_name(&self.host)
    }
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Origin, OriginError> {
        let text = text.trim();
        if text.contains('*') {
            return Err(OriginError::Wildcard);
        }
        if text.eq_ignore_ascii_case("null") {
            return Err(OriginError::Null);
        }
        let Some((scheme, rest)) = text.split_once("://") else {
            let host = text.split(['/', '?', '#']).next().unwrap_or_default();
            return Err(OriginError::NoScheme(host.to_string()));
        };
        let scheme = scheme.to_ascii_lowercase();
        if !is_scheme(&scheme) {
            return Err(OriginError::NoScheme("example.org".into()));
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let (_, without_user) = authority.rsplit_once('@').unwrap_or(("", authority));
        if without_user.len() != rest.len() {
            let alone = format!("{scheme}://{without_user}");
            return Err(OriginError::NotAlone(alone));
        }
        let (host, port) = split_port(authority);
        let port = match port.filter(|port| !port.is_empty()) {
            None => None,
            Some(digits) => Some(parse_port(digits).ok_or(OriginError::Port)?),
        };
        Ok(Origin {
            host: parse_host(host)
                .map_err(|_| OriginError::Host)?
                .to_string()
                .to_ascii_lowercase(),
            port: port.filter(|&port| default_port(&scheme) != Some(port)),
            scheme,
        })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { scheme, host, port } = self;
        write!(f, "{scheme}://{host}")?;
        port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

fn is_scheme(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(is_plain)
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        _ => None,
    }
}

/// Splits host and port. The colons of an address of version 6 are in brackets.
pub(crate) fn split_port(authority: &str) -> (&str, Option<&str>) {
    let end = match authority.starts_with('[') {
        true => authority.find(']').map_or(authority.len(), |at| at + 1),
        false => 0,
    };
    match authority[end..].find(':') {
        Some(colon) => (
            &authority[..end + colon],
            Some(&authority[end + colon + 1..]),
        ),
        None => (authority, None),
    }
}

/// Parses a port, of digits alone.
pub(crate) fn parse_port(text: &str) -> Option<u16> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Returns whether a text can be the name of a host.
pub(crate) fn is_host_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let has_word = text.contains(|c: char| c.is_ascii_alphanumeric());
    has_word && text.len() <= 253 && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn origins_are_compared_as_browsers_do() {
        for (text, normal_form) in [
            ("https://example.org/", "https://example.org"),
            ("HTTPS://Example.ORG", "https://example.org"),
            ("https://example.org:443", "https://example.org"),
            ("https://example.org:", "https://example.org"),
            ("http://example.org:80/", "http://example.org"),
            ("https://example.org:80", "https://example.org:80"),
            ("http://[0:0::1]:3000", "http://[::1]:3000"),
            ("chrome-extension://AbC", "chrome-extension://abc"),
            (" http://localhost:08080 ", "http://localhost:8080"),
        ] {
            let origin: Origin = text.parse().expect(text);
            assert_eq!(origin.to_string(), normal_form);
            assert_eq!(Ok(origin), normal_form.parse());
        }
        for [one, other] in [
            ["http://example.org", "https://example.org"],
            ["https://example.org:444", "https://example.org"],
            ["https://example.org", "https://www.example.org"],
        ] {
            assert_ne!(one.parse::<Origin>(), other.parse::<Origin>());
        }
    }

    #[test]
    fn errors_explain_how_to_write_an_origin() {
        for (text, words) in [
            ("*", "`*` stands for none"),
            ("https://*.example.org", "`*` stands for none"),
            ("null", "serve the page"),
            ("example.org", "https://example.org or http://example.org"),
            ("localhost:3000", "http://localhost:3000"),
            ("", "scheme"),
            ("://example.org", "scheme"),
            ("https://", "a host"),
            ("https://exämple.org", "a host"),
            ("https://[::1", "a host"),
            ("https://example.org:99999", "port"),
            ("https://example.org:+80", "port"),
            ("https://example.org/app", "alone: https://example.org"),
            ("https://example.org/app/?a", "alone: https://example.org"),
            ("https://example.org//", "alone: https://example.org"),
            ("https://me:pw@example.org", "alone: https://example.org"),
        ] {
            let error = text.parse::<Origin>().expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    proptest! {
        /// An origin is the same after it is formatted and parsed again.
        #[test]
        fn no_text_panics(text in "(https?://)?[a-zA-Z0-9.:/@*\\[\\]?#-]{0,20}|.{0,20}") {
            if let Ok(origin) = text.parse::<Origin>() {
                prop_assert_eq!(Ok(origin.clone()), origin.to_string().parse());
            }
        }
    }
}

//! The server's address and the secrets of a connection. Only the request line contains the
//! secrets.

use super::error::ClientError;
use landfall_net::local::is_local_name;
use landfall_net::{Secret, percent_encoded};
use tungstenite::http::Uri;

/// Which room to join.
#[derive(Clone, Debug)]
pub enum RoomChoice {
    /// The room of this key, which its host distributes.
    Key(Secret),
    /// A public room, by its name.
    Public(String),
}

/// The address of a server, without a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether the connection is encrypted.
    pub scheme: Scheme,
    /// Name or number of the host; IPv6 addresses in brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The path; it begins with a slash.
    pub path: String,
}

/// Whether a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// `ws`: it is not.
    Plain,
    /// `wss`: it is.
    Tls,
}

impl Scheme {
    fn name(self) -> &'static str {
        match self {
            Scheme::Plain => "ws",
            Scheme::Tls => "wss",
        }
    }
}

impl Address {
    /// Parses an address such as `wss://botrisbattle.com/ws`. The default scheme is `ws://` for
    /// this machine and `wss://` for others.
    ///
    /// # Errors
    /// It is not such an address, has a query, would send the token unencrypted to another machine,
    /// or needs encryption that this build lacks.
    ///
    /// ```
    /// use landfall_botris::client::Address;
    /// assert_eq!(Address::parse("ws://127.0.0.1:8041/ws")?.port, 8041);
    /// assert_eq!(Address::parse("localhost:8041/ws")?.port, 8041);
    /// assert!(Address::parse("ws://example.org/ws").is_err());
    /// # Ok::<(), landfall_botris::client::ClientError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Address, ClientError> {
        let text = text.trim();
        let uri: Uri = match text.contains("://") {
            true => text.parse(),
            false => with_scheme(text).parse(),
        }
        .map_err(|_| ClientError::Address)?;
        let authority = uri.authority().ok_or(ClientError::Address)?;
        if uri.query().is_some() || authority.as_str().contains('@') {
            return Err(ClientError::AddressWithSecrets);
        }
        let scheme = match uri.scheme_str().map(str::to_ascii_lowercase).as_deref() {
            Some("ws") => Scheme::Plain,
            Some("wss") => Scheme::Tls,
            _ => return Err(ClientError::Address),
        };
        let host = authority.host().to_string();
        let has_port = authority.as_str() != host;
        let default_port = match scheme {
            Scheme::Plain => 80,
            Scheme::Tls => 443,
        };
        let port = match authority.port_u16() {
            None if has_port => return Err(ClientError::Address),
            port => port.unwrap_or(default_port),
        };
        match scheme {
            Scheme::Plain if !is_local_name(&host) => return Err(ClientError::Unencrypted),
            Scheme::Tls if !cfg!(feature = "tls") => return Err(ClientError::NoTls),
            _ => {}
        }
        Ok(Address {
            scheme,
            host,
            port,
            path: uri.path().to_string(),
        })
    }

    /// Returns host and port in the form for name lookup.
    pub fn host_and_port(&self) -> (&str, u16) {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        (host, self.port)
    }

    /// Returns the address with the secrets. It must not be displayed.
    pub(super) fn with_secrets(&self, token: &Secret, room: &RoomChoice) -> String {
        let room = match room {
            RoomChoice::Key(key) => format!("roomKey={}", key.query_value()),
            RoomChoice::Public(id) => format!("roomId={}", percent_encoded(id)),
        };
        let Address {
            scheme,
            host,
            port,
            path,
        } = self;
        let (scheme, token) = (scheme.name(), token.query_value());
        format!("{scheme}://{host}:{port}{path}?token={token}&{room}")
    }
}

/// Returns an address with the default scheme added.
fn with_scheme(text: &str) -> String {
    let authority = text.split(['/', '?']).next().unwrap_or_default();
    let host = match authority.rsplit_once(':') {
        Some((host, _)) if !authority.ends_with(']') => host,
        _ => authority,
    };
    let scheme = match is_local_name(host) {
        true => Scheme::Plain,
        false => Scheme::Tls,
    };
    format!("{}://{text}", scheme.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let address = Address::parse("ws://[::1]:8041").unwrap();
        assert_eq!(address.host_and_port(), ("::1", 8041));
        assert_eq!(address.path, "/");
        for text in [
            "[::1]:8041/ws",
            "localhost:8041/ws",
            "WS://LocalHost:8041/ws",
            " 127.0.0.1:8041/ws\n",
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(
                (address.scheme, address.port, address.path.as_str()),
                (Scheme::Plain, 8041, "/ws"),
                "{text}"
            );
        }
        let (token, key) = (Secret::word("t&t").unwrap(), Secret::word("k").unwrap());
        let whole = address.with_secrets(&token, &RoomChoice::Key(key));
        assert_eq!(whole, "ws://[::1]:8041/?token=t%26t&roomKey=k");
        let public = address.with_secrets(&token, &RoomChoice::Public("a b".into()));
        assert!(public.ends_with("&roomId=a%20b"), "{public}");
        #[cfg(feature = "tls")]
        for text in ["wss://botrisbattle.com/ws", "botrisbattle.com/ws"] {
            let address = Address::parse(text).unwrap();
            assert_eq!((address.scheme, address.port), (Scheme::Tls, 443), "{text}");
        }
    }

    #[test]
    fn errors_do_not_repeat_refused_addresses() {
        for text in [
            "",
            "hidden@localhost/ws",
            "localhost/ws?token=hidden",
            "http://127.0.0.1/hidden",
            "ws://127.0.0.1/ws?token=hidden",
            "ws://hidden@127.0.0.1/ws",
            "ws://hidden.example/ws",
            "ws://127.0.0.1.hidden.example/ws",
            "ws://127.0.0.1:99999/hidden",
        ] {
            let error = Address::parse(text).unwrap_err();
            assert!(!error.to_string().contains("hidden"), "{text}: {error}");
        }
    }
}

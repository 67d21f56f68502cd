//! Texts that must not be shown: tokens, passwords, keys of rooms.

use crate::http::Request;
use crate::query::{percent_decoded, percent_encoded, query_parameter};
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};

/// Longest secret.
const MAX_BYTES: usize = 4096;

/// A token, a password or a key. Neither `Debug` nor any message shows it.
#[derive(Clone, Default)]
pub struct Secret(String);

/// Returns 64 unpredictable bits, for secrets and seeds.
pub fn random_u64() -> u64 {
    // The standard library seeds its hash maps from the system's random numbers.
    RandomState::new().build_hasher().finish()
}

/// Why a text is not a secret of one word. Does not show the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    /// There is only white space.
    #[error("it is empty")]
    Empty,
    /// It has more than one word, or characters that cannot be printed.
    #[error("it should be one word of printable characters")]
    Characters,
    /// It is too long.
    #[error("it is longer than {MAX_BYTES} bytes")]
    Length,
}

impl Secret {
    /// Parses a secret of one word, without the white space at its ends.
    ///
    /// # Errors
    /// The text is not one word of printable characters.
    ///
    /// ```
    /// use landfall_net::Secret;
    /// let secret = Secret::word(" abc\n")?;
    /// assert_eq!(format!("{secret:?}"), "Secret(***)");
    /// assert!(Secret::word("two words").is_err());
    /// # Ok::<(), landfall_net::SecretError>(())
    /// ```
    pub fn word(text: &str) -> Result<Secret, SecretError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SecretError::Empty);
        }
        if text.len() > MAX_BYTES {
            return Err(SecretError::Length);
        }
        if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(SecretError::Characters);
        }
        Ok(Secret(text.to_string()))
    }

    /// Returns a text as a secret, without checks.
    pub fn exact(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// Returns the text, for the one message that contains it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the text as a value of a URL's query.
    pub fn query_value(&self) -> String {
        percent_encoded(&self.0)
    }

    /// Returns a text in which every form of the secret is replaced.
    pub fn hidden_in(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_string();
        }
        text.replace(&self.0, "***")
            .replace(&self.query_value(), "***")
    }

    /// Compares in a time that does not depend on the number of equal characters.
    pub fn matches(&self, given: &str) -> bool {
        let pairs = given.bytes().zip(self.0.bytes());
        let differences = pairs.fold(0, |found, (a, b)| found | (a ^ b));
        given.len() == self.0.len() && differences == 0
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        self.matches(&other.0)
    }
}

impl Eq for Secret {}

/// Returns the token of a request: from `Authorization`, where the scheme may have any case (RFC
/// 9110, section 11.1), otherwise from the parameter `token` of its query (RFC 6750, sections 2.1
/// and 2.3).
pub fn bearer_token(request: &Request) -> Option<String> {
    let header = request.header("Authorization").and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        let is_bearer = scheme.eq_ignore_ascii_case("Bearer");
        is_bearer.then(|| token.trim().to_string())
    });
    header.or_else(|| percent_decoded(query_parameter(request.query(), "token")?))
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_encoded_in_a_query_and_hidden_in_messages() {
        for text in ["abc", "a&b=c#%?", "ключ", "+%2B"] {
            let secret = Secret::word(text).unwrap();
            let value = secret.query_value();
            assert_eq!(percent_decoded(&value).as_deref(), Some(text));
            assert!(secret.matches(text) && !secret.matches("abd") && !secret.matches(""));
            let shown = secret.hidden_in(&format!("bad token {text} in ?token={value}"));
            assert_eq!(shown, "bad token *** in ?token=***");
        }
        assert_eq!(percent_decoded("%zz").as_deref(), Some("%zz"));
        assert_eq!(percent_decoded("%ff"), None);
    }

    /// As in RFC 3986 and RFC 6750: escapes stand for bytes, and `+` stands for itself.
    #[test]
    fn a_token_is_found_however_it_is_written() {
        let secret = Secret::word("ab+c/d==").unwrap();
        let is_known = |target: &str, headers: &[(&str, &str)]| {
            let token = bearer_token(&Request::new("GET", target, headers));
            token.is_some_and(|token| secret.matches(&token))
        };
        for target in [
            "/?token=ab%2Bc%2Fd%3D%3D",
            "/?token=ab%2bc%2fd%3d%3d",
            "/?token=ab+c/d==",
            "/?a=1&t%6Fken=%61b+c/d==",
        ] {
            assert!(is_known(target, &[]), "{target}");
        }
        for value in ["Bearer ab+c/d==", "bearer ab+c/d==", "BEARER   ab+c/d=="] {
            assert!(is_known("/", &[("authorization", value)]), "{value}");
        }
        for value in ["Basic ab+c/d==", "ab+c/d==", "Bearer ab%2Bc/d==", "Bearer"] {
            assert!(!is_known("/", &[("Authorization", value)]), "{value}");
        }
        for target in [
            "/?token=ab%20c/d==",
            "/?token=%ff",
            "/?token",
            "/?Token=ab+c/d==",
            "/",
        ] {
            assert!(!is_known(target, &[]), "{target}");
        }
    }

    #[test]
    fn an_empty_secret_hides_nothing() {
        let secret = Secret::default();
        assert_eq!(secret.hidden_in("text"), "text");
        assert!(secret.matches("") && !secret.matches("x"));
        assert_eq!(Secret::exact("two words").reveal(), "two words");
    }
}

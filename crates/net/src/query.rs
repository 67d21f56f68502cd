//! Values in the query of a URL (RFC 3986).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that are escaped in a URL: all except the unreserved ones of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// Returns a text in which every byte with a meaning in a URL is written as `%XX`.
pub fn percent_encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Returns a text with its escapes `%XX` decoded; `None` if the result is not UTF-8. Other
/// characters stand for themselves, including `+`, which means a space only in HTML forms.
pub fn percent_decoded(text: &str) -> Option<String> {
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

/// Returns the value of the first parameter of a query that has this name, as it is written.
///
/// ```
/// use landfall_net::{percent_decoded, query_parameter};
/// let value = query_parameter("a=1&t%6fken=ab%2Bc", "token");
/// assert_eq!(value.and_then(percent_decoded).as_deref(), Some("ab+c"));
/// ```
pub fn query_parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(key, _)| percent_decoded(key).as_deref() == Some(name));
    found.map(|(_, value)| value)
}

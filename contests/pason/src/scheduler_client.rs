//! `landfall pason test-match`: requests a test match from the contest's scheduler.
//!
//! `server::scheduler` is the scheduler.

use super::server::scheduler::TEST_MATCH_PATH;
use landfall_net::{Secret, percent_encoded, printable};
use serde_json::Value;
use std::time::Duration;
use thiserror::Error;

/// How long the scheduler may take to answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest answer that is accepted, in bytes. A real one has about 150.
const MAX_ANSWER_BYTES: u64 = 64 << 10;

/// Where a test match is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestMatch {
    /// Host of the game server.
    pub host: String,
    /// The match.
    pub match_token: String,
}

/// Requests a test match. `scheduler` is an address such as `http://codingcontest.pason.com`; the
/// scheme may be omitted.
///
/// # Errors
/// The scheduler cannot be reached, or creates no match.
pub fn create_test_match(
    scheduler: &str,
    team: &str,
    password: &Secret,
) -> Result<TestMatch, SchedulerError> {
    let address = request_url(scheduler, team, password);
    let hide = |text: String| password.hidden_in(&text);
    let unreachable = |error: ureq::Error| SchedulerError::Unreachable(hide(error.to_string()));
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(REQUEST_TIMEOUT))
        .http_status_as_error(false)
        .build()
        .into();
    let mut response = agent.get(&address).call().map_err(unreachable)?;
    let status = response.status();
    // An answer of exactly the limit is refused.
    let body = response
        .body_mut()
        .with_config()
        .limit(MAX_ANSWER_BYTES + 1);
    let body = body.read_to_string().map_err(unreachable)?;
    match parse_response(&body) {
        Err(SchedulerError::Unreadable(_)) if !status.is_success() => {
            Err(SchedulerError::Status(status.as_u16()))
        }
        Err(SchedulerError::Failed(reason)) => Err(SchedulerError::Failed(hide(reason))),
        read => read,
    }
}

fn request_url(scheduler: &str, team: &str, password: &Secret) -> String {
    let scheme = match scheduler.contains("://") {
        true => "",
        false => "http://",
    };
    format!(
        "{scheme}{}{TEST_MATCH_PATH}?team_name={}&password={}",
        scheduler.trim().trim_end_matches('/'),
        percent_encoded(team),
        password.query_value(),
    )
}

/// Parses the scheduler's answer.
fn parse_response(body: &str) -> Result<TestMatch, SchedulerError> {
    let unreadable = |what: &str| SchedulerError::Unreadable(what.to_string());
    let value: Value = serde_json::from_str(body).map_err(|_| unreadable("it is not JSON"))?;
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_string);
    let status = text("status").map(|status| status.to_ascii_lowercase());
    match status.as_deref() {
        Some("success") => {
            let host = text("server_ip").ok_or_else(|| unreadable("it has no `server_ip`"))?;
            let token = text("match_token").ok_or_else(|| unreadable("it has no `match_token`"))?;
            // Both are printed, and a terminal would obey control characters.
            if [&host, &token]
                .iter()
                .any(|it| it.contains(char::is_control))
            {
                return Err(unreadable("it has control characters"));
            }
            Ok(TestMatch {
                host,
                match_token: token,
            })
        }
        Some("failed") => Err(SchedulerError::Failed(
            text("reason").unwrap_or_else(|| "it gives no reason".to_string()),
        )),
        _ => Err(unreadable("it has no `status` that is known")),
    }
}

/// Why there is no test match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SchedulerError {
    /// The scheduler does not answer.
    #[error("the scheduler cannot be asked: {0}")]
    Unreachable(String),
    /// The answer has this HTTP status and cannot be understood.
    #[error("the scheduler answers with HTTP status {0}")]
    Status(u16),
    /// The answer cannot be understood.
    #[error("the scheduler's answer cannot be understood: {0}")]
    Unreadable(String),
    /// The scheduler reports that it created no match.
    #[error("the scheduler created no match: {}", printable(.0))]
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;

    /// A scheduler that sends this answer to one request; gives its address and, when joined, the
    /// first line of the request.
    fn scheduler(answer: impl Into<String>) -> (String, thread::JoinHandle<String>) {
        let answer = answer.into();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/", listener.local_addr().expect("an address"));
        let served = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut request = Vec::new();
            let mut bytes = [0; 512];
            while !request.ends_with(b"\r\n\r\n") {
                let count = stream.read(&mut bytes).expect("a request");
                request.extend_from_slice(&bytes[..count]);
            }
            stream.write_all(answer.as_bytes()).expect("an answer");
            let request = String::from_utf8_lossy(&request).into_owned();
            request.lines().next().unwrap_or_default().to_string()
        });
        (address, served)
    }

    #[test]
    fn a_match_is_asked_for_with_encoded_values() {
        let (address, served) = scheduler(
            "HTTP/1.0 200 OK\r\n\r\n{\"status\":\"Success\",\"team_name\":\"Team 148\",\"server_ip\":\"h\",\"match_token\":\"t\"}",
        );
        let address = address.trim_start_matches("http://");
        let found = create_test_match(address, "Team 148", &Secret::exact("a&b=\u{e9}"));
        let expected = TestMatch {
            host: "h".into(),
            match_token: "t".into(),
        };
        assert_eq!(found, Ok(expected));
        let line = "GET /scheduler/create_unauthenticated_test_match?team_name=Team%20148&password=a%26b%3D%C3%A9 HTTP/1.1";
        assert_eq!(served.join().expect("served"), line);
    }

    #[test]
    fn an_answer_one_byte_too_long_is_refused() {
        let json = r#"{"status":"success","server_ip":"h","match_token":"t"}"#;
        let ask = |bytes: usize| {
            let blanks = " ".repeat(bytes - json.len());
            let (address, served) = scheduler(format!("HTTP/1.0 200 OK\r\n\r\n{json}{blanks}"));
            let found = create_test_match(&address, "a", &Secret::exact("b"));
            // The client closes the connection before the end of a longer answer.
            let _ = served.join();
            found
        };
        assert!(ask(MAX_ANSWER_BYTES as usize).is_ok());
        let longer = ask(MAX_ANSWER_BYTES as usize + 1);
        assert!(
            matches!(longer, Err(SchedulerError::Unreachable(_))),
            "{longer:?}"
        );
    }

    #[test]
    fn failures_are_reported_without_the_password() {
        let secret = Secret::exact("pass word");
        for (answer, expected) in [
            (
                "HTTP/1.0 200 OK\r\n\r\n{\"status\":\"failed\",\"reason\":\"no: pass word\"}",
                SchedulerError::Failed("no: ***".into()),
            ),
            (
                "HTTP/1.0 500 Oh\r\n\r\nnothing",
                SchedulerError::Status(500),
            ),
            (
                "HTTP/1.0 200 OK\r\n\r\n<html>",
                SchedulerError::Unreadable("it is not JSON".into()),
            ),
            (
                "HTTP/1.0 200 OK\r\n\r\n{\"status\":\"success\",\"server_ip\":\"h\\u001b[2J\",\"match_token\":\"t\"}",
                SchedulerError::Unreadable("it has control characters".into()),
            ),
        ] {
            let (address, served) = scheduler(answer);
            assert_eq!(create_test_match(&address, "a", &secret), Err(expected));
            served.join().expect("served");
        }
        let error = create_test_match("http://127.0.0.1:1 pass word", "a", &secret).unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(
            !text.contains("pass word") && !text.contains("pass%20word"),
            "{text}"
        );
    }
}

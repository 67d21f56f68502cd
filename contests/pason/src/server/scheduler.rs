//! The scheduler: one HTTP request that creates a test match.
//!
//! Answers on a thread of its own; the match itself is created by the thread that takes the
//! requests out ([`Scheduler::try_recv`]).

use super::match_server::TestMatchError;
use super::sockets::ServerError;
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;
use tiny_http::{Header, Request, Response, Server};

/// The path of the one request.
pub const TEST_MATCH_PATH: &str = "/scheduler/create_unauthenticated_test_match";

/// How long a request waits for its match.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A request for a match.
#[derive(Debug)]
pub struct TestMatchRequest {
    /// The team.
    pub team: String,
    /// Its password.
    pub password: String,
    /// Takes the token of the match, or why there is none.
    pub answer: SyncSender<Result<String, TestMatchError>>,
}

/// A running scheduler; it ends when it is dropped.
pub struct Scheduler {
    server: Arc<Server>,
    thread: Option<JoinHandle<()>>,
    requests: Receiver<TestMatchRequest>,
    port: u16,
}

impl Scheduler {
    /// Listens. Port 0 takes any free one.
    ///
    /// # Errors
    /// The port cannot be bound.
    pub fn bind(address: IpAddr, port: u16) -> Result<Scheduler, ServerError> {
        let address_and_port = SocketAddr::new(address, port);
        let server = Server::http(address_and_port).map_err(|error| ServerError::Bind {
            channel: "scheduler",
            address: address_and_port.to_string(),
            reason: error.to_string(),
        })?;
        let server = Arc::new(server);
        let port = server.server_addr().to_ip().map_or(port, |ip| ip.port());
        let (sender, requests) = sync_channel(8);
        let thread = std::thread::spawn({
            let server = Arc::clone(&server);
            move || {
                for request in server.incoming_requests() {
                    serve(request, address, &sender);
                }
            }
        });
        Ok(Scheduler {
            server,
            thread: Some(thread),
            requests,
            port,
        })
    }

    /// Returns the port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns a request, if one waits.
    pub fn try_recv(&self) -> Option<TestMatchRequest> {
        self.requests.try_recv().ok()
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.server.unblock();
        // Clients that wait for a match get the answer at once that there will be none.
        self.requests = sync_channel(0).1;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has reported that itself.
            let _ = thread.join();
        }
    }
}

/// Why a request creates no match.
#[derive(Debug, Error)]
enum RequestError {
    #[error("there is only {TEST_MATCH_PATH}")]
    UnknownPath,
    #[error("`{0}` is missing")]
    MissingParameter(&'static str),
    #[error("`{0}` is not URI-encoded UTF-8")]
    BadEncoding(&'static str),
    #[error("the server is busy")]
    Busy,
    #[error("the server did not create a match in time")]
    Timeout,
    #[error("{0}")]
    Refused(#[from] TestMatchError),
}

impl RequestError {
    /// The HTTP status. A failure of the contest's own kind has status 200, as any answer of
    /// the scheduler that is JSON of the specification.
    fn status(&self) -> u16 {
        match self {
            RequestError::UnknownPath => 404,
            _ => 200,
        }
    }
}

fn serve(request: Request, address: IpAddr, matches: &SyncSender<TestMatchRequest>) {
    let (status, body) = match request_match(request.url(), matches) {
        Ok((team, token)) => {
            let host = host(&request, address);
            let body = json!({
                "status": "success", "team_name": team, "server_ip": host, "match_token": token,
            });
            (200, body)
        }
        Err(error) => {
            let body = json!({ "status": "failed", "reason": error.to_string() });
            (error.status(), body)
        }
    };
    if let Err(error) = request.respond(response(&body).with_status_code(status)) {
        log::debug!("the scheduler's answer was not taken: {error}");
    }
}

fn response(body: &Value) -> Response<std::io::Cursor<Vec<u8>>> {
    let response = Response::from_string(body.to_string());
    match Header::from_bytes("Content-Type", "application/json") {
        Ok(header) => response.with_header(header),
        Err(()) => response,
    }
}

/// Requests a match; returns the team and the match token.
fn request_match(
    url: &str,
    matches: &SyncSender<TestMatchRequest>,
) -> Result<(String, String), RequestError> {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    if path != TEST_MATCH_PATH {
        return Err(RequestError::UnknownPath);
    }
    let team = query_parameter(query, "team_name")?;
    let password = query_parameter(query, "password")?;
    let (answer, answers) = sync_channel(1);
    let request = TestMatchRequest {
        team: team.clone(),
        password,
        answer,
    };
    matches.try_send(request).map_err(|_| RequestError::Busy)?;
    let answer = answers.recv_timeout(ANSWER_TIMEOUT);
    let token = answer.map_err(|_| RequestError::Timeout)??;
    Ok((team, token))
}

/// Where the game is served: the host that the request was sent to, else the address.
fn host(request: &Request, address: IpAddr) -> String {
    if !address.is_unspecified() {
        return address.to_string();
    }
    let headers = request.headers().iter();
    let mut hosts = headers.filter(|header| header.field.equiv("Host"));
    let host = hosts.next().map(|header| header.value.as_str());
    let name = host.map(|host| match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    });
    name.map_or(address.to_string(), str::to_string)
}

/// Returns the decoded value of a parameter of a query.
fn query_parameter(query: &str, name: &'static str) -> Result<String, RequestError> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter_map(|(key, value)| (key == name).then_some(value));
    let value = values.next().ok_or(RequestError::MissingParameter(name))?;
    percent_decode(value).ok_or(RequestError::BadEncoding(name))
}

/// Undoes the URI encoding, in which a plus sign is a space.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match first {
            b'%' => {
                let [high, low, tail @ ..] = tail else {
                    return None;
                };
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push((digit(high)? << 4 | digit(low)?) as u8);
                rest = tail;
            }
            b'+' => bytes.push(b' '),
            other => bytes.push(*other),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded() {
        let query = "team_name=Team%20148%26%c3%A9&password=a+b%2B&x";
        let value = |name| query_parameter(query, name).expect("a value");
        assert_eq!(value("team_name"), "Team 148&é");
        assert_eq!(value("password"), "a b+");
        assert!(query_parameter(query, "x").is_err());
        for wrong in ["%", "%1", "%zz", "%ff"] {
            assert_eq!(percent_decode(wrong), None, "{wrong}");
        }
    }
}

//! The scheduler: one HTTP request that creates a test match.
//!
//! Answers on its own thread; the thread that takes the requests ([`Scheduler::try_recv`]) creates
//! the match.

use super::match_server::TestMatchError;
use super::sockets::ServerError;
use landfall_net::http::{HttpServer, Request, Response};
use landfall_net::local::is_local_host;
use landfall_net::{Secret, percent_decoded, query_parameter};
use serde_json::json;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;

/// The path of the only request.
pub const TEST_MATCH_PATH: &str = "/scheduler/create_unauthenticated_test_match";

/// How long a request waits for its match.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A request for a match.
#[derive(Debug)]
pub struct TestMatchRequest {
    /// The team.
    pub team: String,
    /// Its password.
    pub password: Secret,
    /// Takes the token of the match, or the reason why there is none.
    pub answer: SyncSender<Result<String, TestMatchError>>,
}

/// A running scheduler; it ends when it is dropped.
pub struct Scheduler {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    requests: Receiver<TestMatchRequest>,
    /// The port that it listens on.
    pub port: u16,
}

impl Scheduler {
    /// Listens. Port 0 takes any free one.
    ///
    /// # Errors
    /// The port cannot be bound.
    pub fn bind(address: IpAddr, port: u16) -> Result<Scheduler, ServerError> {
        let address_and_port = SocketAddr::new(address, port);
        let server = HttpServer::bind(address_and_port).map_err(|error| ServerError::Bind {
            channel: "scheduler",
            address: address_and_port.to_string(),
            reason: error.to_string(),
        })?;
        let port = server.address().port();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, requests) = sync_channel(8);
        let thread = std::thread::spawn({
            let stop = Arc::clone(&stop);
            move || server.run(&stop, |request| answer(request, address, &sender))
        });
        Ok(Scheduler {
            stop,
            thread: Some(thread),
            requests,
            port,
        })
    }

    /// Returns a request, if one is waiting.
    pub fn try_recv(&self) -> Option<TestMatchRequest> {
        self.requests.try_recv().ok()
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // Clients that wait for a match are told at once that there will be none.
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
    #[error("only GET {TEST_MATCH_PATH} is answered here")]
    UnknownPath,
    #[error("web pages may not ask for matches: ask from a program")]
    WebPage,
    #[error(
        "the Host of the request is no address of this server: use the address that it has printed"
    )]
    Host,
    #[error("`{0}` is missing")]
    MissingParameter(&'static str),
    #[error("`{0}` is not URI-encoded UTF-8")]
    BadEncoding(&'static str),
    #[error("the server is busy: ask again in a second")]
    Busy,
    #[error("the server did not create a match in time: ask again")]
    Timeout,
    #[error("{0}")]
    Refused(#[from] TestMatchError),
}

impl RequestError {
    /// The HTTP status. A failure that the contest defines has status 200, like every answer of the
    /// scheduler that is JSON of the specification.
    fn status(&self) -> u16 {
        match self {
            RequestError::UnknownPath => 404,
            RequestError::WebPage | RequestError::Host => 403,
            _ => 200,
        }
    }
}

fn answer(request: &Request, address: IpAddr, matches: &SyncSender<TestMatchRequest>) -> Response {
    let made = check_access(request, address).and_then(|()| request_match(request, matches));
    let (status, body) = match made {
        Ok((team, token)) => {
            let host = host(request, address);
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
    Response::new(status, "application/json", body.to_string())
}

/// Refuses web pages. A browser sends a page's request to any server on this machine and marks it
/// as such; under a domain name that resolves to this machine, the `Host` header shows that name.
fn check_access(request: &Request, address: IpAddr) -> Result<(), RequestError> {
    let site = request.header("Sec-Fetch-Site").unwrap_or("none");
    if site != "none" || request.header("Origin").is_some() {
        return Err(RequestError::WebPage);
    }
    let host = request.header("Host");
    match address.is_loopback() && host.is_some_and(|host| !is_local_host(host)) {
        true => Err(RequestError::Host),
        false => Ok(()),
    }
}

/// Requests a match; returns the team and the match token.
fn request_match(
    request: &Request,
    matches: &SyncSender<TestMatchRequest>,
) -> Result<(String, String), RequestError> {
    let url = request.target.as_str();
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    if request.method != "GET" || path != TEST_MATCH_PATH {
        return Err(RequestError::UnknownPath);
    }
    let team = text_parameter(query, "team_name")?;
    let password = text_parameter(query, "password")?;
    let (answer, answers) = sync_channel(1);
    let request = TestMatchRequest {
        team: team.clone(),
        password: Secret::exact(password),
        answer,
    };
    matches.try_send(request).map_err(|_| RequestError::Busy)?;
    let answer = answers.recv_timeout(ANSWER_TIMEOUT);
    let token = answer.map_err(|_| RequestError::Timeout)??;
    Ok((team, token))
}

/// Where the game is served: the host of the request, otherwise the address.
fn host(request: &Request, address: IpAddr) -> String {
    if !address.is_unspecified() {
        return address.to_string();
    }
    let name = request
        .header("Host")
        .map(|host| match host.rsplit_once(':') {
            Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
            _ => host,
        });
    name.map_or(address.to_string(), str::to_string)
}

/// Returns the decoded value of a parameter of a query.
fn text_parameter(query: &str, name: &'static str) -> Result<String, RequestError> {
    let value = query_parameter(query, name).ok_or(RequestError::MissingParameter(name))?;
    percent_decoded(value).ok_or(RequestError::BadEncoding(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded() {
        let query = "team_name=Team%20148%26%c3%A9&password=a+b%2B&x";
        let value = |name| text_parameter(query, name).expect("a value");
        assert_eq!(value("team_name"), "Team 148&é");
        // The contest uses URIs, in which `+` stands for itself, not HTML forms.
        assert_eq!(value("password"), "a+b+");
        assert!(text_parameter(query, "x").is_err());
        assert!(text_parameter("team_name=%ff", "team_name").is_err());
    }
}

//! The scheduler: one HTTP request that creates a test match.
//!
//! Answers on its own thread; the match itself is created by whoever holds the other end
//! of the orders.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tiny_http::{Header, Request, Response, Server};

use serde_json::{Value, json};

/// The path of the one request.
pub const TEST_MATCH_PATH: &str = "/scheduler/create_unauthenticated_test_match";

/// How long a request waits for its match.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// Somebody wants a match.
#[derive(Debug)]
pub struct TestMatchRequest {
    /// The team.
    pub team: String,
    /// Its password.
    pub password: String,
    /// Takes the token of the match, or a sentence that says why there is none.
    pub answer: SyncSender<Result<String, String>>,
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
    pub fn bind(address: IpAddr, port: u16) -> Result<Scheduler, String> {
        let server = Server::http(SocketAddr::new(address, port)).map_err(|e| e.to_string())?;
        let server = Arc::new(server);
        let port = server.server_addr().to_ip().map_or(port, |ip| ip.port());
        let (sender, orders) = sync_channel(8);
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
            requests: orders,
            port,
        })
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// An order, if there is one.
    pub fn try_recv(&self) -> Option<TestMatchRequest> {
        self.requests.try_recv().ok()
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.server.unblock();
        // Whoever waits for a match is told at once that there will be none.
        self.requests = sync_channel(0).1;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}

fn serve(request: Request, address: IpAddr, orders: &SyncSender<TestMatchRequest>) {
    let (status, body) = match request_match(request.url(), orders) {
        Ok((team, token)) => {
            let host = host(&request, address);
            let body = json!({
                "status": "success", "team_name": team, "server_ip": host, "match_token": token,
            });
            (200, body)
        }
        Err((status, reason)) => (status, json!({ "status": "failed", "reason": reason })),
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

/// Team and token, or an HTTP status and a reason. A failure of the contest's own kind has
/// status 200, as any answer of the scheduler that is JSON of the specification.
fn request_match(
    url: &str,
    orders: &SyncSender<TestMatchRequest>,
) -> Result<(String, String), (u16, String)> {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    if path != TEST_MATCH_PATH {
        return Err((404, format!("there is only {TEST_MATCH_PATH}")));
    }
    let failed = |reason: &str| (200, reason.to_string());
    let value = |name| query_parameter(query, name).map_err(|reason| (200, reason));
    let (team, password) = (value("team_name")?, value("password")?);
    let (answer, answers) = sync_channel(1);
    let order = TestMatchRequest {
        team: team.clone(),
        password,
        answer,
    };
    let sent = orders.try_send(order);
    sent.map_err(|_| failed("the server is busy"))?;
    let answer = answers.recv_timeout(ANSWER_TIMEOUT);
    let token = answer.map_err(|_| failed("the server did not create a match in time"))?;
    Ok((team, token.map_err(|reason| (200, reason))?))
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

/// The decoded value of a parameter of a query.
fn query_parameter(query: &str, name: &str) -> Result<String, String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter_map(|(key, value)| (key == name).then_some(value));
    let value = values.next().ok_or(format!("`{name}` is missing"))?;
    percent_decode(value).ok_or(format!("`{name}` is not URI-encoded UTF-8"))
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
        assert_eq!(query_parameter(query, "team_name"), Ok("Team 148&é".into()));
        assert_eq!(query_parameter(query, "password"), Ok("a b+".into()));
        assert!(query_parameter(query, "x").is_err());
        for wrong in ["%", "%1", "%zz", "%ff"] {
            assert_eq!(percent_decode(wrong), None, "{wrong}");
        }
    }
}

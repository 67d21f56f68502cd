//! The Pason server over real sockets: free ports of the loopback address, a server's thread, and
//! clients that follow or break the protocol.
//!
//! The tests do not depend on speed; the time limits only keep a broken server from hanging the
//! tests.

#![cfg(feature = "network")]

use landfall_pason::messages::{Move, Request, Response, StateMessage};
use landfall_pason::server::scheduler::TEST_MATCH_PATH;
use landfall_pason::server::{MatchSettings, MatchSpec, Server, ServerConfig};
use landfall_testing::files::{self, text};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time after which a test fails, in milliseconds.
const HANG_GUARD: i32 = 60_000;

/// A server on a thread.
struct Running {
    ports: [u16; 2],
    scheduler: u16,
    tokens: Vec<String>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<String>>>,
}

impl Running {
    fn start(settings: MatchSettings, matches: usize, record: Option<PathBuf>) -> Running {
        let place = ServerConfig {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            command_port: 0,
            state_port: 0,
            scheduler_port: (matches == 0).then_some(0),
            record,
        };
        let bookings = vec![MatchSpec::default(); matches];
        let mut server = Server::bind(&place, settings, bookings, Some(3)).expect("a server");
        let stop = Arc::new(AtomicBool::new(false));
        Running {
            ports: server.ports,
            scheduler: server.scheduler_port.unwrap_or(0),
            tokens: server.match_tokens.clone(),
            thread: Some(std::thread::spawn({
                let stop = Arc::clone(&stop);
                move || {
                    let mut lines = Vec::new();
                    let outcome = server.run(&stop, |line| lines.push(line.to_string()));
                    outcome.expect("the server serves");
                    lines
                }
            })),
            stop,
        }
    }

    /// The lines for people, once the last match is over.
    fn finish(mut self) -> Vec<String> {
        let thread = self.thread.take().expect("a thread");
        thread.join().expect("the server's thread")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A client with both sockets.
struct Client {
    command: zmq::Socket,
    state: zmq::Socket,
    token: String,
    match_token: String,
}

impl Client {
    fn connect(server: &Running, match_token: &str, team: &str) -> Client {
        let context = zmq::Context::new();
        let socket = |kind, port| {
            let socket = context.socket(kind).expect("a socket");
            socket.set_rcvtimeo(HANG_GUARD).expect("a limit");
            socket.set_linger(0).expect("no lingering");
            socket.set_rcvhwm(0).expect("no limit");
            socket
                .connect(&format!("tcp://127.0.0.1:{port}"))
                .expect("a connection");
            socket
        };
        let state = socket(zmq::SUB, server.ports[1]);
        state
            .set_subscribe(match_token.as_bytes())
            .expect("a subscription");
        let mut client = Client {
            command: socket(zmq::REQ, server.ports[0]),
            state,
            token: String::new(),
            match_token: match_token.into(),
        };
        let request = Request::MatchConnect {
            match_token: match_token.into(),
            team_name: team.into(),
            password: "pw".into(),
        };
        match client.ask(request.to_json().as_bytes()) {
            Response::MatchConnectResp { client_token, .. } => client.token = client_token,
            other => panic!("{other:?}"),
        }
        client
    }

    fn ask(&self, bytes: &[u8]) -> Response {
        self.command.send(bytes, 0).expect("sent");
        Response::parse(&self.command.recv_bytes(0).expect("an answer")).expect("a response")
    }

    /// Two clients that play the first match of a server: "a" and "b".
    fn two(server: &Running) -> [Client; 2] {
        ["a", "b"].map(|team| Client::connect(server, &server.tokens[0], team))
    }

    fn move_json(&self, mv: Move) -> String {
        let request = Request::GameMove {
            client_token: self.token.clone(),
            mv,
            piece_number: None,
        };
        request.to_json()
    }

    fn mv(&self, mv: Move) -> Response {
        self.ask(self.move_json(mv).as_bytes())
    }

    fn next(&self) -> StateMessage {
        let frames = self.state.recv_multipart(0).expect("a state");
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0], self.match_token.as_bytes());
        StateMessage::parse(&frames[1]).expect("a state message")
    }

    /// Drops every piece at its spawn until the match ends; returns all messages.
    fn lose(&self, team: &str) -> Vec<StateMessage> {
        let mut said = Vec::new();
        let mut dropped = None;
        while !matches!(said.last(), Some(StateMessage::MatchEnd { .. })) {
            let message = self.next();
            if let StateMessage::GamePieceState { states, .. } = &message {
                let number = states[team].map(|piece| piece.number);
                if number.is_some() && number != dropped {
                    dropped = number;
                    self.mv(Move::Drop);
                }
            }
            said.push(message);
        }
        said
    }

    /// Reads until a message matches.
    fn await_message(&self, wanted: impl Fn(&StateMessage) -> bool) -> StateMessage {
        loop {
            let message = self.next();
            if wanted(&message) {
                return message;
            }
        }
    }
}

/// One game per match, without gravity, so that no state is repeated: the pause is long enough for
/// a subscription to arrive, even on a busy machine.
fn still() -> MatchSettings {
    MatchSettings {
        games: 1,
        gravity: None,
        game_limit: None,
        pause: Duration::from_secs(1),
        ..MatchSettings::default()
    }
}

fn is_piece_state(message: &StateMessage) -> bool {
    matches!(message, StateMessage::GamePieceState { .. })
}

/// The answer to a move that is accepted.
fn moved() -> Response {
    Response::GameMoveResp { resp: "OK".into() }
}

fn is_error(response: &Response, kind: &str) -> bool {
    matches!(response, Response::ErrorResp { error, .. } if error == kind)
}

#[test]
fn a_match_is_played_to_its_end_and_recorded() {
    let path = files::folder(env!("CARGO_TARGET_TMPDIR"), "pason-recorded").join("match.jsonl");
    let settings = MatchSettings {
        games: 3,
        ..still()
    };
    let server = Running::start(settings, 1, Some(path.clone()));
    let token = server.tokens[0].clone();
    let one = Client::connect(&server, &token, "Team 148");
    let _other = Client::connect(&server, &token, "Other");
    let mut sequence = 0;
    let mut ends = 0;
    for message in one.lose("Team 148") {
        if let Some(header) = message.header() {
            assert!(header.sequence > Some(sequence));
            sequence = header.sequence.unwrap_or(0);
        }
        if let StateMessage::GameEnd {
            winner,
            scores,
            match_token,
            ..
        } = &message
        {
            assert_eq!(winner.as_deref(), Some("Other"));
            assert!(scores.contains_key("Team 148"));
            assert_eq!(*match_token, token);
            ends += 1;
        }
    }
    assert_eq!(ends, 2);
    let lines = server.finish();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("\"Other\" wins the match (more games); games 2 : 0")),
        "{lines:?}"
    );
    let recording = text(&path);
    assert!(!recording.contains(&one.token), "a client's token");
    let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let last = recording.lines().last().map(read).expect("a line");
    assert_eq!(last["message"]["comm_type"], "MatchEnd");
    assert_eq!(last["channel"], "state");
    assert!(!recording.contains("\"pw\""));
}

#[test]
fn nonsense_gets_an_error_and_the_match_goes_on() {
    let server = Running::start(still(), 1, None);
    let [one, other] = Client::two(&server);
    one.await_message(is_piece_state);
    let megabyte = vec![b'{'; 1 << 20];
    for (bytes, kind) in [
        (&megabyte[..], "MessageTooLong"),
        (b"{\"comm_type\":", "BadMessage"),
        (b"\xff\xff", "BadMessage"),
        (b"", "BadMessage"),
        (br#"{"comm_type":"Dance"}"#, "UnknownCommand"),
        (
            br#"{"comm_type":"GameMove","client_token":"x","move":"left"}"#,
            "UnknownClient",
        ),
        (
            br#"{"comm_type":"MatchConnect","match_token":"x","team_name":"a","password":""}"#,
            "UnknownMatch",
        ),
    ] {
        let response = one.ask(bytes);
        assert!(is_error(&response, kind), "{kind}: {response:?}");
    }
    assert_eq!(other.mv(Move::Left), moved());
    let is_left = |message: &StateMessage| {
        matches!(message, StateMessage::GamePieceState { states, .. }
            if states["b"].is_some_and(|piece| piece.col == 4))
    };
    one.await_message(is_left);
}

#[test]
fn a_flood_does_not_keep_the_other_player_from_moving() {
    let server = Running::start(still(), 1, None);
    let [one, other] = Client::two(&server);
    other.await_message(is_piece_state);
    let context = zmq::Context::new();
    let flood = context.socket(zmq::DEALER).expect("a socket");
    flood.set_linger(0).expect("no lingering");
    flood.set_sndhwm(0).expect("no limit");
    let endpoint = format!("tcp://127.0.0.1:{}", server.ports[0]);
    flood.connect(&endpoint).expect("a connection");
    let request = one.move_json(Move::Left);
    for _ in 0..20_000 {
        // A dealer does not wait for answers; the empty frame is what a REQ socket would send.
        flood
            .send_multipart([b"", request.as_bytes()], 0)
            .expect("sent");
    }
    for _ in 0..50 {
        assert_eq!(other.mv(Move::Down), moved());
    }
}

#[test]
fn matches_are_played_side_by_side() {
    let server = Running::start(still(), 2, None);
    let [first, second] = [&server.tokens[0], &server.tokens[1]];
    assert_ne!(first, second);
    let clients = [(first, "a"), (first, "b"), (second, "a"), (second, "b")]
        .map(|(token, team)| Client::connect(&server, token, team));
    // Reading checks that no message of the other match arrives.
    clients[0].lose("a");
    let ended = |message: &StateMessage| matches!(message, StateMessage::MatchEnd { .. });
    clients[1].await_message(ended);
    assert!(is_error(&clients[0].mv(Move::Left), "MatchEnded"));
    assert_eq!(clients[2].mv(Move::Left), moved());
    clients[3].lose("b");
    clients[2].await_message(ended);
    let lines = server.finish();
    let won = lines.iter().filter(|line| line.contains("wins the match"));
    assert_eq!(won.count(), 2);
}

#[test]
fn the_scheduler_creates_a_match_with_the_practice_opponent() {
    let server = Running::start(still(), 0, None);
    let get = |query: &str| {
        let url = format!(
            "http://127.0.0.1:{}{TEST_MATCH_PATH}?{query}",
            server.scheduler
        );
        let mut response = ureq::get(&url).call().expect("an answer");
        let text = response.body_mut().read_to_string().expect("a text");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")
    };
    let failed = get("team_name=a");
    assert_eq!(failed["status"], "failed");
    assert!(
        failed["reason"]
            .as_str()
            .is_some_and(|reason| reason.contains("password"))
    );
    assert_eq!(
        get("team_name=Test%20Client&password=x")["status"],
        "failed"
    );
    let made = get("team_name=Team%20148&password=pw");
    assert_eq!(made["status"], "success");
    assert_eq!(made["team_name"], "Team 148");
    assert_eq!(made["server_ip"], "127.0.0.1");
    let token = made["match_token"].as_str().expect("a token");
    let client = Client::connect(&server, token, "Team 148");
    let both = client.await_message(is_piece_state);
    assert!(matches!(both, StateMessage::GamePieceState { states, .. }
        if states.contains_key("Test Client") && states.contains_key("Team 148")));
    // The practice opponent moves without requests.
    client.await_message(is_piece_state);
}

/// Sends raw bytes to the scheduler; returns the first line of its answer.
fn ask_scheduler(server: &Running, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.scheduler)).expect("it listens");
    let guard = Duration::from_millis(HANG_GUARD as u64);
    stream.set_read_timeout(Some(guard)).expect("a limit");
    // The scheduler may close the connection before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    text.lines().next().unwrap_or_default().to_string()
}

#[test]
fn the_scheduler_refuses_web_pages_and_what_is_too_long() {
    let server = Running::start(still(), 0, None);
    let path = format!("{TEST_MATCH_PATH}?team_name=a&password=pw");
    let ask = |method: &str, headers: &str| {
        let request = format!("{method} {path} HTTP/1.1\r\n{headers}\r\n");
        ask_scheduler(&server, request.as_bytes())
    };
    let long = format!("x: {}\r\n", "y".repeat(16 << 10));
    for (method, headers, status) in [
        ("GET", "Host: 127.0.0.1:80\r\n", "200"),
        ("GET", "", "200"),
        ("GET", "Sec-Fetch-Site: none\r\n", "200"),
        ("GET", "Origin: https://other.example\r\n", "403"),
        ("GET", "Origin: null\r\n", "403"),
        ("GET", "Sec-Fetch-Site: cross-site\r\n", "403"),
        ("GET", "Host: other.example\r\n", "403"),
        ("POST", "", "404"),
        ("GET", "Content-Length: 1\r\n", "413"),
        ("GET", &long, "431"),
        ("GET", &"x: y\r\n".repeat(65), "431"),
    ] {
        let line = ask(method, headers);
        let expected = format!("HTTP/1.1 {status}");
        assert!(line.starts_with(&expected), "{headers:?}: {line}");
    }
    // Silent clients delay neither other clients nor the end.
    let silent = TcpStream::connect(("127.0.0.1", server.scheduler)).expect("it listens");
    assert!(ask("GET", "").contains("200"));
    drop(server);
    drop(silent);
}

/// Bytes that are not ZeroMQ, half a greeting, and silence.
#[test]
fn other_protocols_on_the_ports_hold_up_nobody() {
    let server = Running::start(still(), 1, None);
    let mut kept = Vec::new();
    for port in server.ports {
        for bytes in [
            &b"GET / HTTP/1.1\r\n\r\n"[..],
            b"\xff\0\0\0\0\0\0\0\x01\x7f",
            b"\xff\0\0\0\0\0\0\0\x01\x7f\x03\0NULL\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff",
            b"",
        ] {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
            // The server may close the connection at once.
            let _ = stream.write_all(bytes);
            kept.push(stream);
        }
    }
    let [one, other] = Client::two(&server);
    one.await_message(is_piece_state);
    assert_eq!(other.mv(Move::Left), moved());
}

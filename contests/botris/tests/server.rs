//! The server's sockets: admission, and clients that break the protocol.

use landfall_botris::Secret;
use landfall_botris::server::{Admission, Bot, RoomSettings, Server, Summary};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket, connect};

/// A guard against hangs, long enough for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

type Client = WebSocket<MaybeTlsStream<TcpStream>>;

/// A server on a thread; dropping it stops it.
struct Running {
    url: String,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Summary>>,
}

impl Running {
    fn start() -> Running {
        let bot = |name: &str| Bot {
            name: name.to_string(),
            token: Secret::word(name).unwrap(),
        };
        let settings = RoomSettings {
            ft: 1,
            pps: 30.0,
            pause: Duration::from_millis(10),
            ..RoomSettings::default()
        };
        let admission = Admission {
            key: Secret::word("key").unwrap(),
            bots: [bot("a"), bot("b")],
        };
        let mut server = Server::bind(0, settings, admission).expect("a free port");
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        Running {
            url: server.url(),
            stop,
            thread: Some(thread::spawn(move || {
                server.run(&is_stopped, |_| {}).clone()
            })),
        }
    }

    /// Waits until all games are played.
    fn summary(mut self) -> Summary {
        let thread = self.thread.take().expect("asked once");
        thread.join().expect("the server does not panic")
    }

    fn stop(self) -> Summary {
        self.stop.store(true, Ordering::Relaxed);
        self.summary()
    }

    fn host(&self) -> &str {
        self.url.trim_start_matches("ws://").trim_end_matches("/ws")
    }

    fn client(&self, token: &str) -> Client {
        let url = format!("{}?token={token}&roomKey=key", self.url);
        let (client, _) = connect(url).expect("it may connect");
        let MaybeTlsStream::Plain(stream) = client.get_ref() else {
            panic!("not encrypted");
        };
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        client
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Returns the next message of a type.
fn expect(client: &mut Client, kind: &str) -> Value {
    loop {
        if let Message::Text(text) = client.read().expect("a message") {
            let message: Value = serde_json::from_str(text.as_str()).expect("JSON");
            if message["type"] == kind {
                return message;
            }
        }
    }
}

fn close_code(client: &mut Client) -> u16 {
    loop {
        match client.read() {
            Ok(Message::Close(frame)) => return frame.expect("a code").code.into(),
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn act(client: &mut Client, words: &[&str]) {
    let action = json!({"type": "action", "payload": {"commands": words}});
    client.send(Message::text(action.to_string())).unwrap();
}

/// Answers every request by dropping the piece, until the game is over.
fn drop_pieces(client: &mut Client, words: &[&str]) {
    while let Ok(message) = client.read() {
        let Message::Text(text) = message else {
            continue;
        };
        if text.contains("\"type\":\"request_move\"") {
            act(client, words);
        }
        if text.contains("\"type\":\"game_over\"") {
            return;
        }
    }
}

#[test]
fn two_clients_play_a_game_to_its_end() {
    let server = Running::start();
    let players = [("a", ["sonic_left"]), ("b", ["rotate_cw"])].map(|(token, words)| {
        let mut client = server.client(token);
        thread::spawn(move || drop_pieces(&mut client, &words))
    });
    for player in players {
        player.join().unwrap();
    }
    let summary = server.summary();
    let [a, b] = &summary.bots;
    assert_eq!((a.games + b.games, a.rounds + b.rounds), (1, 1));
    assert!(
        a.pieces > 5 && b.pieces > 5 && a.answers == a.pieces,
        "{summary:?}"
    );
    assert_eq!((a.ignored, a.errors, a.timeouts), (0, 0, 0));
}

#[test]
fn web_pages_and_other_hosts_are_kept_out() {
    let server = Running::start();
    for (name, value) in [
        ("origin", "http://localhost"),
        ("origin", "https://botrisbattle.com"),
        ("origin", "null"),
        ("host", "evil.example"),
        ("host", "127.0.0.1.evil.example"),
    ] {
        let mut request = format!("{}?token=a&roomKey=key", server.url)
            .into_client_request()
            .unwrap();
        request
            .headers_mut()
            .insert(name, HeaderValue::from_str(value).unwrap());
        match connect(request) {
            Err(Error::Http(response)) => assert_eq!(response.status(), StatusCode::FORBIDDEN),
            other => panic!("{name}: {value}: {:?}", other.map(|_| "connected")),
        }
    }
    assert_eq!(
        expect(&mut server.client("a"), "authenticated")["type"],
        "authenticated"
    );
}

#[test]
fn refused_clients_get_a_close_code() {
    let server = Running::start();
    assert_eq!(close_code(&mut server.client("c")), 4004);
    let mut first = server.client("a");
    expect(&mut first, "authenticated");
    assert_eq!(close_code(&mut server.client("a")), 4001);
}

#[test]
fn an_oversized_message_ends_only_its_own_connection() {
    let server = Running::start();
    let (mut long, mut other) = (server.client("a"), server.client("b"));
    expect(&mut other, "request_move");
    let _ = long.send(Message::text("x".repeat((1 << 20) + 1)));
    let ended = std::iter::repeat_with(|| long.read()).find(Result::is_err);
    assert!(ended.is_some(), "the server hangs up");
    expect(&mut other, "player_left");
    expect(&mut other, "game_reset");
    expect(&mut server.client("a"), "request_move");
    assert_eq!(server.stop().abandoned, 1);
}

#[test]
fn a_lost_client_ends_the_game() {
    let server = Running::start();
    let (mut vanishing, mut other) = (server.client("a"), server.client("b"));
    expect(&mut vanishing, "request_move");
    // Half a frame, then nothing.
    let MaybeTlsStream::Plain(stream) = vanishing.get_mut() else {
        panic!("not encrypted");
    };
    stream.write_all(&[0x81, 0xfe, 0x10]).unwrap();
    stream.shutdown(std::net::Shutdown::Both).unwrap();
    expect(&mut other, "player_left");
    drop(vanishing);
    expect(&mut server.client("a"), "round_started");
    assert_eq!(server.stop().abandoned, 1);
}

#[test]
fn nonsense_is_survived() {
    let server = Running::start();
    let (mut odd, mut other) = (server.client("a"), server.client("b"));
    expect(&mut odd, "request_move");
    for message in [
        Message::text("no JSON"),
        Message::text("{\"type\":\"action\",\"payload\":{\"commands\":[\"hard_drop\"]}}"),
        Message::Ping(vec![1; 20].into()),
        Message::Pong(vec![].into()),
    ] {
        odd.send(message).unwrap();
    }
    act(&mut odd, &["drop"; 129]);
    assert_eq!(
        expect(&mut odd, "error")["payload"],
        "Action longer than 128 commands"
    );
    act(&mut odd, &["hold"]);
    assert_eq!(
        expect(&mut other, "player_action")["payload"]["commands"],
        json!(["hold", "hard_drop"])
    );
    let summary = server.stop();
    assert_eq!((summary.bots[0].ignored, summary.bots[0].errors), (2, 1));
}

#[test]
fn a_flood_ends_with_a_code() {
    let server = Running::start();
    let mut client = server.client("a");
    expect(&mut client, "authenticated");
    for _ in 0..1_000 {
        if client.send(Message::text("{}")).is_err() {
            break;
        }
    }
    // The server may close the connection before the client has read the code.
    let ended = std::iter::repeat_with(|| client.read()).find_map(|read| match read {
        Ok(Message::Close(frame)) => Some(frame.map(|frame| u16::from(frame.code))),
        Err(_) => Some(None),
        Ok(_) => None,
    });
    assert!(matches!(ended, Some(None | Some(1008))), "{ended:?}");
    expect(&mut server.client("b"), "authenticated");
}

/// Sends bytes and nothing more; returns the answer.
fn raw(server: &Running, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.host()).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream.write_all(bytes).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The statuses of RFC 9110 and RFC 6455, section 4.4, each with a sentence.
#[test]
fn other_requests_get_the_reason() {
    let server = Running::start();
    let key = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let host = "Host: 127.0.0.1\r\n";
    for (request, status) in [
        (format!("GET /ws HTTP/1.1\r\n{host}"), 426),
        (
            format!("GET /ws HTTP/1.1\r\n{host}{key}Sec-WebSocket-Version: 8\r\n"),
            426,
        ),
        (format!("POST /ws HTTP/1.1\r\n{host}"), 405),
        (
            format!("GET /ws HTTP/1.1\r\n{key}Sec-WebSocket-Version: 13\r\nHost: example.org\r\n"),
            403,
        ),
        (
            format!("GET /ws HTTP/1.1\r\nx: {}\r\n", "y".repeat(20_000)),
            431,
        ),
        ("\0\r\n".to_string(), 400),
        ("{}\n".to_string(), 400),
    ] {
        let answer = raw(&server, format!("{request}\r\n").as_bytes());
        let expected = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&expected), "{request}: {answer}");
        let (head, sentence) = answer.split_once("\r\n\r\n").unwrap();
        assert!(sentence.trim().contains(' '), "{answer}");
        let names_version = head.contains("Sec-WebSocket-Version: 13");
        assert_eq!(names_version, status == 426, "{answer}");
    }
    expect(&mut server.client("a"), "authenticated");
}

/// The codes of RFC 6455, section 7.4.1, and the answer to a frame that closes (5.5.1).
#[test]
fn every_end_has_its_code() {
    let server = Running::start();
    let long = [&[0x81, 0xff][..], &(2_u64 << 20).to_be_bytes(), &[0; 4]].concat();
    for (frame, code) in [
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe][..], 1007),
        (&[0x82, 0x81, 0, 0, 0, 0, 7], 1003),
        (&[0x83, 0x80, 0, 0, 0, 0], 1002),
        (&[0x81, 0x01, b'x'], 1002),
        (&long, 1009),
        // The server answers an application's own code with the same code.
        (&[0x88, 0x82, 0, 0, 0, 0, 0x0f, 0xa1], 4001),
        (&[0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8], 1000),
    ] {
        let mut client = server.client("a");
        expect(&mut client, "authenticated");
        let MaybeTlsStream::Plain(stream) = client.get_mut() else {
            panic!("not encrypted");
        };
        stream.write_all(frame).unwrap();
        assert_eq!(close_code(&mut client), code, "{frame:?}");
        // The seat is free again when the server has noticed the end.
        while client.read().is_ok() {}
    }
    expect(&mut server.client("a"), "authenticated");
}

#[test]
fn the_number_of_connections_is_limited() {
    let server = Running::start();
    let silent: Vec<TcpStream> = (0..8)
        .map(|_| TcpStream::connect(server.host()).unwrap())
        .collect();
    let mut refused = TcpStream::connect(server.host()).unwrap();
    refused.set_read_timeout(Some(TIMEOUT)).unwrap();
    let mut answer = String::new();
    let read = refused.read_to_string(&mut answer);
    assert!(read.is_err() || answer.contains("503"), "{answer}");
    drop(silent);
    let url = format!("{}?token=a&roomKey=key", server.url);
    let again = std::iter::repeat_with(|| connect(&url)).find_map(Result::ok);
    assert!(again.is_some(), "there is room again");
}

#[test]
fn a_stop_sends_close_frames() {
    let server = Running::start();
    let mut client = server.client("a");
    expect(&mut client, "authenticated");
    server.stop();
    assert_eq!(close_code(&mut client), 1001);
}

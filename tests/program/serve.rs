//! `landfall serve --ws`: what a frontend over a WebSocket gets, and who is kept out.

use crate::common::program::Program;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderValue, StatusCode};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket, connect};

type Client = WebSocket<MaybeTlsStream<TcpStream>>;

fn try_connect(url: &str, origin: Option<&str>) -> Result<Client, Error> {
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = HeaderValue::from_str(origin).unwrap();
        request.headers_mut().insert("origin", origin);
    }
    connect(request).map(|(client, _)| client)
}

fn client(url: &str) -> Client {
    try_connect(url, None).expect("it may connect")
}

fn send(client: &mut Client, message: &Value) {
    client.send(Message::text(message.to_string())).unwrap();
}

/// Returns the next message of the bot.
fn receive(client: &mut Client) -> Value {
    loop {
        if let Message::Text(text) = client.read().expect("a message") {
            return serde_json::from_str(text.as_str()).expect("JSON");
        }
    }
}

/// Returns why the server closed the connection.
fn close_code(client: &mut Client) -> CloseCode {
    loop {
        match client.read() {
            Ok(Message::Close(frame)) => return frame.expect("a reason").code,
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

/// Goes through a session to its first suggestion, and returns it.
fn first_suggestion(client: &mut Client) -> Value {
    assert_eq!(receive(client)["type"], "info");
    send(client, &json!({"type": "rules"}));
    assert_eq!(receive(client)["type"], "ready");
    send(
        client,
        &json!({"type": "start", "hold": null, "queue": ["O", "S", "Z", "T"], "combo": 0,
            "back_to_back": false, "board": []}),
    );
    send(client, &json!({"type": "suggest"}));
    let suggestion = receive(client);
    assert_eq!(suggestion["type"], "suggestion", "{suggestion}");
    suggestion["moves"][0].clone()
}

#[test]
fn a_session_goes_over_text_frames() {
    let (_server, url) = Program::serve(&["--nodes", "2000"]);
    let mut one = client(&url);
    let mut two = client(&url);
    let mv = first_suggestion(&mut one);
    assert_eq!(mv["location"]["type"], "O");
    assert_eq!(
        first_suggestion(&mut two),
        mv,
        "sessions are apart and alike"
    );
    for message in [
        json!({"type": "play", "move": mv}),
        json!({"type": "new_piece", "piece": "L"}),
    ] {
        send(&mut one, &message);
    }
    send(&mut one, &json!({"type": "suggest"}));
    assert_eq!(receive(&mut one)["type"], "suggestion");
    send(&mut one, &json!({"type": "quit"}));
    assert_eq!(close_code(&mut one), CloseCode::Normal);
}

#[test]
fn nonsense_does_not_end_a_session() {
    let (_server, url) = Program::serve(&["--nodes", "500"]);
    let mut client = client(&url);
    for message in [
        Message::text("this is not a message"),
        Message::text(""),
        Message::text("{\"type\":\"rules\"}\n{\"type\":\"rules\"}"),
        Message::binary(vec![0, 1, 2]),
        Message::Ping(vec![7].into()),
    ] {
        client.send(message).unwrap();
    }
    first_suggestion(&mut client);
}

#[test]
fn other_pages_are_kept_out() {
    let (_server, url) = Program::serve(&["--origin", "https://example.org"]);
    for (origin, allowed) in [
        ("http://localhost:8080", true),
        ("https://example.org", true),
        ("https://other.example", false),
        ("null", false),
    ] {
        match try_connect(&url, Some(origin)) {
            Ok(_) => assert!(allowed, "{origin}"),
            Err(Error::Http(response)) => {
                assert!(!allowed, "{origin}");
                assert_eq!(response.status(), StatusCode::FORBIDDEN);
            }
            Err(error) => panic!("{origin}: {error}"),
        }
    }
}

#[test]
fn a_frame_that_is_too_long_ends_its_connection_alone() {
    let (_server, url) = Program::serve(&["--nodes", "500"]);
    let mut long = client(&url);
    let _ = long.send(Message::text("x".repeat((1 << 20) + 1)));
    let ended = std::iter::repeat_with(|| long.read()).find(Result::is_err);
    assert!(ended.is_some(), "the server hangs up");
    first_suggestion(&mut client(&url));
}

/// Half a frame and silence, and half a frame and nothing more: neither holds up anybody else.
#[test]
fn half_messages_hold_up_nobody() {
    let (_server, url) = Program::serve(&["--idle", "1", "--nodes", "500"]);
    let mut silent = client(&url);
    assert_eq!(receive(&mut silent)["type"], "info");
    let mut gone = client(&url);
    // The first 3 bytes of a text frame of 100, masked as a client's must be.
    let half = [0x81, 0x80 | 100, 0, 0, 0, 0, b'{', b'"', b't'];
    for client in [&mut silent, &mut gone] {
        client.get_mut().write_all(&half).unwrap();
        client.get_mut().flush().unwrap();
    }
    drop(gone);
    first_suggestion(&mut client(&url));
    assert_eq!(close_code(&mut silent), CloseCode::Policy);
}

/// A client that asks very often before it reads gets as many answers, and others theirs.
#[test]
fn a_flood_of_requests_is_answered() {
    let (_server, url) = Program::serve(&["--nodes", "50"]);
    let mut flood = client(&url);
    first_suggestion(&mut flood);
    for _ in 0..500 {
        send(&mut flood, &json!({"type": "suggest"}));
    }
    first_suggestion(&mut client(&url));
    for _ in 0..500 {
        assert_eq!(receive(&mut flood)["type"], "suggestion");
    }
}

#[test]
fn there_is_room_for_so_many_sessions() {
    let (_server, url) = Program::serve(&["--sessions", "1", "--nodes", "500"]);
    let mut first = client(&url);
    assert_eq!(receive(&mut first)["type"], "info");
    match try_connect(&url, None) {
        Err(Error::Http(response)) => {
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        }
        // The answer may be lost when the server hangs up at once.
        Err(Error::Io(_) | Error::Protocol(_)) => {}
        other => panic!("{:?}", other.map(|_| "connected")),
    }
    first.close(None).unwrap();
    while first.read().is_ok() {}
    let again = std::iter::repeat_with(|| try_connect(&url, None)).find_map(Result::ok);
    first_suggestion(&mut again.expect("there is room again"));
}

#[test]
fn a_client_that_says_nothing_is_disconnected() {
    let (_server, url) = Program::serve(&["--idle", "1"]);
    let mut client = client(&url);
    assert_eq!(close_code(&mut client), CloseCode::Policy);
}

#[test]
fn what_is_no_websocket_is_refused() {
    let (_server, url) = Program::serve(&["--nodes", "500"]);
    let host = url.trim_start_matches("ws://").trim_end_matches('/');
    for bytes in [
        &b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"[..],
        b"\0\xff\r\n\r\n",
        b"{}\n\n",
    ] {
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // Whether the server says why, or hangs up, is its choice.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 101"), "{bytes:?}");
    }
    first_suggestion(&mut client(&url));
}

#[test]
fn another_bot_is_served() {
    let bot = format!(
        "'{}' --nodes 500 --threads 1",
        env!("CARGO_BIN_EXE_landfall")
    );
    let (_server, url) = Program::serve(&["--bot", &bot]);
    let mut one = client(&url);
    first_suggestion(&mut one);
    send(&mut one, &json!({"type": "quit"}));
    assert_eq!(close_code(&mut one), CloseCode::Error, "the bot has ended");
    first_suggestion(&mut client(&url));
}

#[test]
fn a_bot_that_does_not_start_is_told() {
    let (_server, url) = Program::serve(&["--bot", "/no/such/program"]);
    assert_eq!(close_code(&mut client(&url)), CloseCode::Error);
}

#[cfg(unix)]
#[test]
fn sigterm_closes_the_connections_and_ends() {
    let (server, url) = Program::serve(&[]);
    let mut client = client(&url);
    assert_eq!(receive(&mut client)["type"], "info");
    server.terminate();
    assert_eq!(close_code(&mut client), CloseCode::Away);
    assert_eq!(server.wait_for_exit().code, Some(0));
}

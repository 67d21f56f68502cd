//! `landfall serve --ws`: sessions over WebSockets, and refused connections.

use crate::common::program::{Exit, Program, command, run, wait};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
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

/// Runs a session up to its first suggestion, and returns the first move.
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
    assert_eq!(mv["location"]["type"], "S");
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
        Message::Ping(vec![7].into()),
    ] {
        client.send(message).unwrap();
    }
    first_suggestion(&mut client);
}

#[test]
fn other_pages_are_refused() {
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

/// Stderr names a refused page, and the option that allows it.
#[cfg(unix)]
#[test]
fn a_refused_page_is_named_with_the_option_that_allows_it() {
    let (server, url) = Program::serve(&["--origin", "HTTPS://Example.org:443/"]);
    assert!(try_connect(&url, Some("https://example.org")).is_ok());
    assert!(try_connect(&url, Some("https://other.example")).is_err());
    assert!(try_connect(&url, Some("null")).is_err());
    server.terminate();
    let errors = server.wait_for_exit().errors;
    assert!(
        errors.contains("--origin https://other.example"),
        "{errors}"
    );
    assert!(
        errors.contains("the origin null may not") && !errors.contains("--origin null"),
        "{errors}"
    );
}

#[test]
fn invalid_options_are_refused_at_the_start() {
    for (option, value, words) in [
        ("--bot", "", "the command is empty"),
        ("--bot", "'my bot", "a quote (') is never closed"),
        ("--origin", "*", "https://example.org"),
        (
            "--origin",
            "example.org",
            "https://example.org or http://example.org",
        ),
        (
            "--origin",
            "https://example.org/app",
            "alone: https://example.org",
        ),
        ("--origin", "null", "serve the page"),
        ("--ws", "localhost:http", "`http` is no port"),
        ("--ws", "wss://localhost", "localhost:9000"),
        ("--ws", "::1:9000", "[::1]:9000"),
        ("--ws", "0.0.0.0:0", "LANDFALL_TOKEN"),
        (
            "--ws",
            "no-such-host.invalid:0",
            "--ws: the host no-such-host.invalid is not known",
        ),
    ] {
        let Exit { code, errors, .. } = run(&["serve", option, value]);
        assert_eq!(code, Some(2), "{value}: {errors}");
        assert!(errors.contains(words), "{value}: {errors}");
    }
}

#[test]
fn addresses_are_read_as_people_write_them() {
    for value in ["localhost:0", ":0", "0", "LOCALHOST:0", "ws://127.0.0.1:0/"] {
        let mut program = Program::start(&["serve", "--ws", value]);
        let url = program.line();
        assert!(url.starts_with("ws://127.0.0.1:"), "{value}: {url}");
    }
}

/// A token with special characters of base64, plain and in the encodings of browsers and other
/// programs.
#[test]
fn tokens_are_decoded() {
    let mut serve = command(&["serve", "--ws", "127.0.0.1:0", "--threads", "1"]);
    let mut child = serve
        .env("LANDFALL_TOKEN", "ab+c/d==")
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout)
        .read_line(&mut line)
        .expect("an address");
    let url = line.trim();
    for (query, header, is_let_in) in [
        ("?token=ab%2Bc%2Fd%3D%3D", None, true),
        ("?token=ab+c/d==", None, true),
        ("", Some("bearer ab+c/d=="), true),
        ("?token=ab%20c%2Fd%3D%3D", None, false),
        ("", Some("Basic ab+c/d=="), false),
        ("", None, false),
    ] {
        let mut request = format!("{url}{query}").into_client_request().unwrap();
        if let Some(value) = header {
            let value = HeaderValue::from_static(value);
            request.headers_mut().insert("authorization", value);
        }
        match connect(request) {
            Ok(_) => assert!(is_let_in, "{query} {header:?}"),
            Err(Error::Http(response)) => {
                assert!(!is_let_in, "{query} {header:?}");
                assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
                assert_eq!(response.headers()["www-authenticate"], "Bearer");
            }
            Err(error) => panic!("{query} {header:?}: {error}"),
        }
    }
    child.kill().expect("the process is ours");
    wait(&mut child);
}

/// The codes of RFC 6455, section 7.4.1, and the answer to a close frame (5.5.1), also if more
/// bytes of the client follow.
#[test]
fn every_end_has_its_code() {
    let (_server, url) = Program::serve(&["--nodes", "500"]);
    let begin = |length: u64| [&[0x81, 0xff][..], &length.to_be_bytes(), &[0; 4]].concat();
    let long = [begin((1 << 20) + 1), vec![b'x'; (1 << 20) + 1]].concat();
    for (frame, code) in [
        (&[0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8][..], 1000),
        (&[0x88, 0x82, 0, 0, 0, 0, 0x0f, 0xa1], 4001),
        (&[0x88, 0x81, 0, 0, 0, 0, 3], 1002),
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe], 1007),
        (&[0x82, 0x81, 0, 0, 0, 0, 7], 1003),
        (&[0x83, 0x80, 0, 0, 0, 0], 1002),
        (&[0x81, 0x01, b'x'], 1002),
        (&[0xc1, 0x80, 0, 0, 0, 0], 1002),
        (&long, 1009),
        (&begin(1 << 40), 1009),
    ] {
        let mut client = client(&url);
        assert_eq!(receive(&mut client)["type"], "info");
        let MaybeTlsStream::Plain(stream) = client.get_mut() else {
            panic!("not encrypted");
        };
        stream.write_all(frame).unwrap();
        let shown = &frame[..frame.len().min(16)];
        assert_eq!(u16::from(close_code(&mut client)), code, "{shown:?}");
    }
    // A frame without a code is answered with one without a code.
    let mut client = client(&url);
    client.close(None).unwrap();
    let closed = std::iter::repeat_with(|| client.read()).find_map(|read| match read {
        Ok(Message::Close(frame)) => Some(frame),
        Ok(_) => None,
        Err(error) => panic!("{error}"),
    });
    assert_eq!(closed, Some(None));
    first_suggestion(&mut self::client(&url));
}

/// A client that is silent after half a frame, and one that disconnects, do not disturb others.
#[test]
fn half_messages_do_not_disturb_others() {
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

/// A client that sends many requests before it reads gets all answers, and others get theirs.
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
fn the_number_of_sessions_is_limited() {
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
fn an_idle_client_is_disconnected() {
    let (_server, url) = Program::serve(&["--idle", "1"]);
    let mut client = client(&url);
    assert_eq!(close_code(&mut client), CloseCode::Policy);
}

/// The statuses of RFC 9110 and RFC 6455, section 4.4, each with a sentence.
#[test]
fn other_http_requests_are_refused_with_a_reason() {
    let (_server, url) = Program::serve(&["--nodes", "500"]);
    let host = url.trim_start_matches("ws://").trim_end_matches('/');
    let asks = "Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let good = "Sec-WebSocket-Version: 13\r\n";
    for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n".to_string(), 426),
        (
            format!("GET / HTTP/1.1\r\n{asks}{key}Sec-WebSocket-Version: 8\r\n"),
            426,
        ),
        (format!("GET / HTTP/1.0\r\n{asks}{key}{good}"), 426),
        (format!("GET / HTTP/1.1\r\n{asks}{good}"), 400),
        (format!("POST / HTTP/1.1\r\n{asks}{key}{good}"), 405),
        (
            format!("POST / HTTP/1.1\r\n{asks}Content-Length: 3\r\n"),
            413,
        ),
        (
            format!("GET / HTTP/1.1\r\n{asks}{key}{good}Origin: https://example.org\r\n"),
            403,
        ),
        (
            format!(
                "GET / HTTP/1.1\r\n{}{key}{good}",
                asks.replace("localhost", "example.org")
            ),
            403,
        ),
        (
            format!("GET / HTTP/1.1\r\n{asks}x: {}\r\n", "y".repeat(20_000)),
            431,
        ),
        ("\0\r\n".to_string(), 400),
        ("{}\n".to_string(), 400),
    ] {
        let mut stream = TcpStream::connect(host).unwrap();
        stream
            .write_all(format!("{request}\r\n").as_bytes())
            .unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let expected = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&expected), "{request}: {answer}");
        let (head, sentence) = answer.split_once("\r\n\r\n").unwrap();
        assert!(sentence.trim().contains(' '), "{answer}");
        let names_version =
            head.contains("Upgrade: websocket") && head.contains("Sec-WebSocket-Version: 13");
        assert_eq!(names_version, status == 426, "{answer}");
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

/// The program catches the signal of `ulimit -f`, and its bots have the signal's default.
#[cfg(target_os = "linux")]
#[test]
fn a_bot_does_not_ignore_the_signal_of_files_that_are_too_large() {
    let (_server, url) = Program::serve(&["--bot", "grep SigIgn: /proc/self/status"]);
    let mut client = client(&url);
    let Ok(Message::Text(line)) = client.read() else {
        panic!("no line");
    };
    let ignored = line.as_str().trim_start_matches("SigIgn:").trim();
    let ignored = u64::from_str_radix(ignored, 16).expect("a set of signals");
    let signal = nix::sys::signal::Signal::SIGXFSZ as u64;
    assert_eq!(ignored & 1 << (signal - 1), 0, "{line}");
}

#[test]
fn a_bot_that_does_not_start_closes_the_connection() {
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

/// Clients that send requests and never read, that stay connected, or that have not finished the
/// handshake do not keep the server from stopping at the first signal.
#[cfg(unix)]
#[test]
fn clients_that_do_not_read_do_not_keep_it_from_stopping() {
    let (server, url) = Program::serve(&["--nodes", "50"]);
    let mut not_reading = client(&url);
    let message = json!({"type": "rules"});
    let MaybeTlsStream::Plain(stream) = not_reading.get_ref() else {
        panic!("not encrypted");
    };
    stream
        .set_write_timeout(Some(std::time::Duration::from_millis(200)))
        .unwrap();
    // Until the buffers of both sides are full.
    while not_reading.send(Message::text(message.to_string())).is_ok() {}
    let mut open = client(&url);
    assert_eq!(receive(&mut open)["type"], "info");
    let half = TcpStream::connect(url.trim_start_matches("ws://").trim_end_matches('/')).unwrap();
    server.terminate();
    assert_eq!(server.wait_for_exit().code, Some(0));
    drop((not_reading, open, half));
}

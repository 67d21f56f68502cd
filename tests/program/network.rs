//! All servers and clients: they listen on this machine only, and show no secret; and `serve` over
//! faulty connections.

use crate::common::files::{Scratch, folder};
use crate::common::program::{Exit, Program, command, run, wait};
use landfall_testing::proxy::{self, Defect, Defects};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket, client};

/// The time limit of a wait, long enough for a busy machine.
const GUARD: Duration = Duration::from_secs(60);

type Client = WebSocket<TcpStream>;

fn address(url: &str) -> SocketAddr {
    let host = url.trim_start_matches("ws://").trim_end_matches('/');
    host.parse().expect("an address")
}

/// Connects, with a limit on every wait.
fn open(address: SocketAddr, wait: Duration, query: &str) -> Result<Client, String> {
    let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    stream.set_read_timeout(Some(wait)).expect("an option");
    let request = format!("ws://{address}/{query}");
    let request = request.into_client_request().expect("an address");
    let shaken = client(request, stream);
    let (client, _) = shaken.map_err(|error| error.to_string())?;
    Ok(client)
}

/// Runs a session up to its first suggestion, and returns the first move.
fn session(client: &mut Client) -> Result<Value, String> {
    for message in [
        json!({"type": "rules"}),
        json!({"type": "start", "hold": null, "queue": ["O", "S", "Z"], "combo": 0,
            "back_to_back": false, "board": []}),
        json!({"type": "suggest"}),
    ] {
        let message = Message::text(message.to_string());
        client.send(message).map_err(|error| error.to_string())?;
    }
    loop {
        let message = client.read().map_err(|error| error.to_string())?;
        let text = message.to_text().unwrap_or_default();
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        if value["type"] == "suggestion" {
            return Ok(value["moves"][0].clone());
        }
    }
}

fn close_code(client: &mut Client) -> Option<CloseCode> {
    loop {
        match client.read() {
            Ok(Message::Close(frame)) => return frame.map(|frame| frame.code),
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

#[test]
fn faulty_connections_do_not_disturb_others() {
    let (server, url) = Program::serve(&["--idle", "60", "--nodes", "500", "--sessions", "20"]);
    let direct = address(&url);
    let expected = session(&mut open(direct, GUARD, "").expect("let in")).expect("a suggestion");
    let mut faults = Vec::new();
    // In the handshake, in the first frames, and in a later one.
    for bytes in [0, 60, 200, 330] {
        faults.extend([
            Defects::up(Defect::CutAfter(bytes)),
            Defects::up(Defect::StallAfter(bytes)),
            Defects::down(Defect::CutAfter(bytes)),
            Defects::down(Defect::StallAfter(bytes)),
        ]);
    }
    let broken = proxy::start(direct, faults.clone());
    for fault in faults {
        let wait = Duration::from_millis(500);
        let found = open(broken, wait, "").and_then(|mut client| session(&mut client));
        assert!(
            found.is_err() || found.is_ok_and(|mv| mv == expected),
            "{fault:?}"
        );
        let mv = session(&mut open(direct, GUARD, "").expect("let in"));
        assert_eq!(mv.expect("a suggestion"), expected, "{fault:?}");
    }
    let slowed = |slow| {
        let faults = Defects {
            up: slow,
            down: slow,
        };
        open(proxy::start(direct, vec![faults]), GUARD, "")
    };
    let mut late = slowed(Defect::Delay(Duration::from_millis(20))).expect("let in");
    assert_eq!(session(&mut late).expect("a suggestion"), expected);
    let trickling = proxy::start(direct, vec![Defects::up(Defect::Trickle)]);
    let mut late = open(trickling, GUARD, "").expect("let in");
    assert_eq!(session(&mut late).expect("a suggestion"), expected);
    #[cfg(unix)]
    {
        server.terminate();
        assert_eq!(server.wait_for_exit().code, Some(0));
    }
}

/// A client that sends single bytes or empty frames without a whole message is idle.
#[test]
fn a_client_without_a_whole_message_is_idle() {
    let (_server, url) = Program::serve(&["--idle", "1"]);
    let first = [0x01, 0x80, 0, 0, 0, 0];
    let long = [&[0x81, 0x80 | 126][..], &60_000_u16.to_be_bytes(), &[0; 4]].concat();
    for (begin, then) in [(&first[..], &[0x00, 0x80, 0, 0, 0, 0][..]), (&long, b" ")] {
        let mut client = open(address(&url), GUARD, "").expect("let in");
        let mut tcp = client.get_ref().try_clone().expect("a socket");
        let (begin, then) = (begin.to_vec(), then.to_vec());
        let sending = thread::spawn(move || {
            let _ = tcp.write_all(&begin);
            while tcp.write_all(&then).is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        // Bytes in transit when the server closes may lose the code.
        let code = close_code(&mut client);
        assert!(matches!(code, None | Some(CloseCode::Policy)), "{code:?}");
        drop(client);
        sending.join().expect("no panic");
    }
}

#[cfg(unix)]
#[test]
fn a_client_that_trickles_does_not_keep_serve_from_stopping() {
    let (server, url) = Program::serve(&[]);
    let mut half = TcpStream::connect(address(&url)).expect("it listens");
    half.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    let client = open(address(&url), GUARD, "").expect("let in");
    let mut tcp = client.get_ref().try_clone().expect("a socket");
    let sending = thread::spawn(move || {
        let _ = tcp.write_all(&[0x81, 0x80 | 126, 200, 0, 0, 0, 0, 0]);
        while tcp.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(5));
        }
    });
    thread::sleep(Duration::from_millis(100));
    server.terminate();
    assert_eq!(server.wait_for_exit().code, Some(0));
    sending.join().expect("no panic");
}

/// Deep nesting, control characters and extreme numbers.
#[test]
fn hostile_messages_are_warned_of_without_their_control_characters() {
    let (server, url) = Program::serve(&["--nodes", "500"]);
    let mut client = open(address(&url), GUARD, "").expect("let in");
    for text in [
        "[".repeat(100_000),
        format!("{}1", r#"{"type":"#.repeat(10_000)),
        r#"{"type":"\u001b[2J\u0007"}"#.to_string(),
        "\x1b[2J not JSON \x07".to_string(),
        r#"{"type":"start","queue":["\u001b[31m"],"hold":null,"combo":1e999,"board":[]}"#.into(),
        r#"{"type":"start","queue":7,"hold":{},"combo":-1e308,"back_to_back":[],"board":"x"}"#
            .into(),
        r#"{"type":"new_piece","piece":"\u001b[2J"}"#.into(),
        r#"{"type":"play","move":{"location":{"type":"T","orientation":"north","x":1e18,"y":-9e9}}}"#
            .into(),
    ] {
        client.send(Message::text(text)).expect("sent");
    }
    session(&mut client).expect("the session goes on");
    // Text that is not UTF-8 ends its own connection.
    let mut bad = open(address(&url), GUARD, "").expect("let in");
    bad.get_mut()
        .write_all(&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe])
        .expect("sent");
    assert!(matches!(
        close_code(&mut bad),
        None | Some(CloseCode::Invalid)
    ));
    session(&mut client).expect("the other goes on");
    #[cfg(unix)]
    {
        server.terminate();
        let Exit { code, errors, .. } = server.wait_for_exit();
        assert_eq!(code, Some(0));
        assert!(errors.lines().count() >= 5, "{errors}");
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!errors.contains(is_control), "{errors:?}");
    }
}

/// The listening sockets of each server with its default address.
#[cfg(target_os = "linux")]
#[test]
fn every_server_listens_on_this_machine_unless_told_otherwise() {
    let folder = folder("network-web");
    std::fs::write(folder.join("index.html"), "page").expect("a file");
    let page = folder.to_str().expect("UTF-8");
    let servers: &[(&[&str], usize)] = &[
        (&["web", "--port", "0", "--folder", page], 1),
        (&["botris", "serve", "--port", "0"], 1),
        (&["connect6", "serve", "--port", "0"], 1),
        #[cfg(feature = "pason")]
        (
            &[
                "pason",
                "serve",
                "--command-port",
                "0",
                "--state-port",
                "0",
                "--scheduler-port",
                "0",
            ],
            3,
        ),
    ];
    // The port of `serve` is in the same option, and the default one may be taken.
    let help = run(&["serve", "--help"]).lines.join("\n");
    assert!(help.contains("[default: 127.0.0.1:9000]"), "{help}");
    for (arguments, ports) in servers {
        let mut child = command(arguments).spawn().expect("it starts");
        let found = listening(child.id(), *ports);
        child.kill().expect("the process is ours");
        wait(&mut child);
        assert_eq!(found.len(), *ports, "{arguments:?}: {found:?}");
        for address in found {
            assert_eq!(address, "0100007F", "{arguments:?} listens on more");
        }
    }
}

/// Returns the addresses, as the system writes them, on which a process listens, once there are
/// `count`.
#[cfg(target_os = "linux")]
fn listening(process: u32, count: usize) -> Vec<String> {
    let started = std::time::Instant::now();
    loop {
        let found = listening_now(process);
        if found.len() >= count || started.elapsed() > GUARD {
            return found;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
fn listening_now(process: u32) -> Vec<String> {
    let Ok(files) = std::fs::read_dir(format!("/proc/{process}/fd")) else {
        return Vec::new();
    };
    let links = files
        .flatten()
        .filter_map(|file| std::fs::read_link(file.path()).ok());
    let sockets: Vec<String> = links
        .filter_map(|link| {
            let name = link.to_string_lossy().into_owned();
            Some(
                name.strip_prefix("socket:[")?
                    .trim_end_matches(']')
                    .to_string(),
            )
        })
        .collect();
    let mut found = Vec::new();
    for table in ["tcp", "tcp6"] {
        let text = std::fs::read_to_string(format!("/proc/{process}/net/{table}"));
        for line in text.unwrap_or_default().lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            // The state 0A is listening; the tenth word is the socket's number.
            if words[3] == "0A" && sockets.iter().any(|socket| socket == words[9]) {
                let address = words[1].split(':').next().unwrap_or_default();
                found.push(address.to_string());
            }
        }
    }
    found
}

const SECRET: &str = "s3cret-w0rd";

/// The token of `serve` comes from the environment or a file, can be used repeatedly, and is
/// neither in the arguments nor in the log.
#[test]
fn the_token_of_serve_is_shown_nowhere() {
    let file = Scratch::new("network-token", &format!("{SECRET}\n"));
    for from_file in [false, true] {
        let mut serve = command(&["serve", "--ws", "127.0.0.1:0", "--threads", "1"]);
        serve.env("RUST_LOG", "trace");
        match from_file {
            true => serve.args(["--token-file", file.path()]),
            false => serve.env("LANDFALL_TOKEN", SECRET),
        };
        let mut child = serve.spawn().expect("it starts");
        let mut line = [0; 64];
        let stdout = child.stdout.as_mut().expect("a pipe");
        let read = stdout.read(&mut line).expect("an address");
        let url = String::from_utf8_lossy(&line[..read]).trim().to_string();
        for (query, is_let_in) in [
            ("", false),
            ("?token=s3cret-w0r", false),
            ("?token=s3cret-w0rd", true),
            ("?token=s3cret-w0rd", true),
        ] {
            let opened = open(address(&url), GUARD, query);
            assert_eq!(opened.is_ok(), is_let_in, "{query}");
        }
        #[cfg(target_os = "linux")]
        {
            let arguments = std::fs::read(format!("/proc/{}/cmdline", child.id()));
            let arguments = String::from_utf8_lossy(&arguments.expect("it runs")).into_owned();
            assert!(arguments.contains("serve") && !arguments.contains(SECRET));
        }
        child.kill().expect("the process is ours");
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("token is missing") || errors.contains("handshake"));
        assert!(!errors.contains(SECRET), "{errors}");
    }
}

/// No command takes a secret as an argument, or shows one that was given by mistake.
#[test]
fn secrets_as_arguments_are_refused() {
    let commands: &[(&[&str], &str)] = &[
        (&["serve"], "--token"),
        (&["botris"], "--token"),
        (&["botris"], "--room-key"),
        (&["botris", "serve"], "--tokens"),
        #[cfg(feature = "pason")]
        (
            &[
                "pason",
                "play",
                "--host",
                "h",
                "--match-token",
                "t",
                "--team",
                "a",
            ],
            "--password",
        ),
        #[cfg(feature = "pason")]
        (&["pason", "test-match", "--team", "a"], "--password"),
    ];
    for (arguments, option) in commands {
        for given in [
            vec![option.to_string(), SECRET.to_string()],
            vec![format!("{option}={SECRET}")],
        ] {
            let mut refused = command(arguments);
            let output = refused.args(&given).output().expect("it runs");
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {given:?}");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(errors.contains(option), "{errors}");
            assert!(!errors.contains(SECRET), "{errors}");
        }
    }
}

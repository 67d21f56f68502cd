//! `landfall botris` and `landfall botris serve`: games, secrets, kills and signals.

use crate::common::files::Scratch;
use crate::common::program::{Exit, Program, command, run, wait};
use serde_json::{Value, json};
use tungstenite::Message;

const TOKENS: [&str; 2] = ["t0ken-of-a", "t0ken-of-b"];
const KEY: &str = "r00m-key";

/// Starts a server with secrets from files. Returns it with its address.
fn serve(test: &str, arguments: &[&str]) -> (Program, String) {
    let tokens = format!("a {}\nb {}\n", TOKENS[0], TOKENS[1]);
    let tokens = Scratch::new(&format!("{test}-tokens"), &tokens);
    let key = Scratch::new(&format!("{test}-key"), KEY);
    let fixed = [
        "botris",
        "serve",
        "--port",
        "0",
        "--tokens-file",
        tokens.path(),
        "--room-key-file",
        key.path(),
        "--pause",
        "0",
        "--pps",
        "30",
        "--seed",
        "1",
    ];
    let mut program = Program::start(&[&fixed, arguments].concat());
    let url = program.line();
    assert!(url.starts_with("ws://127.0.0.1:"), "{url}");
    (program, url)
}

/// Starts a client with secrets from the environment, and the most detailed log.
fn client(url: &str, token: &str) -> std::process::Child {
    let arguments = [
        "botris",
        "--url",
        url,
        "--nodes",
        "50",
        "--threads",
        "1",
        "--memory",
        "16",
        "--games",
        "1",
    ];
    command(&arguments)
        .env("BOTRIS_TOKEN", token)
        .env("BOTRIS_ROOM_KEY", KEY)
        .env("RUST_LOG", "trace")
        .spawn()
        .expect("the program starts")
}

/// Returns the exit code, stdout and stderr.
fn output(child: std::process::Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn assert_no_secrets(text: &str) {
    for secret in [TOKENS[0], TOKENS[1], KEY] {
        assert!(!text.contains(secret), "{secret} is shown");
    }
}

/// Plays in a room by dropping every piece where it is, until the game is over.
fn drop_pieces(url: &str, token: &str) {
    let address = format!("{url}?token={token}&roomKey={KEY}");
    let (mut socket, _) = tungstenite::connect(address).expect("it may connect");
    while let Ok(message) = socket.read() {
        let text = message.to_text().unwrap_or_default();
        if text.contains(r#""type":"request_move""#) {
            let action = json!({"type": "action", "payload": {"commands": []}});
            // The game may have ended.
            let _ = socket.send(Message::text(action.to_string()));
        }
    }
}

#[test]
fn a_game_is_played_and_no_secrets_are_shown() {
    let (server, url) = serve("botris-game", &["--ft", "1", "--json"]);
    let joined = client(&url, TOKENS[0]);
    let opponent = std::thread::spawn(move || drop_pieces(&url, TOKENS[1]));
    let (code, stdout, stderr) = output(joined);
    assert_eq!((code, stdout.as_str()), (Some(0), ""));
    assert!(stderr.contains("landfall: games: 1 won"), "{stderr}");
    assert_no_secrets(&stderr);
    let Exit {
        code,
        lines,
        errors,
    } = server.wait_for_exit();
    opponent.join().expect("it has played");
    assert_eq!(code, Some(0));
    assert_no_secrets(&errors);
    assert_no_secrets(&lines.join("\n"));
    let results: Value = serde_json::from_str(lines.last().expect("results")).expect("JSON");
    let [a, b] = [0, 1].map(|bot| &results["bots"][bot]);
    assert_eq!((&a["games"], &b["games"]), (&json!(1), &json!(0)));
    for bot in [a, b] {
        assert_eq!(
            (&bot["timeouts"], &bot["ignored"]),
            (&json!(0), &json!(0)),
            "{bot}"
        );
    }
}

#[test]
fn generated_secrets_are_printed_once() {
    let mut server = Program::start(&["botris", "serve", "--port", "0"]);
    assert!(server.line().starts_with("ws://127.0.0.1:"));
    for label in ["room key: ", "token of bot-1: ", "token of bot-2: "] {
        let line = server.line();
        assert!(line.starts_with(label), "{line}");
    }
    #[cfg(unix)]
    {
        server.terminate();
        assert_eq!(server.wait_for_exit().code, Some(130), "no game was played");
    }
}

#[test]
fn missing_secrets_and_bad_addresses_are_refused() {
    let refused = |arguments: &[&str], token: Option<&str>, named: &str| {
        let mut command = command(&[&["botris"], arguments].concat());
        command
            .env_remove("BOTRIS_TOKEN")
            .env_remove("BOTRIS_ROOM_KEY");
        if let Some(token) = token {
            command
                .env("BOTRIS_TOKEN", token)
                .env("BOTRIS_ROOM_KEY", KEY);
        }
        let (code, _, stderr) = output(command.spawn().expect("it starts"));
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(named), "{stderr}");
        assert_no_secrets(&stderr);
    };
    refused(&[], None, "BOTRIS_ROOM_KEY");
    refused(&["--room-id", "x"], None, "BOTRIS_TOKEN");
    refused(&[], Some("two words"), "BOTRIS_TOKEN");
    refused(
        &["--token-file", "/no/such/file"],
        Some("t"),
        "/no/such/file",
    );
    let hidden = format!("ws://127.0.0.1:1/ws?token={}", TOKENS[0]);
    refused(&["--url", &hidden], Some(TOKENS[0]), "no query");
    refused(&["--url", "ws://example.org/ws"], Some(TOKENS[0]), "wss://");
    assert_eq!(run(&["botris", "serve", "--pps", "31"]).code, Some(2));
    assert_eq!(run(&["botris", "serve", "--multiplier", "3"]).code, Some(2));
}

/// Reads stderr of a client until it has a line; returns the rest.
fn await_line(
    client: &mut std::process::Child,
    line: &str,
) -> impl Iterator<Item = String> + use<> {
    let stderr = client.stderr.take().expect("a pipe");
    let lines = std::io::BufRead::lines(std::io::BufReader::new(stderr));
    let mut lines = lines.map_while(Result::ok);
    assert!(lines.any(|read| read == line), "no line: {line}");
    lines
}

/// A game that a client leaves is not counted, and another one begins when it is back.
#[test]
fn a_client_that_is_killed_and_started_again_plays_on() {
    let (server, url) = serve("botris-kill", &["--ft", "1", "--json"]);
    let address = url.clone();
    let opponent = std::thread::spawn(move || drop_pieces(&address, TOKENS[1]));
    for _ in 0..3 {
        let mut killed = client(&url, TOKENS[0]);
        let _rest = await_line(&mut killed, "landfall: a game begins");
        killed.kill().expect("it runs");
        killed.wait().expect("it has ended");
    }
    let (code, _, stderr) = output(client(&url, TOKENS[0]));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(
        stderr.contains("landfall: games: 1 won, 0 lost"),
        "{stderr}"
    );
    opponent.join().expect("it has played");
    assert_eq!(server.wait_for_exit().code, Some(0));
}

#[cfg(unix)]
#[test]
fn sigterm_ends_both_sides() {
    let (mut server, url) = serve("botris-stop", &[]);
    let mut joined = client(&url, TOKENS[0]);
    let lines = await_line(&mut joined, "landfall: in the room");
    let reader = std::thread::spawn(move || lines.count());
    let id = nix::unistd::Pid::from_raw(joined.id() as i32);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).expect("it runs");
    assert_eq!(wait(&mut joined), Some(0));
    reader.join().expect("it was read");
    // The server must notice the end before the signal.
    server.await_error("a has left");
    server.close_stdin();
    server.terminate();
    assert_eq!(server.wait_for_exit().code, Some(130));
}

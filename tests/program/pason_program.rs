//! `landfall pason` as processes over sockets: faulty bots, a server that is stopped or killed, the
//! scheduler, lost replies. Time limits are only for hangs.
#![cfg(all(unix, feature = "pason"))]

use crate::common::files::{folder, text};
use crate::common::program::{TIMEOUT, run, wait};
use landfall_pason::client::{self, ClientOptions, Secret};
use landfall_pason::controller::MatchStats;
use landfall_pason::engine::EngineKind;
use landfall_pason::messages::Request;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_landfall");

/// `landfall pason serve`, and its stderr.
struct Serve {
    child: Child,
    lines: Receiver<String>,
    ports: [u16; 2],
}

impl Serve {
    /// Starts a server on these ports, or on free ones if they are 0.
    fn start(ports: [u16; 2], options: &[&str]) -> Serve {
        let [command, state] = ports.map(|port| port.to_string());
        let mut serve = Command::new(PROGRAM);
        let serve = serve
            .args([
                "pason",
                "serve",
                "--command-port",
                &command,
                "--state-port",
                &state,
            ])
            .args(options)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = serve.spawn().expect("the program starts");
        let stderr = child.stderr.take().expect("a pipe");
        let (to, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                // The receiver may have been dropped.
                let _ = to.send(line);
            }
        });
        let mut serve = Serve {
            child,
            lines,
            ports,
        };
        serve.ports = ["commands: ", "states: "].map(|what| port(&serve.await_line(what)));
        serve
    }

    fn await_line(&self, words: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(TIMEOUT).expect(words);
            if line.contains(words) {
                return line;
            }
        }
    }

    /// Sends a signal, and waits for the end; returns the exit code.
    fn end_by(mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill runs").success());
        wait(&mut self.child)
    }
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the port in a line such as `states: tcp://127.0.0.1:5556`.
fn port(line: &str) -> u16 {
    let digits = line.rsplit(':').next().unwrap_or_default();
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a port")
}

fn options(ports: [u16; 2], team: &str) -> ClientOptions {
    ClientOptions {
        command_endpoint: format!("tcp://127.0.0.1:{}", ports[0]),
        state_endpoint: format!("tcp://127.0.0.1:{}", ports[1]),
        match_token: "token".into(),
        team: team.into(),
        password: Secret::exact("pw"),
        think_time: Duration::ZERO,
        reply_timeout: Duration::from_millis(300),
    }
}

/// Matches without gravity and limits: they go on until the server is stopped.
const ENDLESS: [&str; 8] = [
    "--match-token",
    "token",
    "--gravity",
    "0",
    "--time-limit",
    "0",
    "--pause",
    "0.1",
];

/// The recording of a server.
struct Record(PathBuf);

impl Record {
    fn new(name: &str) -> Record {
        Record(folder(&format!("pason-{name}")).join("match.jsonl"))
    }

    /// Returns the options of `game`, and the one that records.
    fn with<'a>(&'a self, game: &[&'a str]) -> Vec<&'a str> {
        let path = self.0.to_str().expect("a path");
        [game, &["--record", path]].concat()
    }

    fn text(&self) -> String {
        text(&self.0)
    }

    /// Waits until each of this many clients has dropped more than ten pieces.
    fn await_drops(&self, clients: usize) {
        self.await_that(|record| {
            let drops = record.drops().into_values();
            drops.filter(|drops| *drops > 10).count() >= clients
        });
    }

    /// Waits until a player has cleared a row, and so is ahead by points.
    fn await_row(&self) {
        self.await_that(|record| {
            let text = record.text();
            let mut cleared = text.split("\"cleared_rows\":[").skip(1);
            cleared.any(|rows| !rows.is_empty() && !rows.starts_with(']'))
        });
    }

    fn await_that(&self, happened: impl Fn(&Record) -> bool) {
        let started = Instant::now();
        while !happened(self) {
            assert!(started.elapsed() < TIMEOUT, "nobody plays: {}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the requested drops by client token.
    fn drops(&self) -> HashMap<String, u32> {
        let mut drops = HashMap::new();
        // The last line may not be whole yet.
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok();
        for message in self.text().lines().filter_map(read) {
            let message = &message["message"];
            if let (Some("drop"), Some(token)) =
                (message["move"].as_str(), message["client_token"].as_str())
            {
                *drops.entry(token.to_string()).or_default() += 1;
            }
        }
        drops
    }
}

/// Starts a client with the linear engine in a thread.
fn start(options: ClientOptions) -> Receiver<Result<MatchStats, client::ClientError>> {
    let (ended, end) = channel();
    thread::spawn(move || ended.send(client::play(&options, EngineKind::Linear, &mut |_| {})));
    end
}

fn finish(end: &Receiver<Result<MatchStats, client::ClientError>>) -> MatchStats {
    end.recv_timeout(TIMEOUT).expect("no hang").expect("played")
}

/// Returns the command `landfall pason play` for a match.
fn play(ports: [u16; 2], token: &str, more: &[&str]) -> Command {
    let mut play = Command::new(PROGRAM);
    play.args(["pason", "play", "--host", "127.0.0.1", "--team", "Team 148"])
        .args(["--command-port", &ports[0].to_string()])
        .args(["--state-port", &ports[1].to_string()])
        .args(["--match-token", token])
        .args(more)
        .env("LANDFALL_PASSWORD", "pw")
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    play
}

/// Connects an opponent that never moves.
fn join_idle_opponent(ports: [u16; 2]) {
    let socket = zmq::Context::new().socket(zmq::REQ).expect("a socket");
    let endpoint = format!("tcp://127.0.0.1:{}", ports[0]);
    socket.connect(&endpoint).expect("a connection");
    let request = Request::MatchConnect {
        match_token: "token".into(),
        team_name: "x".into(),
        password: "pw".into(),
    };
    socket.send(&request.to_json(), 0).expect("sent");
    socket
        .set_rcvtimeo(TIMEOUT.as_millis() as i32)
        .expect("a limit");
    socket.recv_bytes(0).expect("an answer");
}

/// Plays some pieces with another bot, against an idle opponent; returns the output of the client,
/// its exit code and how many pieces it played.
fn play_with(bot: &str, timeout: &str) -> (String, Option<i32>, u64) {
    let record = Record::new(thread::current().name().expect("a test"));
    let serve = Serve::start([0, 0], &record.with(&ENDLESS));
    join_idle_opponent(serve.ports);
    let more = ["--bot", bot, "--bot-timeout", timeout, "--think", "0"];
    let mut play = play(serve.ports, "token", &more);
    let client = play.stdout(Stdio::null()).stderr(Stdio::piped());
    let client = client.spawn().expect("it starts");
    record.await_drops(1);
    assert_eq!(serve.end_by("-INT"), Some(0));
    let Output { status, stderr, .. } = client.wait_with_output().expect("it ends");
    let words = String::from_utf8_lossy(&stderr).into_owned();
    let number = words
        .trim_end()
        .strip_suffix(" pieces")
        .and_then(|w| w.rsplit(' ').next());
    let pieces = number.and_then(|number| number.parse().ok()).unwrap_or(0);
    (words, status.code(), pieces)
}

#[test]
fn another_program_plays() {
    let (words, code, pieces) = play_with(&format!("'{PROGRAM}' --threads 1 --nodes 200"), "60000");
    assert_eq!(code, Some(0), "{words}");
    assert!(
        words.contains("the match is over:") && pieces > 5,
        "{words}"
    );
    assert!(!words.contains("plays on"), "{words}");
}

/// Asserts that the match went on to its end with the linear player, which one line reports.
fn assert_linear_took_over(words: &str, pieces: u64) {
    assert_eq!(words.matches("plays on").count(), 1, "{words}");
    assert!(
        words.contains("the match is over:") && pieces > 5,
        "{words}"
    );
}

#[test]
fn a_bot_that_dies_does_not_end_the_match() {
    // Lets `info`, `ready` and three suggestions through.
    let five = "for n in 1 2 3 4 5; do read -r line; echo \"$line\"; done";
    let bot = format!("sh -c '\"$0\" --threads 1 --nodes 200 | {five}' '{PROGRAM}'");
    let (words, code, pieces) = play_with(&bot, "60000");
    assert_eq!(code, Some(0), "{words}");
    assert_linear_took_over(&words, pieces);
}

#[test]
fn a_bot_that_never_answers_is_not_waited_for_twice() {
    let bot = format!("sh -c \"'{PROGRAM}' --threads 1 | grep --line-buffered -v suggestion\"");
    let (words, code, pieces) = play_with(&bot, "10000");
    assert_eq!(code, Some(0), "{words}");
    assert_eq!(words.matches("no `suggestion`").count(), 1, "{words}");
    assert_linear_took_over(&words, pieces);
}

#[test]
fn ctrl_c_ends_the_match_for_all_clients() {
    for signal in ["-INT", "-TERM"] {
        let record = Record::new(&format!("stop{signal}"));
        let serve = Serve::start([0, 0], &record.with(&ENDLESS));
        let clients = ["a", "b"].map(|team| start(options(serve.ports, team)));
        record.await_drops(2);
        assert_eq!(serve.end_by(signal), Some(0));
        for client in &clients {
            assert_eq!(finish(client).games.len(), 1);
        }
        let text = record.text();
        assert!(text.ends_with('\n'));
        for end in ["GameEnd", "MatchEnd"] {
            assert_eq!(
                text.matches(&format!("\"comm_type\":\"{end}\"")).count(),
                1,
                "{end}"
            );
        }
    }
}

#[test]
fn ctrl_c_ends_a_server_without_clients() {
    let serve = Serve::start([0, 0], &["--scheduler-port", "0"]);
    assert_eq!(serve.end_by("-INT"), Some(0));
}

#[test]
fn a_match_of_the_scheduler_is_played() {
    let serve = Serve::start([0, 0], &["--scheduler-port", "0", "--pause", "0.1"]);
    let line = serve.await_line("scheduler: ");
    let address = line.trim_start_matches("scheduler: ");
    let address = address.split_once("/scheduler").expect("an address").0;
    let ask = |team: &str| {
        let mut ask = Command::new(PROGRAM);
        let ask = ask
            .args([
                "pason",
                "test-match",
                "--scheduler",
                address,
                "--team",
                team,
            ])
            .env("LANDFALL_PASSWORD", "pw")
            .stdin(Stdio::null());
        ask.output().expect("runs")
    };
    let refused = ask("Test Client");
    let words = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{words}");
    let reason = "the scheduler created no match: the practice opponent has that name";
    assert!(words.contains(reason), "{words}");
    assert!(refused.stdout.is_empty());
    let made = ask("Team 148");
    let words = String::from_utf8_lossy(&made.stdout);
    assert!(made.status.success(), "{words}");
    let mut lines = words.lines();
    let token = lines
        .next()
        .and_then(|line| line.strip_prefix("match token: "));
    assert_eq!(lines.next(), Some("host: 127.0.0.1"));
    let mut play = play(
        serve.ports,
        token.expect("a token"),
        &["--engine", "linear"],
    );
    let client = play.stderr(Stdio::piped()).spawn().expect("it starts");
    serve.await_line("\"Team 148\" joins");
    let line = serve.await_line("game 1 of 3");
    // The winner depends on the pieces and on the machine: the linear engine may top out.
    for team in ["Test Client", "Team 148"] {
        assert!(line.contains(team), "{line}");
    }
    assert_eq!(serve.end_by("-INT"), Some(0));
    let output = client.wait_with_output().expect("it ends");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && words.contains("the match is over: "),
        "{words}"
    );
}

#[test]
fn clients_play_on_after_a_restart_of_the_server() {
    let records = ["killed", "restarted"].map(Record::new);
    let serve = Serve::start([0, 0], &records[0].with(&ENDLESS));
    let ports = serve.ports;
    let clients = ["a", "b"].map(|team| start(options(ports, team)));
    records[0].await_drops(2);
    drop(serve);
    let serve = Serve::start(ports, &records[1].with(&ENDLESS));
    records[1].await_drops(2);
    assert_eq!(serve.end_by("-INT"), Some(0));
    for client in &clients {
        // The clients did not see the end of the game before.
        assert_eq!(finish(client).games.len(), 1);
    }
}

#[test]
fn a_restarted_client_plays_on() {
    let record = Record::new("client-killed");
    let serve = Serve::start([0, 0], &record.with(&ENDLESS));
    join_idle_opponent(serve.ports);
    let start = || {
        let mut play = play(
            serve.ports,
            "token",
            &["--engine", "linear", "--think", "0"],
        );
        let quiet = play.stdout(Stdio::null()).stderr(Stdio::null());
        quiet.spawn().expect("it starts")
    };
    let dropped = |record: &Record| record.drops().into_values().max().unwrap_or(0);
    // More than the requests of the previous client that may still be in transit.
    let await_more = |before: u32| record.await_that(|record| dropped(record) > before + 3);
    // The server knows the team by its password, and goes on counting.
    for _ in 0..3 {
        let before = dropped(&record);
        let mut client = start();
        await_more(before);
        client.kill().expect("it runs");
        client.wait().expect("it has ended");
    }
    let before = dropped(&record);
    let mut client = start();
    await_more(before);
    assert_eq!(serve.end_by("-INT"), Some(0));
    assert_eq!(wait(&mut client), Some(0));
}

/// What the proxy does to every ninth reply.
#[derive(Clone, Copy)]
enum Ninth {
    /// It is lost.
    Lost,
    /// It comes after the next one, which is too late.
    Late,
}

/// Starts a proxy that loses or delays every ninth reply; with delays, all other replies are
/// repeated. Returns its port.
fn proxy(server: u16, ninth: Ninth) -> u16 {
    let context = zmq::Context::new();
    let socket = |kind| context.socket(kind).expect("a socket");
    let (front, back) = (socket(zmq::ROUTER), socket(zmq::DEALER));
    front.bind("tcp://127.0.0.1:*").expect("a port");
    back.connect(&format!("tcp://127.0.0.1:{server}"))
        .expect("a connection");
    let endpoint = front.get_last_endpoint().expect("bound").expect("text");
    thread::spawn(move || {
        let mut replies: u64 = 0;
        let mut held: Option<Vec<Vec<u8>>> = None;
        loop {
            let mut sockets = [
                front.as_poll_item(zmq::POLLIN),
                back.as_poll_item(zmq::POLLIN),
            ];
            zmq::poll(&mut sockets, TIMEOUT.as_millis() as i64).expect("a message");
            let [asked, answered] = sockets.map(|socket| socket.is_readable());
            if asked {
                back.send_multipart(front.recv_multipart(0).expect("a request"), 0)
                    .expect("sent");
            }
            if answered {
                let reply = back.recv_multipart(0).expect("a reply");
                replies += 1;
                match (replies.is_multiple_of(9), ninth) {
                    (true, Ninth::Lost) => {}
                    (true, Ninth::Late) => held = Some(reply),
                    (false, Ninth::Lost) => front.send_multipart(reply, 0).expect("sent"),
                    (false, Ninth::Late) => {
                        let replies = [Some(reply.clone()), Some(reply), held.take()];
                        for reply in replies.into_iter().flatten() {
                            front.send_multipart(reply, 0).expect("sent");
                        }
                    }
                }
            }
        }
    });
    port(&endpoint)
}

#[test]
fn lost_late_and_repeated_replies_do_not_lose_the_match() {
    for (name, ninth) in [("lossy", Ninth::Lost), ("late", Ninth::Late)] {
        let record = Record::new(name);
        let serve = Serve::start([0, 0], &record.with(&ENDLESS));
        join_idle_opponent(serve.ports);
        let [commands, states] = serve.ports;
        let client = start(options([proxy(commands, ninth), states], "Team 148"));
        record.await_drops(1);
        // The match is then won by points, not by lot.
        record.await_row();
        assert_eq!(serve.end_by("-INT"), Some(0));
        let tally = finish(&client);
        assert_eq!((tally.won(), tally.lost()), (1, 0));
        assert!(tally.pieces > 5, "{tally:?}");
        // The recording has no secrets.
        let text = record.text();
        assert!(text.contains(r#""client_token":"client 1""#), "{text}");
        assert!(!text.contains("\"pw\""));
    }
}

/// The password comes from a file or the environment, and is not in the log.
#[test]
fn the_password_is_shown_nowhere() {
    let serve = Serve::start([0, 0], &["--scheduler-port", "0"]);
    let line = serve.await_line("scheduler: ");
    let address = line.trim_start_matches("scheduler: ");
    let address = address.split_once("/scheduler").expect("an address").0;
    let file = folder("pason-password").join("password");
    std::fs::write(&file, "two w0rds&\nmore\n").expect("a file");
    for variable in [None, Some("two w0rds&")] {
        let mut ask = Command::new(PROGRAM);
        ask.args(["pason", "test-match", "--team", "a", "--scheduler", address])
            .env("RUST_LOG", "trace")
            .stdin(Stdio::null());
        match variable {
            Some(password) => ask.env("LANDFALL_PASSWORD", password),
            None => ask.arg("--password-file").arg(&file),
        };
        let output = ask.output().expect("runs");
        assert!(output.status.success());
        let words = String::from_utf8_lossy(&output.stderr);
        for shown in ["two w0rds", "w0rds", "w0rds%26"] {
            assert!(!words.contains(shown), "{words}");
        }
    }
}

#[test]
fn an_empty_password_is_refused() {
    let file = folder("pason-no-password").join("password");
    std::fs::write(&file, "\nsecond line\n").expect("a file");
    let client = [
        "pason",
        "play",
        "--host",
        "h",
        "--match-token",
        "t",
        "--team",
        "a",
    ];
    let exit = run(&[
        &client[..],
        &["--password-file", file.to_str().expect("a path")],
    ]
    .concat());
    assert_eq!(exit.code, Some(2), "{exit:?}");
    assert!(
        exit.errors.contains("password: its first line is empty"),
        "{exit:?}"
    );
}

#[test]
fn invalid_options_are_refused_at_once() {
    let client = ["play", "--host", "h", "--match-token", "t", "--team", "a"];
    for (command, option, value) in [
        (&client[..], "--state-host", ""),
        (&client, "--reply-timeout", "0"),
        (&client, "--bot-timeout", "0"),
        (&["play", "--team", "a", "--match-token", "t"], "--host", ""),
        (&["play", "--team", "a", "--host", "h"], "--match-token", ""),
        (&["serve"], "--games", "0"),
        (&["serve"], "--matches", "0"),
        (&["serve"], "--match-token", ""),
        (&["serve"], "--gravity", "nan"),
        (&["serve"], "--pause", "inf"),
        (&["serve"], "--time-limit", "1e300"),
        (&["serve"], "--command-port", "70000"),
        (
            &["serve", "--command-port", "0", "--state-port", "0"],
            "--record",
            "/",
        ),
    ] {
        let mut program = Command::new(PROGRAM);
        let program = program.arg("pason").args(command).args([option, value]);
        let output = program.stdin(Stdio::null()).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{option} {value:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty());
    }
}

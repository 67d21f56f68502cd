//! `landfall pason`: the client with the server, over sockets. Time limits are only for hangs.
#![cfg(feature = "pason")]

use crate::common::program::{TIMEOUT, wait};
use landfall_bot::{BotKind, DriverOptions};
use landfall_pason::client::{self, ClientOptions, Secret};
use landfall_pason::controller::MatchStats;
use landfall_pason::engine::EngineKind;
use landfall_pason::server::game::GameRules;
use landfall_pason::server::{MatchSettings, MatchSpec, Server, ServerConfig};
use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

fn settings(rules: GameRules) -> MatchSettings {
    MatchSettings {
        games: 3,
        game_limit: None,
        pause: Duration::from_millis(100),
        game_rules: rules,
        ..MatchSettings::default()
    }
}

/// Starts a server on free ports in a thread; returns the ports.
fn serve(settings: MatchSettings) -> [u16; 2] {
    let config = ServerConfig {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        command_port: 0,
        state_port: 0,
        scheduler_port: None,
        record: None,
    };
    let teams = [("Team 148", "one"), ("x", "two")];
    let spec = MatchSpec {
        match_token: Some("token".into()),
        teams: teams.map(|(a, b)| (a.into(), Secret::exact(b))).into(),
    };
    let server = Server::bind(&config, settings, vec![spec], Some(7));
    let mut server = server.expect("free ports");
    let ports = server.ports;
    thread::spawn(move || server.run(&AtomicBool::new(false), |_| {}));
    ports
}

fn options(ports: [u16; 2], team: &str, password: &str) -> ClientOptions {
    ClientOptions {
        command_endpoint: format!("tcp://127.0.0.1:{}", ports[0]),
        state_endpoint: format!("tcp://127.0.0.1:{}", ports[1]),
        match_token: "token".into(),
        team: team.into(),
        password: Secret::exact(password),
        think_time: Duration::from_millis(1),
        reply_timeout: Duration::from_millis(1000),
    }
}

/// Returns the built-in engine with few nodes.
fn built_in_engine() -> EngineKind {
    let settings = landfall_bot::Settings::new(DriverOptions {
        search: landfall_search::SearchOptions {
            memory: 16 << 20,
            ..landfall_search::SearchOptions::default()
        },
        nodes: Some(300),
        ..DriverOptions::default()
    });
    EngineKind::Tbp {
        bot: BotKind::BuiltIn(Box::new(settings)),
        limit: TIMEOUT,
    }
}

fn spawn_client(
    options: ClientOptions,
    kind: EngineKind,
) -> Receiver<Result<MatchStats, client::ClientError>> {
    let (ended, end) = channel();
    thread::spawn(move || ended.send(client::play(&options, kind, &mut |_| {})));
    end
}

#[test]
fn a_match_of_three_games_is_played_to_its_end() {
    for rules in [
        GameRules {
            closed_top: false,
            random_orientation: false,
        },
        GameRules {
            closed_top: true,
            random_orientation: true,
        },
    ] {
        let ports = serve(settings(rules));
        let ours = spawn_client(options(ports, "Team 148", "one"), built_in_engine());
        let theirs = spawn_client(options(ports, "x", "two"), EngineKind::Linear);
        let ours = ours
            .recv_timeout(TIMEOUT)
            .expect("no hang")
            .expect("played");
        let theirs = theirs
            .recv_timeout(TIMEOUT)
            .expect("no hang")
            .expect("played");
        assert_eq!(ours.won() + ours.lost(), ours.games.len());
        assert_eq!((ours.won(), ours.lost()), (theirs.lost(), theirs.won()));
        assert!((2..=3).contains(&ours.games.len()), "{ours:?}");
        assert!(
            ours.pieces > 20 && theirs.pieces > 20,
            "{ours:?} {theirs:?}"
        );
        assert_eq!(ours.opponent.as_deref(), Some("x"));
    }
}

/// A refused password gives exit code 2 and an error without the secret.
#[test]
fn a_refused_password_is_a_clear_error() {
    let ports = serve(settings(GameRules::default()));
    let mut program = Command::new(env!("CARGO_BIN_EXE_landfall"));
    let program = program
        .args(["pason", "play", "--host", "127.0.0.1", "--team", "x"])
        .args(["--match-token", "token", "--engine", "linear"])
        .args(["--command-port", &ports[0].to_string()])
        .args(["--state-port", &ports[1].to_string()])
        .env("LANDFALL_PASSWORD", "hunter2")
        .env("RUST_LOG", "trace")
        .stdin(Stdio::null());
    let output = program.output().expect("runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(
        words.contains("landfall: error: the server refuses"),
        "{words}"
    );
    assert!(!words.contains("hunter2"), "{words}");
    assert!(output.stdout.is_empty());
}

/// One command runs a server and two clients, and prints the games.
#[test]
fn a_demo_prints_the_games_and_the_result() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_landfall"));
    let demo = program
        .args(["pason", "serve", "--demo"])
        .args(["--games", "1", "--gravity", "0", "--seed", "1"])
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut demo = demo.spawn().expect("the program starts");
    wait(&mut demo);
    let output = demo.wait_with_output().expect("it has ended");
    let words = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}{errors}");
    assert_eq!(words.matches("game 1 of 1:").count(), 1, "{words}");
    assert_eq!(words.matches("wins the match").count(), 1, "{words}");
    assert!(!words.contains('\x1b'), "{words}");
    assert_eq!(errors, "");
}

//! The protocol without sockets: the answers and the published states, with their times.

mod endings;

use super::match_server::{MAX_REQUEST_BYTES, MatchServer};
use super::match_specs::{MatchSpec, parse_match_specs};
use super::match_state::ServerTime;
use super::rate_limiter::MAX_MOVES_PER_SECOND;
use super::recorder::Recorder;
use super::settings::{MatchSettings, Spelling, StateReports};
use crate::messages::{Move, Request, Response, StateMessage};
use std::time::Duration;

const ZERO: ServerTime = at(0.0);

const fn at(seconds: f64) -> ServerTime {
    ServerTime {
        elapsed: Duration::from_millis((seconds * 1000.0) as u64),
        epoch: 1_000.0,
    }
}

fn settings() -> MatchSettings {
    MatchSettings {
        games: 1,
        pause: Duration::ZERO,
        ..MatchSettings::default()
    }
}

fn connect(server: &mut MatchServer, token: &str, team: &str, password: &str) -> Response {
    let request = Request::MatchConnect {
        match_token: token.into(),
        team_name: team.into(),
        password: password.into(),
    };
    server.handle_request(request.to_json().as_bytes(), ZERO)
}

fn token_of(response: Response) -> String {
    match response {
        Response::MatchConnectResp { client_token, .. } => client_token,
        other => panic!("{other:?}"),
    }
}

fn kind_of(response: &Response) -> &str {
    match response {
        Response::ErrorResp { error, .. } => error,
        Response::GameMoveResp { .. } => "moved",
        _ => "other",
    }
}

/// Asserts the kind of error that a request to join causes.
#[track_caller]
fn assert_refused(server: &mut MatchServer, [token, team, password]: [&str; 3], expected: &str) {
    let response = connect(server, token, team, password);
    assert_eq!(kind_of(&response), expected, "{team}");
}

/// Asserts the answer to a move to the left.
#[track_caller]
fn assert_move(server: &mut MatchServer, client: &str, now: ServerTime, expected: &str) {
    assert_eq!(kind_of(&mv(server, client, Move::Left, now)), expected);
}

fn mv(server: &mut MatchServer, token: &str, mv: Move, now: ServerTime) -> Response {
    let request = Request::GameMove {
        client_token: token.into(),
        mv,
        piece_number: None,
    };
    server.handle_request(request.to_json().as_bytes(), now)
}

fn messages(server: &mut MatchServer) -> Vec<StateMessage> {
    let read = |json: &str| StateMessage::parse(json.as_bytes()).expect("a state message");
    let taken = server.drain_messages();
    taken.iter().map(|message| read(&message.json)).collect()
}

/// A server of one match, "t", between "a" with the password "1" and "b" with "2".
fn by_invitation() -> MatchServer {
    let json = r#"[{"match_token":"t","teams":{"a":"1","b":"2"}}]"#;
    let mut server = MatchServer::new(settings(), 5, 6);
    for spec in parse_match_specs(json).expect("specs") {
        server.open_match(spec);
    }
    server
}

/// A match of two that are connected.
fn two(settings: MatchSettings) -> (MatchServer, String, [String; 2]) {
    let mut server = MatchServer::new(settings, 5, 6);
    let token = server.open_match(MatchSpec::default());
    let clients = ["a b", "c"].map(|team| token_of(connect(&mut server, &token, team, "pw")));
    (server, token, clients)
}

#[test]
fn a_team_that_joins_again_gets_the_same_token() {
    let (mut server, token, [a, _]) = two(settings());
    assert_eq!(token_of(connect(&mut server, &token, "a b", "pw")), a);
    assert_refused(&mut server, [&token, "a b", "x"], "NotAuthorized");
    assert_refused(&mut server, [&token, "d", "pw"], "MatchFull");
    assert_refused(&mut server, ["x", "a b", "pw"], "UnknownMatch");
    assert_refused(&mut server, [&token, "a\nb", "pw"], "BadTeamName");
    assert_move(&mut server, "x", ZERO, "UnknownClient");
}

#[test]
fn a_match_by_invitation_knows_its_teams() {
    let mut server = by_invitation();
    assert_refused(&mut server, ["t", "a", "2"], "NotAuthorized");
    assert_refused(&mut server, ["t", "c", "1"], "NotAuthorized");
    token_of(connect(&mut server, "t", "a", "1"));
    assert!(server.open_test_match("a", "2", ZERO).is_err());
    assert!(server.open_test_match("a", "1", ZERO).is_ok());
    for wrong in [
        "",
        "[]",
        "{}",
        r#"[{"match_token":"t","teams":{"a":"1"}}]"#,
        r#"[{"match_token":"","teams":{"a":"1","b":"2"}}]"#,
        r#"[{"match_token":"t","teams":{"a":"1","b":"2"}},{"match_token":"t","teams":{"a":"1","b":"2"}}]"#,
    ] {
        assert!(parse_match_specs(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn bad_messages_get_an_error_and_the_match_goes_on() {
    let (mut server, _, [a, _]) = two(settings());
    server.tick(ZERO);
    let long = vec![b'x'; MAX_REQUEST_BYTES + 1];
    for (bytes, kind) in [
        (&b"{"[..], "BadMessage"),
        (b"\xff\xfe{}", "BadMessage"),
        (b"", "BadMessage"),
        (b"{\"comm_type\":\"Dance\"}", "UnknownCommand"),
        (&long, "MessageTooLong"),
    ] {
        assert_eq!(kind_of(&server.handle_request(bytes, ZERO)), kind);
    }
    assert_move(&mut server, &a, ZERO, "moved");
}

#[test]
fn only_the_flooding_client_is_limited() {
    let (mut server, _, [a, b]) = two(settings());
    server.tick(ZERO);
    let mut flood = || kind_of(&mv(&mut server, &a, Move::Left, ZERO)).to_string();
    let kinds: Vec<String> = (0..10_000).map(|_| flood()).collect();
    let moved = kinds.iter().filter(|kind| *kind == "moved").count();
    assert_eq!(moved, MAX_MOVES_PER_SECOND as usize);
    assert_eq!(kinds.last().map(String::as_str), Some("TooManyRequests"));
    assert_move(&mut server, &b, ZERO, "moved");
    assert_move(&mut server, &a, at(0.1), "moved");
}

#[test]
fn messages_come_in_order_with_growing_numbers() {
    let (mut server, token, [a, _]) = two(settings());
    assert_eq!(messages(&mut server), []);
    server.tick(ZERO);
    mv(&mut server, &a, Move::Left, ZERO);
    mv(&mut server, &a, Move::Drop, at(0.5));
    let said = messages(&mut server);
    use StateMessage::{GameBoardState, GamePieceState};
    assert!(matches!(
        said[..],
        [
            GameBoardState { .. },
            GamePieceState { .. },
            GamePieceState { .. },
            GameBoardState { .. },
            GamePieceState { .. }
        ]
    ));
    let numbers = said.iter().filter_map(|m| m.header()?.sequence);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(said[4].header().and_then(|h| h.timestamp), Some(1_000.5));
    let [
        _,
        GamePieceState { states: before, .. },
        GamePieceState { states: after, .. },
        ..,
    ] = &said[..]
    else {
        panic!("{said:?}");
    };
    let col = |states: &std::collections::BTreeMap<_, Option<_>>| {
        states["a b"].map(|piece: crate::messages::FallingPiece| piece.col)
    };
    assert_eq!(col(before), Some(5));
    assert_eq!(col(after), Some(4));
    mv(&mut server, &a, Move::Down, at(0.6));
    assert!(
        server
            .drain_messages()
            .iter()
            .all(|m| m.match_token == token)
    );
}

#[test]
fn clients_that_never_come_back_stack_up_and_the_match_ends() {
    let games = 3;
    let (mut server, token, [a, _]) = two(MatchSettings {
        games,
        ..settings()
    });
    let mut said = Vec::new();
    let mut now = 0.0;
    while !server.all_ended() {
        now += 0.1;
        assert!(now < 100_000.0, "the match ends");
        server.tick(at(now));
        said.extend(messages(&mut server));
    }
    let ends = said
        .iter()
        .filter(|m| matches!(m, StateMessage::GameEnd { .. }));
    assert!((2..=3).contains(&ends.count()));
    assert!(matches!(said.last(),
        Some(StateMessage::MatchEnd { match_token, .. }) if *match_token == token));
    // Piece numbers continue across games, so that a late move never applies to a new piece.
    let numbers: Vec<i64> = said
        .iter()
        .filter_map(|message| match message {
            StateMessage::GamePieceState { states, .. } => Some(states["c"]?.number),
            _ => None,
        })
        .collect();
    assert!(numbers.is_sorted());
    assert_move(&mut server, &a, at(now), "MatchEnded");
    assert!(
        server
            .drain_events()
            .iter()
            .any(|line| line.contains("wins the match"))
    );
}

#[test]
fn time_limits_end_games_and_matches() {
    let limited = MatchSettings {
        games: 5,
        gravity: None,
        game_limit: Some(Duration::from_secs(10)),
        match_limit: Some(Duration::from_secs(15)),
        ..settings()
    };
    let (mut server, ..) = two(limited);
    let mut ends = Vec::new();
    for tenth in 0..300 {
        server.tick(at(f64::from(tenth) / 10.0));
        let said = messages(&mut server).into_iter();
        ends.extend(said.filter(|message| {
            !matches!(
                message,
                StateMessage::GameBoardState { .. } | StateMessage::GamePieceState { .. }
            )
        }));
    }
    use StateMessage::{GameEnd, MatchEnd};
    assert!(
        matches!(ends[..], [GameEnd { .. }, GameEnd { .. }, MatchEnd { .. }]),
        "{ends:?}"
    );
}

#[test]
fn the_practice_opponent_moves_twice_a_second() {
    let mut server = MatchServer::new(settings(), 5, 6);
    let token = server.open_test_match("a", "1", ZERO).expect("a match");
    assert!(server.open_test_match("", "1", ZERO).is_err());
    token_of(connect(&mut server, &token, "a", "1"));
    server.tick(ZERO);
    messages(&mut server);
    let mut said = 0;
    for tenth in 0..10 {
        server.tick(at(f64::from(tenth) / 10.0 + 0.05));
        said += messages(&mut server)
            .iter()
            .filter(|m| matches!(m, StateMessage::GamePieceState { .. }))
            .count();
    }
    assert_eq!(said, 2);
    // Nobody joins the other match, and it is given up.
    let mut server = MatchServer::new(settings(), 5, 6);
    server.open_test_match("b", "1", ZERO).expect("a match");
    server.tick(at(10_000.0));
    assert!(server.all_ended());
}

#[test]
fn a_recording_has_no_passwords() {
    let path = std::env::temp_dir().join(format!("landfall-record-{}", std::process::id()));
    let mut recorder = Recorder::create(&path, 5, 1.0).expect("a file");
    recorder.command(
        "client",
        br#"{"comm_type":"MatchConnect","password":"s3cret"}"#,
        1.5,
    );
    recorder.command(
        "client",
        br#"{"comm_type":"MatchConnect" "password":"s3cret"}"#,
        1.5,
    );
    recorder.command("client", b"\xff", 1.5);
    recorder.flush();
    let text = std::fs::read_to_string(&path).expect("the file");
    std::fs::remove_file(&path).expect("the file");
    assert_eq!(text.lines().count(), 4);
    assert!(!text.contains("s3cret"));
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(value["time"].is_f64());
    }
}

proptest::proptest! {
    #[test]
    fn no_bytes_panic_the_protocol(bytes: Vec<u8>, name: String, number: i64, tail in ".*") {
        let (mut server, token, [a, _]) = two(settings());
        server.tick(ZERO);
        server.handle_request(&bytes, ZERO);
        connect(&mut server, &token, &name, &name);
        for json in [
            format!(r#"{{"comm_type":"GameMove","client_token":"{a}","move":"drop","piece_number":{number}}}"#),
            format!(r#"{{"comm_type":"GameMove","client_token":"{a}","move":"drop"{tail}"#),
        ] {
            server.handle_request(json.as_bytes(), ZERO);
        }
        let _ = StateMessage::parse(&bytes);
        let _ = Response::parse(&bytes);
        messages(&mut server);
    }
}

/// The exact words of the specification, and those of the live server.
#[test]
fn answers_and_states_are_spelled_as_the_samples_or_as_the_live_server_did() {
    for (spelling, resp, sequence) in [
        (Spelling::Live, r#""resp":"OK""#, r#""sequence":1,"#),
        (
            Spelling::Specification,
            r#""resp":"ok""#,
            r#""sequence":"1","#,
        ),
    ] {
        let mut server = MatchServer::new(
            MatchSettings {
                spelling,
                ..settings()
            },
            5,
            6,
        );
        let token = server.open_match(MatchSpec::default());
        let joined = ["a", "b"].map(|team| connect(&mut server, &token, team, "pw"));
        for answer in &joined {
            let json = answer.to_json();
            assert!(
                json.contains(r#""comm_type":"MatchConnectResp","resp":"ok""#),
                "{json}"
            );
        }
        let [client, _] = joined.map(token_of);
        server.tick(ZERO);
        let states: Vec<String> = server
            .drain_messages()
            .into_iter()
            .map(|state| state.json)
            .collect();
        assert!(states[0].contains(sequence), "{}", states[0]);
        for state in &states {
            let read = StateMessage::parse(state.as_bytes()).expect("a state");
            let header = read.header().expect("a header");
            assert!(header.sequence.is_some(), "{state}");
        }
        let moved = mv(&mut server, &client, Move::Left, ZERO);
        assert!(moved.to_json().contains(resp), "{}", moved.to_json());
        assert!(moved.accepts_move());
        server.stop(at(1.0));
        let ends: Vec<String> = server
            .drain_messages()
            .into_iter()
            .map(|state| state.json)
            .collect();
        let [.., game_end, match_end] = ends.as_slice() else {
            panic!("{ends:?}");
        };
        // In the samples, the sequence number of GameEnd is a number, not a string.
        assert!(game_end.contains(r#""comm_type":"GameEnd""#), "{game_end}");
        assert!(!game_end.contains(r#""sequence":""#), "{game_end}");
        assert!(match_end.contains(r#""status":"ENDED""#), "{match_end}");
    }
}

#[test]
fn states_may_be_published_at_locks_alone() {
    let quiet = MatchSettings {
        state_reports: StateReports::Locks,
        ..settings()
    };
    let (mut server, _, [client, _]) = two(quiet);
    server.tick(ZERO);
    assert_eq!(messages(&mut server).len(), 2, "the start of the game");
    for step in [Move::Left, Move::Down] {
        mv(&mut server, &client, step, ZERO);
    }
    server.tick(at(1.0));
    assert_eq!(messages(&mut server), []);
    mv(&mut server, &client, Move::Drop, at(1.0));
    let kinds = messages(&mut server);
    assert!(
        matches!(
            kinds.as_slice(),
            [
                StateMessage::GameBoardState { .. },
                StateMessage::GamePieceState { .. }
            ]
        ),
        "{kinds:?}"
    );
}

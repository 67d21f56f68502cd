//! Tests of the state of a session of the Stacker Bot Protocol, which the recorded sessions in
//! `sbp-fixtures/` cannot check.

use super::*;
use crate::DriverOptions;
use landfall_rules::lock::ClearState;
use landfall_rules::rotation::{SRS, SRS_HALF_TURNS, SRS_PLUS, SRS_PLUS_QUARTER_TURNS};
use landfall_rules::rulesets::{TETRIO, TETRIO_S2};
use landfall_rules::spin::PieceSet;
use landfall_rules::{Piece, State};
use landfall_search::SearchOptions;
use landfall_tbp::sbp::parse;

type TestSession = SbpSession<BackgroundSearch>;

fn session() -> TestSession {
    let options = DriverOptions {
        search: SearchOptions {
            memory: 16 << 20,
            ..SearchOptions::default()
        },
        nodes: Some(50),
        ..DriverOptions::default()
    };
    SbpSession::new(Settings {
        max_moves: 1000,
        ..Settings::new(options)
    })
}

fn send(session: &mut TestSession, line: &str) -> Reply<BotMessage> {
    let message = parse(line.as_bytes()).expect(line).expect(line);
    session.handle(message)
}

fn rules(session: &mut TestSession, attributes: &str) {
    let line = format!(r#"{{"type":"rules"{attributes}}}"#);
    assert_eq!(
        send(session, &line).messages,
        [BotMessage::Ready],
        "{attributes}"
    );
}

/// Sends a start with an active T, a queue I O, and these rows, the floor first.
fn start(session: &mut TestSession, rows: &[&str], attributes: &str) {
    let line = format!(
        r#"{{"type":"start","active":"T","queue":["I","O"],"board":{}{attributes}}}"#,
        board(rows)
    );
    assert_eq!(send(session, &line), Reply::default(), "{line}");
}

fn board(rows: &[&str]) -> Value {
    let cell = |c| if c == '.' { Value::Null } else { "G".into() };
    rows.iter()
        .map(|row| row.chars().map(cell).collect::<Value>())
        .collect()
}

fn state(session: &TestSession) -> &State {
    session.game.state().expect("there is a position")
}

/// A slot into which a T can spin, the floor first.
const T_SLOT: [&str; 3] = ["##.#######", "#...######", "##........"];

#[test]
fn spin_labels_depend_on_the_spin_detection() {
    let expected = [
        ("none", "none"),
        ("t-spins", "full"),
        ("t-spins+", "full"),
        ("all", "full"),
        ("all+", "full"),
        ("all-mini", "full"),
        ("all-mini+", "full"),
        ("mini-only", "mini"),
    ];
    let mut session = session();
    for (detection, label) in expected {
        for kickset in ["srs", "srs_plus"] {
            let attributes = format!(r#","spin_detection":"{detection}","kickset":"{kickset}""#);
            rules(&mut session, &attributes);
            start(&mut session, &T_SLOT, "");
            let reply = send(&mut session, r#"{"type":"suggest"}"#);
            let Some(BotMessage::Suggestion { moves }) = reply.messages.last() else {
                panic!("{reply:?}");
            };
            let moves = serde_json::to_value(moves).unwrap();
            let place = json!({"piece": "T", "orientation": "south", "x": 2, "y": 1});
            let labels: Vec<&Value> = moves
                .as_array()
                .unwrap()
                .iter()
                .filter(|mv| mv["location"] == place)
                .map(|mv| &mv["spin"])
                .collect();
            assert_eq!(labels, [label], "{detection} {kickset}");
        }
    }
}

#[test]
fn rulesets_are_made_of_attributes_and_defaults() {
    let mut session = session();
    let mut built = |attributes: &str| {
        rules(&mut session, attributes);
        *session.game.rules()
    };
    let default = built("");
    assert!(std::ptr::eq(default.rotation, &SRS_HALF_TURNS));
    assert_eq!((default.spawn.x, default.spawn.y), (4, 20));
    assert_eq!(default.name, "guideline");
    assert!(!default.sonic_drop_only);
    assert!(std::ptr::eq(built(r#","rot180":false"#).rotation, &SRS));
    let plus = built(r#","kickset":"srs_plus","sonic_drop":"only","spawn_position":{"x":3,"y":9}"#);
    assert!(std::ptr::eq(plus.rotation, &SRS_PLUS));
    assert!(plus.sonic_drop_only);
    assert_eq!((plus.spawn.x, plus.spawn.y), (3, 9));
    assert_eq!(plus.name, TETRIO_S2.name);
    let (attack, league) = (&plus.attack, &TETRIO_S2.attack);
    assert_eq!(attack.back_to_back.surge, league.back_to_back.surge);
    assert!(
        !attack.back_to_back.perfect_clears,
        "the protocol's default"
    );
    let quarter = built(r#","kickset":"srs_plus","rot180":false"#);
    assert!(std::ptr::eq(quarter.rotation, &SRS_PLUS_QUARTER_TURNS));
    let sources = built(r#","back_to_back_sources":["allspin","perfect-clear"]"#);
    let rule = sources.attack.back_to_back;
    assert_eq!((rule.rows, rule.perfect_clears), (5, true));
    assert_eq!(rule.full_spins, PieceSet::ALL_BUT_T);
    assert_eq!(rule.mini_spins, PieceSet::NONE);
    let named = built(r#","extensions":{"landfall_ruleset":"tetrio"}"#);
    assert_eq!(named.attack.combo, TETRIO.attack.combo);
    assert_eq!(named.spawn.y, 20);
    assert_eq!(built(""), default);
}

#[test]
fn back_to_back_is_a_number_if_the_rules_count_it() {
    let mut session = session();
    let counted = |session: &mut TestSession| {
        start(session, &[], r#","combo":3,"back_to_back":6"#);
        let ClearState {
            combo,
            back_to_back,
            ..
        } = state(session).clear_state;
        (combo, back_to_back)
    };
    assert_eq!(counted(&mut session), (3, 1));
    rules(&mut session, r#","kickset":"srs_plus""#);
    assert_eq!(counted(&mut session), (3, 6));
}

#[test]
fn a_piece_stream_gives_the_bag_and_the_pieces_placed() {
    let mut session = session();
    let stream = r#","hold":"S","piece_stream":{"offset":7,"pieces":["J","S","T","I","O"]}"#;
    rules(&mut session, r#","randomizer":"seven_bag""#);
    start(&mut session, &[], stream);
    let odds = state(&session).randomizer.odds();
    let left: Vec<Piece> = Piece::ALL
        .into_iter()
        .filter(|piece| odds[piece.index()] > 0)
        .collect();
    assert_eq!(left, [Piece::L, Piece::Z]);
    // Twelve were dealt; three are to come and one is held.
    assert_eq!(session.game.versus().pieces_placed, Some(8));
    rules(&mut session, r#","randomizer":"pure_random""#);
    start(&mut session, &[], stream);
    assert_eq!(state(&session).randomizer, Randomizer::Uniform);
    rules(&mut session, "");
    start(&mut session, &[], stream);
    let Randomizer::Unknown { seen } = &state(&session).randomizer else {
        panic!("no bags were announced");
    };
    assert_eq!(seen.len(), 5);
}

/// SBP/1, section 9.1: rules with values that `register` does not name get `error`.
#[test]
fn only_values_that_register_names_are_accepted() {
    let capabilities = serde_json::to_value(Capabilities::of_landfall()).expect("JSON");
    let attributes = [
        ("randomizers", "randomizer"),
        ("kicksets", "kickset"),
        ("sonic_drop", "sonic_drop"),
        ("spin_detection", "spin_detection"),
        ("back_to_back_sources", "back_to_back_sources"),
    ];
    let lists = capabilities.as_object().expect("an object");
    let named = lists.iter().filter(|(_, value)| value.is_array()).count();
    assert_eq!(named, attributes.len(), "every list is tried");
    let mut session = session();
    let mut answer = |attribute: &str, value: Value| {
        let rules = json!({"type": "rules", attribute: value}).to_string();
        let reply = session.handle(parse(rules.as_bytes()).expect("rules").expect("a type"));
        reply.messages.last().expect("an answer").clone()
    };
    for (list, attribute) in attributes {
        let is_list = attribute == "back_to_back_sources";
        let as_value = |name: Value| if is_list { json!([name]) } else { name };
        for name in lists[list].as_array().expect("a list") {
            let answer = answer(attribute, as_value(name.clone()));
            assert_eq!(answer, BotMessage::Ready, "{attribute} {name}");
        }
        for other in [
            json!("klingon"),
            json!(""),
            json!(7),
            json!(true),
            json!({}),
        ] {
            let answer = answer(attribute, as_value(other.clone()));
            let is_refused = matches!(answer, BotMessage::Error { .. });
            assert!(is_refused, "{attribute} {other}: {answer:?}");
        }
        assert_eq!(answer(attribute, Value::Null), BotMessage::Ready);
    }
}

#[test]
fn a_start_after_stop_keeps_no_observed_pieces() {
    let mut session = session();
    start(&mut session, &[], "");
    send(&mut session, r#"{"type":"new_piece","piece":"S"}"#);
    send(&mut session, r#"{"type":"stop"}"#);
    start(&mut session, &[], "");
    let Randomizer::Unknown { seen } = &state(&session).randomizer else {
        panic!("no randomizer was sent");
    };
    assert_eq!(seen.len(), 3);
}

#[test]
fn a_board_message_replaces_only_the_board() {
    let mut session = session();
    rules(&mut session, r#","kickset":"srs_plus""#);
    start(
        &mut session,
        &[],
        r#","hold":"L","combo":2,"back_to_back":4,"incoming_garbage":[3,1]"#,
    );
    let before = state(&session).clone();
    let rows = ["####.#####", "####.#####"];
    let line = format!(r#"{{"type":"board","board":{}}}"#, board(&rows));
    assert_eq!(send(&mut session, &line), Reply::default());
    let after = state(&session);
    assert_eq!(after.board.max_height(), 2);
    assert_eq!(after.clear_state.garbage_rows, 2);
    let expected = State {
        board: after.board,
        clear_state: ClearState {
            garbage_rows: 2,
            ..before.clear_state
        },
        ..before
    };
    assert_eq!(*after, expected);
    assert_eq!(session.game.versus().pending_garbage, 4);
}

/// The session does not know which piece is in play then.
#[test]
fn a_board_while_the_held_piece_is_unknown_clears_the_position() {
    let mut session = session();
    let line = r#"{"type":"start","active":"T","queue":[],"hold":"O","board":[]}"#;
    send(&mut session, line);
    let advance = |piece: &str, x: i8| {
        format!(
            r#"{{"type":"advance","move":{{"location":{{"piece":"{piece}","orientation":"north","x":{x},"y":0}},"spin":"none"}}}}"#
        )
    };
    send(&mut session, &advance("T", 1));
    assert_eq!(send(&mut session, &advance("O", 8)), Reply::default());
    let reply = send(&mut session, r#"{"type":"board","board":[]}"#);
    assert!(reply.warning.is_some_and(|text| text.contains("`start`")));
    assert!(session.game.state().is_none());
}

#[test]
fn suggest_sets_the_pending_garbage() {
    let mut session = session();
    start(&mut session, &[], "");
    for (garbage, rows) in [
        (r#","incoming_garbage":[4,2]"#, 6),
        ("", 6),
        (r#","incoming_garbage":null"#, 6),
        (r#","incoming_garbage":[]"#, 0),
    ] {
        send(&mut session, &format!(r#"{{"type":"suggest"{garbage}}}"#));
        assert_eq!(session.game.versus().pending_garbage, rows, "{garbage}");
    }
}

#[test]
fn warnings_are_returned_and_sent_as_info() {
    let mut session = session();
    let reply = send(&mut session, r#"{"type":"rules","kickset":"SRS-X"}"#);
    let [
        BotMessage::Info { topic, data },
        BotMessage::Error { reason },
    ] = &reply.messages[..]
    else {
        panic!("{reply:?}");
    };
    assert_eq!((*topic, reason.as_str()), ("warning", "unsupported_rules"));
    assert_eq!(data.as_str(), reply.warning.as_deref());
}

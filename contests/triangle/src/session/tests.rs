//! Sessions with a bot that plays recorded moves, or none; recorded games; and invalid input.

use super::*;
use crate::game::Agreement;
use landfall_rules::board::WIDTH;
use landfall_rules::{Rotation, Ruleset, Spin};
use landfall_tbp::messages::{BotMessage as TbpMessage, FrontendMessage, Move};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// Returns a bot with these suggestions, one each, and none after them.
fn scripted_bot(mut suggestions: VecDeque<Move>) -> Bot {
    let info = TbpMessage::Info(Info {
        name: "scripted".into(),
        version: "1".into(),
        author: "nobody".into(),
        features: vec![],
    });
    let rules = convert::to_rules(&TETRIO_S2);
    let bot = Bot::in_process(info, rules, move |message| match message {
        FrontendMessage::Rules(_) => vec![TbpMessage::Ready],
        FrontendMessage::Suggest => vec![TbpMessage::Suggestion {
            moves: suggestions.pop_front().into_iter().collect(),
            move_info: None,
        }],
        _ => vec![],
    });
    bot.expect("it accepts all rules")
}

fn session(suggestions: VecDeque<Move>) -> TriangleSession {
    TriangleSession::new(scripted_bot(suggestions), SessionOptions::default())
}

/// A recorded session: its lines, and which of them came from the bridge.
struct Recording {
    lines: Vec<(bool, String)>,
    rules: Ruleset,
    queue: Vec<Piece>,
}

impl Recording {
    fn read(text: &str) -> Recording {
        let line = |line: &str| (line.starts_with('<'), line[2..].to_string());
        let lines: Vec<_> = text.lines().map(line).collect();
        let config = parse(lines[1].1.as_bytes()).unwrap();
        let Some(AdapterMessage::Config { options, queue }) = config else {
            panic!("it begins with {config:?}");
        };
        let rules = to_rules(&options, HalfTurns::WhereKnown).unwrap().1;
        Recording {
            lines,
            rules,
            queue,
        }
    }

    /// Returns the placements of the bridge's moves.
    fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        let answers = self.lines[1..].iter().filter(|(is_answer, _)| *is_answer);
        answers.map(|(_, line)| self.placement(line))
    }

    /// Returns the placement in an answer.
    fn placement(&self, line: &str) -> Placement {
        let answer: Value = serde_json::from_str(line).unwrap();
        let target = &answer["data"];
        let letter = target["piece"].as_str().unwrap().to_ascii_uppercase();
        let piece = Piece::try_from(letter.chars().next().unwrap()).unwrap();
        let mut cells: [(i8, i8); 4] = serde_json::from_value(target["cells"].clone()).unwrap();
        cells.sort_unstable();
        let spin = match target["spin"].as_str().unwrap() {
            "full" => Spin::Full,
            "mini" => Spin::Mini,
            _ => Spin::None,
        };
        let poses = Rotation::ALL.into_iter().flat_map(|rotation| {
            let rows = cells[0].1 - 3..cells[0].1 + 4;
            let at = move |y| (0..WIDTH as i8).map(move |x| Placement::new(piece, rotation, x, y));
            rows.flat_map(at)
        });
        let fits = |mv: &Placement| {
            let mut found = mv.cells(&self.rules);
            found.sort_unstable();
            found == cells
        };
        let placement = poses.into_iter().find(fits).expect("the cells of a piece");
        Placement {
            spin,
            ..self.rules.rotation.canonical(placement)
        }
    }
}

fn recordings() -> [Recording; 4] {
    [
        include_str!("../../tests/sessions/league.txt"),
        include_str!("../../tests/sessions/heavy-garbage.txt"),
        include_str!("../../tests/sessions/total-mayhem.txt"),
        include_str!("../../tests/sessions/first-season.txt"),
    ]
    .map(Recording::read)
}

/// A bot that suggests the recorded moves gets the recorded keys, and no other message.
#[test]
fn recorded_moves_have_the_recorded_keys() {
    for recording in recordings() {
        let moves = recording.placements();
        let moves = moves.map(|mv| to_move(&recording.rules, &mv)).collect();
        let mut session = session(moves);
        let mut answers = VecDeque::new();
        for (is_answer, line) in &recording.lines[1..] {
            if *is_answer {
                assert_eq!(answers.pop_front().as_ref(), Some(line));
            } else {
                let reply = session.handle_line(line.as_bytes());
                assert_eq!((reply.warning, reply.ended), (None, false), "{line}");
                let written = reply.messages.iter().map(serde_json::to_string);
                answers.extend(written.map(Result::unwrap));
            }
        }
        assert!(answers.is_empty());
    }
}

/// Each position that the engine sent was the expected one, with garbage below.
#[test]
fn recorded_positions_are_those_that_were_expected() {
    for recording in recordings() {
        let mut game = Game::new(&recording.rules, &recording.queue);
        let mut told = 0;
        for (is_answer, line) in &recording.lines[2..] {
            if *is_answer {
                game.play(recording.placement(line));
                continue;
            }
            match parse(line.as_bytes()).unwrap() {
                Some(AdapterMessage::Pieces(pieces)) => game.push_pieces(&pieces),
                Some(AdapterMessage::State(state)) => {
                    let expected = game.position().unwrap().state;
                    assert_eq!(game.set_state(&state), Ok(Agreement::Same));
                    let found = game.position().unwrap().state;
                    assert_eq!(found.queue, expected.queue);
                    let counts = [&found, &expected].map(|state| state.clear_state);
                    assert_eq!(counts[0].back_to_back, counts[1].back_to_back);
                    assert_eq!(counts[0].combo, counts[1].combo);
                    told += 1;
                }
                _ => {}
            }
        }
        assert!(told > 4, "{told}");
    }
}

fn config() -> Value {
    json!({"type": "config", "kicks": "SRS+", "spins": "all-mini+", "boardWidth": 10,
        "b2bCharging": true, "queue": ["o", "s", "t", "i", "j", "z", "l", "z", "j", "t", "s", "o",
        "i", "t", "o", "i", "s", "z", "l", "j"]})
}

fn handle(session: &mut TriangleSession, message: &Value) -> Reply<BotMessage> {
    session.handle_line(message.to_string().as_bytes())
}

/// The game continues with a bot that suggests nothing or invalid moves.
#[test]
fn any_legal_move_is_better_than_none() {
    let far_away = to_move(
        &TETRIO_S2,
        &Placement::new(Piece::O, Rotation::North, 8, 17),
    );
    let mut session = session([far_away].into());
    handle(&mut session, &config());
    let mut heights = Vec::new();
    for _ in 0..4 {
        let reply = handle(&mut session, &json!({"type": "play"}));
        let answer = serde_json::to_value(&reply.messages[0]).unwrap();
        let keys = answer["keys"].as_array().unwrap();
        assert_eq!(keys.last(), Some(&json!("hardDrop")), "{answer}");
        let cells = answer["data"]["cells"].as_array().unwrap();
        heights.extend(cells.iter().map(|cell| cell[1].as_i64().unwrap()));
    }
    assert!(heights.iter().all(|y| *y < 3), "the lowest: {heights:?}");
}

#[test]
fn a_game_that_cannot_be_played_ends_the_session() {
    for (name, value) in [("kicks", json!("NRS")), ("queue", json!(["t", "x"]))] {
        let mut session = session(VecDeque::new());
        let mut other = config();
        other[name] = value;
        assert!(handle(&mut session, &other).ended);
        let refusal = session.refusal().expect("a reason").to_string();
        assert!(refusal.contains(&format!("`config.{name}")), "{refusal}");
    }
}

#[test]
fn messages_before_a_game_are_answered() {
    let mut session = session(VecDeque::new());
    let pieces = handle(&mut session, &json!({"type": "pieces", "pieces": ["i"]}));
    assert!(pieces.warning.is_some() && pieces.messages.is_empty());
    let dropped = BotMessage::Move {
        keys: vec![Key::HardDrop],
        data: None,
    };
    let play = handle(&mut session, &json!({"type": "play"}));
    assert_eq!(play.messages, [dropped]);
}

/// Two games after each other in one session, the second by other rules.
#[test]
fn another_game_resets_the_session() {
    let mut session = session(VecDeque::new());
    for kicks in ["SRS+", "SRS"] {
        let mut other = config();
        other["kicks"] = json!(kicks);
        handle(&mut session, &other);
        let reply = handle(&mut session, &json!({"type": "play"}));
        let answer = serde_json::to_value(&reply.messages[0]).unwrap();
        assert!(["l", "o"].contains(&answer["data"]["piece"].as_str().unwrap()));
    }
}

/// A piece has locked elsewhere: from then on the keys tolerate any fall.
#[test]
fn an_unexpected_fall_raises_the_tolerance() {
    let mut session = session(VecDeque::new());
    handle(&mut session, &config());
    handle(&mut session, &json!({"type": "play"}));
    let empty = json!({"type": "state", "board": [], "current": "o", "queue": ["s"],
        "garbage": [], "combo": -1, "b2b": -1});
    handle(&mut session, &empty);
    assert_eq!(session.rows_fallen, ANY_ROWS_FALLEN);
    handle(&mut session, &config());
    assert_eq!(session.rows_fallen, DEFAULT_ROWS_FALLEN);
}

/// Returns values of all kinds in the place of an attribute.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-zSZ+ -]{0,8}".prop_map(Value::from),
        prop_oneof![Just("t"), Just("I"), Just("SRS"), Just("all")].prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 40, 12, |inner| {
        prop::collection::vec(inner, 0..12).prop_map(Value::from)
    })
}

fn any_message() -> impl Strategy<Value = Value> {
    const NAMES: &[&str] = &[
        "type",
        "queue",
        "pieces",
        "board",
        "current",
        "hold",
        "garbage",
        "combo",
        "b2b",
        "garbageMultiplier",
        "kicks",
        "spins",
        "boardWidth",
        "b2bCharging",
    ];
    let right = prop_oneof![
        Just(config()),
        Just(json!({"type": "play", "garbageMultiplier": 1})),
        Just(json!({"type": "pieces", "pieces": ["t", "i"]})),
        Just(
            json!({"type": "state", "board": [], "current": "t", "hold": null,
            "queue": ["i", "o"], "garbage": [1], "combo": -1, "b2b": -1})
        ),
    ];
    let changes = prop::collection::vec((prop::sample::select(NAMES), any_value()), 0..3);
    (right, changes).prop_map(|(mut message, changes)| {
        for (name, value) in changes {
            message[name] = value;
        }
        message
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    /// For random messages, each `play` has one answer, which drops the piece.
    #[test]
    fn messages_of_any_kind_in_any_order(messages in prop::collection::vec(any_message(), 1..20)) {
        let mut session = session(VecDeque::new());
        for message in messages {
            let reply = handle(&mut session, &message);
            let asked = usize::from(reply.warning.is_none() && message["type"] == "play");
            prop_assert_eq!(reply.messages.len(), asked, "{}", message);
            for answer in reply.messages {
                let BotMessage::Move { keys, .. } = answer else {
                    panic!("{answer:?}");
                };
                prop_assert_eq!(keys.last(), Some(&Key::HardDrop));
            }
        }
    }

    #[test]
    fn bytes_of_any_kind(line in prop::collection::vec(any::<u8>(), 0..200)) {
        session(VecDeque::new()).handle_line(&line);
    }
}

/// The number of stored pieces is bounded.
#[test]
fn a_flood_of_pieces_is_bounded() {
    let mut session = session(VecDeque::new());
    handle(&mut session, &config());
    let flood = json!({"type": "pieces", "pieces": vec!["t"; 100_000]});
    assert_eq!(handle(&mut session, &flood), Reply::default());
    let known = session.game.as_ref().unwrap().position().unwrap();
    assert_eq!(known.state.queue.len(), 200);
}

use super::super::settings::Bot;
use super::*;
use landfall_net::Secret;

const KEY: &str = "the-key";
const TOKENS: [&str; 2] = ["token-a", "token-b"];

fn settings() -> RoomSettings {
    RoomSettings {
        ft: 2,
        pps: 4.0,
        pause: Duration::from_millis(1_500),
        seed: 7,
        ..RoomSettings::default()
    }
}

fn room() -> Room {
    let bot = |name: &str, token| Bot {
        name: name.to_string(),
        token: Secret::word(token).unwrap(),
    };
    let admission = Admission {
        key: Secret::word(KEY).unwrap(),
        bots: [bot("a", TOKENS[0]), bot("b", TOKENS[1])],
    };
    Room::new(settings(), admission, 1_000_000)
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn join(room: &mut Room, id: ConnectionId, token: &str) {
    let request = JoinRequest::from_query(&format!("token={token}&roomKey={KEY}"));
    room.connect(id, &request, Duration::ZERO);
}

/// Returns the messages to a connection; takes those of all connections since the last call.
fn sent(room: &mut Room, to: ConnectionId) -> Vec<Value> {
    let outputs = room.take_outputs().into_iter();
    let own = outputs.filter(|(id, _)| *id == to);
    own.map(|(_, output)| match output {
        Output::Text(text) => serde_json::from_str(&text).expect("JSON"),
        Output::Close(code, reason) => json!({"type": "close", "code": code, "reason": reason}),
    })
    .collect()
}

fn types(messages: &[Value]) -> Vec<&str> {
    let types = messages.iter().map(|message| message["type"].as_str());
    types.map(|kind| kind.expect("a type")).collect()
}

/// Returns a room in which both players have been asked for their first move, at second 3.
fn playing() -> Room {
    let mut room = room();
    join(&mut room, 1, TOKENS[0]);
    join(&mut room, 2, TOKENS[1]);
    assert_eq!(room.next_tick(), Some(seconds(1.5)));
    room.tick(seconds(1.5));
    assert_eq!(room.next_tick(), Some(seconds(3.0)));
    room.tick(seconds(2.9));
    room.tick(seconds(3.0));
    assert_eq!(types(&sent(&mut room, 2)).last(), Some(&"request_move"));
    room
}

fn act(room: &mut Room, id: ConnectionId, words: &[&str], now: f64) {
    let text = json!({"type": "action", "payload": {"commands": words}}).to_string();
    room.message(id, &text, seconds(now));
}

#[test]
fn messages_come_in_the_order_of_the_contest() {
    let mut room = room();
    join(&mut room, 1, TOKENS[0]);
    let first = sent(&mut room, 1);
    assert_eq!(types(&first), ["room_data", "authenticated"]);
    assert_eq!(first[0]["payload"]["roomData"]["settings"]["ft"], 2);
    join(&mut room, 2, TOKENS[1]);
    room.tick(seconds(1.5));
    let first = sent(&mut room, 1);
    assert_eq!(
        types(&first),
        ["player_joined", "game_started", "round_started"]
    );
    assert_eq!(first[1].get("payload"), None);
    assert_eq!(first[2]["payload"]["startsAt"], 1_003_000);
    let states = &first[2]["payload"]["roomData"]["players"];
    assert_eq!(
        states[0]["gameState"]["queue"], states[1]["gameState"]["queue"],
        "the same luck"
    );
    room.tick(seconds(3.0));
    assert_eq!(types(&sent(&mut room, 1)), ["request_move"]);
    act(&mut room, 1, &["sonic_left"], 3.1);
    let both: Vec<_> = room.take_outputs().into_iter().map(|(id, _)| id).collect();
    assert_eq!(both, [1, 2], "an action is told to both");
    assert_eq!(
        room.next_tick(),
        Some(seconds(3.25)),
        "a quarter of a second after the last"
    );
    room.tick(seconds(3.25));
    let request = &sent(&mut room, 1)[0];
    assert_eq!(request["type"], "request_move");
    assert_eq!(request["payload"]["gameState"]["piecesPlaced"], 1);
    // A player who answers late is asked again at once.
    act(&mut room, 1, &[], 5.0);
    room.tick(seconds(5.0));
    assert_eq!(
        types(&sent(&mut room, 1)),
        ["player_action", "request_move"]
    );
}

#[test]
fn actions_are_sent_with_the_hard_drop() {
    let mut room = playing();
    act(&mut room, 1, &["hold", "rotate_cw", "none"], 3.2);
    let action = &sent(&mut room, 2)[0]["payload"];
    assert_eq!(
        action["commands"],
        json!(["hold", "rotate_cw", "none", "hard_drop"])
    );
    assert_eq!(action["prevGameState"]["piecesPlaced"], 0);
    assert_eq!(action["gameState"]["piecesPlaced"], 1);
    assert_eq!(
        action["gameState"]["queue"].as_array().map(Vec::len),
        Some(6)
    );
    let events: Vec<&str> = action["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect();
    assert_eq!(events, ["queue_added", "piece_placed", "queue_added"]);
}

#[test]
fn a_silent_player_loses_rounds_and_then_the_game() {
    let mut room = playing();
    for round in 1..=2 {
        let began = 3.0 + f64::from(round - 1) * 8.0;
        act(&mut room, 1, &[], began + 0.1);
        room.tick(seconds(began + 4.9));
        assert!(!types(&sent(&mut room, 1)).contains(&"round_over"));
        act(&mut room, 1, &[], began + 4.95);
        room.tick(seconds(began + 5.0));
        let messages = sent(&mut room, 1);
        let over = messages
            .iter()
            .find(|message| message["type"] == "round_over");
        let over = &over.expect("b has not answered")["payload"];
        assert_eq!(over["winnerInfo"]["name"], "a");
        assert_eq!(over["roomData"]["players"][0]["wins"], round);
        if round == 2 {
            assert_eq!(
                types(&messages)[messages.len() - 3..],
                ["round_over", "game_over", "game_reset"]
            );
            break;
        }
        room.tick(seconds(began + 6.5));
        assert_eq!(types(&sent(&mut room, 1)), ["round_started"]);
        room.tick(seconds(began + 8.0));
    }
    assert!(room.is_finished());
    let [a, b] = &room.summary().bots;
    assert_eq!((a.games, a.rounds, b.rounds, b.timeouts), (1, 2, 0, 2));
    assert!(
        room.take_reports()
            .iter()
            .any(|line| line.contains("b has not answered"))
    );
}

#[test]
fn actions_out_of_turn_are_errors() {
    let mut room = room();
    join(&mut room, 1, TOKENS[0]);
    let error = |room: &mut Room, now: f64| {
        act(room, 1, &["drop"], now);
        let messages = sent(room, 1);
        let last = messages.last().expect("an answer");
        assert_eq!(last["type"], "error");
        last["payload"].as_str().expect("a text").to_string()
    };
    assert_eq!(error(&mut room, 0.0), "Missing GameState");
    join(&mut room, 2, TOKENS[1]);
    room.tick(seconds(1.5));
    assert_eq!(error(&mut room, 2.0), "Inputs not currently allowed");
    room.tick(seconds(3.0));
    act(&mut room, 1, &["drop"], 3.1);
    assert_eq!(error(&mut room, 3.1), "Not requested to move");
    assert_eq!(room.summary().bots[0].errors, 3);
}

#[test]
fn too_many_commands_are_an_error_and_the_turn_stays() {
    let mut room = playing();
    act(&mut room, 1, &["drop"; 129], 3.1);
    assert_eq!(
        sent(&mut room, 1)[0]["payload"],
        "Action longer than 128 commands"
    );
    act(&mut room, 1, &["drop"; 128], 3.2);
    assert_eq!(types(&sent(&mut room, 1)), ["player_action"]);
}

#[test]
fn nonsense_is_ignored_and_the_turn_stays() {
    let mut room = playing();
    let nonsense = [
        "",
        "null",
        "[]",
        "{}",
        "{\"type\":\"action\"",
        "{\"type\":\"action\",\"payload\":{\"commands\":[\"hard_drop\"]}}",
        "{\"type\":\"action\",\"payload\":{\"commands\":[1]}}",
        "{\"type\":\"action\",\"payload\":{\"commands\":NaN}}",
        "{\"type\":\"chat\",\"payload\":\"hello\"}",
    ];
    for text in nonsense {
        room.message(1, text, seconds(3.1));
    }
    room.message(1, &"[".repeat(100_000), seconds(3.1));
    room.message(99, "{\"type\":\"ping\"}", seconds(3.1));
    assert_eq!(sent(&mut room, 1), [json!(null); 0]);
    assert_eq!(room.summary().bots[0].ignored as usize, nonsense.len() + 1);
    room.message(1, "{\"type\":\"ping\"}", seconds(3.1));
    act(&mut room, 1, &[], 3.2);
    assert_eq!(types(&sent(&mut room, 1)), ["ping", "player_action"]);
}

#[test]
fn a_flooding_connection_is_closed() {
    let mut room = playing();
    for _ in 0..200 {
        room.message(1, "{\"type\":\"ping\"}", seconds(3.1));
    }
    assert!(
        types(&sent(&mut room, 1))
            .iter()
            .all(|kind| *kind == "ping")
    );
    room.message(1, "{\"type\":\"ping\"}", seconds(3.2));
    assert_eq!(sent(&mut room, 1)[0]["code"], 1008);
}

#[test]
fn a_player_who_leaves_ends_the_game() {
    let mut room = playing();
    act(&mut room, 2, &[], 3.1);
    sent(&mut room, 1);
    room.disconnect(2);
    let messages = sent(&mut room, 1);
    assert_eq!(types(&messages), ["player_left", "game_reset"]);
    assert_eq!(
        messages[1]["payload"]["roomData"]["players"][0]["gameState"],
        json!(null)
    );
    assert_eq!(room.summary().abandoned, 1);
    act(&mut room, 1, &[], 3.2);
    assert_eq!(types(&sent(&mut room, 1)), ["error"]);
    room.tick(seconds(60.0));
    assert_eq!(sent(&mut room, 1), [json!(null); 0]);
    // The player may come back, and the game restarts.
    join(&mut room, 3, TOKENS[1]);
    room.tick(seconds(61.0));
    assert_eq!(
        types(&sent(&mut room, 1)),
        ["player_joined", "game_started", "round_started"]
    );
}

#[test]
fn refused_connections_get_the_codes_of_the_contest() {
    let mut room = room();
    for (query, code) in [
        ("", 4000),
        ("token=token-a", 4000),
        ("roomKey=other&token=token-a", 4004),
        ("roomKey=the-key", 4005),
        ("roomKey=the-key&token=token-c", 4004),
        ("roomKey=the-key&token=%zz", 4004),
        ("roomKey=the-key&token=", 4004),
    ] {
        room.connect(5, &JoinRequest::from_query(query), Duration::ZERO);
        let messages = sent(&mut room, 5);
        let last = messages.last().expect("a code");
        assert_eq!(last["code"], code, "{query}");
        let may_see = query.starts_with("roomKey=the-key");
        assert_eq!(messages.len(), 1 + usize::from(may_see), "{query}");
    }
    join(&mut room, 1, TOKENS[0]);
    join(&mut room, 3, TOKENS[0]);
    assert_eq!(sent(&mut room, 3)[2]["code"], 4001, "the same bot twice");
    join(&mut room, 2, TOKENS[1]);
    join(&mut room, 4, TOKENS[1]);
    assert_eq!(sent(&mut room, 4)[2]["code"], 4001, "full");
}

/// Two players that drop every piece at its spawn: the first to top out loses.
#[test]
fn a_game_goes_to_its_end() {
    let mut room = playing();
    let mut now = 3.0;
    for _ in 0..2_000 {
        if room.is_finished() {
            break;
        }
        act(&mut room, 1, &[], now);
        act(&mut room, 2, &["sonic_left"], now);
        now += 0.25;
        room.tick(seconds(now));
        room.take_outputs();
    }
    assert!(room.is_finished());
    let rounds: u32 = room.summary().bots.iter().map(|bot| bot.rounds).sum();
    assert!((2..=3).contains(&rounds), "{rounds}");
    let text = room.summary().text();
    assert!(
        text.contains("none drawn") && text.lines().count() == 3,
        "{text}"
    );
    let results: Value = serde_json::from_str(&room.summary().json()).unwrap();
    assert_eq!(results["bots"][0]["name"], "a");
}

use super::*;
use landfall_tbp::messages::{Move, Start};
use serde_json::{Value, json};

/// A bot that suggests given moves, and remembers its positions.
#[derive(Default)]
struct Stub {
    moves: Vec<Move>,
    positions: Vec<Start>,
    waits: Vec<Duration>,
    stops: usize,
}

impl Engine for Stub {
    fn set_position(&mut self, start: &Start) {
        self.positions.push(start.clone());
    }

    fn suggest(&mut self, wait: Duration) -> Vec<Move> {
        self.waits.push(wait);
        self.moves.clone()
    }

    fn stop(&mut self) {
        self.stops += 1;
    }
}

const OWN: &str = "me";

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn mv(text: &str) -> Move {
    serde_json::from_str(text).expect("a move")
}

fn t_at(x: i32, spin: &str) -> Move {
    mv(&format!(
        r#"{{"location":{{"type":"T","orientation":"north","x":{x},"y":0}},"spin":"{spin}"}}"#
    ))
}

fn handle(controller: &mut Controller<Stub>, message: Value, now: u64) {
    controller.handle(&message.to_string(), ms(now));
}

fn room(pps: f64) -> Value {
    json!({"type": "room_data", "payload": {"roomData": {"settings": {"pps": pps}}}})
}

fn game() -> Value {
    json!({"board": [], "queue": ["O", "S"], "held": null, "current": {"piece": "T"}, "bag": ["I"]})
}

fn request(game: Value) -> Value {
    json!({"type": "request_move", "payload": {"gameState": game, "players": [
        {"sessionId": OWN, "gameState": {"board": []}},
        {"sessionId": "you", "gameState": {"board": [["G", null, null, null, null, null, null, null, null, null]]}},
    ]}})
}

fn joined(moves: Vec<Move>) -> Controller<Stub> {
    let stub = Stub {
        moves,
        ..Stub::default()
    };
    let options = ControllerOptions {
        think: None,
        disclosure: Disclosure::Versus,
    };
    let mut controller = Controller::new(stub, options);
    handle(&mut controller, room(2.0), 0);
    let authenticated = json!({"type": "authenticated", "payload": {"sessionId": OWN}});
    handle(&mut controller, authenticated, 0);
    controller
}

fn commands(controller: &mut Controller<Stub>, now: u64) -> Option<Vec<String>> {
    let text = controller.answer(ms(now))?;
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["type"], "action");
    serde_json::from_value(value["payload"]["commands"].clone()).ok()
}

#[test]
fn a_request_is_answered_after_thinking() {
    let mut controller = joined(vec![t_at(1, "none")]);
    assert_eq!(controller.answer(ms(10)), None, "nobody has asked");
    handle(&mut controller, request(game()), 1_000);
    assert_eq!(
        controller.answer_at(),
        Some(ms(1_350)),
        "70 % of half a second"
    );
    assert_eq!(commands(&mut controller, 1_350).unwrap(), ["move_left"; 3]);
    assert_eq!(controller.answer_at(), None);
    assert_eq!(controller.answer(ms(1_400)), None, "once for each request");
    let start = &controller.engine.positions[0];
    assert_eq!((start.queue.len(), start.opponents.len()), (3, 1));
    // The bot must answer within four seconds after the request.
    assert_eq!(controller.engine.waits, [ms(3_650)]);
}

#[test]
fn the_thinking_time_follows_the_speed_of_the_room() {
    let think = |pps: Value, option: Option<u64>| {
        let mut controller = joined(vec![]);
        controller.options.think = option.map(ms);
        let settings = json!({"type": "settings_changed", "payload": {"roomData": {"settings": {"pps": pps}}}});
        handle(&mut controller, settings, 0);
        handle(&mut controller, request(game()), 0);
        controller.answer_at().unwrap().as_millis()
    };
    assert_eq!(think(json!(0.1), None), 1_000);
    assert_eq!(think(json!(10), None), 70);
    assert_eq!(think(json!("fast"), None), 100);
    assert_eq!(think(json!(1), Some(50)), 50);
    assert_eq!(think(json!(1), Some(999_999)), 4_000);
}

#[test]
fn a_bot_without_useful_suggestions_still_moves() {
    let floating =
        mv(r#"{"location":{"type":"T","orientation":"north","x":4,"y":9},"spin":"none"}"#);
    let other = mv(r#"{"location":{"type":"I","orientation":"north","x":4,"y":0},"spin":"none"}"#);
    for moves in [vec![], vec![floating, other]] {
        let silent = u64::from(moves.is_empty());
        let mut controller = joined(moves);
        handle(&mut controller, request(game()), 0);
        assert!(commands(&mut controller, 350).is_some());
        let record = controller.record();
        assert_eq!(
            (record.moves, record.blind_moves, record.silent_bot),
            (1, 0, silent)
        );
    }
}

#[test]
fn a_move_under_other_spin_rules_is_played() {
    let mut controller = joined(vec![t_at(7, "full")]);
    handle(&mut controller, request(game()), 0);
    assert_eq!(commands(&mut controller, 350).unwrap(), ["move_right"; 3]);
}

#[test]
fn a_game_that_cannot_be_read_is_answered_at_once() {
    for state in [
        json!(null),
        json!({"board": "?"}),
        json!({"board": [[null]], "queue": []}),
    ] {
        let mut controller = joined(vec![t_at(1, "none")]);
        handle(&mut controller, request(state), 500);
        assert_eq!(controller.answer_at(), Some(ms(500)));
        assert_eq!(commands(&mut controller, 500), Some(vec![]));
        assert_eq!(controller.record().blind_moves, 1);
    }
}

#[test]
fn a_stack_to_the_top_is_answered() {
    let row = json!(["G", "G", "G", "G", "G", "G", "G", "G", "G", null]);
    let mut game = game();
    game["board"] = json!(vec![row; 45]);
    let mut controller = joined(vec![]);
    handle(&mut controller, request(game), 0);
    assert_eq!(commands(&mut controller, 350), Some(vec![]), "nothing fits");
}

#[test]
fn a_reset_cancels_the_request() {
    for kind in ["game_reset", "round_started", "round_over", "game_over"] {
        let mut controller = joined(vec![t_at(1, "none")]);
        handle(&mut controller, request(game()), 0);
        let stops = controller.engine.stops;
        handle(
            &mut controller,
            json!({"type": kind, "payload": {"roomData": {}}}),
            100,
        );
        assert_eq!(
            (controller.answer_at(), controller.answer(ms(400))),
            (None, None),
            "{kind}"
        );
        assert!(controller.engine.stops > stops);
    }
}

#[test]
fn the_bot_ponders_on_the_next_position() {
    let mut controller = joined(vec![t_at(1, "none")]);
    let mut round = json!({"type": "round_started", "payload": {"roomData": {"players": [
        {"sessionId": OWN, "gameState": game()}, {"sessionId": "you", "gameState": game()}]}}});
    handle(&mut controller, round.take(), 0);
    assert_eq!(
        controller.engine.positions.len(),
        1,
        "before the first request"
    );
    let update = |id: &str| json!({"type": "player_action", "payload": {"sessionId": id, "gameState": game()}});
    handle(&mut controller, update("you"), 10);
    assert_eq!(controller.engine.positions.len(), 1);
    handle(&mut controller, update(OWN), 20);
    assert_eq!(controller.engine.positions.len(), 2);
    // While it thinks about a move, it does not ponder another position.
    handle(&mut controller, request(game()), 30);
    handle(&mut controller, update(OWN), 40);
    assert_eq!(controller.engine.positions.len(), 3);
}

#[test]
fn rounds_and_games_are_counted() {
    let mut controller = joined(vec![]);
    let over = |kind: &str, winner: &str| {
        json!({"type": kind, "payload": {"winnerId": winner, "roomData": {"players": [
            {"sessionId": OWN, "wins": 1}, {"sessionId": "you", "wins": 4}]}}})
    };
    controller.take_events();
    handle(&mut controller, over("round_over", "you"), 0);
    handle(&mut controller, over("round_over", OWN), 0);
    handle(&mut controller, over("game_over", "you"), 0);
    handle(
        &mut controller,
        json!({"type": "error", "payload": "no\nway"}),
        0,
    );
    let events: Vec<String> = controller
        .take_events()
        .iter()
        .map(Event::to_string)
        .collect();
    assert_eq!(
        events,
        [
            "round lost, 1 : 4",
            "round won, 1 : 4",
            "game lost",
            "the server reports: no?way"
        ]
    );
    let record = controller.record();
    assert_eq!(
        (record.rounds.won, record.rounds.lost, record.games.lost),
        (1, 1, 1)
    );
}

#[test]
fn nonsense_changes_nothing() {
    let mut controller = joined(vec![t_at(1, "none")]);
    handle(&mut controller, request(game()), 0);
    for text in [
        "",
        "{",
        "[]",
        "null",
        "NaN",
        "{\"type\":null}",
        "{\"type\":\"new\",\"payload\":[1]}",
        "{\"type\":\"ping\",\"payload\":{\"timestamp\":1}}",
        "{\"type\":\"room_data\",\"payload\":NaN}",
    ] {
        controller.handle(text, ms(5));
    }
    controller.handle(&"[".repeat(100_000), ms(5));
    assert_eq!(commands(&mut controller, 350).unwrap(), ["move_left"; 3]);
}
